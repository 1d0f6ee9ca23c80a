"""Self-play: bots play games with some random actions, and a sample of positions is saved to files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache, partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Self

import numpy as np

from flattop.bots import Bot, bot
from flattop.bots.chef.playout import points_lead, win_share
from flattop.bots.learned.features import FeatureIds, FeatureReader
from flattop.games import game as game_of
from flattop.games.manifest import FeatureSpec
from flattop.kernel import Action, Chance, FlattopError, Outcome, Seat
from flattop.lab import play
from flattop.lab.jobs import Progress, run_jobs
from flattop.match import Observation, derived


class BadTraining(FlattopError):
    """A training cannot start or resume with these arguments."""


@dataclass(slots=True)
class Row:
    """One position before it is added to the arrays."""

    seat: int
    entries: list[int]
    numbers: list[float]
    game: int
    win: float = 0.0
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class Positions:
    """One row for each position.  The field names are those of the arrays in the files."""

    entries: Any  # feature ids of all positions, one after the other
    ends: Any  # where those of each position end
    numbers: Any  # dense numbers
    wins: Any
    margins: Any
    games: Any  # number of the game

    def __len__(self) -> int:
        return len(self.wins)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        return cls(
            np.array([entry for row in rows for entry in row.entries], np.int32),
            np.cumsum([len(row.entries) for row in rows], dtype=np.int64),
            np.array([row.numbers for row in rows], np.float32),
            np.array([row.win for row in rows], np.float32),
            np.array([row.margin for row in rows], np.float32),
            np.array([row.game for row in rows], np.int64),
        )

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Self:
        """Concatenate positions.  `ends` of later parts are shifted by the entries before them."""
        parts = [part for part in parts if len(part)]
        before = np.cumsum([0, *(len(part.entries) for part in parts)])
        ends = np.concatenate([part.ends + start for part, start in zip(parts, before, strict=False)])
        rest = {
            name: np.concatenate([getattr(part, name) for part in parts]) for name in NAMES if name != "ends"
        }
        return cls(**rest, ends=ends)

    def save(self, path: Path) -> None:
        """Write the file atomically, because a training may be interrupted at any time."""
        draft = path.with_suffix(".draft")
        with draft.open("wb") as file:
            np.savez(file, **{name: getattr(self, name) for name in NAMES})
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        with np.load(path, allow_pickle=False) as file:
            return cls(**{name: file[name] for name in NAMES})


NAMES = [field.name for field in fields(Positions)]


RANDOM_ACTIONS = (0, 1, 2, 4, 8)  # expected number of random actions; each game uses one of these
CALIBRATION_GAMES = 5  # to estimate the length of games
CHUNK = 20  # games that a worker plays before it reports
SHARD = 50_000  # positions in a file, approximately


@dataclass(frozen=True, slots=True)
class SelfPlayConfig:
    """The games to play.  It is saved as course.json, so its field names must not change."""

    game: str
    seats: tuple[int, ...]  # the games take turns in these
    rank: str = "house"
    seed: int = 0
    kept: int = 12  # positions to keep of a game, approximately
    questions: float = 100.0  # decisions in a game, estimated
    alike: float = 100.0  # comparable positions in a game, estimated


@dataclass(slots=True)
class Recording:
    """The recording of one game, shared by its bots."""

    number: int
    chance: Chance
    random_rate: float  # probability of a random action
    keep_rate: float  # probability that a comparable position is kept
    rows: list[Row] = field(default_factory=list)
    decisions: int = 0
    comparable: int = 0
    last_seat: Seat = -1
    last_zone: object = None  # the last value of the spec's `changed_zone`


class RecordingBot:
    """Plays like another bot, sometimes at random, and records comparable positions."""

    def __init__(self, bot: Bot, reader: FeatureReader[FeatureIds], recording: Recording) -> None:
        self.bot, self.reader, self.recording = bot, reader, recording

    def choose(self, obs: Observation) -> Action:
        recording, options = self.recording, list(obs.options)
        if len(options) < 2:
            recording.last_seat = obs.seat
            return self.bot.choose(obs)
        if is_comparable(obs, self.reader.spec, recording):
            recording.comparable += 1
            if recording.chance.random() < recording.keep_rate:
                zones, numbers = self.reader.read(obs)
                entries = [entry for zone in zones for entry in zone]
                recording.rows.append(Row(obs.seat, entries, numbers, recording.number))
        recording.decisions += 1
        recording.last_seat = obs.seat
        if recording.chance.random() < recording.random_rate:
            return options[recording.chance.below(len(options))]
        return self.bot.choose(obs)


def is_comparable(obs: Observation, spec: FeatureSpec, recording: Recording) -> bool:
    """Return whether to learn from a decision: the first after another seat's, or in a new solo turn."""
    if spec.steps and obs.step not in spec.steps:
        return False
    if obs.seats > 1:
        return recording.last_seat != obs.seat
    zone = obs.view[spec.changed_zone] if spec.changed_zone else None
    before, recording.last_zone = recording.last_zone, zone
    return not spec.changed_zone or before != zone


def calibrated(config: SelfPlayConfig) -> SelfPlayConfig:
    """Return the config with estimates from a few games, which are not kept."""
    recordings = [_play_game(config, number)[1] for number in range(CALIBRATION_GAMES)]
    decisions = sum(recording.decisions for recording in recordings) / CALIBRATION_GAMES
    comparable = sum(recording.comparable for recording in recordings) / CALIBRATION_GAMES
    return replace(config, questions=decisions, alike=max(1.0, comparable))


def play_games(config: SelfPlayConfig, numbers: Iterable[int]) -> Positions:
    """Play some games and return their positions.  A game depends only on the config and its number."""
    return play_until(config, inf, numbers)[1]


def play_until(config: SelfPlayConfig, until: float, numbers: Iterable[int]) -> tuple[int, Positions]:
    """Play games until time is up, at least one.  Return how many were played, and their positions."""
    game, rows, played = game_of(config.game), [], 0
    for number in numbers:
        outcome, recording = _play_game(config, number)
        seats = len(outcome.points)
        rivals = game.has_rivals(seats, game.settings(seats))
        for row in recording.rows:
            row.win = win_share(outcome, row.seat, rivals)
            row.margin = points_lead(outcome.points, row.seat, rivals)
        rows += recording.rows
        played += 1
        if monotonic() >= until:
            break
    return played, Positions.of(rows)


def _play_game(config: SelfPlayConfig, number: int) -> tuple[Outcome, Recording]:
    seats = config.seats[number % len(config.seats)]
    chance = Chance(derived(config.seed, number, "slips"))
    random_rate = RANDOM_ACTIONS[chance.below(len(RANDOM_ACTIONS))] / config.questions
    recording = Recording(number, chance, random_rate, config.kept / config.alike)
    chances = [Chance(derived(config.seed, number, "bot", seat)) for seat in range(seats)]
    bots = [
        RecordingBot(bot(config.rank, config.game, chance), feature_reader(config.game), recording)
        for chance in chances
    ]
    return play(game_of(config.game), bots, derived(config.seed, number)).outcome, recording


@cache
def feature_reader(key: str) -> FeatureReader[FeatureIds]:
    return FeatureReader(game_of(key), list)


class Shards:
    """The folder of a training, with its config and files of positions.

    A training can stop and resume at any time.
    """

    def __init__(self, folder: Path, config: SelfPlayConfig) -> None:
        self.folder, self.config = folder, config

    @classmethod
    def open(cls, folder: Path, config: SelfPlayConfig, *, resume: bool) -> Shards:
        """Start a training, or resume one with the same config."""
        path = folder / "course.json"
        if not path.exists():
            config = calibrated(config)
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(asdict(config)), "utf-8")
        elif not resume:
            raise BadTraining(
                f"{folder} already has a training: continue it with --resume, or choose another --out"
            )
        saved = json.loads(path.read_text("utf-8"))
        saved_config = SelfPlayConfig(**{**saved, "seats": tuple(saved["seats"])})
        for name in ("game", "seats", "rank", "seed"):
            old, new = getattr(saved_config, name), getattr(config, name)
            if old != new:
                raise BadTraining(
                    f"{folder} has a training with {name} {old}, not {new}; choose another --out"
                )
        return cls(folder, saved_config)

    @property
    def games(self) -> int:
        """The number of games played."""
        return max([int(path.stem.split("-")[2]) for path in self._files()], default=0)

    def positions(self) -> Positions:
        return Positions.joined([Positions.load(path) for path in self._files()])

    def play(self, games: int, until: float, workers: int, progress: Progress) -> None:
        """Play until there are `games` games in all or time is up.  Finished games are saved in any case."""
        parts: list[Positions] = []
        first = after = self.games
        try:
            with closing(
                run_jobs(partial(play_until, self.config, until), _chunks(first, games), workers)
            ) as reports:
                for chunk, (played, positions) in zip(_chunks(first, games), reports, strict=True):
                    parts.append(positions)
                    after = chunk.start + played
                    progress(played)
                    if sum(map(len, parts)) >= SHARD:
                        self._save(parts, first, after)
                        first = after
                    if monotonic() >= until:
                        return
        finally:
            if parts:
                self._save(parts, first, after)

    def _save(self, parts: list[Positions], first: int, after: int) -> None:
        Positions.joined(parts).save(self.folder / f"positions-{first:07}-{after:07}.npz")
        parts.clear()

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("positions-*.npz"))


def _chunks(first: int, games: int) -> Iterator[range]:
    return (range(start, min(games, start + CHUNK)) for start in range(first, games, CHUNK))
