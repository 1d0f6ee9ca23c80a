"""Work on its way to another machine, with the files that it names: there are no such paths there.

Here a parcel is packed; there its files are laid out in a folder, and whatever names one of them finds it:
the path of a deck within the work, and the word for a bot of one's own (`mine.py:Bot`).  Beside a bot's file
come the modules that it has loaded from its own folder.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
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

KEPT = 4  # parcels that a worker has open
ROOT = Path(flattop.__file__).parent
PLAYING = ("kernel", "games", "match", "bots", "lab")  # the parts that say how a game goes
ALONE = Lock()  # a worker with several threads opens and does one thing at a time

Work = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Build:
    """What must be the same here and there, so that the same is played."""

    version: str
    files: str  # a digest of them all
    evaluation: bool  # whether chef can ask its learned one, which needs numpy


@cache
def build() -> Build:
    digest = sha256()
    for path in sorted(path for part in PLAYING for path in (ROOT / part).rglob("*")):
        if path.suffix in (".py", ".toml", ".npz"):
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return Build(flattop.__version__, digest.hexdigest()[:12], find_spec("numpy") is not None)


@dataclass(frozen=True, slots=True)
class File:
    """A file by the word that the work has for it, with what lies beside it: names and contents."""

    word: str
    name: str
    parts: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True)
class Parcel:
    """Work that can be opened anywhere."""

    work: bytes
    files: tuple[File, ...]
    build: Build


def pack(work: Work, words: Sequence[str]) -> Parcel:
    """The work with the files that these words name."""
    target = io.BytesIO()
    _Packer(target, words).dump(work)
    return Parcel(target.getvalue(), tuple(map(_file, words)), build())


class _Packer(pickle.Pickler):
    """Writes each path of the luggage as where it will lie."""

    def __init__(self, target: io.BytesIO, words: Sequence[str]) -> None:
        super().__init__(target)
        self.words = words

    def reducer_override(self, one: Any) -> Any:
        return (laid_out, (str(one),)) if isinstance(one, Path) and str(one) in self.words else NotImplemented


def _file(word: str) -> File:
    path = Path(word).resolve()
    beside = dict(_beside(path.parent)) if path.suffix == plugins.SUFFIX else {}
    return File(word, path.name, tuple(sorted({**beside, path.name: path.read_bytes()}.items())))


def _beside(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The modules that were loaded from this folder, by their names in it."""
    for name, module in list(sys.modules.items()):
        stem = folder.joinpath(*name.split("."))
        file = _source(module)
        if file in (stem.with_name(f"{stem.name}.py"), stem / "__init__.py"):
            yield file.relative_to(folder).as_posix(), file.read_bytes()


def _source(module: ModuleType) -> Path:
    return Path(getattr(module, "__file__", None) or "/")


def unpacked(parcel: Parcel, where: str, job: Any) -> Any:
    """Do one job of the work, on the worker `where`, which must be such as the one that sent it."""
    _compare(parcel.build, build(), where)
    with ALONE:
        return _opened(parcel).do(job)


def _compare(wanted: Build, have: Build, where: str) -> None:
    if have == wanted:
        return
    told = [f"flattop {have.version}, here it is {wanted.version}"] if have.version != wanted.version else []
    if have.files != wanted.files:
        told.append(f"other files of flattop (digest {have.files}, here it is {wanted.files})")
    if have.evaluation != wanted.evaluation:
        told.append(
            f"numpy {'and here there is none' if have.evaluation else 'missing, and here it is there'}"
        )
    raise Fault(f"the worker {where} has {'; '.join(told)}: install the same on all")


@lru_cache(KEPT)
def _opened(parcel: Parcel) -> Opened:
    return Opened(parcel)


class Opened:
    """A parcel on the machine that it was sent to."""

    def __init__(self, parcel: Parcel) -> None:
        self.folder = TemporaryDirectory(prefix="flattop-")
        self.places = {file.word: self._lay_out(n, file) for n, file in enumerate(parcel.files)}
        self._bring()
        self.work: Work = pickle.loads(parcel.work)

    def do(self, job: Any) -> Any:
        self._bring()
        return self.work(job)

    def _lay_out(self, number: int, file: File) -> Path:
        folder = Path(self.folder.name, str(number))
        for name, content in file.parts:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        return folder / file.name

    def _bring(self) -> None:
        """From now on words mean the files of this parcel, and modules beside them are none of another's."""
        if self.places == plugins.SHIPPED_FILES:
            return
        _forget({path.parent for path in plugins.SHIPPED_FILES.values()})
        plugins.SHIPPED_FILES.clear()
        plugins.SHIPPED_FILES.update(self.places)


def _forget(folders: set[Path]) -> None:
    sys.path[:] = [entry for entry in sys.path if Path(entry) not in folders]
    for name, module in list(sys.modules.items()):
        if folders & set(_source(module).parents):
            del sys.modules[name]


def laid_out(word: str) -> Path:
    """Where a file of the parcel lies that is being opened."""
    return plugins.SHIPPED_FILES[word]
