"""Bots of one's own: a file and a class in it, or a function that makes one, as in `mine.py:Bot`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
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
BROUGHT: dict[str, Path] = {}  # files by their words that came along with work from elsewhere: where they lie


class BadBot(FlattopError):
    """A file that has no bot to give."""


class OwnBot:
    """A bot of one's own; what goes wrong in it is said in one line, with its place in the file."""

    def __init__(self, word: str, made: Any) -> None:
        self.word, self.made = word, made

    def choose(self, obs: Observation) -> Action:
        try:
            named = self.made.choose(obs)
        except (Exception, SystemExit) as error:
            raise BadBot(f"{self.word} raised {_trouble(error)}") from error
        if not isinstance(named, (list, tuple)) or not named or not all(map(_is_noun, named)):
            raise BadBot(f"{self.word} named {named!r}, which is no action, such as {_example(obs)}")
        return tuple(named)


def is_own(word: str) -> bool:
    """Whether a seat word speaks of a file, and not of a rank."""
    return word.endswith(SUFFIX) or f"{SUFFIX}:" in word


def own_file(word: str) -> str:
    """The file that such a word speaks of."""
    return word.removesuffix(SUFFIX).partition(f"{SUFFIX}:")[0] + SUFFIX


def own_digests(words: Iterable[str]) -> dict[str, str]:
    """The files that such words speak of, each with a digest: who has changed one has another bot."""
    files = [own_file(word) for word in words if is_own(word)]
    return {file: sha256(Path(file).read_bytes()).hexdigest()[:12] for file in files}


def seat_bot(word: str, key: str, chance: Chance, part: float | None = None) -> Bot:
    """A bot by the word for its seat: a rank, with a part of its seconds or all the time, or a file's own."""
    return own_bot(word, chance) if is_own(word) else bot(word, key, chance, part)


def own_bot(word: str, chance: Chance) -> Bot:
    """Load the file, if this has not been done yet, and let it make a bot with luck of its own."""
    make = _maker(word)
    try:
        made = make(chance) if signature(make).parameters else make()
    except (Exception, SystemExit) as error:
        raise BadBot(f"{word} cannot be made: {_trouble(error)}") from error
    if not callable(getattr(made, "choose", None)):
        raise BadBot(f"{word} is no bot: it has no choose(sight)")
    return OwnBot(word, made)


def _maker(word: str) -> Callable[..., Any]:
    """The class, or the function, that the word names."""
    file, name = own_file(word), word.partition(f"{SUFFIX}:")[2]
    if not name:
        raise BadBot(f"{word!r} does not say which bot; name a class of the file, as in {file}:Bot")
    module = _module(BROUGHT.get(file) or Path(file).resolve(), file)
    make: Callable[..., Any] | None = vars(module).get(name)
    if callable(make):
        return make
    near = nearest(name, _makers(module)) or f"; name a class that has choose(sight), as in {file}:Bot"
    raise BadBot(f"{file} has no class {name!r}{near}")


def _makers(module: ModuleType) -> list[str]:
    """What the file itself defines and may be called."""
    own = {name: value for name, value in vars(module).items() if callable(value)}
    return [name for name, value in own.items() if getattr(value, "__module__", "") == module.__name__]


@cache
def _module(path: Path, file: str) -> ModuleType:
    """The file as it is run once in every program; it may import what lies beside it."""
    if not path.is_file():
        raise BadBot(f"there is no file {file}" if not path.exists() else f"{file} is a folder, not a file")
    name = f"flattop_own_{len(sys.modules)}_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadBot(f"{file} is no Python file")
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadBot(f"{file} cannot be loaded: {_trouble(error)}") from error
    return module


def _trouble(error: BaseException) -> str:
    """What went wrong and in which line, where it does not say so itself."""
    said = f"{type(error).__name__}: {error}"
    return said if isinstance(error, SyntaxError) else f"{said} (line {_line(error)})"


def _line(error: BaseException) -> int:
    """The last line of a file of one's own that led to it."""
    frames = extract_tb(error.__traceback__)
    own = [frame.lineno for frame in frames if f"{Path(__file__).parent.parent}" not in frame.filename]
    return (own or [frames[-1].lineno])[-1] or 0


def _is_noun(part: object) -> bool:
    return isinstance(part, (int, str))


def _example(obs: Observation) -> str:
    return repr(next(iter(obs.options), ("wait",)))
