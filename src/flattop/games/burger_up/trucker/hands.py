"""Actions of the Build Phase: take, place, put back, finish (TR-08 to TR-13)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from flattop.games.burger_up.actions import CARDS
from flattop.games.burger_up.trucker.scoring import OUT, speed_coins
from flattop.kernel import VACANT, Action, Options, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


Takes = tuple[list[Action], list[Action]]  # options of empty hands, without `finish` and with it
FLIP: Action = ("flip",)
GRAB: tuple[Action, ...] = tuple(("grab", card) for card in CARDS)
PUT_BACK: Action = ("put_back",)
FINISH: Action = ("finish",)


def take_options(t: TruckTable) -> Takes:
    """Options of empty hands: the next face-down card, or any face-up card (TR-08)."""
    grabs = [GRAB[card] for card in t.face_up]
    takes = [FLIP, *grabs] if t.pile else grabs
    return takes, [*takes, FINISH]


def steps(t: TruckTable, seat: Seat, takes: Takes) -> Options:
    """Options of a seat.

    A held card must be placed or put back first; empty hands may also finish (TR-09, TR-R6).
    """
    card = t.held[seat]
    if card == VACANT:
        without, with_finish = takes
        return with_finish if t.has_food(seat) else without
    return () if t.too_early(seat) else held_card_options(t.pack.fitting[t.wants(seat)][card])


@cache
def held_card_options(faces: tuple[int, ...]) -> tuple[Action, ...]:
    """Options for a held card with these fitting faces (TR-09)."""
    return (*(("place", face) for face in faces), PUT_BACK)


def flip(t: TruckTable, seat: Seat) -> None:
    card = t.pile.pop(0)
    t.held[seat], t.taken_at[seat] = card, t.now
    t.reveals += 1
    t.tell("flipped", seat, card)


def grab(t: TruckTable, seat: Seat, card: int) -> None:
    t.face_up.remove(card)
    t.held[seat], t.taken_at[seat] = card, t.now
    t.tell("grabbed", seat, card)


def place(t: TruckTable, seat: Seat, face: int) -> None:
    t.held[seat] = VACANT
    t.burgers[seat].append(face)
    t.tell("placed", seat, face)


def put_back(t: TruckTable, seat: Seat) -> None:
    """Put the card back face up; it never turns face down again (TR-R3)."""
    card, t.held[seat] = t.held[seat], VACANT
    t.face_up.append(card)
    t.tell("returned", seat, card)


def finish(t: TruckTable, seat: Seat) -> None:
    t.places[seat] = place = next_place(t)
    t.tell("finished", seat, place, speed_coins(place))


def next_place(t: TruckTable) -> int:
    """The place of the next seat to finish."""
    return 1 + sum(place > 0 for place in t.places)


def run_out(t: TruckTable, seat: Seat) -> None:
    """Out of time: a held card goes back, and the burger stays as it is (TR-R7)."""
    if t.held[seat] != VACANT:
        put_back(t, seat)
    t.places[seat] = OUT
    t.tell("out_of_time", seat)


def all_run_out(t: TruckTable) -> None:
    for seat in t.builders:
        run_out(t, seat)


def retire_stranded_seats(t: TruckTable) -> None:
    """If the centre and all hands are empty, seats that cannot finish are out of time (TR-R7)."""
    if t.pile or t.face_up or any(card != VACANT for card in t.held):
        return
    for seat in t.builders:
        if not t.has_food(seat):
            run_out(t, seat)
