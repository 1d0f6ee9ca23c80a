"""The analysis of a record: the chances of every seat over the game, and the decisions that mattered.

The curve shows what the public table promises each seat: hidden hands and piles are dealt again for every
playout.  Few playouts say little, so a point borrows from its neighbours and is shrunk towards the fair
share, most at the start of the game.

The swing of a decision is its gain or loss compared with what a house bot would have done.  It is judged by
what the player could know: everything hidden from the seat is dealt again.  Both choices are played out by
house bots with the same seed, to the end or to where chef would cut them off (`bots/chef`).  Random
events of the step itself are drawn anew, too, so they are not part of the swing; their effect is reported
separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

from flattop.bots.chef import Move
from flattop.bots.hints.move import move_text, whole_move
from flattop.bots.hints.wording import Differences
from flattop.bots.stats import Z
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
MIN_SWING = 0.02  # a decision is only reported if its swing is significantly larger
PRIOR_PAIRS = 4.0  # pairs without a swing that are added to those of a finalist
MIN_PAIRS, CHECK_EVERY = 24, 8  # pairs before a finalist is settled, and between two checks
ENOUGH = 40  # playouts of a point; one with fewer borrows from the points beside it
PRIOR_MOST = 50.0  # playouts that the fair share counts for at the start of a game
CLAIMS = 3 * FINALISTS  # for the Bonferroni correction: all finalists, each checked several times
STAGES = (0.35, 0.25, 0.40)  # shares of the budget for the curve, for the search and for the finalists


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
        return swing.size >= MIN_PAIRS and is_beyond(low, high)


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
        match, seats = self.timeline.match, range(self.timeline.match.table.seats)
        values = {
            at: [[self.objective.value(outcome, seat) for outcome in outcomes] for seat in seats]
            for at, outcomes in sorted(self.outcomes.items())
        }
        fair = self._fair_share(list(values.values()))
        curve = list[Point]()
        for at in values:
            estimates = [smoothed(values, at, seat, fair, at / match.actions) for seat in seats]
            curve.append(Point(at, [mean for mean, _ in estimates], [bounds for _, bounds in estimates]))
        if match.over:
            last = [self.objective.value(match.outcome, seat) for seat in seats]
            curve = [point for point in curve if point.at < match.actions]
            curve.append(Point(match.actions, last, [(value, value) for value in last]))
        return curve

    def _fair_share(self, values: Sequence[Sequence[Sequence[float]]]) -> float:
        """Return an equal share for rivals, and a team's average over all playouts."""
        if self.rivals:
            return 1 / self.timeline.match.table.seats
        team = [value for seats in values for value in seats[0]]
        return sum(team) / len(team) if team else 0.0

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

    # -- report

    def _result(self, finalists: Sequence[Candidate]) -> Chances:
        swings = []
        for swing in [self._swing(one) for one in finalists if one.pairs]:
            if is_beyond(*swing.interval):
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
        usual_mean = sum(value(usual.end) for usual, _ in pairs) / len(pairs)
        actual_mean = sum(value(actual.end) for _, actual in pairs) / len(pairs)
        middle, kept = (usual_mean + actual_mean) / 2, len(pairs) / (len(pairs) + PRIOR_PAIRS)
        before, after = (middle + kept * (end - middle) for end in (usual_mean, actual_mean))
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


def is_beyond(low: float, high: float) -> bool:
    """Return whether an interval of a swing lies beyond the smallest swing that is reported."""
    return low > MIN_SWING or high < -MIN_SWING


def smoothed(
    values: Mapping[int, Sequence[Sequence[float]]], at: int, seat: int, fair: float, progress: float
) -> tuple[float, tuple[float, float]]:
    """Return the chance of a seat at a point of the curve, and its 95 % interval.

    `values` has the results of playouts by point and by seat.  The weight of the fair share falls with the
    progress of the game, as chances move away from it like a random walk.
    """
    points = list(values)
    i, own = points.index(at), values[at][seat]
    near = [values[points[j]][seat] for j in (i - 1, i + 1) if 0 <= j < len(points)]
    borrowed = sum(map(len, near))
    share = min(0.5, max(0, ENOUGH - len(own)) / borrowed) if borrowed else 0.0
    prior = min(PRIOR_MOST, 1 / progress) if progress else PRIOR_MOST
    weight = len(own) + share * borrowed + prior
    mean = (sum(own) + share * sum(map(sum, near)) + prior * fair) / weight
    margin = Z * sqrt(max(mean * (1 - mean), 1 / weight) / weight)
    return mean, (max(0.0, mean - margin), min(1.0, mean + margin))


def spread(decisions: Sequence[Decision], points: int) -> list[Decision]:
    """Return at most `points` decisions, evenly spaced over the game."""
    if len(decisions) <= points:
        return list(decisions)
    return [decisions[i * len(decisions) // points] for i in range(points)]
