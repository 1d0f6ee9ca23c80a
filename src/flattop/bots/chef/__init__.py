"""Chef: a bot that thinks, on sights alone.

It stands on the house bot of the game: whole moves are tried out on the same imagined worlds and by the same
luck, and the house bot's move is left only where another is surely better.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from flattop.bots.chef.candidates import Line, Move, Thought
from flattop.bots.chef.params import STYLES, Style, style_of
from flattop.bots.chef.search import Search
from flattop.kernel import PASS, Action, Chance
from flattop.match import Observation

__all__ = ["STYLES", "Chef", "Line", "Move", "Style", "Thought", "style_of", "think"]


class Chef:
    """Plays what the house bot would, unless playouts show that something else is surely better."""

    def __init__(
        self, chance: Chance, effort: float = 1.0, seconds: float | None = None, style: Style | None = None
    ) -> None:
        self.chance, self.effort, self.seconds, self.style = chance, effort, seconds, style

    def choose(self, obs: Observation) -> Action:
        if len(obs.options) == 1 and (PASS in obs.options or not obs.anytime):
            return next(iter(obs.options))  # any-time plays can wait where all there is to do is pass
        *_, last = think(obs, self.chance, self.effort, self.seconds, self.style)
        return last.best.move[0]


def think(
    obs: Observation,
    chance: Chance,
    effort: float = 1.0,
    seconds: float | None = None,
    style: Style | None = None,
) -> Iterator[Thought]:
    """Better and better thoughts about a question, at least one; in the game's style unless another is given.

    The effort is a multiple of the work that the style names, so that the same sight, luck and effort
    end in the same thought; seconds only cut it short.
    """
    style = style or style_of(obs.game.key, obs.game.has_rivals(obs.seats, obs.settings))
    until = None if seconds is None else perf_counter() + seconds
    yield from Search(obs, chance, style).thoughts(style.work * effort, until)
