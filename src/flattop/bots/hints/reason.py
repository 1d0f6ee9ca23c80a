"""Why one move is better than another: what differs when both are played on the same worlds and luck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from flattop.bots.stats import mean, standard_error
from flattop.kernel import AddressedEvent, Game, Seat, Table, capital, listed
from flattop.kernel.text.tally import POINTS, Reason, reason_text

Counts = Mapping[str, Sequence[int]]  # by reason, then by seat
SURE = 1.5  # standard errors that a difference must be away from nothing
DOUBT = 0.5  # of a unit, so that few pairs alike are not beyond it
LEAST = 0.1  # of anything is too little to speak of
CLAUSES = 2
NO_DIFFERENCE = "Nothing that counts tells the two apart so far."
MANY_WAYS = "does better more often than not, each time in another way"


def counts(game: Game, t: Table, told: Iterable[AddressedEvent]) -> Counts:
    """How much there was of everything that may be a reason, up to this table."""
    points, nouns = game.outcome(t).points, {name: line.nouns for name, line in game.text.events.items()}
    heard = [event for whom, event in told if whom is None]
    return {name: reason.amounts(nouns, heard, points) for name, reason in game.text.reasons.items()}


@dataclass(slots=True)
class Differences:
    """What one line of play had more of than another, pair by pair."""

    game: Game
    seat: Seat
    rivals: bool  # whether all play against each other
    pairs: list[tuple[Counts, Counts]] = field(default_factory=list)

    def add(self, better: Counts, worse: Counts) -> None:
        self.pairs.append((better, worse))

    def why(self, sure: bool = True, subject: str = "it") -> str:
        """One sentence; `sure` says whether the one is known to be better at all."""
        if not self.pairs:
            return ""
        if clauses := self._clauses():
            return f"On average {subject} {listed(clauses)}."
        return f"{capital(subject)} {MANY_WAYS}." if sure else NO_DIFFERENCE

    def _clauses(self) -> list[str]:
        """The clearest differences; points speak only where nothing else does."""
        sized = [(*self._size(name, side), name, side) for name in self.game.text.reasons for side in (0, 1)]
        clear = [one for one in sized if one[0] >= SURE and one[1] >= LEAST]
        chosen = [one for one in clear if one[2] != POINTS] or clear
        return [self._said(*one[1:]) for one in sorted(chosen, key=lambda one: -one[0])[:CLAUSES]]

    def _size(self, name: str, side: int) -> tuple[float, float]:
        """How clear a difference for the better is, in standard errors, and how large on average."""
        reason = self.game.text.reasons[name]
        if not (reason.theirs if side else reason.mine) or (side and not self.rivals):
            return 0.0, 0.0
        sign = -1 if reason.bad is not bool(side) else 1
        apart = [sign * (self._amount(a, name, side) - self._amount(b, name, side)) for a, b in self.pairs]
        return mean(apart) / standard_error(apart, DOUBT), mean(apart)

    def _amount(self, counted: Counts, name: str, side: int) -> float:
        """Of the seat, or of all who play with it; on the other side of the rivals, or the best of them."""
        amounts, reason = counted[name], self.game.text.reasons[name]
        others = [amount for seat, amount in enumerate(amounts) if seat != self.seat]
        if side:
            return max(others) if name == POINTS else sum(others)
        return sum(amounts) if self._is_of_each(reason) else amounts[self.seat]

    def _is_of_each(self, reason: Reason) -> bool:
        """Whether all who play together do it, each their part."""
        if self.rivals or not reason.events:
            return False
        nouns = [noun for event in reason.events for noun in self.game.text.events[event].nouns]
        return any(noun.split(":")[-1] == "seat" for noun in nouns)

    def _said(self, amount: float, name: str, side: int) -> str:
        reason = self.game.text.reasons[name]
        return reason_text(reason.theirs if side else reason.mine, amount)
