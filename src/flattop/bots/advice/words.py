"""What a move is worth, in words: how often it wins, or what it brings, and by how much another is worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from flattop.bots.chef.thought import Line, Z
from flattop.kernel import Game

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
        return Worth(kind, *around(line.points, doubt))
    _, low, high = around([*line.wins, 0.0, 1.0])  # so that a few alike are not beyond doubt
    return Worth(kind, sum(line.wins) / max(1, line.size), max(0.0, low), min(1.0, high))


def worse(line: Line, best: Line, kind: Kind, doubt: float) -> Worth:
    """By how much a line is worse than another on the worlds of both."""
    if kind == "score":
        return Worth(kind, *around(_apart(best.points, line.points), doubt))
    apart = _apart(best.wins, line.wins)
    _, low, high = around([*apart, -1.0, 1.0])
    return Worth(kind, sum(apart) / max(1, len(apart)), max(-1.0, low), min(1.0, high))


def _apart(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(ours, theirs, strict=False)]


def kind_of(game: Game, lines: Sequence[Line], cut: bool) -> Kind:
    """To win, or together to succeed; for points where that is never in doubt, unless playouts were cut."""
    wins = [win for line in lines for win in line.wins]
    points = {count for line in lines for count in line.points}
    if game.mode == "competitive":
        return "win" if cut or len(set(wins)) > 1 or wins[:1] in ([0.0], [1.0]) else "score"
    rare = not RARE <= sum(wins) / max(1, len(wins)) <= 1 - RARE
    return "score" if rare and len(points) > 1 else "succeed"


def around(values: Sequence[float], doubt: float = 0.0) -> tuple[float, float, float]:
    """The mean, and the interval in which the true one lies; doubt keeps a few alike from being sure."""
    size = max(1, len(values))
    middle = sum(values) / size
    spread = sqrt((sum((value - middle) ** 2 for value in values) + doubt * doubt) / max(1, size - 1))
    reach = Z * spread / sqrt(size)
    return middle, middle - reach, middle + reach


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
