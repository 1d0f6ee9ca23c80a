"""Refusals: the reason why an action is illegal, with the rule that forbids it (TR-R17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.burger_up.actions import CARDS
from flattop.games.burger_up.cards import card_title, face_name
from flattop.games.burger_up.trucker.scoring import OUT
from flattop.kernel import CLOCK, VACANT, Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable

Reason = Obstacle | None
NOUNS = {
    "ready": 0, "tick": 1, "flip": 0, "grab": 1, "place": 1, "put_back": 0, "finish": 0,
    "claim": 0, "pass": 0,
}  # fmt: skip


def why_not(t: TruckTable, seat: Seat, action: Action) -> Reason:
    """Return the rule against the action; None if it is not an action of this game."""
    if t.over or not CLOCK <= seat < t.seats or not action or NOUNS.get(action[0]) != len(action) - 1:
        return None
    if (action[0] == "tick") != (seat == CLOCK):
        return None
    return REFUSALS[action[0]](t, seat, action)


# -- the clock and the start


def ticking(t: TruckTable, seat: Seat, action: Action) -> Reason:
    if CLOCK in t.asks:
        return Obstacle("no-time", "The clock moves on by at least one tick.", "TR-R1")
    return Obstacle("not-yet", "The clock does not run now.", "TR-R15")


def getting_ready(t: TruckTable, seat: Seat, action: Action) -> Reason:
    if t.phase == "setup":
        return Obstacle("ready", "You are ready already; the others are not.", "TR-R15")
    return Obstacle("not-now", "Ready is said before a live round begins.", "TR-R15")


# -- the build phase


def not_building(t: TruckTable, seat: Seat) -> Reason:
    """Before GO, after the time, after the finish, or out of turn."""
    if t.phase in ("setup", "countdown"):
        return Obstacle("not-yet", "Nobody may take a card before GO.", "TR-06")
    if t.places[seat] == OUT:
        return Obstacle("time-up", "Time is up; the burger stays as it is.", "TR-R7")
    if t.places[seat] > 0:
        return Obstacle("finished", "You have finished; hands off the cards for this round.", "TR-12")
    if not t.live and seat not in t.asks:
        return Obstacle("not-your-turn", "Another seat makes its step now.", "TR-R16")
    return None


def flipping(t: TruckTable, seat: Seat, action: Action) -> Reason:
    nothing = Obstacle("gone", "No face-down card is left.", "TR-R3")
    return not_building(t, seat) or full_hands(t, seat) or nothing


def full_hands(t: TruckTable, seat: Seat) -> Reason:
    if t.held[seat] == VACANT:
        return None
    card = card_title(t.pack, t.held[seat])
    return Obstacle("hands-full", f"First place {card} or put it back.", "TR-09")


def grabbing(t: TruckTable, seat: Seat, action: Action) -> Reason:
    return not_building(t, seat) or full_hands(t, seat) or card_gone(t, action[1])


def card_gone(t: TruckTable, card: object) -> Reason:
    """Say which seat was faster: that is public (TR-R2)."""
    if type(card) is not int or card not in CARDS:
        return Obstacle("gone", f"{card!r} is no card of the centre.", "TR-08")
    title = card_title(t.pack, card)
    if card in t.held:
        return Obstacle("gone", f"{title} is gone: seat {t.held.index(card) + 1} was first.", "TR-R2")
    for seat, stack in enumerate(t.burgers):
        if any(face >> 1 == card for face in stack):
            return Obstacle("gone", f"{title} is gone: it lies on the burger of seat {seat + 1}.", "TR-R2")
    return Obstacle("gone", f"{title} does not lie face up in the centre.", "TR-08")


def placing(t: TruckTable, seat: Seat, action: Action) -> Reason:
    return not_building(t, seat) or empty_hands(t, seat) or no_fit(t, seat, action[1])


def empty_hands(t: TruckTable, seat: Seat) -> Reason:
    if t.held[seat] == VACANT:
        return Obstacle("hands-empty", "There is no card in your hand; take one first.", "TR-09")
    if t.too_early(seat):
        left = t.taken_at[seat] + t.settings["reach"] - t.now
        tenths = "1 tenth" if left == 1 else f"{left} tenths"
        return Obstacle("not-yet", f"The card can be laid down in {tenths} of a second.", "TR-R17")
    return None


def no_fit(t: TruckTable, seat: Seat, face: object) -> Reason:
    if type(face) is not int or face >> 1 != t.held[seat]:
        card = card_title(t.pack, t.held[seat])
        return Obstacle("other-card", f"The card in your hand is {card}; name one of its halves.", "TR-09")
    if t.pack.is_bun[face >> 1]:
        return Obstacle("no-fit", "Both halves of a Middle Bun are alike; place the first.", "TR-10")
    asks = next(kind.name for kind in t.pack.types if kind.id == t.wants(seat))
    return Obstacle("no-fit", f"{face_name(t.pack, face)} does not fit: the burger asks for {asks}.", "TR-R5")


def returning(t: TruckTable, seat: Seat, action: Action) -> Reason:
    return not_building(t, seat) or empty_hands(t, seat)


def finishing(t: TruckTable, seat: Seat, action: Action) -> Reason:
    empty = Obstacle("empty-burger", "A burger needs an ingredient other than a Middle Bun first.", "TR-R6")
    return not_building(t, seat) or full_hands(t, seat) or empty


# -- the score phase


def claiming(t: TruckTable, seat: Seat, action: Action) -> Reason:
    if t.phase != "score":
        return Obstacle("cannot-claim", "Top Buns are claimed in the Score Phase.", "TR-19")
    if seat in t.takers:
        return Obstacle("cannot-claim", "You have claimed a Top Bun in this round.", "TR-19")
    if not t.can_meet(seat):
        return Obstacle("cannot-claim", "Your burger does not meet the open Top Bun.", "TR-20")
    if t.passed[seat]:
        return Obstacle("cannot-claim", "You have let this Top Bun go.", "TR-R12")
    return Obstacle("not-your-turn", "A seat with more speed coins is asked first.", "TR-19")


REFUSALS: dict[str, Callable[[TruckTable, Seat, Action], Reason]] = {
    "ready": getting_ready,
    "tick": ticking,
    "flip": flipping,
    "grab": grabbing,
    "place": placing,
    "put_back": returning,
    "finish": finishing,
    "claim": claiming,
    "pass": claiming,
}
