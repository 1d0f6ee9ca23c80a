"""Search parameters of chef for each game, chosen by measurement (docs/opponents.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchParams:
    """Parameters of the search in one game."""

    work: int = 2000  # decisions played out for one choice, all candidates together
    moves: int = 10  # candidates at most
    min_z: float = 1.5  # standard errors by which a move must beat the house bot's
    min_gain: float = 0.0  # value it must gain beyond that, because playouts that are cut off miss something
    depth: int = 0  # own decisions after which a playout is cut off; 0 plays to the end
    scale: float = 10.0  # points that make a clear difference
    margin_weight: float = 0.5  # weight of the points beside the win
    learned_depth: int = 0  # replaces `depth` where there is a learned evaluation for the cutoff


PARAMS: dict[str, SearchParams] = {
    "between-two-burgers": SearchParams(work=3400, scale=4, min_z=2.5, min_gain=0.06, depth=1),
    "burger-boss": SearchParams(work=3400, scale=15, depth=5, learned_depth=2),
    "burger-go": SearchParams(work=10000, scale=8),
    "burger-trucker": SearchParams(work=3000, scale=14, moves=4, min_gain=0.02, depth=6),
    "burger-up": SearchParams(work=3400, scale=25, depth=3),
    "burgerfuck": SearchParams(work=8500, scale=1, min_z=1.7, learned_depth=4),
    "hanaburger": SearchParams(work=2200, scale=8, moves=5, min_z=2.0, min_gain=0.03, depth=3),
    "kitchen-rush": SearchParams(work=4000, scale=30, moves=6),
    "ninja-burger": SearchParams(work=6800, scale=4, min_gain=0.03, depth=1),
    "party-up": SearchParams(work=4500, scale=13, depth=2),
    "solo-up": SearchParams(work=3000, scale=13),
}
# A shared score varies little, so playouts to the end say more.
COOPERATIVE: dict[str, SearchParams] = {"between-two-burgers": SearchParams(work=2700, scale=4)}


def params_for(key: str, rivals: bool) -> SearchParams:
    """Return the parameters for a game, with rivals or with a shared score."""
    params = PARAMS.get(key, SearchParams())
    return params if rivals else COOPERATIVE.get(key, params)
