"""Playouts: tables of a recorded game, continued by house bots with new random numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from flattop.bots.chef import params_for
from flattop.bots.chef.playout import Playout, PlayoutResult
from flattop.bots.hints.wording import ReasonCounts, count_reasons
from flattop.bots.house import house_bot
from flattop.kernel import CLOCK, Action, AddressedEvent, Chance, Outcome, Table, determinize
from flattop.lab.analysis.timeline import Decision
from flattop.match import Match, Observation, derived
from flattop.match.game_loop import choose_action, play_on
from flattop.match.match import SimulatedMatch

Progress = Callable[[int], None]  # called with the number of newly finished playouts


@dataclass(frozen=True, slots=True)
class AnalysedPlayout:
    """Result of a playout: its value for the seat, the outcome if it was finished, and counted events."""

    end: PlayoutResult
    outcome: Outcome | None
    counts: ReasonCounts


class BudgetSpent(Exception):
    """The playouts, or the time for them, are used up."""


class Playouts:
    """Runs playouts of one match within a budget.

    Seeds derive from the record, so the same record gives the same playouts.
    """

    def __init__(self, match: Match, progress: Progress) -> None:
        self.match, self._progress = match, progress
        self.params = params_for(match.game.key, match.game.has_rivals(match.table.seats, match.settings))
        self.seed = match.record.chain
        self.played = self.limit = 0
        self._began, self._deadline = perf_counter(), 0.0

    def allow(self, playouts: int, seconds: float) -> None:
        """Set the budget, both counted from the start of the analysis."""
        self.limit, self._deadline = playouts, self._began + seconds

    @property
    def in_time(self) -> bool:
        return perf_counter() <= self._deadline

    def check(self) -> None:
        if self.played >= self.limit or not self.in_time:
            raise BudgetSpent

    def outcome(self, t: Table, stage: str, number: int) -> Outcome:
        """Return the outcome when house bots continue from what everybody sees of a table.

        All hidden cards are dealt again.  House bots hardly vary, so with the actual hands all playouts
        would agree on a game that nobody at the table could foresee.
        """
        self.check()
        seeds = [derived(self.seed, stage, number, who) for who in ("table", *range(t.seats))]
        public = determinize(t, self.match.game.concealed_zones, None, Chance(seeds[0]))
        branch = SimulatedMatch(self.match.game, public, seeds[0])
        bots = [house_bot(self.match.game.key, Chance(seed)) for seed in seeds[1:]]
        outcome = play_on(branch, bots)
        self._count()
        return outcome

    def pair(
        self, decision: Decision, stage: str, number: int, with_events: bool = False
    ) -> tuple[AnalysedPlayout, AnalysedPlayout]:
        """Play out a house bot's choice and the actual choice, with common random numbers.

        Everything hidden from the seat is dealt again: a choice is judged by what the player could know.
        """
        seed = derived(self.seed, stage, number)
        t = self._imagined(decision.before, decision, seed)
        obs = Observation(self.match.game, t, decision.seat)
        usual = None
        if obs.options or CLOCK in t.asks:
            usual = choose_action(house_bot(self.match.game.key, Chance(seed)), obs)
        first = self._play_out(t.clone(), decision, usual, seed, with_events)
        if usual == decision.action:
            return first, first
        return first, self._play_out(t, decision, decision.action, seed, with_events)

    def after(self, decision: Decision, stage: str, number: int) -> AnalysedPlayout:
        """Play out from the table after the actual choice, with the random events as they happened."""
        assert decision.after, "the step had no random events"
        seed = derived(self.seed, stage, number)
        return self._play_out(
            self._imagined(decision.after, decision, seed), decision, None, seed, with_events=False
        )

    def house_choice(self, decision: Decision, number: int) -> Action | None:
        """Return what a house bot would have done; None if its seat was not asked."""
        obs = Observation(self.match.game, decision.before, decision.seat)
        if not obs.options and CLOCK not in decision.before.asks:
            return None
        seed = derived(self.seed, "choice", number, decision.seat)
        return choose_action(house_bot(self.match.game.key, Chance(seed)), obs)

    def _imagined(self, t: Table, decision: Decision, seed: int) -> Table:
        return Observation(self.match.game, t, decision.seat).imagine(Chance(seed))

    def _play_out(
        self, t: Table, decision: Decision, action: Action | None, seed: int, with_events: bool
    ) -> AnalysedPlayout:
        """Play on after an action, to the end or to the point where chef would cut the playout off."""
        self.check()
        game, events = self.match.game, list[AddressedEvent]() if with_events else None
        playout = Playout(game, t, decision.seat, self.params, seed, events)
        end = playout.play((action,) if action else ())
        self._count()
        outcome = game.outcome(playout.t) if playout.t.over else None
        return AnalysedPlayout(
            end, outcome, count_reasons(game, playout.t, events) if events is not None else {}
        )

    def _count(self) -> None:
        self.played += 1
        self._progress(1)
