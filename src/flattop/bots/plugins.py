"""Plugin bots: a class in a user's Python file, or a function that creates a bot, such as `mine.py:Bot`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from flattop.bots import Bot, bot
from flattop.kernel import Action, Chance, FlattopError, nearest
from flattop.match.observation import Observation

SUFFIX = ".py"
SHIPPED_FILES: dict[
    str, Path
] = {}  # where files lie that came with a job from another machine, by their name


class BadBot(FlattopError):
    """A plugin bot cannot be loaded, or it failed during a game."""


class PluginBot:
    """Wraps a user's bot and reports its errors in one line, with the line number in its file."""

    def __init__(self, spec: str, bot: Any) -> None:
        self.spec, self.bot = spec, bot

    def choose(self, obs: Observation) -> Action:
        try:
            action = self.bot.choose(obs)
        except (Exception, SystemExit) as error:
            raise BadBot(f"{self.spec} raised {_error_text(error)}") from error
        is_sequence = isinstance(action, (list, tuple)) and bool(action)
        if not is_sequence or not all(isinstance(part, (int, str)) for part in action):
            example = next(iter(obs.options), ("wait",))
            raise BadBot(f"{self.spec} returned {action!r}, which is not an action such as {example!r}")
        return tuple(action)


def seat_bot(spec: str, key: str, chance: Chance, time_share: float | None = None) -> Bot:
    """Create a bot from a rank or from a plugin spec.  `time_share` is the share of the rank's time."""
    return plugin_bot(spec, chance) if is_plugin(spec) else bot(spec, key, chance, time_share)


def is_plugin(spec: str) -> bool:
    """Return whether the spec of a seat names a file and not a rank."""
    return spec.endswith(SUFFIX) or f"{SUFFIX}:" in spec


def plugin_file(spec: str) -> str:
    """Return the file that a plugin spec names."""
    return spec.removesuffix(SUFFIX).partition(f"{SUFFIX}:")[0] + SUFFIX


def plugin_digests(specs: Iterable[str]) -> dict[str, str]:
    """Return the files of plugin specs with digests, which change when a bot is edited."""
    files = [plugin_file(spec) for spec in specs if is_plugin(spec)]
    return {file: sha256(Path(file).read_bytes()).hexdigest()[:12] for file in files}


def plugin_bot(spec: str, chance: Chance) -> Bot:
    """Load the file of a plugin, once per process, and create its bot."""
    file, name = plugin_file(spec), spec.partition(f"{SUFFIX}:")[2]
    if not name:
        raise BadBot(f"{spec!r} does not say which bot; name a class of the file, as in {file}:Bot")
    module = _load_module(SHIPPED_FILES.get(file) or Path(file).resolve(), file)
    factory = vars(module).get(name)
    if not callable(factory):
        defined = [
            other
            for other, value in vars(module).items()
            if callable(value) and getattr(value, "__module__", "") == module.__name__
        ]
        near = nearest(name, defined) or f"; name a class with a method choose(observation), as in {file}:Bot"
        raise BadBot(f"{file} has no class {name!r}{near}")
    return _created(factory, spec, chance)


def custom_bot(given: Any, key: str, chance: Chance) -> Bot:
    """Create a bot from a rank, a plugin spec, a bot, a class, or a function that creates a bot."""
    if isinstance(given, str):
        return seat_bot(given, key, chance)
    name = getattr(given, "__name__", type(given).__name__)
    if not isinstance(given, type) and callable(getattr(given, "choose", None)):
        return PluginBot(name, given)
    if not callable(given):
        raise BadBot(f"{given!r} is not a bot: give a rank, a file such as mine.py:Bot, a bot or its class")
    return _created(given, name, chance)


def _created(factory: Any, spec: str, chance: Chance) -> PluginBot:
    try:
        bot = factory(chance) if signature(factory).parameters else factory()
    except (Exception, SystemExit) as error:
        raise BadBot(f"{spec} cannot be created: {_error_text(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BadBot(f"{spec} is not a bot: it has no method choose(observation)")
    return PluginBot(spec, bot)


@cache
def _load_module(path: Path, file: str) -> ModuleType:
    """Import a file, which may import its neighbours."""
    if not path.is_file():
        raise BadBot(f"{file} does not exist" if not path.exists() else f"{file} is a folder, not a file")
    name = f"flattop_own_{len(sys.modules)}_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadBot(f"{file} is not a Python file")
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadBot(f"{file} cannot be loaded: {_error_text(error)}") from error
    return module


def _error_text(error: BaseException) -> str:
    """Return an error with the last line of the user's code that led to it.  A SyntaxError has its own."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return text
    frames = extract_tb(error.__traceback__)
    user_lines = [frame.lineno for frame in frames if f"{Path(__file__).parent.parent}" not in frame.filename]
    return f"{text} (line {(user_lines or [frames[-1].lineno])[-1] or 0})"
