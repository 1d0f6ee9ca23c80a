"""What a move is worth, in words: how often it wins, or what it brings, and by how much another is worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from flattop.bots.chef.thought import Line
from flattop.bots.stats import interval, mean

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
