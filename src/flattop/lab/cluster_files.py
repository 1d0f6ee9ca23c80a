"""Files sent to the workers of a cluster with their jobs: decks and custom bots.

A bundle holds the pickled work and the files that it names.  On the worker the files are unpacked into a
temporary folder, and both kinds of references are resolved there: the path of a deck within the work, and the
file of a custom bot (`mine.py:Bot`).  A bot's file comes with the modules that it has imported from its own
folder.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from types import ModuleType
from typing import Any

import flattop
from flattop.bots import plugins
from flattop.match.game_loop import Fault

MAX_UNPACKED = 4  # bundles that a worker keeps unpacked
ROOT = Path(flattop.__file__).parent
GAME_PACKAGES = ("kernel", "games", "match", "bots", "lab")  # packages that decide how a game is played
LOCK = Lock()  # a worker may have several threads, but unpacked files are global to its process

Work = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Build:
    """Properties of an installation that must be equal everywhere for the same games to be played."""

    version: str
    files: str  # digest of the code and data files
    evaluation: bool  # numpy is installed, so chef bots use their learned evaluation


@cache
def build() -> Build:
    digest = sha256()
    for path in sorted(path for part in GAME_PACKAGES for path in (ROOT / part).rglob("*")):
        if path.suffix in (".py", ".toml", ".npz"):
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return Build(flattop.__version__, digest.hexdigest()[:12], find_spec("numpy") is not None)


@dataclass(frozen=True, slots=True)
class BundledFile:
    """A file with the modules beside it."""

    path: str  # as the work names it
    name: str
    contents: tuple[tuple[str, bytes], ...]  # by file name: this file, and the modules beside it


@dataclass(frozen=True, slots=True)
class Bundle:
    """Pickled work with its files."""

    work: bytes
    files: tuple[BundledFile, ...]
    build: Build


# -- on the machine that sends it


def bundle_work(work: Work, paths: Sequence[str]) -> Bundle:
    target = io.BytesIO()
    _Pickler(target, paths).dump(work)
    files = []
    for path in paths:
        file = Path(path).resolve()
        contents = {}
        if file.suffix == plugins.SUFFIX:
            for name, module in list(sys.modules.items()):
                stem = file.parent.joinpath(*name.split("."))
                source = _source(module)
                if source in (stem.with_name(f"{stem.name}.py"), stem / "__init__.py"):
                    contents[source.relative_to(file.parent).as_posix()] = source.read_bytes()
        contents[file.name] = file.read_bytes()
        files.append(BundledFile(path, file.name, tuple(sorted(contents.items()))))
    return Bundle(target.getvalue(), tuple(files), build())


class _Pickler(pickle.Pickler):
    """Pickles each path of a bundled file as a lookup of its unpacked path."""

    def __init__(self, target: io.BytesIO, paths: Sequence[str]) -> None:
        super().__init__(target)
        self.paths = paths

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Path) and str(value) in self.paths:
            return unpacked_path, (str(value),)
        return NotImplemented


def _source(module: ModuleType) -> Path:
    return Path(getattr(module, "__file__", None) or "/")


# -- on the worker


def run_bundled(bundle: Bundle, worker: str, job: Any) -> Any:
    """Run one job on the named worker, whose installation must equal the sender's."""
    wanted, actual = bundle.build, build()
    differences = []
    if actual.version != wanted.version:
        differences.append(f"flattop {actual.version} instead of {wanted.version}")
    if actual.files != wanted.files:
        differences.append(f"other files of flattop (digest {actual.files} instead of {wanted.files})")
    if actual.evaluation != wanted.evaluation:
        differences.append("numpy, which is missing here" if actual.evaluation else "no numpy")
    if differences:
        raise Fault(f"worker {worker} has {'; '.join(differences)}; install the same packages everywhere")
    with LOCK:
        return _unpack(bundle).run(job)


@lru_cache(MAX_UNPACKED)
def _unpack(bundle: Bundle) -> UnpackedBundle:
    return UnpackedBundle(bundle)


class UnpackedBundle:
    """A bundle whose files lie in a temporary folder."""

    def __init__(self, bundle: Bundle) -> None:
        self.folder = TemporaryDirectory(prefix="flattop-")
        self.paths: dict[str, Path] = {}
        for number, file in enumerate(bundle.files):
            folder = Path(self.folder.name, str(number))
            for name, content in file.contents:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
            self.paths[file.path] = folder / file.name
        self._activate()
        self.work: Work = pickle.loads(bundle.work)

    def run(self, job: Any) -> Any:
        self._activate()
        return self.work(job)

    def _activate(self) -> None:
        """Resolve file names to this bundle's files, and unload the modules of the previous bundle."""
        if self.paths == plugins.SHIPPED_FILES:
            return
        folders = {path.parent for path in plugins.SHIPPED_FILES.values()}
        sys.path[:] = [entry for entry in sys.path if Path(entry) not in folders]
        for name, module in list(sys.modules.items()):
            if folders & set(_source(module).parents):
                del sys.modules[name]
        plugins.SHIPPED_FILES.clear()
        plugins.SHIPPED_FILES.update(self.paths)


def unpacked_path(path: str) -> Path:
    """Return where a file of the active bundle lies."""
    return plugins.SHIPPED_FILES[path]
