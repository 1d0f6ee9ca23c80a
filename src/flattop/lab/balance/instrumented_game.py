"""A game that is observed while it is played: options, actions, events, the lead, and sampled tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import log2

from flattop.bots import Bot
from flattop.kernel import (
    CLOCK,
    SECOND,
    WAIT,
    Action,
    AddressedEvent,
    Chance,
    Game,
    Outcome,
    Seat,
    Table,
    seat_names,
)
from flattop.lab.simulate import Plan, cached_game
from flattop.match import Match, Observation, derived
from flattop.match.game_loop import turns

Step = tuple[str, str, str]  # frame, step, and topic of its question


@dataclass(frozen=True, slots=True)
class Pace:
    """Assumed thinking time of people, in seconds: a base, and more for each doubling of the options."""

    base: float = 2.0
    doubling: float = 2.0

    def thinking_ms(self, options: int) -> int:
        return round(1000 * (self.base + self.doubling * log2(max(1, options))))

    @property
    def words(self) -> str:
        return f"{self.base:g} s for a decision and {self.doubling:g} s more each time its options double"


@dataclass(slots=True)
class ThinkingTime:
    """Total thinking time.  Of seats that decide at the same time only the slowest counts."""

    pace: Pace
    total: int = 0  # milliseconds
    _asked: frozenset[Seat] = frozenset()
    _times: dict[Seat, int] = field(default_factory=dict)  # of the seats that decide at the same time

    def add(self, seat: Seat, options: int, asked: Collection[Seat]) -> None:
        """Add a decision; `asked` are the seats that are asked at that moment."""
        if seat in self._times or not self._asked.issuperset(asked):
            self.finish()
            self._asked = frozenset(asked)
        self._times[seat] = self.pace.thinking_ms(options)

    def finish(self) -> int:
        """End the current group of decisions and return the total in milliseconds."""
        self.total += max(self._times.values(), default=0)
        self._times = {}
        return self.total


@dataclass(slots=True)
class Reservoir:
    """A reservoir sample of tables: each offered table is kept with the same probability."""

    chance: Chance
    size: int
    seen: int = 0
    tables: list[Table] = field(default_factory=list)

    def offer(self, t: Table) -> None:
        """Copy the table if it is selected."""
        self.seen += 1
        if len(self.tables) < self.size:
            self.tables.append(_copy(t))
        elif (place := self.chance.below(self.seen)) < self.size:
            self.tables[place] = _copy(t)


def _copy(t: Table) -> Table:
    copy = t.clone()
    copy.events = None
    return copy


@dataclass(slots=True)
class LeadTracker:
    """The seat with the most public points, and how often that changes from one seat to another."""

    leader: Seat | None = None
    changes: int = 0
    since: int = 0  # decisions at the last change

    def update(self, points: Sequence[int], decisions: int) -> None:
        best = max(points)
        if points.count(best) > 1 or (leader := points.index(best)) == self.leader:
            return
        self.changes += self.leader is not None
        self.leader, self.since = leader, decisions


@dataclass(slots=True)
class GameTrace:
    """Everything that was observed in a finished game."""

    game: Game
    plan: Plan
    number: int
    dealt: Table
    table: Table
    thinking: ThinkingTime
    decisions: int = 0  # actions of seats, without those of the clock
    single: int = 0  # decisions that left nothing else to do
    choices: int = 0  # options of all decisions together
    options: Counter[int] = field(default_factory=Counter)  # decisions by their number of options
    offered: list[set[Action]] = field(default_factory=list)  # by seat
    taken: list[Counter[Action]] = field(default_factory=list)  # by seat
    steps: set[Step] = field(default_factory=set)
    events: list[AddressedEvent] = field(default_factory=list)
    lead: LeadTracker = field(default_factory=LeadTracker)
    first: Seat | None = None  # the seat that decided first; -1 if several were asked
    ticks: int = 0
    samples: dict[str, Reservoir] = field(default_factory=dict)  # tables, by purpose
    early: list[Table] = field(default_factory=list)  # until there is one decision for each seat

    @property
    def has_rivals(self) -> bool:
        return self.game.has_rivals(self.table.seats, self.table.settings)

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.table)

    @property
    def milliseconds(self) -> int:
        """Estimated duration with people: thinking time plus game clock."""
        return self.thinking.finish() + 1000 * self.ticks // SECOND

    def seed(self, *purpose: object) -> int:
        """Return a seed that derives from the game and a purpose."""
        return derived(self.plan.seed, self.number, *purpose)

    def observe(self, t: Table) -> None:
        """Note the question that is asked now, and offer the table to the samples."""
        asked = [seat for seat in t.asks if seat != CLOCK]
        if not asked:
            return
        top = t.stack[-1]
        self.steps.add((type(top).__name__, top.at, top.topic(t, asked[0])))
        if self.first is None and not self.decisions:
            self.first = asked[0] if len(asked) == 1 else -1
        for reservoir in self.samples.values():
            reservoir.offer(t)
        if self.samples and self.decisions <= t.seats:
            self.early.append(_copy(t))


class TracingBot:
    """A bot whose options and actions are noted in a trace."""

    def __init__(self, bot: Bot, seat: Seat, trace: GameTrace) -> None:
        self.bot, self.seat, self.trace = bot, seat, trace

    def choose(self, obs: Observation) -> Action:
        action, trace = self.bot.choose(obs), self.trace
        if action == WAIT and action not in obs.options:
            return action
        options = len(obs.options) if action in obs.options else len(obs.anytime)
        trace.decisions += 1
        trace.single += len(obs.options) == 1 and not obs.anytime
        trace.choices += options
        trace.options[options] += 1
        trace.offered[self.seat].update(obs.options)
        trace.taken[self.seat][action] += 1
        # Letting a reply window pass takes no time, because auto-answers do that for people.
        if CLOCK not in trace.table.asks and action[0] not in trace.game.holds:
            trace.thinking.add(self.seat, options, trace.table.asks)
        return action


def trace_game(plan: Plan, number: int, pace: Pace, sample_sizes: dict[str, int]) -> GameTrace:
    """Play one game of a plan and observe it; `sample_sizes` are the numbers of sampled tables by purpose."""
    people, seed = seat_names(len(plan.seats)), plan.game_seed(number)
    match = Match(cached_game(plan.game), people, seed, plan.options, plan.deck, undoable=False)
    match.logged, match.simulated = False, True  # after the deal, events are collected from the table itself
    t, seats = match.table, range(len(plan.seats))
    trace = GameTrace(match.game, plan, number, _copy(t), t, ThinkingTime(pace), events=match.events)
    trace.offered, trace.taken = [set() for _ in seats], [Counter() for _ in seats]
    trace.samples = {use: Reservoir(Chance(trace.seed(use)), size) for use, size in sample_sizes.items()}
    t.events = trace.events
    bots = [TracingBot(bot, seat, trace) for seat, bot in enumerate(plan.bots(number))]
    rivals = trace.has_rivals
    trace.observe(match.table)
    for _ in turns(match, bots):
        if rivals:
            trace.lead.update(match.outcome.points, trace.decisions)
        if not match.over:
            trace.observe(match.table)
    trace.ticks = match.ticks
    return trace
