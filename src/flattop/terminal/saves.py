"""Saved games: one record file each, in a directory that only its owner can read."""

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

TAIL = 4096  # bytes at the end of a record that contain its last line


class SaveError(FlattopError):
    """A game cannot be saved or resumed."""


@dataclass(frozen=True, slots=True)
class Save:
    """An unfinished game on disk."""

    path: Path
    record: ParsedRecord

    @property
    def name(self) -> str:
        """The name for `flattop play --resume`."""
        return self.path.stem

    @property
    def game(self) -> str:
        return str(self.record.header.get("game"))

    @property
    def summary(self) -> str:
        """Players, number of steps and time of the last step."""
        played_at = datetime.fromtimestamp(self.path.stat().st_mtime)
        people = ", ".join(map(str, self.record.header.get("people", ())))
        practice = ", practice" if self.record.header.get("practice") else ""
        text = f"{people}; {self.record.actions} steps{practice}, last played {played_at:%d %b %Y at %H:%M}"
        return f"{text}, begun under earlier rules" if self.has_earlier_rules else text

    @property
    def has_earlier_rules(self) -> bool:
        """True if the rules have changed since.  The game may still be resumable."""
        return bool(self.record.edition != game(self.game).edition)


def folder() -> Path:
    return data_folder() / "saves"


def new_file(key: str) -> tuple[Path, IO[str]]:
    """Create the private file of a new game."""
    stem = f"{key}-{datetime.now():%Y%m%d-%H%M%S}"
    try:
        private_folder(folder())
        for number in count(1):
            path = folder() / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
            with suppress(FileExistsError):
                return path, private_file(path)
    except OSError as error:
        raise SaveError(
            f"cannot save games in {folder()}: {error.strerror}; XDG_DATA_HOME names another place"
        ) from None
    raise AssertionError("count never ends")


def lock_save(path: Path) -> IO[bytes]:
    """Lock a saved game for this process, because two processes would corrupt the record."""
    locked = SaveError(f"{path.name} is open in another window; continue there, or give --new")
    try:
        return lock(path.open("rb"), locked)
    except OSError as error:
        raise SaveError(f"cannot read {path}: {error.strerror}") from None


def latest_unfinished(key: str) -> Save | None:
    """Return the latest unfinished save of a game that is not open in another window."""
    return next((save for save in unfinished_games(f"{key}-*") if save.game == key), None)


def unfinished_games(names: str = "*") -> Iterator[Save]:
    """Yield unfinished saves that are not open in another window, the latest first."""
    files = sorted(folder().glob(f"{names}.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    return (save for path in files if (save := load_unfinished(path)))


def load_unfinished(path: Path) -> Save | None:
    try:
        with path.open("rb") as file:  # most saves are finished: their last line says so, without parsing all
            file.seek(max(0, path.stat().st_size - TAIL))
            if file.read().rstrip().rpartition(b"\n")[2].startswith(b'{"end"'):
                return None
        record = read(path)
        lock_save(path).close()
    except (FlattopError, OSError):
        return None
    return Save(path, record) if not record.finished and record.header.get("game") in CATALOG else None


def find_save(word: str) -> Path | None:
    """Return the save with this name, with or without `.jsonl`."""
    path = folder() / f"{Path(word).name.removesuffix('.jsonl')}.jsonl"
    return path if Path(word).name == word and path.is_file() else None
