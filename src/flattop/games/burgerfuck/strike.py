"""Extraturnular Strikes are Plays out of turn.

On a stepped table seats strike in windows; on a live table the first to strike comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burgerfuck.cards import CARDS, JOKER
from flattop.games.burgerfuck.playing import Play
from flattop.games.burgerfuck.scoring import end_of_game, has_won
from flattop.kernel import CLOCK, Action, Frame, Next, Options, Seat, Ticks, part

if TYPE_CHECKING:
    from flattop.games.burgerfuck.table import BurgerfuckTable

STRIKE: tuple[Action, ...] = tuple(("strike", card) for card in range(CARDS))
HOLD: Action = ("hold",)
ONLY_HOLD = (HOLD,)
RESTS = (
    "strategy_move",
    "base_action",
    "extra_play",
    "next_action",
)  # when Strikes are open (BF-R36)


def strikes(t: BurgerfuckTable, seat: Seat) -> list[Action]:
    """Strikes with cards of the top card's rank and colour that are not fresh (BF-60).

    Concerts do not ban a suit for Strikes (BF-61).
    """
    hand, fresh = t.hands[seat], t.fresh[seat]
    if fresh:
        hand = hand[:-fresh]
    return [STRIKE[card] for card in t.pack.twins[t.play_pile[-1]] if card in hand]


def could_strike(t: BurgerfuckTable, seat: Seat) -> bool:
    """True if the seat might hold a twin, judged by public information only.

    Asking only the seats that hold one would reveal who does (BF-R40).
    """
    return t.play_pile[-1] != JOKER and len(t.hands[seat]) > t.fresh[seat]


@part
class Strike(Play):
    """A Play that costs no action and no Bribe. Cards drawn through its Contention are fresh (BF-R38)."""

    at: str = "land"

    def announce(self, t: BurgerfuckTable) -> None:
        t.tell("struck", self.seat, self.card, self.covered)

    def draw_for_loss(self, t: BurgerfuckTable, loser: Seat, why: str) -> None:
        drawn = t.draw_cards(loser, 1, why)
        if loser >= 0:
            t.fresh[loser] += drawn

    def resolved(self, t: BurgerfuckTable) -> Next:
        if has_won(t, self.seat):
            return end_of_game(t, self.seat)
        t.restart_grace()
        return t.done()


@part
class StrikeWindow(Frame):
    """Seats in turn may Strike or hold, until all in a row have held (BF-R40)."""

    seat: Seat  # the seat that answers next
    to_hold: int  # how many seats in a row have yet to hold
    at: str = "next_seat"

    def next_seat(self, t: BurgerfuckTable, _: object = None) -> Next:
        while self.to_hold:
            if could_strike(t, self.seat):
                return self.answer
            self.move_on(t)
        return t.done()

    def answer(self, t: BurgerfuckTable) -> Next:
        plays = strikes(t, self.seat)
        return t.ask(self.seat, [*plays, HOLD] if plays else ONLY_HOLD)

    def hold(self, t: BurgerfuckTable, seat: Seat) -> Next:
        self.move_on(t)
        return self.next_seat

    def strike(self, t: BurgerfuckTable, seat: Seat, card: int) -> Next:
        """After a Strike the window starts again to the left, and the striker comes last."""
        self.move_on(t)
        self.to_hold = t.seats
        return t.call(Strike(seat, card), self.next_seat)

    def move_on(self, t: BurgerfuckTable) -> None:
        self.seat = (self.seat + 1) % t.seats
        self.to_hold -= 1


def live_strikes(t: BurgerfuckTable, seat: Seat) -> Options:
    """Strikes open to a seat on a live table, in or out of turn."""
    if t.settings["strikes"] != "live" or not 0 <= seat < t.seats or t.over or not at_rest(t):
        return ()
    return strikes(t, seat)


def at_rest(t: BurgerfuckTable) -> bool:
    """True if a Strike may interrupt: the table waits for an action of the turn, or for the grace to end."""
    return t.stack[-1].at in RESTS


def wait_for_grace(t: BurgerfuckTable) -> Next:
    """Ask only the clock while the grace lasts (BF-R42)."""
    return t.ask(CLOCK, Ticks(t.grace, t.grace))
