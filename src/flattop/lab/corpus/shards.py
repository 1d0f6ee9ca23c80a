"""Shards: a thousand games in a file of each kind, which appears under its name when it is whole."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from flattop.lab.corpus.blocks import PARQUET, RECORDS, Block
from flattop.lab.corpus.schema import TABLES

if TYPE_CHECKING:
    from flattop.lab.corpus.arrow import TableFile

GAMES = 1000  # in a shard that is full
DRAFT = ".draft"  # ends the names of files that are being written


@dataclass(frozen=True, slots=True)
class Shard:
    """What a whole shard holds; the digest is of the last chains of its records."""

    number: int  # counted from 0
    games: int
    decisions: int
    events: int
    digest: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def file_name(number: int, kind: str) -> str:
    """Where a shard has its records or one of its tables, below the folder of the corpus."""
    return f"{kind}/part-{number:05}.{'jsonl.gz' if kind == RECORDS else 'parquet'}"


class OpenShard:
    """A shard that is being written: its files are drafts until it is closed."""

    def __init__(self, folder: Path, number: int, first: int, formats: Sequence[str]) -> None:
        self.number, self.first = number, first  # of the games that go into it, counted from 1
        self.games = self.decisions = self.events = 0
        self.is_sound = False  # whether all of it was written that was ever begun
        self._digest = sha256()
        self._paths: list[Path] = []
        self._records: IO[bytes] | None = None
        self._tables: dict[str, TableFile] = {}
        if RECORDS in formats:
            self._records = self._draft(folder, RECORDS).open("wb")
        if PARQUET in formats:
            self._open_tables(folder)

    @property
    def is_full(self) -> bool:
        return self.games >= GAMES

    def add(self, block: Block) -> None:
        self.is_sound = False
        for name, table in self._tables.items():
            table.add(block.tables[name], self.first + self.games)
        if self._records:
            self._records.write(block.records)
        self._digest.update("".join(block.chains).encode())
        self.games += block.games
        self.decisions += block.decisions
        self.events += block.events
        self.is_sound = True

    def close(self) -> Shard:
        """Let its files appear; a table of games comes last, so that whoever sees it finds the rest."""
        self._close_files()
        for path in reversed(self._paths):
            path.replace(path.with_suffix(""))
        return Shard(self.number, self.games, self.decisions, self.events, self._digest.hexdigest()[:16])

    def drop(self) -> None:
        """Leave nothing behind."""
        with suppress(OSError):  # the disk may be full
            self._close_files()
        for path in self._paths:
            path.unlink(missing_ok=True)

    def _open_tables(self, folder: Path) -> None:
        from flattop.lab.corpus.arrow import TableFile

        for name in TABLES:
            self._tables[name] = TableFile(self._draft(folder, name), name)

    def _draft(self, folder: Path, kind: str) -> Path:
        path = folder / (file_name(self.number, kind) + DRAFT)
        path.parent.mkdir(exist_ok=True)
        self._paths.append(path)
        return path

    def _close_files(self) -> None:
        if self._records:
            self._records.close()
        for table in self._tables.values():
            table.close()
