"""The analysis of a record: the chances of every seat over the game, and the decisions that mattered.

It uses the complete table with all hands, so it is for finished games only.  Future random events are drawn
anew, and face-down piles are reshuffled.

The swing of a decision is its gain or loss compared with what a house bot would have done.  Both are played
out by house bots with the same seed, to the end or to where chef would cut them off (`bots/chef`).  Random
events of the step itself are drawn anew, too, so they are not part of the swing; their effect is reported
separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flattop.bots.chef import Move
from flattop.bots.hints.move import move_text, whole_move
from flattop.bots.hints.wording import Differences
from flattop.kernel import Action, Outcome
from flattop.lab.analysis.playouts import AnalysedPlayout, BudgetSpent, Playouts, Progress
from flattop.lab.analysis.report import Chances, Objective, Point, Swing, objective_of
from flattop.lab.analysis.timeline import Decision, Timeline, timeline
from flattop.lab.stats import Sample
from flattop.match import Observation, ParsedRecord, derived

WORLDS = 5  # determinizations in which a complete move is described
HOUSE_CHOICES = 3  # choices of house bots for each decision
SCREENED = 32  # decisions that the search begins with
FINALISTS = 5  # decisions that are measured precisely
SHOWN = 5  # decisions in the report, at most
MIN_SWING = 0.02  # smaller swings are not reported
MIN_PAIRS, CHECK_EVERY = 12, 4  # pairs before a finalist is settled, and between two checks
CLAIMS = 3 * FINALISTS  # for the Bonferroni correction: all finalists, each checked several times
STAGES = (0.25, 0.30, 0.45)  # shares of the budget for the curve, for the search and for the finalists


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of an analysis.  `seconds` is a safeguard; normally `playouts` ends it."""

    playouts: int = 500
    seconds: float = 120.0
    points: int = 20  # of the curve


def chances(
    record: ParsedRecord,
    deck: Path | None = None,
    budget: Budget | None = None,
    progress: Progress = lambda more: None,
) -> Chances:
    """Analyse a record.  The result is deterministic unless the time runs out."""
    return Analysis(timeline(record, deck), budget or Budget(), progress).run()


@dataclass(slots=True)
class Candidate:
    """A decision that a house bot might have made differently, with its playouts so far."""

    decision: Decision
    usual: list[Action | None]  # choices of house bots with several seeds
    pairs: list[tuple[AnalysedPlayout, AnalysedPlayout]] = field(default_factory=list)  # house bot's, actual
    after: list[AnalysedPlayout] = field(default_factory=list)  # from the actual table after the step

    @property
    def agreed(self) -> int:
        """The number of house bots that chose the same."""
        return self.usual.count(self.decision.action)

    @property
    def estimate(self) -> float:
        """Estimated size of the swing by chef's evaluation, which converges faster than results."""
        differences = [actual.end.value - usual.end.value for usual, actual in self.pairs]
        return abs(sum(differences)) / len(differences)

    def swing(self, objective: Objective) -> Sample:
        swing = Sample()
        for usual, actual in self.pairs:
            swing.add(objective.playout_value(actual.end) - objective.playout_value(usual.end))
        return swing

    def is_settled(self, objective: Objective, claims: int) -> bool:
        """True if the swing is significant, so that its playouts can be spent on other candidates."""
        swing = self.swing(objective)
        low, high = swing.interval(-1.0, claims)
        return swing.size >= MIN_PAIRS and (low > 0 or high < 0)


class Analysis:
    """One analysis, in three stages: curve, search and finalists."""

    def __init__(self, timeline: Timeline, budget: Budget, progress: Progress) -> None:
        self.timeline, self.budget = timeline, budget
        self.playouts = Playouts(timeline.match, progress)
        match = timeline.match
        self.rivals = match.game.has_rivals(match.table.seats, match.settings)
        self.outcomes: dict[int, list[Outcome]] = {}  # of playouts, by the number of actions before
        self.whole = True

    def run(self) -> Chances:
        match = self.timeline.match
        with self._stage(0):  # play out from positions spread over the game, in rounds
            positions = spread(self.timeline.decisions, self.budget.points)
            for number in range(self.budget.playouts if positions else 0):
                for decision in positions:
                    outcome = self.playouts.outcome(decision.before, "curve", number)
                    self.outcomes.setdefault(decision.number - 1, []).append(outcome)
        outcomes = [outcome for some in self.outcomes.values() for outcome in some]
        self.objective = objective_of(self.rivals, outcomes + [match.outcome] * match.over)
        candidates: list[Candidate] = []
        with self._stage(1):
            self._search(candidates)
        finalists = [Candidate(one.decision, one.usual) for one in self._ranked(candidates)[:FINALISTS]]
        with self._stage(2):  # new playouts, because those of the search are biased by the selection
            left = list(finalists)
            for number in range(self.budget.playouts):
                for one in left:
                    one.pairs.append(self.playouts.pair(one.decision, "proof", number, with_events=True))
                    if one.decision.after:
                        one.after.append(self.playouts.after(one.decision, "proof", number))
                if number % CHECK_EVERY == CHECK_EVERY - 1:
                    left = [one for one in left if not one.is_settled(self.objective, CLAIMS)]
                if not left:
                    break
        return self._result(finalists)

    @contextmanager
    def _stage(self, number: int) -> Iterator[None]:
        """Run a stage until it ends or its budget is spent; what is left of it goes to the next stages."""
        share = sum(STAGES[: number + 1])
        self.playouts.allow(round(share * self.budget.playouts), share * self.budget.seconds)
        try:
            yield
        except BudgetSpent:
            self.whole = self.whole and self.playouts.in_time

    # -- curve

    def _curve(self) -> list[Point]:
        match, curve = self.timeline.match, []
        seats = range(match.table.seats)
        for at in sorted(self.outcomes):
            samples = [Sample() for _ in seats]
            for outcome in self.outcomes[at]:
                for seat, sample in enumerate(samples):
                    sample.add(self.objective.value(outcome, seat))
            means, intervals = [one.mean for one in samples], [one.interval() for one in samples]
            curve.append(Point(at, means, intervals))
        if match.over:
            last = [self.objective.value(match.outcome, seat) for seat in seats]
            curve = [point for point in curve if point.at < match.actions]
            curve.append(Point(match.actions, last, [(value, value) for value in last]))
        return curve

    # -- search

    def _search(self, candidates: list[Candidate]) -> None:
        """Find the decisions that some house bot makes differently, and measure them by successive halving.

        Those come first that all house bots make differently, then those where the curve moves most.  Each
        candidate gets a few pairs of playouts, then twice as many for the better half.
        """
        for decision in self.timeline.decisions:
            self.playouts.check()
            usual = [self.playouts.house_choice(decision, number) for number in range(HOUSE_CHOICES)]
            if any(action != decision.action for action in usual):
                candidates.append(Candidate(decision, usual))
        curve = self._curve()

        def movement(decision: Decision) -> float:
            """Return how far the chances of the seat move on the curve around the decision."""
            later = next((i for i, point in enumerate(curve) if point.at >= decision.number), 0)
            if not later:
                return 0.0
            after, before = curve[later].chances, curve[later - 1].chances
            return abs(after[decision.seat] - before[decision.seat])

        candidates.sort(key=lambda one: (one.agreed, -movement(one.decision), one.decision.number))
        del candidates[SCREENED:]
        left, pairs, done = list(candidates), 4, 0
        while left:
            for number in range(done, done + pairs):
                for candidate in left:
                    candidate.pairs.append(self.playouts.pair(candidate.decision, "search", number))
            left = self._ranked(left)[: max(FINALISTS, len(left) // 2)]
            done, pairs = done + pairs, pairs * 2

    def _ranked(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Return the candidates that were played out, largest estimated swing first."""
        estimated = [(one.estimate, one) for one in candidates if one.pairs]
        return [one for _, one in sorted(estimated, key=lambda pair: (-pair[0], pair[1].decision.number))]

    # -- finalists

    # -- report

    def _result(self, finalists: Sequence[Candidate]) -> Chances:
        swings = []
        for swing in [self._swing(one) for one in finalists if one.pairs]:
            low, high = swing.interval
            if (low > 0 or high < 0) and abs(swing.size) >= MIN_SWING:
                swings.append(swing)
        for finalist in finalists:  # their playouts before and after the decision add to the curve
            at = finalist.decision.number
            usual = [usual for usual, _ in finalist.pairs]
            actual = finalist.after or [actual for _, actual in finalist.pairs]
            for point, playouts in ((at - 1, usual), (at, actual)):
                if outcomes := [playout.outcome for playout in playouts if playout.outcome]:
                    self.outcomes.setdefault(point, []).extend(outcomes)
        match = self.timeline.match
        return Chances(
            game=match.game.key,
            people=match.people,
            actions=match.actions,
            objective=self.objective,
            curve=self._curve(),
            decisions=sorted(swings, key=lambda swing: -abs(swing.size))[:SHOWN],
            looked_at=len(self.timeline.decisions),
            playouts=self.playouts.played,
            whole=self.whole,
        )

    def _swing(self, finalist: Candidate) -> Swing:
        decision, pairs, value = finalist.decision, finalist.pairs, self.objective.playout_value
        before = sum(value(usual.end) for usual, _ in pairs) / len(pairs)
        after = sum(value(actual.end) for _, actual in pairs) / len(pairs)
        interval = finalist.swing(self.objective).interval(-1.0, CLAIMS)

        others = [action for action in finalist.usual if action != decision.action]
        usual_action = max(others, key=others.count)
        later = [own for own in self.timeline.decisions if own.number >= decision.number]
        actual_move = tuple(own.action for own in later if own.seat == decision.seat)
        words = self._move_words(decision, actual_move)
        instead = self._move_words(decision, (usual_action,)) if usual_action else None

        chance = Sample()  # effect of the random events in the step, compared with their average
        for (_, redrawn), actual in zip(pairs, finalist.after, strict=False):
            chance.add(value(actual.end) - value(redrawn.end))
        chance_interval = (chance.mean, *chance.interval(-1.0)) if chance.size else None

        differences = Differences(self.timeline.match.game, decision.seat, self.rivals)
        is_good = after > before
        for usual, actual in pairs:
            differences.add(*(actual.counts, usual.counts) if is_good else (usual.counts, actual.counts))
        why = differences.reason(subject="what was done" if is_good else "the house bot's choice")
        return Swing(decision, words, instead, before, after, interval, chance_interval, why)

    def _move_words(self, decision: Decision, move: Move) -> str:
        """Describe a complete move up to the first random or hidden event."""
        match = self.timeline.match
        seeds = [derived(self.playouts.seed, "words", n) for n in range(WORLDS)]
        obs = Observation(match.game, decision.before, decision.seat)
        steps = whole_move(obs, move, match.people, seeds)
        return move_text([step for step in steps if not step.later], match.game)


def spread(decisions: Sequence[Decision], points: int) -> list[Decision]:
    """Return at most `points` decisions, evenly spaced over the game."""
    if len(decisions) <= points:
        return list(decisions)
    return [decisions[i * len(decisions) // points] for i in range(points)]
