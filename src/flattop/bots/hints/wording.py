"""The worth of a move in words, and the reason why it is better than another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, NamedTuple

from flattop.bots.chef.playout import Candidate
from flattop.bots.stats import interval, mean, standard_error
from flattop.kernel import AddressedEvent, Game, Seat, Table, listed
from flattop.kernel.text.tally import POINTS, reason_text

Measure = Literal["win", "succeed", "score"]
VERBS: dict[Measure, str] = {"win": "wins", "succeed": "succeeds", "score": "brings"}
UNITS: dict[Measure, str] = {"win": " %", "succeed": " %", "score": " points"}
RARE = 0.05  # a team that fails or succeeds more rarely than this plays for points

ReasonCounts = Mapping[str, Sequence[int]]  # by reason, then by seat
MIN_Z = 1.5  # standard errors by which a difference must exceed 0 to be a reason
PRIOR_DEVIATION = 0.5  # keeps a few equal pairs from looking certain
MIN_DIFFERENCE = 0.1  # smaller differences are not mentioned
MAX_CLAUSES = 2
MAX_WIDTH = 0.3  # of the interval of a share that is shown as a number
MAX_WIDTH_OF_POINTS = 1.5  # the same for points, in points that make a clear difference
ABOUT_AS_GOOD, CLEARLY_WORSE = "about as good", "does worse"


# -- worth


@dataclass(frozen=True, slots=True)
class Worth:
    """A share of wins or a number of points, with its 95 % confidence interval."""

    kind: Measure
    value: float
    low: float
    high: float


def measure_for(rivals: bool, candidates: Sequence[Candidate], learned: bool) -> Measure:
    """Choose the measure of moves: wins, the team's success, or points if playouts do not differ in those."""
    wins = [win for candidate in candidates for win in candidate.wins]
    points = {count for candidate in candidates for count in candidate.points}
    if rivals:
        return "win" if learned or len(set(wins)) > 1 or wins[:1] in ([0.0], [1.0]) else "score"
    rare = not RARE <= mean(wins) <= 1 - RARE
    return "score" if rare and len(points) > 1 else "succeed"


def worth(candidate: Candidate, measure: Measure, prior_deviation: float) -> Worth:
    """Return the worth of a candidate."""
    if measure == "score":
        return Worth(measure, *interval(candidate.points, prior_deviation))
    # One more win and one more loss keep a few equal results from looking certain.
    _, low, high = interval([*candidate.wins, 0.0, 1.0])
    return Worth(measure, mean(candidate.wins), max(0.0, low), min(1.0, high))


def difference(candidate: Candidate, best: Candidate, measure: Measure, prior_deviation: float) -> Worth:
    """Return how much worse a candidate is than the best, by paired differences."""
    if measure == "score":
        losses = [a - b for a, b in zip(best.points, candidate.points, strict=False)]
        return Worth(measure, *interval(losses, prior_deviation))
    losses = [a - b for a, b in zip(best.wins, candidate.wins, strict=False)]
    _, low, high = interval([*losses, -1.0, 1.0])
    return Worth(measure, mean(losses), max(-1.0, low), min(1.0, high))


def is_precise(worth: Worth, scale: float) -> bool:
    """Return whether the interval is narrow enough to show the number; `scale` is that of the search."""
    bound = MAX_WIDTH_OF_POINTS * scale if worth.kind == "score" else MAX_WIDTH
    return worth.high - worth.low <= bound


def worth_text(worth: Worth, scale: float) -> str:
    """ "wins 61 % (52 to 70)", "brings 18.3 points (17.1 to 19.5)", or nothing while that is vague."""
    if not is_precise(worth, scale):
        return ""
    value, low, high = (_number(worth.kind, value) for value in (worth.value, worth.low, worth.high))
    return f"{VERBS[worth.kind]} {value}{UNITS[worth.kind]} ({low} to {high})"


def difference_text(loss: Worth, scale: float) -> str:
    """ "wins 9 % less (2 to 16)", or no number if the difference is vague or not significant."""
    if loss.low <= 0:
        return ABOUT_AS_GOOD
    if not is_precise(loss, scale):
        return CLEARLY_WORSE
    value, low, high = (_number(loss.kind, value) for value in (loss.value, loss.low, loss.high))
    return f"{VERBS[loss.kind]} {value}{UNITS[loss.kind]} less ({low} to {high})"


def _number(measure: Measure, value: float) -> str:
    """Format points with one decimal, or whole percents, with a real minus sign."""
    number = f"{value:.1f}" if measure == "score" else f"{round(value * 100)}"
    return number.replace("-", "\N{MINUS SIGN}") if float(number) else number.lstrip("-")


# -- reasons


def count_reasons(game: Game, t: Table, told: Iterable[AddressedEvent]) -> ReasonCounts:
    """Count everything that may be a reason in the public events of a playout."""
    points, nouns = game.outcome(t).points, {name: line.nouns for name, line in game.text.events.items()}
    events = [event for seat, event in told if seat is None]
    return {name: reason.amounts(nouns, events, points) for name, reason in game.text.reasons.items()}


class Effect(NamedTuple):
    """The average difference in one reason, for the own seat or (`of_rivals`) for the others."""

    z: float  # the difference in standard errors
    size: float
    reason: str
    of_rivals: bool


@dataclass(slots=True)
class Differences:
    """Pairs of playouts of two moves on the same determinizations, and the reasons that they show."""

    game: Game
    seat: Seat
    rivals: bool  # whether seats play against each other
    pairs: list[tuple[ReasonCounts, ReasonCounts]] = field(default_factory=list)

    def add(self, better: ReasonCounts, worse: ReasonCounts) -> None:
        self.pairs.append((better, worse))

    def swapped(self) -> Differences:
        """Return the same pairs with the other move as the better one."""
        pairs = [(better, worse) for worse, better in self.pairs]
        return Differences(self.game, self.seat, self.rivals, pairs)

    def reason(self, subject: str = "it") -> str:
        """Return a sentence with the clearest effects, or an empty text if no effect is clear.

        Points are a reason only if there is no other.
        """
        if not self.pairs:
            return ""
        reasons = self.game.text.reasons
        clear = []
        for (name, reason), of_rivals in product(reasons.items(), (False, True)):
            if not (reason.theirs if of_rivals else reason.mine) or (of_rivals and not self.rivals):
                continue
            sign = -1 if reason.bad is not of_rivals else 1  # positive changes are good for the seat
            changes = [
                sign * (self._amount(better, name, of_rivals) - self._amount(worse, name, of_rivals))
                for better, worse in self.pairs
            ]
            size, z = mean(changes), mean(changes) / standard_error(changes, PRIOR_DEVIATION)
            if z >= MIN_Z and size >= MIN_DIFFERENCE:
                clear.append(Effect(z, size, name, of_rivals))
        chosen = [effect for effect in clear if effect.reason != POINTS] or clear
        chosen = sorted(chosen, key=lambda effect: -effect.z)[:MAX_CLAUSES]
        if not chosen:
            return ""
        clauses = [
            reason_text(reasons[name].theirs if of_rivals else reasons[name].mine, size)
            for _, size, name, of_rivals in chosen
        ]
        return f"On average {subject} {listed(clauses)}."

    def _amount(self, counts: ReasonCounts, name: str, of_rivals: bool) -> float:
        """Return the amount of the seat, or of all rivals (of points, that of the best rival).

        A team adds up amounts that its events count by seat.
        """
        amounts, reason = counts[name], self.game.text.reasons[name]
        others = [amount for seat, amount in enumerate(amounts) if seat != self.seat]
        if of_rivals:
            return max(others) if name == POINTS else sum(others)
        nouns = [noun for event in reason.events for noun in self.game.text.events[event].nouns]
        is_of_one_seat = any(noun.split(":")[-1] == "seat" for noun in nouns)
        return sum(amounts) if is_of_one_seat and not self.rivals else amounts[self.seat]
