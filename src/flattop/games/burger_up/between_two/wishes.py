"""Talk in step 3 is a wish: a face of a partner's open card, for a burger that the two share (BT-R13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.between_two.placing import Placing
from flattop.kernel import VACANT, Action, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.between_two.table import BetweenTable


def wishes_open(t: BetweenTable, seat: Seat) -> list[Action]:
    """What the seat may wish for now, and what it may take back."""
    if not talk_is_open(t) or not 0 <= seat < t.seats:
        return []
    options: list[Action] = []
    for burger, wish in zip(t.beside[seat], t.wishes[seat], strict=True):
        options += [("wish", burger, face) for face in wishable(t, seat, burger) if face != wish]
        if wish != VACANT:
            options.append(("unwish", burger))
    return options


def talk_is_open(t: BetweenTable) -> bool:
    return t.settings["table_talk"] == "on" and bool(t.stack) and isinstance(t.stack[-1], Placing)


def wishable(t: BetweenTable, seat: Seat, burger: int) -> list[int]:
    """Faces of the partner's cards that are open and not yet placed; of a Middle Bun one half."""
    partner = t.partner(seat, burger)
    cards = [] if partner is None else sorted(t.revealed[partner])
    is_bun = t.pack.is_bun
    return [face for card in cards for face in (2 * card, 2 * card + 1)[: 1 if is_bun[card] else 2]]
