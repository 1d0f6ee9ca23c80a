"""Determinization: copies of a table on which everything that a seat cannot see is dealt again at random."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from flattop.kernel.chance import Chance
from flattop.kernel.errors import RulesBug
from flattop.kernel.frame import Seat
from flattop.kernel.table import Table
from flattop.kernel.zone import Sees, Viewer, Zone, Zones, visible_value

T = TypeVar("T", bound=Table)
UNUSED = Chance(0)  # the Chance of copies on which nothing is played

TRIES = 25  # random draws before a deal with tight constraints is searched for
SWAPS = 8  # attempted swaps for each constrained place, to mix a deal that was searched for

Constraints = Mapping[int, Container[int]]  # by place: the cards that may lie there; other places take any


class HiddenPile(NamedTuple):
    """A pile with the places that a viewer cannot see."""

    name: str
    zone: Zone
    owner: Seat | None
    cards: list[int]
    places: list[int]


def determinize(t: T, zones: Zones, seat: Seat | None, chance: Chance) -> T:
    """Return a table that looks the same to the seat; everything hidden from the seat is dealt again."""
    new = t.copy_without_secrets(seat, chance)
    redeal(new, zones, seat, chance)
    new.ask_afresh()
    return new


def masked(t: T, zones: Zones, seat: Seat | None) -> T:
    """Return a copy to look at: everything hidden from the seat is face down, and no seat is asked."""
    new, viewer = t.copy_without_secrets(seat, UNUSED), Viewer(t, seat, t.over)
    new.asks = {}
    for name, zone in zones.items():
        if zone.sees is not Sees.ALL:
            piles, shown = getattr(new, name), visible_value(viewer, zone, name, getattr(t, name))
            for cards, visible in zip(piles, shown, strict=True) if zone.per_seat else ((piles, shown),):
                cards[:] = visible
    return new


def redeal(t: Table, zones: Zones, seat: Seat | None, chance: Chance) -> None:
    """Deal what is hidden from the seat again: cards within their pool, dice by a new roll."""
    _redeal(t, hidden_piles(t, zones, seat), seat, chance)
    for name, zone in zones.items():
        if zone.recompute:
            for pile in hidden_piles(t, {name: zone}, seat):
                if pile.places:
                    put(pile, zone.recompute(t, seat, pile.owner, chance))


def redeal_unknown(t: Table, zones: Zones, chance: Chance) -> None:
    """Deal again what no seat knows; what any seat knows stays."""
    _redeal(t, piles_hidden_from_all(t, zones), None, chance)


def _redeal(t: Table, piles: Iterable[HiddenPile], seat: Seat | None, chance: Chance) -> None:
    pools: dict[str, list[HiddenPile]] = {}
    constraints: dict[str, dict[int, Container[int]]] = {}  # by pool; places are counted over its piles
    for pile in piles:
        zone, cards = pile.zone, pile.cards
        if zone.reroll and pile.places:
            put(pile, zone.reroll(chance, len(cards)))
        elif not zone.reroll and not zone.recompute:
            pool = pools.setdefault(zone.pool or pile.name, [])
            if zone.candidates:
                bound = constraints.setdefault(zone.pool or pile.name, {})
                before = sum([len(other.places) for other in pool])
                for place, i in enumerate(pile.places, before):
                    candidates = zone.candidates(t, seat, pile.owner, i)
                    if candidates is not None:
                        bound[place] = candidates
            pool.append(pile)
    for name, pool in pools.items():
        hidden = [pile.cards[i] for pile in pool for i in pile.places]
        shuffled = chance.shuffled(sorted(hidden))  # sorted: the result must not depend on the order
        bound = constraints.get(name, {})
        dealt = iter(constrained_deal(shuffled, bound, chance) if bound else shuffled)
        for pile in pool:
            for i in pile.places:
                pile.cards[i] = next(dealt)


def put(pile: HiddenPile, values: list[int]) -> None:
    """Replace the hidden cards of a pile, and keep those that are known."""
    for i in pile.places:
        pile.cards[i] = values[i]


def hidden_piles(t: Table, zones: Zones, seat: Seat | None) -> Iterator[HiddenPile]:
    """Yield every pile of which the seat cannot see all places."""
    viewer = Viewer(t, seat, t.over)
    for name, zone in zones.items():
        if zone.sees is Sees.ALL:
            continue
        value = getattr(t, name)
        for owner, cards in enumerate(value) if zone.per_seat else ((None, value),):
            known, count = viewer.open_places(zone, owner, len(cards)), len(cards)
            if len(known) < count or not zone.open_to(seat, owner):
                hidden = [i for i in range(count) if i not in known] if known else list(range(count))
                yield HiddenPile(name, zone, owner, cards, hidden)


def piles_hidden_from_all(t: Table, zones: Zones) -> Iterator[HiddenPile]:
    """Yield every pile with the places in it that no seat sees."""
    by_pile: dict[tuple[str, Seat | None], list[HiddenPile]] = {}
    for seat in range(t.seats):
        for pile in hidden_piles(t, zones, seat):
            by_pile.setdefault((pile.name, pile.owner), []).append(pile)
    for piles in by_pile.values():
        if len(piles) == t.seats:
            first = piles[0]
            yield first._replace(
                places=[i for i in first.places if all(i in other.places for other in piles)]
            )


def shuffle_unseen(t: Table, zones: Zones, chance: Chance) -> None:
    """Shuffle every pile that no seat sees, and continue with another Chance.

    Unlike in `redeal_unknown` no card leaves its pile, and places that any seat knows stay.
    """
    t.chance = chance
    for name, zone in zones.items():
        if zone.sees is Sees.NONE:
            value = getattr(t, name)
            for owner, cards in enumerate(value) if zone.per_seat else ((None, value),):
                known: set[int] = set()
                if zone.known:
                    for seat in (None, *range(t.seats)):
                        known.update(zone.known(t, seat, owner))
                unknown = [i for i in range(len(cards)) if i not in known]
                for i, card in zip(unknown, chance.shuffled([cards[i] for i in unknown]), strict=True):
                    cards[i] = card


# -- deals with constraints


def constrained_deal(cards: list[int], constraints: Constraints, chance: Chance) -> list[int]:
    """Order shuffled cards so that every constraint holds; the result depends only on the arguments.

    Rejection sampling gives every valid deal the same probability.  Where it fails, a matching is found
    and then mixed by random swaps.
    """
    choices = {
        place: [i for i, card in enumerate(cards) if card in candidates]
        for place, candidates in constraints.items()
    }
    taken: dict[int, int] | None = None
    for _ in range(TRIES) if all(choices.values()) else ():
        drawn = {place: options[chance.below(len(options))] for place, options in choices.items()}
        if len(set(drawn.values())) == len(drawn):
            taken = drawn
            break
    if taken is None:
        # A bipartite matching by augmenting paths, places with fewest choices first.
        holder: dict[int, int] = {}
        for place in sorted(choices, key=lambda place: len(choices[place])):
            if not _augment(place, choices, holder, set()):
                raise RulesBug(f"no card is possible at hidden place {place}")
        taken = {place: i for i, place in holder.items()}
        _mix(taken, cards, constraints, chance)
    used = set(taken.values())
    rest = (card for i, card in enumerate(cards) if i not in used)
    return [cards[taken[place]] if place in taken else next(rest) for place in range(len(cards))]


def _augment(place: int, choices: Mapping[int, list[int]], holder: dict[int, int], seen: set[int]) -> bool:
    """Give the place a free card, or one whose holder can get another card in the same way."""
    for i in choices[place]:
        if i in seen:
            continue
        seen.add(i)
        if i not in holder or _augment(holder[i], choices, holder, seen):
            holder[i] = place
            return True
    return False


def _mix(taken: dict[int, int], cards: list[int], constraints: Constraints, chance: Chance) -> None:
    """Swap cards of constrained places with each other and with the rest, where the constraints allow it."""
    places = sorted(taken)
    for place in places * SWAPS:
        i = chance.below(len(cards))
        if cards[i] not in constraints[place]:
            continue
        other = next((p for p in places if taken[p] == i), None)
        if other is None:
            taken[place] = i
        elif cards[taken[place]] in constraints[other]:
            taken[place], taken[other] = i, taken[place]
