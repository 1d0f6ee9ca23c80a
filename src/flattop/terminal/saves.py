"""Saved games: one record file each, in a folder that only its owner can read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import IO

from flattop.games import CATALOG, game
from flattop.kernel import FlattopError
from flattop.match import ParsedRecord, read
from flattop.storage import data_folder, lock, private_file, private_folder

TAIL = 4096  # bytes in which the last line of a record is looked for


class SaveTrouble(FlattopError):
    """A game cannot be saved, or not be gone on with."""


@dataclass(frozen=True, slots=True)
class Save:
    """An unfinished game on disk."""

    path: Path
    written: ParsedRecord

    @property
    def name(self) -> str:
        """What it is resumed by."""
        return self.path.stem

    @property
    def game(self) -> str:
        return str(self.written.header.get("game"))

    @property
    def words(self) -> str:
        when = datetime.fromtimestamp(self.path.stat().st_mtime)
        people = ", ".join(map(str, self.written.header.get("people", ())))
        practice = ", practice" if self.written.header.get("practice") else ""
        told = f"{people}; {self.written.actions} steps{practice}, last played {when:%d %b %Y at %H:%M}"
        return f"{told}, begun under earlier rules" if self.is_earlier else told

    @property
    def is_earlier(self) -> bool:
        """Whether the rules have changed since; what comes of that is seen when it is gone on with."""
        return bool(self.written.edition != game(self.game).edition)


def folder() -> Path:
    return data_folder() / "saves"


def new_file(key: str) -> tuple[Path, IO[str]]:
    """A file for a new game, that nobody else can read."""
    stem = f"{key}-{datetime.now():%Y%m%d-%H%M%S}"
    try:
        private_folder(folder())
        for path in _free_names(stem):
            with suppress(FileExistsError):
                return path, private_file(path)
    except OSError as error:
        raise SaveTrouble(
            f"{folder()}: games cannot be saved there: {error.strerror}; XDG_DATA_HOME names another place"
        ) from None
    raise AssertionError("names never run out")


def _free_names(stem: str) -> Iterator[Path]:
    yield folder() / f"{stem}.jsonl"
    yield from (folder() / f"{stem}-{number}.jsonl" for number in count(2))


def unfinished(key: str) -> Save | None:
    """The latest unfinished game that is not open in another window."""
    return next((save for save in kept(f"{key}-*") if save.game == key), None)


def kept(names: str = "*") -> Iterator[Save]:
    """Unfinished games that are not open in another window, the latest first."""
    files = sorted(folder().glob(f"{names}.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    return (save for path in files if (save := _open_one(path)))


def _open_one(path: Path) -> Save | None:
    try:
        if _has_ended(path):
            return None
        written = read(path)
        claim(path).close()
    except (FlattopError, OSError):
        return None
    return Save(path, written) if not written.finished and written.header.get("game") in CATALOG else None


def _has_ended(path: Path) -> bool:
    """Whether the last line says so; most saves are games that are over, and need not be read whole."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        return file.read().rstrip().rpartition(b"\n")[2].startswith(b'{"end"')


def refusal_text(word: str) -> Path | None:
    """The save of that name, with its ending or without."""
    path = folder() / f"{Path(word).name.removesuffix('.jsonl')}.jsonl"
    return path if Path(word).name == word and path.is_file() else None


def claim(path: Path) -> IO[bytes]:
    """Hold a saved game for this window; two windows would write each other's record to pieces."""
    taken = SaveTrouble(f"{path.name}: is being played in another window; go on there, or give --new")
    try:
        return lock(path.open("rb"), taken)
    except OSError as error:
        raise SaveTrouble(f"{path}: cannot be read: {error.strerror}") from None
