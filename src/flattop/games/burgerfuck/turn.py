"""Turns: Strategy Time, Cards Time, Turn End, and the beats between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burgerfuck.burning import Burn, Sacrifice, burns, sacrifices
from flattop.games.burgerfuck.grid import drops
from flattop.games.burgerfuck.playing import Play, plays
from flattop.games.burgerfuck.scoring import end_of_game, has_tokens, has_won, last_turn
from flattop.games.burgerfuck.strike import StrikeWindow, wait_for_grace
from flattop.kernel import PASS, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burgerfuck.table import BurgerfuckTable

DRAW: Action = ("draw",)
END: Action = ("end",)


@part
class Turns(Frame):
    """The game: turns until a seat has won (BF-18)."""

    base: str = ""  # the base action of this turn, once taken
    at: str = "first_beat"

    def first_beat(self, t: BurgerfuckTable) -> Next:
        """The first window for Strikes begins with the holder of the marker (BF-R37, BF-R40)."""
        t.tell("turn", t.turn, t.marker)
        return self.begin_beat(t, t.marker, self.strategy_time)

    def strategy_time(self, t: BurgerfuckTable, _: object = None) -> Next:
        return self.strategy_move

    # -- Strategy Time

    def strategy_move(self, t: BurgerfuckTable) -> Next:
        return wait_for_grace(t) if t.grace else t.ask(t.marker, drops(t.grid))

    def drop(self, t: BurgerfuckTable, seat: Seat, column: int) -> Next:
        t.place_pawn(seat, column)
        return end_of_game(t, seat) if has_tokens(t, seat) else self.base_action  # BF-R5

    # -- Cards Time

    def base_action(self, t: BurgerfuckTable) -> Next:
        return wait_for_grace(t) if t.grace else t.ask(t.marker, base_actions(t, t.marker))

    def act(self, t: BurgerfuckTable, seat: Seat, action: Action) -> Next:
        if action == PASS:  # `pass` cannot be a method name
            return self.take_pass(t, seat)
        return Frame.act(self, t, seat, action)

    def play(self, t: BurgerfuckTable, seat: Seat, card: int, bribe: int) -> Next:
        if self.base:
            t.extra_plays += 1
        else:
            self.base = "play"
        return t.call(Play(seat, card, bribe), self.card_action_over)

    def draw(self, t: BurgerfuckTable, seat: Seat) -> Next:
        self.base = "draw"
        t.draw_cards(seat, 1)
        return self.card_action_over

    def burn(self, t: BurgerfuckTable, seat: Seat, card: int) -> Next:
        self.base = "burn"
        return t.call(Burn(seat, card), self.card_action_over)

    def sacrifice(self, t: BurgerfuckTable, seat: Seat, card: int) -> Next:
        self.base = "burn"  # BF-55: it is the turn's Burn
        return t.call(Sacrifice(seat, card), self.card_action_over)

    def take_pass(self, t: BurgerfuckTable, seat: Seat) -> Next:
        self.base = "pass"
        t.tell("passed", seat)
        return self.card_action_over

    def card_action_over(self, t: BurgerfuckTable, _: object = None) -> Next:
        """Check for a win before any Strike (BF-R1, BF-R20, BF-R36)."""
        if has_won(t, t.marker):
            return end_of_game(t, t.marker)
        return self.begin_beat(t, (t.marker + 1) % t.seats, self.after_beat)

    def begin_beat(self, t: BurgerfuckTable, first: Seat, then: Next) -> Next:
        """Open a Strike window on a stepped table, or a period of grace on a live one (BF-R40, BF-R42)."""
        t.open_beat()
        if t.settings["strikes"] == "windows":
            return t.call(StrikeWindow(first, t.seats), then)  # type: ignore[arg-type]
        t.restart_grace()
        return then

    def after_beat(self, t: BurgerfuckTable, _: object = None) -> Next:
        return self.next_action

    def next_action(self, t: BurgerfuckTable) -> Next:
        if t.grace:
            return wait_for_grace(t)
        return self.extra_play if self.may_play_again(t) else self.turn_end

    def may_play_again(self, t: BurgerfuckTable) -> bool:
        """True if Extra Plays are left.

        It does not depend on the cards in hand, which are secret (BF-24, BF-R14, BF-R15).
        """
        follows = self.base == "play" or (self.base != "pass" and t.settings["extra_plays"] == "after_any")
        return follows and t.extra_plays < t.large[t.marker] and bool(t.hands[t.marker])

    def extra_play(self, t: BurgerfuckTable) -> Next:
        if t.grace:
            return wait_for_grace(t)
        return t.ask(t.marker, [*plays(t, t.marker, sorted(set(t.hands[t.marker]))), END])

    def end(self, t: BurgerfuckTable, seat: Seat) -> Next:
        return self.turn_end

    def tick(self, t: BurgerfuckTable, seat: Seat, ticks: int) -> Next:
        """Time passes on a live table."""
        t.grace -= ticks
        return t.again

    # -- Turn End

    def turn_end(self, t: BurgerfuckTable) -> Next:
        """End due Concerts and pass the marker to the left (BF-40, BF-58)."""
        t.end_concerts()
        if t.turn == last_turn(t.settings):  # BF-R4
            return end_of_game(t)
        t.turn += 1
        t.marker = (t.marker + 1) % t.seats
        t.extra_plays = 0
        self.base = ""
        t.tell("turn", t.turn, t.marker)
        return self.strategy_move


def base_actions(t: BurgerfuckTable, seat: Seat) -> list[Action]:
    """Play, Draw, Burn or Sacrifice; a pass only if nothing else is possible (BF-23, BF-R13, BF-R16)."""
    cards = sorted(set(t.hands[seat]))
    options = plays(t, seat, cards)
    if t.can_draw():
        options.append(DRAW)
    options += burns(t, seat, cards)
    options += sacrifices(t, seat, cards)
    if not options or t.settings["free_pass"] == "on":
        options.append(PASS)
    return options
