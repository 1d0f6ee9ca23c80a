"""How chef thinks about each game: a line of numbers, found by measurement (docs/opponents.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """What a search of one game is like."""

    playouts: int = 64  # for one decision, all moves together
    moves: int = 10  # that are compared at most
    sure: float = 1.5  # standard errors that another move must be ahead of the house bot's
    ahead: int = 0  # own questions after which a playout is cut; 0 plays to the end
    scale: float = 20.0  # points that make a clear difference
    margin: float = 0.5  # what points count for beside the win
    learned: bool = False  # whether a learned evaluation is asked where a playout is cut
    chains: bool = True  # whether later questions of the same move are varied too


STYLES: dict[str, Style] = {
    "burger-go": Style(scale=8),
    "between-two-burgers": Style(scale=4),
    "burgerfuck": Style(scale=1, sure=2),
    "ninja-burger": Style(scale=4),
    "burger-boss": Style(scale=15, ahead=2),
    "burger-up": Style(scale=25, ahead=3),
    "party-up": Style(scale=13, ahead=2),
    "burger-trucker": Style(scale=14, playouts=16, moves=4),
    "hanaburger": Style(scale=8, playouts=24, moves=8),
    "solo-up": Style(scale=13, playouts=40),
    "kitchen-rush": Style(scale=30, playouts=48),
}
