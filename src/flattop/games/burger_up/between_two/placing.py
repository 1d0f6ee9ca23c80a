"""Step 3: each seat lays one of its two open cards on the left burger and the other on the right one.

Meanwhile neighbours may wish for a face of an open card on a shared burger (BT-R13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flattop.games.burger_up.actions import CARDS
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.between_two.table import BetweenTable


LEFT: tuple[Action, ...] = tuple(("left", card) for card in CARDS)


@part
class Placing(Frame):
    """Seats place in turn, or with the option `placing=free` in any order (BT-11, BT-R4)."""

    at: str = "next_seat"

    def next_seat(self, t: BetweenTable) -> Next:
        """A seat with two Middle Buns has no choice, so its cards are laid without a question (BT-R16)."""
        for seat in t.placing:
            if t.has_only_buns(seat):
                t.send_left(seat, min(t.revealed[seat]))
                return self.next_seat
        return self.place

    def place(self, t: BetweenTable) -> Next:
        waiting = {seat: t.placings(seat) for seat in t.placing}
        return t.ask_any(waiting) if waiting else self.all_placed

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "" if seat is None or t.sent_left[seat] == VACANT else "half"

    def left(self, t: BetweenTable, seat: Seat, card: int) -> Next:
        t.send_left(seat, card)
        return self.next_seat

    def show(self, t: BetweenTable, seat: Seat, face: int) -> Next:
        t.lay(seat, face)
        t.lay_buns(seat)
        return self.next_seat

    def all_placed(self, t: BetweenTable) -> Next:
        t.clear_wishes()
        return t.done()


def wish_options(t: BetweenTable, seat: Seat) -> list[Action]:
    """The wishes the seat may make, and those it may withdraw."""
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
    """Faces of the partner's open cards that are not placed yet; one half of a Middle Bun."""
    partner = t.partner(seat, burger)
    cards = [] if partner is None else sorted(t.revealed[partner])
    is_bun = t.pack.is_bun
    return [face for card in cards for face in (2 * card, 2 * card + 1)[: 1 if is_bun[card] else 2]]
