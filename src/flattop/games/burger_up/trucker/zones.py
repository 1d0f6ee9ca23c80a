"""Who may see what at a table of Burger Trucker: all is open but what lies face down."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import TYPE_CHECKING

from flattop.kernel import EACH, EVERYONE, Seat, Sees, Zone

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


def turned_up(t: TruckTable, seat: Seat | None, owner: Seat | None) -> Collection[int]:
    """The line is turned up from the left (TR-18)."""
    return range(t.turned)


def not_incoming(t: TruckTable, seat: Seat | None, owner: Seat | None, place: int) -> Container[int] | None:
    """Once the line lies, everybody knows that the Incoming Orders are in it."""
    return frozenset(range(len(t.pack.top_buns))).difference(t.incoming) if t.line else None


ZONES = {
    "clock": EVERYONE,
    "pile": Zone(Sees.NONE, pool="cards"),
    "face_up": EVERYONE,
    "held": EACH,
    "burgers": EACH,
    "wanted": EACH,
    "fits": EACH,
    "heights": EACH,
    "sizes": EACH,
    "pays": EACH,
    "places": EACH,
    "speed": EACH,
    "next_speed": EVERYONE,
    "incoming": EVERYONE,
    "asked": EVERYONE,
    "prospects": EACH,
    "aside": Zone(Sees.NONE, pool="orders", candidates=not_incoming),
    "line": Zone(Sees.NONE, pool="orders", known=turned_up),
    "line_coins": EVERYONE,
    "line_asked": EVERYONE,
    "line_prospects": EACH,
    "takers": EVERYONE,
    "claim_order": EVERYONE,
    "meets": EACH,
    "passed": EACH,
    "claimed": EACH,
    "coins": EACH,
    "accounts": EVERYONE,
    "last_line": EVERYONE,
    "last_takers": EVERYONE,
    "last_burgers": EVERYONE,
    "ready": EACH,
}
