"""Shards: the positions of a training on disk, so that it can be stopped at any time and gone on with."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import monotonic

from flattop.lab.jobs import Progress, run_jobs
from flattop.train.positions import BadTraining, Positions
from flattop.train.selfplay import Course, played, sounded

CHUNK = 20  # games that a worker plays before it reports
SHARD = 50_000  # positions in a file, about


class Shards:
    """The folder of one training: its course, and file after file of positions."""

    def __init__(self, folder: Path, course: Course) -> None:
        self.folder, self.course = folder, course

    @classmethod
    def open(cls, folder: Path, course: Course, *, resume: bool) -> Shards:
        """A new training, or an old one of the same course."""
        path = folder / "course.json"
        if not path.exists():
            course = sounded(course)
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(asdict(course)), "utf-8")
        elif not resume:
            raise BadTraining(
                f"{folder} has a training already: --resume goes on with it, --out names another"
            )
        return cls(folder, _resumed(path, course))

    @property
    def games(self) -> int:
        """How many were played."""
        return max([int(path.stem.split("-")[2]) for path in self._files()], default=0)

    def positions(self) -> Positions:
        return Positions.joined([Positions.load(path) for path in self._files()])

    def play(self, games: int, until: float, workers: int, progress: Progress) -> None:
        """Go on up to so many games in all, or until it is time; what was played is kept whatever happens."""
        parts: list[Positions] = []
        first = after = self.games
        try:
            with closing(self._reports(first, games, workers)) as reports:
                for chunk, report in reports:
                    parts.append(report)
                    after = chunk.stop
                    progress(len(chunk))
                    if sum(map(len, parts)) >= SHARD:
                        self._keep(parts, first, after)
                        first = after
                    if monotonic() >= until:
                        return
        finally:
            if parts:
                self._keep(parts, first, after)

    def _reports(self, first: int, games: int, workers: int) -> Generator[tuple[range, Positions]]:
        """The positions of chunk after chunk, in the order of the games."""
        with closing(run_jobs(partial(played, self.course), _chunks(first, games), workers)) as reports:
            yield from zip(_chunks(first, games), reports, strict=True)

    def _keep(self, parts: list[Positions], first: int, after: int) -> None:
        Positions.joined(parts).save(self.folder / f"positions-{first:07}-{after:07}.npz")
        parts.clear()

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("positions-*.npz"))


def _chunks(first: int, games: int) -> Iterator[range]:
    return (range(start, min(games, start + CHUNK)) for start in range(first, games, CHUNK))


def _resumed(path: Path, course: Course) -> Course:
    """The course of a training, if it is the one that is asked for."""
    old = json.loads(path.read_text("utf-8"))
    begun = Course(**{**old, "seats": tuple(old["seats"])})
    for name in ("game", "seats", "rank", "seed"):
        had, wanted = getattr(begun, name), getattr(course, name)
        if had != wanted:
            raise BadTraining(
                f"{path.parent} has a training with {name} {had}, not {wanted}; name another --out"
            )
    return begun
