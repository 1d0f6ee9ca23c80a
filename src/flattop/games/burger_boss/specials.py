"""Manager's Specials: drawn in secret, kept as long as the seat likes, played at rest points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import FIRST, KINDS, OPEN_SPECIALS, STEAL, TIP
from flattop.games.burger_boss.storage import Storing
from flattop.kernel import Action, Frame, Next, Obstacle, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

USE: tuple[Action, ...] = tuple(("use", kind) for kind in range(5))
VICTIM: tuple[Action, ...] = tuple(("victim", seat) for seat in range(5))
GRAB: tuple[Action, ...] = tuple(("grab", kind) for kind in range(KINDS))
NOTHING_TO_STEAL = Obstacle("nothing-to-steal", "No rival has anything in cold storage.", "BB-R31")
ON_TOP = Obstacle("already-first", "You are on top of the order card already.", "BB-R33")


def draw(t: BossTable, seat: Seat, count: int) -> None:
    """Draw specials; when the deck is empty, the discards are shuffled into a new one (BB-46, BB-R34)."""
    drawn = 0
    for _ in range(count):
        if not t.specials and t.discard:
            t.specials, t.discard = t.chance.shuffled(t.discard), ()
            t.tell("reshuffled", len(t.specials))
        if t.specials:
            drawn += 1
            t.hands[seat].append(t.specials.pop())
            t.whisper(seat, "own_draw", t.hands[seat][-1])
    t.reveal()
    t.tell("drew", seat, drawn)


def discard(t: BossTable, seat: Seat, kind: int) -> None:
    """Move a played special from the hand to the discards (BB-55)."""
    t.hands[seat].remove(kind)
    t.discard += (kind,)
    t.reveal()


# -- open plays (BB-R27, BB-R28)


def open_plays(t: BossTable, seat: Seat) -> list[Action]:
    """Return the open specials in the seat's hand that would have an effect now."""
    hand = t.hands[seat]
    return [USE[kind] for kind in OPEN_SPECIALS if kind in hand and obstacle(t, seat, kind) is None]


def sales_plays(t: BossTable, seat: Seat) -> list[Action]:
    """Open plays within a sales turn. FIRST is excluded because the order is settled."""
    return [play for play in open_plays(t, seat) if play[1] != FIRST] if t.hands[seat] else []


def anytime_plays(t: BossTable, seat: Seat) -> Options:
    """Open plays before a seat names its die: for any seat, or with the option off only for that seat."""
    at_rest = 0 <= seat < t.seats and t.stack[-1].at == "name_die"
    if not at_rest or not t.hands[seat]:
        return ()
    return open_plays(t, seat) if t.settings["off_turn_specials"] == "on" or seat in t.asks else ()


def obstacle(t: BossTable, seat: Seat, kind: int) -> Obstacle | None:
    """Return the reason why an open special would have no effect, or None."""
    if kind == STEAL and not steal_targets(t, seat):
        return NOTHING_TO_STEAL
    return ON_TOP if kind == FIRST and t.order[0] == seat else None


def play_open(t: BossTable, seat: Seat, kind: int) -> Next:
    """Discard the card and apply its effect; then the interrupted frame continues."""
    discard(t, seat, kind)
    t.tell("used", seat, kind)
    if kind == STEAL:
        return t.interrupt(Stealing(seat))
    if kind == TIP:
        tip(t, seat)
    else:
        go_first(t, seat)
    return t.again


def tip(t: BossTable, seat: Seat) -> None:
    """Dollars for every sale of the round, including sales already made (BB-R32)."""
    t.tips[seat] += 1
    t.money[seat] += t.pack.tip * t.sales[seat]
    t.tell("tipped", seat, t.pack.tip * t.sales[seat], t.pack.tip)


def go_first(t: BossTable, seat: Seat) -> None:
    """Move the seat to the top of the order card; the others keep their order (BB-60, BB-R33)."""
    t.order = (seat, *[other for other in t.order if other != seat])
    t.tell("order", t.order)


def steal_targets(t: BossTable, thief: Seat) -> list[Seat]:
    """Rivals with tokens in cold storage; tokens on a grill are safe (BB-58)."""
    return [seat for seat in range(t.seats) if seat != thief and any(t.shelf(seat))]


@part
class Stealing(Frame):
    """The seat names a rival, then an ingredient to steal (BB-58, BB-R31)."""

    seat: Seat
    rival: Seat = -1
    at: str = "choose_victim"

    def choose_victim(self, t: BossTable) -> Next:
        return t.ask(self.seat, [VICTIM[seat] for seat in steal_targets(t, self.seat)])

    def victim(self, t: BossTable, seat: Seat, rival: Seat) -> Next:
        self.rival = rival
        return self.choose_token

    def choose_token(self, t: BossTable) -> Next:
        return t.ask(self.seat, [GRAB[kind] for kind, count in enumerate(t.shelf(self.rival)) if count])

    def grab(self, t: BossTable, seat: Seat, kind: int) -> Next:
        t.tell("stole", seat, self.rival, kind)
        return t.call(Storing(seat, kind, 1, self.rival), self.over)

    def over(self, t: BossTable, _: object) -> Next:
        return t.done()
