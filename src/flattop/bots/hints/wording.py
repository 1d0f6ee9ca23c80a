"""What a move is worth, in words: how often it wins, or what it brings, and by how much another is worse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from flattop.bots.chef.candidates import Line
from flattop.bots.stats import interval, mean, standard_error
from flattop.kernel import Game, Seat, Table, Told, capital, listed
from flattop.kernel.text.reasons import POINTS, Reason, said

Kind = Literal["win", "succeed", "score"]
VERBS: dict[Kind, str] = {"win": "wins", "succeed": "succeeds", "score": "brings"}
UNITS: dict[Kind, str] = {"win": " %", "succeed": " %", "score": " points"}
RARE = 0.05  # whoever fails, or succeeds, more rarely than this plays for points


@dataclass(frozen=True, slots=True)
class Worth:
    """A share of wins or a number of points, and where the true one lies with 95 %."""

    kind: Kind
    value: float
    low: float
    high: float


def worth(line: Line, kind: Kind, doubt: float) -> Worth:
    """What a line is worth by itself."""
    if kind == "score":
        return Worth(kind, *interval(line.points, doubt))
    _, low, high = interval([*line.wins, 0.0, 1.0])  # so that a few alike are not beyond doubt
    return Worth(kind, mean(line.wins), max(0.0, low), min(1.0, high))


def worse(line: Line, best: Line, kind: Kind, doubt: float) -> Worth:
    """By how much a line is worse than another on the worlds of both."""
    if kind == "score":
        return Worth(kind, *interval(_apart(best.points, line.points), doubt))
    apart = _apart(best.wins, line.wins)
    _, low, high = interval([*apart, -1.0, 1.0])
    return Worth(kind, mean(apart), max(-1.0, low), min(1.0, high))


def _apart(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(ours, theirs, strict=False)]


def kind_of(rivals: bool, lines: Sequence[Line], learned: bool) -> Kind:
    """To win, or together to succeed; for points where that is never in doubt, unless it was learned."""
    wins = [win for line in lines for win in line.wins]
    points = {count for line in lines for count in line.points}
    if rivals:
        return "win" if learned or len(set(wins)) > 1 or wins[:1] in ([0.0], [1.0]) else "score"
    rare = not RARE <= mean(wins) <= 1 - RARE
    return "score" if rare and len(points) > 1 else "succeed"


def chance_words(it: Worth) -> str:
    """ "wins 61 % (52 to 70)", or "brings 18.3 points (17.1 to 19.5)"."""
    value, low, high = (_number(it.kind, value) for value in (it.value, it.low, it.high))
    return f"{VERBS[it.kind]} {value}{UNITS[it.kind]} ({low} to {high})"


def worse_words(it: Worth) -> str:
    """By how much less another wins or brings; where that is not sure, it is said so."""
    low, high = (_number(it.kind, abs(value)) for value in (it.low, it.high))
    unit = UNITS[it.kind]
    if it.low <= 0 <= it.high:
        return f"no clear difference, from {low}{unit} better to {high}{unit} worse"
    low, high, way = (low, high, "less") if it.value > 0 else (high, low, "more")
    return f"{VERBS[it.kind]} {_number(it.kind, abs(it.value))}{unit} {way} ({low} to {high})"


def _number(kind: Kind, value: float) -> str:
    """Whole percents, or points with a tenth; a minus is a minus."""
    number = f"{value:.1f}" if kind == "score" else f"{round(value * 100)}"
    return number.replace("-", "\N{MINUS SIGN}") if float(number) else number.lstrip("-")


Counts = Mapping[str, Sequence[int]]  # by reason, then by seat
SURE = 1.5  # standard errors that a difference must be away from nothing
DOUBT = 0.5  # of a unit, so that few pairs alike are not beyond it
LEAST = 0.1  # of anything is too little to speak of
CLAUSES = 2
NO_DIFFERENCE = "Nothing that counts tells the two apart so far."
MANY_WAYS = "does better more often than not, each time in another way"


def counts(game: Game, t: Table, told: Iterable[Told]) -> Counts:
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
        return said(reason.theirs if side else reason.mine, amount)
