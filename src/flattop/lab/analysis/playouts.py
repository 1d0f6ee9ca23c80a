"""Playouts: a table of the past played on by house bots, with other luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from flattop.bots import Bot, bot
from flattop.bots.chef import params_for
from flattop.bots.chef.candidates import PlayoutResult
from flattop.bots.chef.playout import Playout
from flattop.bots.hints.wording import ReasonCounts, count_reasons
from flattop.bots.house import house_bot
from flattop.kernel import CLOCK, Action, AddressedEvent, Chance, Outcome, Table
from flattop.kernel.determinize import shuffle_unseen
from flattop.lab.analysis.timeline import Decision
from flattop.match import Match, Observation, derived
from flattop.match.game_loop import MAX_DECISIONS, Fault, choose_action, turns
from flattop.match.simulated import SimulatedMatch

Progress = Callable[[int], None]  # hears how many more were played


@dataclass(frozen=True, slots=True)
class Half:
    """What came of one of two actions: for the seat, for all if it was played to the end, and in numbers."""

    end: PlayoutResult
    outcome: Outcome | None
    counts: ReasonCounts


class Spent(Exception):
    """The playouts, or the time for them, are used up."""


class Playouts:
    """Plays tables of one match out, counts how often, and stops when it must."""

    def __init__(self, match: Match, progress: Progress) -> None:
        self.match, self._progress = match, progress
        self.params = params_for(match.game.key, match.game.has_rivals(match.table.seats, match.settings))
        self.name = match.record.chain  # the same record is played out with the same luck
        self.played = self.most = 0
        self._began, self._until = perf_counter(), 0.0

    def allow(self, playouts: int, seconds: float) -> None:
        """Up to so many in all, within so many seconds in all."""
        self.most, self._until = playouts, self._began + seconds

    @property
    def in_time(self) -> bool:
        return perf_counter() <= self._until

    def check(self) -> None:
        if self.played >= self.most or not self.in_time:
            raise Spent

    def ending(self, t: Table, stage: str, number: int) -> Outcome:
        """How it ends when house bots go on from a table."""
        branch, bots = self._branch(t, stage, number)
        return self._to_the_end(branch, bots)

    def both(self, decision: Decision, stage: str, number: int, heard: bool = False) -> tuple[Half, Half]:
        """What comes of what a house bot would do instead, and of what was done, by the same luck."""
        luck, t = derived(self.name, stage, number), decision.before.clone()
        shuffle_unseen(t, self.match.game.zones, Chance(luck))
        usual = self._usual(t, decision, luck)
        first = self._half(t.clone(), decision, usual, luck, heard)
        if usual == decision.action:
            return first, first
        return first, self._half(t, decision, decision.action, luck, heard)

    def after(self, decision: Decision, stage: str, number: int) -> Half:
        """What comes of what was done as luck really had it."""
        assert decision.after, "no luck had its part in it"
        luck, t = derived(self.name, stage, number), decision.after.clone()
        shuffle_unseen(t, self.match.game.zones, Chance(luck))
        return self._half(t, decision, None, luck, False)

    def _usual(self, t: Table, decision: Decision, luck: int) -> Action | None:
        bot = house_bot(self.match.game.key, Chance(luck))
        obs = Observation(self.match.game, t, decision.seat)
        return choose_action(bot, obs) if obs.options or CLOCK in t.asks else None

    def _half(self, t: Table, decision: Decision, action: Action | None, luck: int, heard: bool) -> Half:
        """One action tried out, up to the end or to where chef would cut it."""
        self.check()
        game, ear = self.match.game, list[AddressedEvent]() if heard else None
        playout = Playout(game, t, decision.seat, self.params, luck, ear)
        end = playout.play((action,) if action else ())
        self._count()
        outcome = game.outcome(playout.t) if playout.t.over else None
        return Half(end, outcome, count_reasons(game, playout.t, ear) if ear is not None else {})

    def _count(self) -> None:
        self.played += 1
        self._progress(1)

    def house_choice(self, decision: Decision, number: int) -> Action | None:
        """What a house bot would have done; None if nobody had asked it."""
        branch, bots = self._branch(decision.before, "choice", number)
        return choice(branch, bots, decision)

    def _branch(self, t: Table, stage: str, number: int) -> tuple[SimulatedMatch, list[Bot]]:
        luck = [derived(self.name, stage, number, who) for who in ("table", *range(t.seats))]
        key = self.match.game.key
        branch = SimulatedMatch(self.match.game, t.clone(), luck[0])
        shuffle_unseen(branch.table, branch.game.zones, Chance(luck[0]))
        return branch, [bot("house", key, Chance(one)) for one in luck[1:]]

    def _to_the_end(self, branch: SimulatedMatch, bots: Sequence[Bot]) -> Outcome:
        self.check()
        for _ in turns(branch, bots):
            if branch.actions >= MAX_DECISIONS:
                raise Fault(f"no end after {MAX_DECISIONS:,} decisions")
        self._count()
        return branch.outcome


def choice(branch: SimulatedMatch, bots: Sequence[Bot], decision: Decision) -> Action | None:
    """What the bot in the decision's seat would do there; None if the seat was not asked."""
    obs = Observation(branch.game, branch.table, decision.seat)
    if not obs.options and CLOCK not in branch.table.asks:
        return None
    return choose_action(bots[decision.seat], obs)
