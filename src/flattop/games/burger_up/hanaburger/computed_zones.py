"""Computed zones of hints and orders, and the events that report hints and draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.hanaburger.clues import clue_ids, clue_words, facts, fitting_cards
from flattop.games.burger_up.requirements import State, order_states
from flattop.kernel import VACANT, Event, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable


def marks(t: HanaTable, lists: list[list[int]], below: bool = False) -> list[list[list[str]]]:
    """The clues of each card in each hand, from one of the two lists of masks; `below` for lower ends."""
    pack, shift = t.pack, len(t.pack.clues) if below else 0
    return [[clue_ids(pack, mask >> shift) if mask else [] for mask in hand] for hand in lists]


def slots(bits: int) -> list[int]:
    return [slot for slot in range(bits.bit_length()) if bits >> slot & 1]


def asked(t: HanaTable, order: int) -> list[str]:
    return [] if order == VACANT else [need.words for need in t.pack.needs[order]]


def prospects(t: HanaTable, place: int) -> list[State]:
    order = t.orders[place]
    return [] if order == VACANT else [*order_states(t.pack, order, t.burgers[place])]


def certain(t: HanaTable, seat: Seat) -> list[str]:
    """For each card of a hand, the clues it certainly matches."""
    return [clue_words(t.pack, yes) if yes else "" for yes, _ in known_facts(t, seat)]


def excluded(t: HanaTable, seat: Seat) -> list[str]:
    """For each card of a hand, the clues it certainly does not match."""
    return [clue_words(t.pack, no) if no else "" for _, no in known_facts(t, seat)]


def known_facts(t: HanaTable, seat: Seat) -> list[tuple[int, int]]:
    """Both lists as masks, as far as the option `memory` helps."""
    if t.settings["memory"] == "marks":
        return marks_as_facts(t, seat)
    seen = visible_cards(t, seat) if t.settings["memory"] == "count" else frozenset()
    return [facts(t.pack, possible_cards(t, seat, slot) - seen) for slot in range(len(t.hands[seat]))]


def marks_as_facts(t: HanaTable, seat: Seat) -> list[tuple[int, int]]:
    """Only what was said: matched at either end, not matched at both."""
    width = len(t.pack.clues)
    return [
        (yes | yes >> width, no & no >> width if t.detail == "end" else no)
        for yes, no in zip(t.pointed_out[seat], t.passed_over[seat], strict=True)
    ]


def possible_cards(t: HanaTable, seat: Seat, slot: int) -> frozenset[int]:
    """Every card of the deck that matches all hints given about this one (HB-R5)."""
    return fitting_cards(t.pack, t.detail, t.pointed_out[seat][slot], t.passed_over[seat][slot])


def visible_cards(t: HanaTable, seat: Seat) -> frozenset[int]:
    """Every card that the holder of a hand can see: all but that hand and the deck."""
    others = [card for other, hand in enumerate(t.hands) if other != seat for card in hand]
    laid = [face >> 1 for stack in t.burgers for face in stack]
    return frozenset((*others, *laid, *t.discards, t.shown))


# -- events


def hint_event(t: HanaTable, seat: Seat, to: Seat, clue: str, bits: int) -> Event:
    """The event of a hint, with the cards or ends it points at."""
    masks, width = [mask & bits for mask in t.hand_masks(to)], len(t.pack.clues)
    if t.detail == "card":
        return ("hinted", seat, to, clue, tuple(slot for slot, mask in enumerate(masks) if mask))
    upper = tuple(slot for slot, mask in enumerate(masks) if mask & (1 << width) - 1)
    lower = tuple(slot for slot, mask in enumerate(masks) if mask >> width)
    return ("hinted_ends", seat, to, clue, upper, lower)


def tell_draw(t: HanaTable, seat: Seat, card: int) -> None:
    """Report a draw: the other seats see the card, its holder does not (HB-R17)."""
    t.tell("drew", seat)
    for other in range(t.seats):
        if other != seat:
            t.whisper(other, "drew_open", seat, card)
    if not t.deck:
        t.tell("deck_empty")
