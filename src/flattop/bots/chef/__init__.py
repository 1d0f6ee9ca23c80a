"""Chef: a bot that searches from its observation.

It samples determinizations of the position, plays each candidate move out on them with the same random
numbers, and leaves the house bot's move only for one that is better with statistical significance.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from flattop.bots.chef.playout import Candidate, Move, SearchResult
from flattop.bots.chef.search import Search
from flattop.games.manifest import SearchParams, manifest
from flattop.kernel import PASS, Action, Chance
from flattop.match import Observation

__all__ = [
    "Candidate",
    "Chef",
    "Move",
    "SearchParams",
    "SearchResult",
    "evaluate_moves",
    "params_for",
]


class Chef:
    """Plays the house bot's move unless playouts show that another one is significantly better."""

    def __init__(
        self,
        chance: Chance,
        effort: float = 1.0,
        seconds: float | None = None,
        params: SearchParams | None = None,
    ) -> None:
        self.chance, self.effort, self.seconds, self.params = chance, effort, seconds, params

    def choose(self, obs: Observation) -> Action:
        if len(obs.options) == 1 and (PASS in obs.options or not obs.anytime):
            return next(iter(obs.options))  # a seat that can only pass keeps its any-time plays
        *_, last = evaluate_moves(obs, self.chance, self.effort, self.seconds, self.params)
        return last.best.move[0]


def params_for(key: str, rivals: bool) -> SearchParams:
    """Return the search parameters of a game, with rivals or with a shared score."""
    own = manifest(key)
    return own.search if rivals else own.search_together or own.search


def evaluate_moves(
    obs: Observation,
    chance: Chance,
    effort: float = 1.0,
    seconds: float | None = None,
    params: SearchParams | None = None,
) -> Iterator[SearchResult]:
    """Search and yield better and better results, at least one.

    `effort` is a multiple of the work in the parameters.  The same observation, chance and effort give the
    same result unless `seconds` stop the search earlier.
    """
    params = params or params_for(obs.game.key, obs.game.has_rivals(obs.seats, obs.settings))
    deadline = None if seconds is None else perf_counter() + seconds
    yield from Search(obs, chance, params).run(params.work * effort, deadline)
