"""The value of cards, by paired playouts: two cards of a pile in turn in the same slot of the same table.

A face-down slot in a hand gets one card and then the other, both drawn from a face-down pile; the card from
the slot goes to the pile.  The kernel reshuffles hidden cards of one pool whenever it determinizes a table,
so no spectator could tell either table from the real one.  A face-up slot that all seats share (the market,
the orders, the customers) is changed when it is filled first, before any seat has reacted to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flattop.kernel import CLOCK, HIDDEN, Chance, Seat, Sees, Table, hidden_piles, seat_names
from flattop.lab.balance.accumulators import Additive, Mean
from flattop.lab.balance.instrumented_game import GameTrace
from flattop.lab.balance.paired_playouts import play_to_end, seat_result


@dataclass(slots=True)
class CardGain(Additive):
    """Gain of a card over another one in the same slot; each pair of playouts adds one value."""

    wins: Mean = field(default_factory=Mean)  # in win units
    points: Mean = field(default_factory=Mean)


CardGains = dict[tuple[str, str, str], CardGain]  # by zone, kind and name of the card


class Slot(NamedTuple):
    """A position in a zone."""

    zone: str
    owner: Seat | None
    position: int


class Candidate(NamedTuple):
    """A slot whose card may be replaced, with the slots of the pile that the cards come from."""

    slot: Slot
    pile: list[Slot]
    kind: str  # of its cards


def card_gains(trace: GameTrace) -> CardGains:
    """Play out one pair for each sampled table, and one for a slot that all seats share."""
    gains: CardGains = {}
    for number, t in enumerate(trace.samples["card"].tables):
        _add_pair(trace, t, held_slots(trace, t), ("held", number), gains)
    if trace.samples["card"].size:
        opened = next((t for t in trace.early if open_slots(trace, t)), trace.dealt)
        _add_pair(trace, opened, open_slots(trace, opened), ("open", 0), gains)
    return gains


def _add_pair(
    trace: GameTrace, t: Table, candidates: list[Candidate], purpose: tuple[str, int], gains: CardGains
) -> None:
    """Choose a slot and two cards at random, play both tables out, and add the difference to both cards."""
    chance = Chance(trace.seed("swap", *purpose))
    if not candidates:
        return
    slot, pile, kind = candidates[chance.below(len(candidates))]
    fitting = [other for other in pile if fits(trace, t, slot, card_at(t, other))]
    if len(fitting) < 2:
        return
    cards = [fitting.pop(chance.below(len(fitting)))]
    cards.append(fitting[chance.below(len(fitting))])
    text, people = trace.game.text, seat_names(t.seats)
    names = [text.noun(kind, card_at(t, card), t.pack, people) for card in cards]
    if names[0] == names[1]:
        return
    seed = trace.seed("pair", *purpose)
    ends = [play_to_end(trace, with_swapped(t, slot, card, seed), seed) for card in cards]
    if slot.owner is not None:
        one, other = (seat_result(trace, end, slot.owner) for end in ends)
        wins, points = one.win - other.win, one.points - other.points
    else:  # all seats share the slot
        first, second = (sum(end.points) for end in ends)
        one, other = (seat_result(trace, end, 0) for end in ends)
        wins, points = 0 if trace.has_rivals else one.win - other.win, first - second
    for name, sign in zip(names, (1, -1), strict=True):
        gain = gains.setdefault((slot.zone, kind, name), CardGain())
        gain.points.count(sign * points)
        gain.wins.count(sign * wins)


def with_swapped(t: Table, slot: Slot, other: Slot, seed: int) -> Table:
    """Return a copy of the table with the cards of two slots exchanged."""
    new = t.copy_without_secrets(None, Chance(seed)) if slot.owner is not None else t.clone()
    new.chance, new.events = Chance(seed), None
    ours, theirs = _cards(new, slot), _cards(new, other)
    ours[slot.position], theirs[other.position] = theirs[other.position], ours[slot.position]
    new.ask_afresh()  # options may depend on hidden cards
    return new


def held_slots(trace: GameTrace, t: Table) -> list[Candidate]:
    """Return all hidden slots of seats, with the hidden slots of the piles in their pool."""
    pools: dict[str, list[Slot]] = {}
    hands: list[tuple[Slot, str, str]] = []
    for name, zone, owner, _, hidden in hidden_piles(t, trace.game.concealed_zones, None):
        kind = _kind(trace, name)
        if zone.reroll or zone.recompute or not kind or not zone.pool:
            continue
        if owner is None:
            pools.setdefault(zone.pool, []).extend(Slot(name, None, i) for i in hidden)
        else:
            hands += [(Slot(name, owner, i), zone.pool, kind) for i in hidden]
    return [Candidate(slot, pools[pool], kind) for slot, pool, kind in hands if pool in pools]


def open_slots(trace: GameTrace, t: Table) -> list[Candidate]:
    """Return all face-up slots that seats share and that were filled from a face-down pile."""
    if CLOCK in t.asks or not t.asks:
        return []
    piles: dict[str, list[Slot]] = {}
    for name, zone, owner, cards, hidden in hidden_piles(t, trace.game.concealed_zones, None):
        if zone.sees is Sees.NONE and owner is None and (kind := _kind(trace, name)):
            piles[kind] = [Slot(name, None, i) for i in hidden if cards[i] != HIDDEN]
    candidates = []
    for name, zone in trace.game.zones.items():
        kind = _kind(trace, name)
        # A computed zone is no field of the table; it cannot be changed.
        value: Any = getattr(t, name) if name in type(t).__dataclass_fields__ else None
        is_pile = isinstance(value, list) and {*map(type, value)} <= {int}
        if is_pile and zone.sees is Sees.ALL and not zone.per_seat and kind in piles:
            candidates += [
                Candidate(Slot(name, None, i), piles[kind], kind) for i, card in enumerate(value) if card >= 0
            ]
    return candidates


def fits(trace: GameTrace, t: Table, slot: Slot, card: int) -> bool:
    """True if the card may lie in the slot, from what every seat knows."""
    zone = trace.game.zones[slot.zone]
    if zone.candidates is None:
        return True
    known = [zone.candidates(t, seat, slot.owner, slot.position) for seat in (None, *range(t.seats))]
    return all(cards is None or card in cards for cards in known)


def card_at(t: Table, slot: Slot) -> int:
    return _cards(t, slot)[slot.position]


def _cards(t: Table, slot: Slot) -> list[int]:
    value = getattr(t, slot.zone)
    return value if slot.owner is None else value[slot.owner]  # type: ignore[no-any-return]


def _kind(trace: GameTrace, zone: str) -> str:
    """Return the kind of cards in a zone, if they have names."""
    text = trace.game.text
    kind = text.zones[zone].kind if zone in text.zones else ""
    return kind if kind in text.namers else ""
