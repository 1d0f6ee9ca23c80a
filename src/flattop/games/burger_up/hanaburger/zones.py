"""Who may see what: a hand is open to all seats but its holder's; spectators see none until the end."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import Any

from flattop.games.burger_up.hanaburger.clues import fitting_cards, fitting_faces
from flattop.games.burger_up.hanaburger.table import HanaTable
from flattop.kernel import Chance, Seat, Sees, Zone


def facts_for_others(t: HanaTable, seat: Seat | None, owner: Any) -> Collection[int]:
    """What follows from marks is open to all; what follows from the cards a holder sees would show those."""
    return range(len(t.hands[owner])) if t.settings["memory"] != "count" else ()


def what_hints_allow(t: HanaTable, seat: Seat | None, owner: Any, slot: int) -> Container[int] | None:
    """The cards that obey every hint ever given about this one."""
    yes, no = t.pointed_out[owner][slot], t.passed_over[owner][slot]
    return fitting_cards(t.pack, t.detail, yes, no) if yes or no else None


def turned_as_hinted(t: HanaTable, seat: Seat | None, owner: Any, chance: Chance) -> list[int]:
    """Which half is up, for cards just dealt anew: any that obeys the hints about ends."""
    if t.detail == "card":
        return [0] * len(t.hands[owner])
    chosen: list[int] = []
    for card, yes, no in zip(t.hands[owner], t.pointed_out[owner], t.passed_over[owner], strict=True):
        ups = [up for up in (0, 1) if 2 * card + up in fitting_faces(t.pack, t.detail, yes, no)]
        chosen.append(ups[chance.below(len(ups))])
    return chosen


HAND = Zone(Sees.OTHERS, True, "cards", candidates=what_hints_allow)
FACTS = Zone(Sees.OWNER, True, known=facts_for_others, known_is_public=True)

ZONES = {
    "active": Zone(),
    "hinting": Zone(),
    "final": Zone(),
    "hints": Zone(),
    "mistakes": Zone(),
    "coins": Zone(),
    "orders": Zone(),
    "order_coins": Zone(),
    "burgers": Zone(),
    "wanted": Zone(),
    "heights": Zone(),
    "pays": Zone(),
    "asked": Zone(),
    "prospects": Zone(),
    "shown": Zone(),
    "chosen": Zone(),
    "slot": Zone(),
    "hands": HAND,
    "turned": Zone(Sees.OTHERS, True, recompute=turned_as_hinted),
    "told": Zone(per_seat=True),
    "ruled_out": Zone(per_seat=True),
    "told_below": Zone(per_seat=True),
    "ruled_out_below": Zone(per_seat=True),
    "certain": FACTS,
    "excluded": FACTS,
    "pointed_at": Zone(per_seat=True),
    "served": Zone(),
    "discards": Zone(),
    "deck": Zone(Sees.NONE, pool="cards"),
    "order_deck": Zone(Sees.NONE, pool="orders"),
}
