"""One game watched: what was asked, offered, taken and told, who led, and moments to look into later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import log2

from flattop.bots import Bot
from flattop.bots.game_loop import MOST, Fault, turns
from flattop.kernel import (
    CLOCK,
    SECOND,
    WAIT,
    Action,
    Chance,
    Game,
    Outcome,
    Seat,
    Table,
    Told,
    seat_names,
)
from flattop.lab.simulate import Plan, cached_game
from flattop.match import Match, Observation, derived

Step = tuple[str, str, str]  # the frame, its step, and what it asks about


@dataclass(slots=True)
class Reservoir:
    """Some of many tables, each with the same chance to be kept; only what is kept is copied."""

    chance: Chance
    room: int
    seen: int = 0
    tables: list[Table] = field(default_factory=list)

    def offer(self, t: Table) -> None:
        self.seen += 1
        if len(self.tables) < self.room:
            self.tables.append(_copy(t))
        elif (place := self.chance.below(self.seen)) < self.room:
            self.tables[place] = _copy(t)


def _copy(t: Table) -> Table:
    copy = t.clone()
    copy.events = None
    return copy


@dataclass(slots=True)
class Lead:
    """Who is ahead by the public standing, and how often that changes from one seat to another."""

    leader: Seat | None = None
    changes: int = 0
    since: int = 0  # decisions, when it changed last

    def look(self, points: Sequence[int], decisions: int) -> None:
        best = max(points)
        if points.count(best) > 1 or (leader := points.index(best)) == self.leader:
            return
        self.changes += self.leader is not None
        self.leader, self.since = leader, decisions


@dataclass(slots=True)
class Watched:
    """A game that is over, and all that was seen of it."""

    game: Game
    plan: Plan
    number: int
    dealt: Table
    table: Table
    thinking: Thinking
    decisions: int = 0  # answers of seats; what the clock does is none
    single: int = 0  # of them with one option
    choices: int = 0  # options, all decisions together
    options: Counter[int] = field(default_factory=Counter)  # how many a decision had
    offered: list[set[Action]] = field(default_factory=list)  # by seat
    taken: list[Counter[Action]] = field(default_factory=list)
    steps: set[Step] = field(default_factory=set)
    told: list[Told] = field(default_factory=list)
    lead: Lead = field(default_factory=Lead)
    first: Seat | None = None  # who decided first, where only one was asked
    ticks: int = 0
    moments: dict[str, Reservoir] = field(default_factory=dict)

    @property
    def has_rivals(self) -> bool:
        """Whether seats play against each other at its table."""
        return self.game.has_rivals(self.table.seats, self.table.settings)

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.table)

    @property
    def milliseconds(self) -> int:
        return self.thinking.rest() + 1000 * self.ticks // SECOND

    def luck(self, *about: object) -> int:
        """Luck that follows from the game and what it is for."""
        return derived(self.plan.seed, self.number, *about)


class Watcher:
    """A bot's place, from which one sees what it is asked and what it answers."""

    def __init__(self, bot: Bot, seat: Seat, seen: Watched) -> None:
        self.bot, self.seat, self.seen = bot, seat, seen

    def choose(self, obs: Observation) -> Action:
        action, seen = self.bot.choose(obs), self.seen
        if action == WAIT and action not in obs.options:
            return action
        options = len(obs.options) if action in obs.options else 1
        seen.decisions += 1
        seen.single += options == 1
        seen.choices += options
        seen.options[options] += 1
        seen.offered[self.seat].update(obs.options)
        seen.taken[self.seat][action] += 1
        if CLOCK not in seen.table.asks and action[0] not in seen.game.holds:
            seen.thinking.decides(self.seat, options, seen.table.asks)
        return action


def watched(plan: Plan, number: int, pace: Pace, rooms: dict[str, int]) -> Watched:
    """Play one of the games of a plan, and see all that can be seen; `rooms` are for so many moments each."""
    match = _dealt(plan, number)
    t, seats = match.table, range(len(plan.seats))
    seen = Watched(match.game, plan, number, _copy(t), t, Thinking(pace), told=match.told)
    seen.offered, seen.taken = [set() for _ in seats], [Counter() for _ in seats]
    seen.moments = {use: Reservoir(Chance(seen.luck(use)), room) for use, room in rooms.items()}
    t.events = seen.told
    for _ in _steps(match, seen, plan.bots(number)):
        if match.actions >= MOST:
            raise Fault(f"game {number + 1} (seed {match.seed!r}): no end after {MOST:,} decisions")
    seen.ticks = match.ticks
    return seen


def _dealt(plan: Plan, number: int) -> Match:
    """A match whose deal was heard; from then on it is played unlogged, and its table is listened to."""
    people, seed = seat_names(len(plan.seats)), plan.game_seed(number)
    match = Match(cached_game(plan.game), people, seed, plan.options, plan.deck, undoable=False)
    match.logged, match.simulated = False, True
    return match


def _steps(match: Match, seen: Watched, bots: Sequence[Bot]) -> Iterator[None]:
    watchers = [Watcher(bot, seat, seen) for seat, bot in enumerate(bots)]
    rivals = seen.has_rivals
    _look(match, seen)
    for _ in turns(match, watchers):
        if rivals:
            seen.lead.look(match.outcome.points, seen.decisions)
        if not match.over:
            _look(match, seen)
        yield


def _look(match: Match, seen: Watched) -> None:
    """What is asked now."""
    t = match.table
    asked = [seat for seat in t.asks if seat != CLOCK]
    if not asked:
        return
    top = t.stack[-1]
    seen.steps.add((type(top).__name__, top.at, top.topic(t, asked[0])))
    if seen.first is None and not seen.decisions:
        seen.first = asked[0] if len(asked) == 1 else -1
    for reservoir in seen.moments.values():
        reservoir.offer(t)


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for a decision: so many for any, and so many more whenever its options double in number."""

    base: float = 2.0
    doubling: float = 2.0

    def thought(self, options: int) -> int:
        """Milliseconds; the only option there is takes what any decision takes."""
        return round(1000 * (self.base + self.doubling * log2(max(1, options))))

    @property
    def words(self) -> str:
        return f"{self.base:g} s for a decision and {self.doubling:g} s more each time its options double"


@dataclass(slots=True)
class Thinking:
    """Adds up thought: of seats that are asked at one moment, only the slowest counts."""

    pace: Pace
    total: int = 0
    _asked: frozenset[Seat] = frozenset()
    _window: dict[Seat, int] = field(default_factory=dict)

    def decides(self, seat: Seat, options: int, asked: Collection[Seat]) -> None:
        if seat in self._window or not self._asked.issuperset(asked):
            self.rest()
            self._asked = frozenset(asked)
        self._window[seat] = self.pace.thought(options)

    def rest(self) -> int:
        """All that were asked at one moment have answered; what it comes to so far."""
        self.total += max(self._window.values(), default=0)
        self._window = {}
        return self.total
