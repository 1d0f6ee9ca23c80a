"""What can be read off the table, worked out only when someone looks, and how it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.hanaburger.clues import clue_ids, clue_words, facts, fitting_cards
from flattop.games.burger_up.requirements import order_states
from flattop.kernel import VACANT, Event, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable


def marks(t: HanaTable, lists: list[list[int]], below: bool = False) -> list[list[list[str]]]:
    """One of the two lists of every card in each hand, as clues; `below` for the lower ends."""
    pack, shift = t.pack, len(t.pack.clues) if below else 0
    return [[clue_ids(pack, mask >> shift) if mask else [] for mask in hand] for hand in lists]


def slots(bits: int) -> list[int]:
    return [slot for slot in range(bits.bit_length()) if bits >> slot & 1]


def asked(t: HanaTable, order: int) -> list[str]:
    return [] if order == VACANT else [need.words for need in t.pack.needs[order]]


def prospects(t: HanaTable, place: int) -> list[str]:
    order = t.orders[place]
    return [] if order == VACANT else [*order_states(t.pack, order, t.burgers[place])]


def certain(t: HanaTable, seat: Seat) -> list[str]:
    """For each card of a hand the clues that it carries for certain."""
    return [clue_words(t.pack, yes) if yes else "" for yes, _ in known_facts(t, seat)]


def excluded(t: HanaTable, seat: Seat) -> list[str]:
    """For each card of a hand the clues that it cannot carry."""
    return [clue_words(t.pack, no) if no else "" for _, no in known_facts(t, seat)]


def known_facts(t: HanaTable, seat: Seat) -> list[tuple[int, int]]:
    """Both, as masks."""
    if t.settings["memory"] == "marks":
        return marks_as_facts(t, seat)
    seen = in_sight(t, seat) if t.settings["memory"] == "count" else frozenset()
    return [facts(t.pack, could_be(t, seat, slot) - seen) for slot in range(len(t.hands[seat]))]


def marks_as_facts(t: HanaTable, seat: Seat) -> list[tuple[int, int]]:
    """What was said and nothing more: pointed out at either end, passed over at both."""
    width = len(t.pack.clues)
    return [
        (yes | yes >> width, no & no >> width if t.detail == "end" else no)
        for yes, no in zip(t.pointed_out[seat], t.passed_over[seat], strict=True)
    ]


def could_be(t: HanaTable, seat: Seat, slot: int) -> frozenset[int]:
    """Every card of the deck that obeys all hints ever given about this one (HB-R5)."""
    return fitting_cards(t.pack, t.detail, t.pointed_out[seat][slot], t.passed_over[seat][slot])


def in_sight(t: HanaTable, seat: Seat) -> frozenset[int]:
    """Every card that the holder of a hand can see: all but that hand and the deck."""
    others = [card for other, hand in enumerate(t.hands) if other != seat for card in hand]
    laid = [face >> 1 for stack in t.burgers for face in stack]
    return frozenset((*others, *laid, *t.discards, t.shown))


# -- the log


def hint_told(t: HanaTable, seat: Seat, to: Seat, clue: str, bits: int) -> Event:
    """The cards that a hint points at, or their ends."""
    masks, width = [mask & bits for mask in t.hand_masks(to)], len(t.pack.clues)
    if t.detail == "card":
        return ("hinted", seat, to, clue, tuple(slot for slot, mask in enumerate(masks) if mask))
    upper = tuple(slot for slot, mask in enumerate(masks) if mask & (1 << width) - 1)
    lower = tuple(slot for slot, mask in enumerate(masks) if mask >> width)
    return ("hinted_ends", seat, to, clue, upper, lower)


def tell_draw(t: HanaTable, seat: Seat, card: int) -> None:
    """To its holder it is a card, to the other seats it has a name (HB-R17)."""
    t.tell("drew", seat)
    for other in range(t.seats):
        if other != seat:
            t.whisper(other, "drew_open", seat, card)
    if not t.deck:
        t.tell("deck_empty")
