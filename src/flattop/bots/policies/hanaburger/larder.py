"""The deck of Hanaburger by food, and how long it takes until a food that an order asks for comes."""

from __future__ import annotations

from collections.abc import Iterable

from flattop.bots.policies import of_deck
from flattop.games.burger_up.hanaburger.clues import HanaPack
from flattop.games.burger_up.requirements import Different, Need
from flattop.kernel import VACANT

PER_CARD = 0.6  # placings on one burger that go by until one card has come that could be laid
LONGEST = 30  # placings; a need that takes longer will hardly be met

Kind = tuple[str, str, bool]  # of a half: its food, what it asks for, whether it is Perfect
Halves = list[tuple[Kind, ...]]  # by card


class Cookbook:
    """The deck by food."""

    def __init__(self, pack: HanaPack) -> None:
        self.faces: dict[str, list[int]] = {}
        for face, half in enumerate(pack.faces):
            self.faces.setdefault(half.name, []).append(face)
        self.buns = {pack.faces[face].name for face in pack.buns}
        kinds: list[Kind] = [
            (half.name, half.next, face in pack.perfect) for face, half in enumerate(pack.faces)
        ]
        self.halves: dict[str, Halves] = {
            wanted: [tuple([kinds[face] for face in faces]) for faces in cards]
            for wanted, cards in pack.fitting.items()
        }  # by what is wanted, those that fit
        self.fitting = {wanted: by_food(cards) for wanted, cards in self.halves.items()}
        self.helpers = [[Helpers(self.faces, need) for need in needs[1:]] for needs in pack.needs]


class Helpers:
    """The cards that would help a need; where different names are wanted, one of each."""

    def __init__(self, faces: dict[str, list[int]], need: Need) -> None:
        self.cards = cards_of(need.helpers)
        self.same = {food: cards_of(faces[food]) for food in faces} if isinstance(need, Different) else {}

    def left(self, gone: frozenset[int], foods: Iterable[str]) -> int:
        """How many may still come, to a burger that has these foods."""
        if not self.same:
            return len(self.cards - gone)
        return len(self.cards.difference(gone, *[self.same[food] for food in foods]))


def cards_of(faces: Iterable[int]) -> frozenset[int]:
    return frozenset([face >> 1 for face in faces])


def by_food(cards: Halves) -> dict[str, frozenset[int]]:
    """The cards that have a half of each food."""
    foods = dict.fromkeys(half[0] for halves in cards for half in halves)
    return {
        food: frozenset(card for card, halves in enumerate(cards) if any(food == half[0] for half in halves))
        for food in foods
    }


cookbook = of_deck(Cookbook)


def waits(pack: HanaPack, order: int, stack: Iterable[int], gone: frozenset[int]) -> tuple[int, ...]:
    """For each need of the order the placings until something comes that helps it."""
    if order == VACANT:
        return ()
    foods, coming = {pack.faces[face].name for face in stack}, len(pack.cards) - len(gone)
    left = [helpers.left(gone, foods) for helpers in cookbook(pack).helpers[order]]
    return tuple([min(LONGEST, round(PER_CARD * coming / cards)) if cards else LONGEST for cards in left])
