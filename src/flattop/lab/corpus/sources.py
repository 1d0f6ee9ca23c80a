"""Sources of a corpus: simulated games or existing records, delivered in blocks that workers prepare."""

from __future__ import annotations

import gzip
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from flattop.lab.corpus.rows import GameRows
from flattop.lab.jobs import Workers, run_jobs
from flattop.lab.simulate import Plan, play_game
from flattop.match import parse
from flattop.match.record import records

GAMES = 25  # in a block of simulated games
FILES, BYTES = 100, 1_000_000  # at most in a block of files, except that one file may be larger
RECORDS, PARQUET = FORMATS = ("records", "parquet")


@dataclass(slots=True)
class Block:
    """Several games: their records, gzipped, and their rows as Arrow tables."""

    done: int  # in the unit that the source counts: games or files
    chains: list[str] = field(default_factory=list)  # last hash of each record
    decisions: int = 0
    events: int = 0
    records: bytes = b""
    tables: dict[str, Any] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.chains)


class Source(Protocol):
    """A source of games.  Their order does not depend on the number of workers."""

    @property
    def total(self) -> int:
        """Total in the unit of `Block.done`."""

    def blocks(self, first: int, formats: Sequence[str], workers: Workers) -> Generator[Block]:
        """Yield blocks, beginning with the game of this number."""


@dataclass(frozen=True, slots=True)
class SimulatedGames:
    """The games of a plan."""

    plan: Plan
    total: int

    def blocks(self, first: int, formats: Sequence[str], workers: Workers) -> Generator[Block]:
        work = partial(_simulated_block, self.plan, self.total, formats)
        return run_jobs(work, range(first, self.total, GAMES), workers)


def _simulated_block(plan: Plan, total: int, formats: Sequence[str], start: int) -> Block:
    numbers = range(start, min(total, start + GAMES))
    named = (
        (f"game {number + 1}", play_game(plan, number, ranks=plan.names).record.text().encode())
        for number in numbers
    )
    return _block(named, plan.deck, formats, len(numbers))


@dataclass(frozen=True, slots=True)
class RecordedGames:
    """The games in record files, plain or gzipped, with one or many records each."""

    files: Sequence[Path]
    deck: Path | None = None

    @property
    def total(self) -> int:
        return len(self.files)

    def blocks(self, first: int, formats: Sequence[str], workers: Workers) -> Generator[Block]:
        return run_jobs(partial(_recorded_block, self.deck, formats), list(_batches(self.files)), workers)


def _batches(files: Sequence[Path]) -> Iterator[list[Path]]:
    """Yield batches of files that are read as one block."""
    batch: list[Path] = []
    total = 0
    for path in files:
        size = path.stat().st_size
        if batch and (len(batch) == FILES or total + size > BYTES):
            yield batch
            batch, total = [], 0
        batch.append(path)
        total += size
    yield batch


def _recorded_block(deck: Path | None, formats: Sequence[str], files: Sequence[Path]) -> Block:
    named = (record for path in files for record in records(path))
    return _block(named, deck, formats, len(files))


def _block(named: Iterable[tuple[str, bytes]], deck: Path | None, formats: Sequence[str], done: int) -> Block:
    """Replay every record for its rows, which also verifies what is written."""
    texts, games = [], []
    for name, raw in named:
        texts.append(raw[: raw.rfind(b"\n") + 1])  # up to the last complete line
        games.append(GameRows(parse(raw, name), deck))
    block = Block(done, [game.game["digest"] for game in games])
    block.decisions = sum([len(game.decisions) for game in games])
    block.events = sum([len(game.events) for game in games])
    if RECORDS in formats:
        block.records = gzip.compress(b"".join(texts), mtime=0)
    if PARQUET in formats:
        from flattop.lab.corpus.arrow import tables

        block.tables = tables(games)
    return block
