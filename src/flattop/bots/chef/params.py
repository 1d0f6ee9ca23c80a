"""How chef thinks about each game: a line of numbers, found by measurement (docs/opponents.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """What a search of one game is like."""

    work: int = 2000  # decisions that are played out for one question, all moves together
    moves: int = 10  # that are compared at most
    sure: float = 1.5  # standard errors that another move must be ahead of the house bot's
    least: float = 0.0  # of the value besides, for what a cut may hide: playouts alike say nothing of that
    ahead: int = 0  # own questions after which a playout is cut; 0 plays to the end
    scale: float = 10.0  # points that make a clear difference
    margin: float = 0.5  # what points count for beside the win
    learned: int = 0  # the same as `ahead`, where there is a learned evaluation to ask there


STYLES: dict[str, Style] = {
    "between-two-burgers": Style(work=3400, scale=4, sure=2.5, least=0.06, ahead=1),
    "burger-boss": Style(work=3400, scale=15, ahead=5, learned=2),
    "burger-go": Style(work=10000, scale=8),
    "burger-trucker": Style(work=3000, scale=14, moves=4, least=0.02, ahead=6),
    "burger-up": Style(work=3400, scale=25, ahead=3),
    "burgerfuck": Style(work=8500, scale=1, sure=1.7, learned=4),
    "hanaburger": Style(work=2200, scale=8, moves=5, sure=2.0, least=0.03, ahead=3),
    "kitchen-rush": Style(work=4000, scale=30, moves=6),
    "ninja-burger": Style(work=6800, scale=4, least=0.03, ahead=1),
    "party-up": Style(work=4500, scale=13, ahead=2),
    "solo-up": Style(work=3000, scale=13),
}
# At tables where all have one score points vary little, so that playouts to the end tell more.
TOGETHER: dict[str, Style] = {"between-two-burgers": Style(work=2700, scale=4)}


def style_of(key: str, rivals: bool) -> Style:
    """How chef thinks at a table of a game."""
    style = STYLES.get(key, Style())
    return style if rivals else TOGETHER.get(key, style)
