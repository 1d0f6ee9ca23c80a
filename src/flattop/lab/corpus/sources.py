"""Blocks: some games at a time, played or read by one worker, ready to be written."""

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
from flattop.match import Match, parse
from flattop.match.bundle import records

GAMES = 25  # in a block of games that are played
FILES, BYTES = 100, 1_000_000  # at most in a block of files that are read, unless a single one is larger
RECORDS, PARQUET = FORMATS = ("records", "parquet")


@dataclass(slots=True)
class Block:
    """What came of some games: their records, gzipped, and their rows in Arrow's tables."""

    done: int  # of what the source counts: games, or files
    chains: list[str] = field(default_factory=list)  # the last of each record
    decisions: int = 0
    events: int = 0
    records: bytes = b""
    tables: dict[str, Any] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.chains)


class Source(Protocol):
    """Where games come from; their order does not depend on the number of workers."""

    @property
    def total(self) -> int:
        """How many there are of what `Block.done` counts."""

    def blocks(self, first: int, formats: Sequence[str], workers: Workers) -> Generator[Block]:
        """Block after block, from the game with this number on."""


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Games among bots, as a plan has them."""

    plan: Plan
    total: int

    def blocks(self, first: int, formats: Sequence[str], workers: Workers) -> Generator[Block]:
        job = partial(_played_block, self.plan, self.total, formats)
        starts = range(first, self.total, GAMES)
        return run_jobs(job, starts, workers)


def _played_block(plan: Plan, total: int, formats: Sequence[str], start: int) -> Block:
    numbers = range(start, min(total, start + GAMES))
    matches: Iterable[Match] = (play_game(plan, number, ranks=plan.names) for number in numbers)
    named = (
        (f"game {number + 1}", match.record.text().encode())
        for number, match in zip(numbers, matches, strict=True)
    )
    return _block(named, plan.deck, formats, len(numbers))


@dataclass(frozen=True, slots=True)
class KeptGames:
    """Games that were played before: files of records, plain or gzipped, one or many in each."""

    files: Sequence[Path]
    deck: Path | None = None

    @property
    def total(self) -> int:
        return len(self.files)

    def blocks(self, first: int, formats: Sequence[str], workers: Workers) -> Generator[Block]:
        job, jobs = partial(_kept_block, self.deck, formats), list(_together(self.files))
        return run_jobs(job, jobs, workers)


def _together(files: Sequence[Path]) -> Iterator[list[Path]]:
    """Small files are read by the hundred."""
    some: list[Path] = []
    weight = 0
    for path in files:
        size = path.stat().st_size
        if some and (len(some) == FILES or weight + size > BYTES):
            yield some
            some, weight = [], 0
        some.append(path)
        weight += size
    yield some


def _kept_block(deck: Path | None, formats: Sequence[str], files: Sequence[Path]) -> Block:
    named = (record for path in files for record in records(path))
    return _block(named, deck, formats, len(files))


def _block(named: Iterable[tuple[str, bytes]], deck: Path | None, formats: Sequence[str], done: int) -> Block:
    """Every record is played again for its rows, so that what is written has been verified."""
    texts, games = [], []
    for name, raw in named:
        texts.append(raw[: raw.rfind(b"\n") + 1])  # up to the last whole line
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
