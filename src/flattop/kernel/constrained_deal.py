"""Dealing anew within bounds: closed cards change places, and each lands where it may lie."""

from __future__ import annotations

from collections.abc import Container, Mapping

from flattop.kernel.chance import Chance
from flattop.kernel.errors import RulesBug

TRIES = 25  # draws at random before a tight deal is looked for step by step
SWAPS = 8  # for each bound place of a tight deal, so that it is as good as drawn

Bounds = Mapping[int, Container[int]]  # by place: the cards that may lie there; other places take any


def within(cards: list[int], bounds: Bounds, chance: Chance) -> list[int]:
    """Shuffled cards in an order that keeps every bound; it depends on nothing but the arguments."""
    choices = {place: [i for i, card in enumerate(cards) if card in may] for place, may in bounds.items()}
    taken = _drawn(choices, chance)
    if taken is None:
        taken = _matching(choices)
        _mix(taken, cards, bounds, chance)
    return _laid_out(cards, taken)


def _drawn(choices: Mapping[int, list[int]], chance: Chance) -> dict[int, int] | None:
    """Each bound place draws one of its cards, all anew if two draw the same: so no deal is likelier."""
    if not all(choices.values()):
        return None
    for _ in range(TRIES):
        taken = {place: mine[chance.below(len(mine))] for place, mine in choices.items()}
        if len(set(taken.values())) == len(taken):
            return taken
    return None


def _matching(choices: Mapping[int, list[int]]) -> dict[int, int]:
    """Some deal that keeps the bounds: a matching by augmenting paths, places with fewest choices first."""
    holder: dict[int, int] = {}
    for place in sorted(choices, key=lambda place: len(choices[place])):
        if not _augmented(place, choices, holder, set()):
            raise RulesBug(f"no card is left that may lie at closed place {place}")
    return {place: i for i, place in holder.items()}


def _augmented(place: int, choices: Mapping[int, list[int]], holder: dict[int, int], seen: set[int]) -> bool:
    """Give the place a card that is free, or one whose holder can be given another in the same way."""
    for i in choices[place]:
        if i in seen:
            continue
        seen.add(i)
        if i not in holder or _augmented(holder[i], choices, holder, seen):
            holder[i] = place
            return True
    return False


def _mix(taken: dict[int, int], cards: list[int], bounds: Bounds, chance: Chance) -> None:
    """Bound places change cards with each other and with the rest, as far as the bounds allow."""
    places = sorted(taken)
    for place in places * SWAPS:
        i = chance.below(len(cards))
        if cards[i] not in bounds[place]:
            continue
        other = next((p for p in places if taken[p] == i), None)
        if other is None:
            taken[place] = i
        elif cards[taken[place]] in bounds[other]:
            taken[place], taken[other] = i, taken[place]


def _laid_out(cards: list[int], taken: Mapping[int, int]) -> list[int]:
    """The drawn cards at their places, all others in the order of the shuffle."""
    gone = set(taken.values())
    rest = (card for i, card in enumerate(cards) if i not in gone)
    return [cards[taken[place]] if place in taken else next(rest) for place in range(len(cards))]
