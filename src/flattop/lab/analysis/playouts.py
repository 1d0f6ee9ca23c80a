"""Playouts: a table of the past played to its end by house bots, with other luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from flattop.bots import Bot, bot
from flattop.bots.game_loop import MOST, Fault, chosen, turns
from flattop.kernel import CLOCK, WAIT, Action, Chance, Outcome, Table
from flattop.lab.analysis.timeline import Decision
from flattop.match import Match, Sight, derived
from flattop.match.branch import Branch
from flattop.match.reshuffle import stir

Progress = Callable[[int], None]  # hears how many more were played


class Spent(Exception):
    """The playouts, or the time for them, are used up."""


class Playouts:
    """Plays tables of one match out, counts how often, and stops when it must."""

    def __init__(self, match: Match, progress: Progress) -> None:
        self.match, self._progress = match, progress
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

    def both(self, decision: Decision, stage: str, number: int) -> tuple[Outcome, Outcome]:
        """How it ends with what a house bot would do instead, and with what was done, by the same luck."""
        branch, bots = self._branch(decision.before, stage, number)
        usual = choice(branch, bots, decision)
        if usual == decision.action:
            end = self._go_on(branch, bots, decision, usual)
            return end, end
        ends = self._go_on(branch, bots, decision, usual)
        branch, bots = self._branch(decision.before, stage, number)
        choice(branch, bots, decision)  # it uses up the same of its luck as before
        return ends, self._go_on(branch, bots, decision, decision.action)

    def house_choice(self, decision: Decision, number: int) -> Action | None:
        """What a house bot would have done; None if nobody had asked it."""
        branch, bots = self._branch(decision.before, "choice", number)
        return choice(branch, bots, decision)

    def _branch(self, t: Table, stage: str, number: int) -> tuple[Branch, list[Bot]]:
        luck = [derived(self.name, stage, number, who) for who in ("table", *range(t.seats))]
        key = self.match.game.key
        branch = Branch(self.match.game, t.clone(), luck[0])
        stir(branch.table, branch.game.zones, Chance(luck[0]))
        return branch, [bot("house", key, Chance(one)) for one in luck[1:]]

    def _go_on(
        self, branch: Branch, bots: Sequence[Bot], decision: Decision, action: Action | None
    ) -> Outcome:
        if action is not None and action != WAIT:
            branch.play(decision.seat, action)
        return self._to_the_end(branch, bots)

    def _to_the_end(self, branch: Branch, bots: Sequence[Bot]) -> Outcome:
        self.check()
        for _ in turns(branch, bots):
            if branch.actions >= MOST:
                raise Fault(f"no end after {MOST:,} decisions")
        self.played += 1
        self._progress(1)
        return branch.outcome


def choice(branch: Branch, bots: Sequence[Bot], decision: Decision) -> Action | None:
    """What the bot in the decision's seat would do there; None if the seat was not asked."""
    sight = Sight(branch.game, branch.table, decision.seat)
    if not sight.options and CLOCK not in branch.table.asks:
        return None
    return chosen(bots[decision.seat], sight)
