"""The chances of every seat along a record, and the decisions that mattered.

It is the view of the whole table: what lies in the hands stays there, so it is for games that are over.
What was yet to come is dealt anew: other chance, and the piles that nobody sees in another order.

The swing of a decision is what it gains or loses against what a house bot would have done in its place:
both are played on by house bots, by the same luck, to the end or to where chef would cut them (`bots/chef`).
Luck that came with the step itself is dealt anew in this too, so that it is no part of the swing; what it
brought is shown beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flattop.bots.chef import Move
from flattop.bots.hints.move import told, whole_move
from flattop.bots.hints.reason import Differences
from flattop.kernel import Action, Outcome
from flattop.lab.analysis.playouts import Half, Playouts, Progress, Spent
from flattop.lab.analysis.report import Chances, Objective, Point, Samples, Swing, objective_of
from flattop.lab.analysis.timeline import Decision, Timeline, timeline
from flattop.lab.stats import Sample
from flattop.match import Observation, ParsedRecord, derived

WALKS = 5  # worlds in which a whole move is looked at
LOOKS = 3  # at a decision, to see whether a house bot would have done the same
SCREENED = 32  # decisions that are looked into at first
FINALISTS = 5  # that are looked into closely
SHOWN = 5  # decisions that mattered, at most
LEAST = 0.02  # a smaller swing is nothing to speak of
FEWEST, ROUND = 12, 4  # pairs before a finalist is settled, and after which it is looked whether it is
CLAIMS = 3 * FINALISTS  # that intervals allow for: all finalists, each looked at more than once
# Shares of the playouts, and of the time, for the curve, for the search and for the proof.
STAGES = (0.25, 0.30, 0.45)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be played out; `seconds` only cuts short what would take too long."""

    playouts: int = 500
    seconds: float = 120.0
    points: int = 20  # of the curve


def chances(
    written: ParsedRecord,
    deck: Path | None = None,
    budget: Budget | None = None,
    progress: Progress = lambda more: None,
) -> Chances:
    """The chances along a record; the same for the same record and as many playouts, unless time ran out."""
    return Analysis(timeline(written, deck), budget or Budget(), progress).run()


@dataclass(slots=True)
class Suspect:
    """A decision that a house bot might have made otherwise, and what is known of its swing."""

    decision: Decision
    usual: list[Action | None]  # what a house bot would have done, by several lucks
    ends: list[tuple[Half, Half]] = field(default_factory=list)  # the bot's way, and the seat's
    after: list[Half] = field(default_factory=list)  # how it goes on from what luck really brought

    @property
    def agreed(self) -> int:
        """How often a house bot would have done the same."""
        return self.usual.count(self.decision.action)

    @property
    def promise(self) -> float:
        """How large the swing seems to be, by what chef compares moves by: that is known soonest."""
        apart = [done.end.value - usual.end.value for usual, done in self.ends]
        return abs(sum(apart)) / len(apart)

    def swing(self, objective: Objective) -> Sample:
        swing = Sample()
        for usual, done in self.ends:
            swing.add(objective.worth(done.end) - objective.worth(usual.end))
        return swing

    def is_settled(self, objective: Objective, claims: int) -> bool:
        """Whether it is sure to matter; what is in doubt is looked at on, with the playouts of the others."""
        swing = self.swing(objective)
        low, high = swing.interval(-1.0, claims)
        return swing.size >= FEWEST and (low > 0 or high < 0)


class Analysis:
    """One record being looked through: a curve, then a search, then the proof."""

    def __init__(self, timeline: Timeline, budget: Budget, progress: Progress) -> None:
        self.timeline, self.budget = timeline, budget
        self.playouts = Playouts(timeline.match, progress)
        match = timeline.match
        self.rivals = match.game.has_rivals(match.table.seats, match.settings)
        self.ends: dict[int, list[Outcome]] = {}  # by the number of actions before
        self.whole = True

    def run(self) -> Chances:
        spots = spread(self.timeline.decisions, self.budget.points)
        self._stage(0, lambda: self._look_around(spots))
        self.objective = objective_of(self.rivals, self._all_ends())
        suspects: list[Suspect] = []
        self._stage(1, lambda: self._search(suspects))
        finalists = [Suspect(one.decision, one.usual) for one in self._ranked(suspects)[:FINALISTS]]
        self._stage(2, lambda: self._prove(finalists))
        return self._result(finalists)

    def _stage(self, number: int, work: Callable[[], None]) -> None:
        """Whatever is left of the playouts of one stage is for the next ones."""
        share = sum(STAGES[: number + 1])
        self.playouts.allow(round(share * self.budget.playouts), share * self.budget.seconds)
        try:
            work()
        except Spent:
            self.whole = self.whole and self.playouts.in_time

    # -- the curve

    def _look_around(self, spots: Sequence[Decision]) -> None:
        """Play out from spots all along the game, one after the other, until the playouts are used up."""
        for number in range(self.budget.playouts if spots else 0):
            for spot in spots:
                end = self.playouts.ending(spot.before, "curve", number)
                self.ends.setdefault(spot.number - 1, []).append(end)

    def _all_ends(self) -> list[Outcome]:
        match = self.timeline.match
        return [end for ends in self.ends.values() for end in ends] + [match.outcome] * match.over

    # -- the search

    def _search(self, suspects: list[Suspect]) -> None:
        """Successive halving: a few pairs for each suspect, then twice as many for the likelier half."""
        suspects += self._suspects()
        del suspects[SCREENED:]
        left, pairs, done = list(suspects), 4, 0
        while left:
            for number in range(done, done + pairs):
                for suspect in left:
                    suspect.ends.append(self.playouts.both(suspect.decision, "search", number))
            left = self._ranked(left)[: max(FINALISTS, len(left) // 2)]
            done, pairs = done + pairs, pairs * 2

    def _suspects(self) -> list[Suspect]:
        """Where a house bot may have done otherwise; first where it always would and the curve moved most."""
        suspects = []
        for decision in self.timeline.decisions:
            self.playouts.check()
            usual = [self.playouts.house_choice(decision, number) for number in range(LOOKS)]
            if any(action != decision.action for action in usual):
                suspects.append(Suspect(decision, usual))
        moved = self._movement()
        return sorted(suspects, key=lambda one: (one.agreed, -moved(one.decision), one.decision.number))

    def _movement(self) -> Callable[[Decision], float]:
        """How far the curve of a decision's seat moves over the stretch in which it lies."""
        curve = self._curve()

        def moved(decision: Decision) -> float:
            later = next((i for i, point in enumerate(curve) if point.at >= decision.number), 0)
            if not later:
                return 0.0
            there, here = curve[later].chances, curve[later - 1].chances
            return abs(there[decision.seat] - here[decision.seat])

        return moved

    def _ranked(self, suspects: Sequence[Suspect]) -> list[Suspect]:
        """Largest swing first, as far as it is known."""
        sized = [(one.promise, one) for one in suspects if one.ends]
        return [one for _, one in sorted(sized, key=lambda pair: (-pair[0], pair[1].decision.number))]

    # -- the proof

    def _prove(self, finalists: Sequence[Suspect]) -> None:
        """New playouts alone: those of the search chose the finalists, so they would flatter them."""
        left = list(finalists)
        for number in range(self.budget.playouts):
            for one in left:
                one.ends.append(self.playouts.both(one.decision, "proof", number, heard=True))
                if one.decision.after:
                    one.after.append(self.playouts.after(one.decision, "proof", number))
            if number % ROUND == ROUND - 1:
                left = [one for one in left if not one.is_settled(self.objective, CLAIMS)]
            if not left:
                return

    # -- the report

    def _result(self, finalists: Sequence[Suspect]) -> Chances:
        swings = [self._swing(one) for one in finalists if one.ends]
        mattered = [one for one in swings if _is_sure(one)]
        for one in finalists:
            self._add_to_curve(one)
        match = self.timeline.match
        return Chances(
            game=match.game.key,
            people=match.people,
            actions=match.actions,
            objective=self.objective,
            curve=self._curve(),
            decisions=sorted(mattered, key=lambda one: -abs(one.size))[:SHOWN],
            looked_at=len(self.timeline.decisions),
            playouts=self.playouts.played,
            whole=self.whole,
        )

    def _swing(self, one: Suspect) -> Swing:
        worth, sample = self.objective.worth, one.swing(self.objective)
        usual, done = ([worth(half[i].end) for half in one.ends] for i in (0, 1))
        before, after = sum(usual) / len(usual), sum(done) / len(done)
        words, instead = self._words(one)
        interval, why = sample.interval(-1.0, CLAIMS), self._why(one, after > before)
        return Swing(one.decision, words, instead, before, after, interval, self._luck(one), why)

    def _why(self, one: Suspect, is_good: bool) -> str:
        """What the better of both ways had more of than the other."""
        differences = Differences(self.timeline.match.game, one.decision.seat, self.rivals)
        for usual, done in one.ends:
            differences.add(*(done.counts, usual.counts) if is_good else (usual.counts, done.counts))
        return differences.why(subject="what was done" if is_good else "the house bot's choice")

    def _words(self, one: Suspect) -> tuple[str, str | None]:
        """What was done, and what a house bot would have done."""
        others = [action for action in one.usual if action != one.decision.action]
        usual, seat = max(others, key=others.count), one.decision.seat
        later = [own for own in self.timeline.decisions if own.number >= one.decision.number]
        done = tuple(own.action for own in later if own.seat == seat)
        return self._move(one.decision, done), self._move(one.decision, (usual,)) if usual else None

    def _move(self, decision: Decision, move: Move) -> str:
        """A whole move in words, as far as it goes before anything is drawn or shown."""
        match, lucks = self.timeline.match, [derived(self.playouts.name, "words", n) for n in range(WALKS)]
        steps = whole_move(Observation(match.game, decision.before, decision.seat), move, match.people, lucks)
        return told([step for step in steps if not step.later], match.game)

    def _luck(self, one: Suspect) -> tuple[float, float, float] | None:
        """What came of the luck in the step, against what it brings on average."""
        luck, worth = Sample(), self.objective.worth
        for (_, done), really in zip(one.ends, one.after, strict=False):
            luck.add(worth(really.end) - worth(done.end))
        return (luck.mean, *luck.interval(-1.0)) if luck.size else None

    def _add_to_curve(self, one: Suspect) -> None:
        """As far as they were played to the end, for then all seats are known."""
        number, done = one.decision.number, one.after or [done for _, done in one.ends]
        for at, halves in ((number - 1, [usual for usual, _ in one.ends]), (number, done)):
            if ends := [half.outcome for half in halves if half.outcome]:
                self.ends.setdefault(at, []).extend(ends)

    def _curve(self) -> list[Point]:
        match, curve = self.timeline.match, []
        ends = {at: self.ends[at] for at in sorted(self.ends)}
        for at, some in ends.items():
            samples = Samples.of(self.objective, some, match.table.seats)
            curve.append(Point(at, samples.means, samples.intervals))
        if match.over:
            last = [self.objective.value(match.outcome, seat) for seat in range(match.table.seats)]
            curve = [point for point in curve if point.at < match.actions]
            curve.append(Point(match.actions, last, [(value, value) for value in last]))
        return curve


def spread(decisions: Sequence[Decision], points: int) -> list[Decision]:
    """Some of the decisions, evenly along the game, so that a long one costs no more than a short one."""
    if len(decisions) <= points:
        return list(decisions)
    return [decisions[i * len(decisions) // points] for i in range(points)]


def _is_sure(swing: Swing) -> bool:
    low, high = swing.interval
    return (low > 0 or high < 0) and abs(swing.size) >= LEAST
