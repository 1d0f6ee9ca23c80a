"""How burgers stand to the Incoming Orders, worked out once for each burger of a round."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import Need, Needs

Stack = tuple[int, ...]


class Standing(NamedTuple):
    """The ingredients that a burger lacks for an order; NEVER and more if it is spoiled."""

    short: int  # at least; none if the order is met
    named: int  # by what they are, not by the height
    lacking: tuple[int, ...]  # by need, but the height


class Shape(NamedTuple):
    """What there is to know of a burger, whatever the time."""

    height: int
    pays: int  # for its Perfect faces
    standings: tuple[Standing, ...]  # by Incoming Order
    kind: str  # that it asks for next


class Shapes(dict[Stack, Shape]):
    """By burger: its shape, while these are the Incoming Orders."""

    def __init__(self, pack: Pack, incoming: tuple[int, ...]) -> None:
        self.pack, self.needs = pack, [pack.needs[order] for order in incoming]
        self.sources = [[(need, helpers(pack, need)) for need in others] for _, *others in self.needs]

    def __missing__(self, stack: Stack) -> Shape:
        pack, standings = self.pack, tuple([standing(needs, stack) for needs in self.needs])
        height, pays = burger.height(pack, stack), burger.perfect_payment(pack, stack)
        self[stack] = shape = Shape(height, pays, standings, burger.wanted(pack, stack))
        return shape


shapes = lru_cache(maxsize=16)(Shapes)  # whoever builds for these orders


def standing(needs: Needs, stack: Stack) -> Standing:
    height, *lacking = [need.missing(stack) for need in needs]
    return Standing(max(height, sum(lacking)), sum(lacking), tuple(lacking))


def helpers(pack: Pack, need: Need) -> dict[int, tuple[str, ...]]:
    """By card that helps the need: the types of its faces that do."""
    faces = sorted(need.helpers)
    return {face >> 1: tuple(pack.type_of[one] for one in faces if one >> 1 == face >> 1) for face in faces}
