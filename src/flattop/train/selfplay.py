"""Self-play: bots play game after game, now and then something else, and what they saw is kept."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from time import monotonic

from flattop.bots import Bot, bot
from flattop.bots.chef.playout import lead, share
from flattop.bots.learned.feature_specs import Outline
from flattop.bots.learned.features import Entries, Reader
from flattop.games import game as game_of
from flattop.kernel import Action, Chance, Outcome, Seat
from flattop.lab import play
from flattop.lab.pool import Progress, spread
from flattop.match import Observation, derived
from flattop.train.positions import BadTraining, Positions, Row

SLIPS = (0, 1, 2, 4, 8)  # about how often something else is played, one of these for each game
PILOTS = 5  # games by which it is guessed how long they are


@dataclass(frozen=True, slots=True)
class Course:
    """What is played: which bots, at tables of how many seats in turn, and how much of a game is kept."""

    game: str
    seats: tuple[int, ...]
    rank: str = "house"
    seed: int = 0
    kept: int = 12  # positions of a game, about
    questions: float = 100.0  # that a game has, about
    alike: float = 100.0  # of those, that are learned from


@dataclass(slots=True)
class Notes:
    """What is kept of one game, and what its bots have in common."""

    number: int
    chance: Chance
    slip: float  # how likely each question is answered otherwise
    keep: float  # how likely each position is kept
    rows: list[Row] = field(default_factory=list)
    questions: int = 0
    alike: int = 0
    last: Seat = -1  # who answered last
    beats: list[object] = field(default_factory=lambda: [None])


class Pupil:
    """Plays what another bot plays, slips now and then, and notes positions that are like each other."""

    def __init__(self, bot: Bot, reader: Reader[Entries], notes: Notes) -> None:
        self.bot, self.reader, self.notes = bot, reader, notes

    def choose(self, obs: Observation) -> Action:
        notes, options = self.notes, list(obs.options)
        if len(options) < 2:
            notes.last = obs.seat
            return self.bot.choose(obs)
        self._note(obs)
        notes.questions += 1
        notes.last = obs.seat
        if notes.chance.random() < notes.slip:
            return options[notes.chance.below(len(options))]
        return self.bot.choose(obs)

    def _note(self, obs: Observation) -> None:
        notes = self.notes
        if not is_new(obs, notes, self.reader.outline):
            return
        notes.alike += 1
        if notes.chance.random() < notes.keep:
            zones, numbers = self.reader.read(obs)
            notes.rows.append(
                Row(obs.seat, [entry for zone in zones for entry in zone], numbers, notes.number)
            )


def is_new(obs: Observation, notes: Notes, outline: Outline) -> bool:
    """Whether it is a question to learn from: after others were asked or, alone, after a new beat."""
    if outline.steps and obs.step not in outline.steps:
        return False
    if obs.seats > 1:
        return notes.last != obs.seat
    beat, notes.beats[0] = notes.beats[0], obs.view[outline.beat] if outline.beat else None
    return not outline.beat or beat != notes.beats[0]


def sounded(course: Course) -> Course:
    """The course with guesses that are true for this game, from a few games that are not kept."""
    pilots = [_one(course, number)[1] for number in range(PILOTS)]
    questions = sum(notes.questions for notes in pilots) / PILOTS
    return replace(course, questions=questions, alike=max(1.0, sum(notes.alike for notes in pilots) / PILOTS))


def played(course: Course, numbers: Iterable[int]) -> Positions:
    """The positions of some of the games, the same whoever plays them."""
    game, rows = game_of(course.game), []
    for number in numbers:
        end, notes = _one(course, number)
        seats = len(end.points)
        rivals = game.has_rivals(seats, game.settings(seats))
        for row in notes.rows:
            row.win, row.margin = share(end, row.seat, rivals), lead(end.points, row.seat, rivals)
        rows += notes.rows
    return Positions.of(rows)


def _one(course: Course, number: int) -> tuple[Outcome, Notes]:
    """One game from its deal to its end."""
    seats = course.seats[number % len(course.seats)]
    luck = Chance(derived(course.seed, number, "slips"))
    slip = SLIPS[luck.below(len(SLIPS))] / course.questions
    notes = Notes(number, luck, slip, course.kept / course.alike)
    chances = [Chance(derived(course.seed, number, "bot", seat)) for seat in range(seats)]
    bots = [Pupil(bot(course.rank, course.game, chance), _reader(course.game), notes) for chance in chances]
    return play(game_of(course.game), bots, derived(course.seed, number)).outcome, notes


@cache
def _reader(key: str) -> Reader[Entries]:
    return Reader(game_of(key), list)


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
        with closing(spread(partial(played, self.course), _chunks(first, games), workers)) as reports:
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
