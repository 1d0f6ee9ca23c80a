"""Playing cards: legal Plays and their Bribes, and the effects of a Play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burgerfuck.cards import CARDS, TOP_VALUE
from flattop.games.burgerfuck.grid import drops
from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burgerfuck.table import BurgerfuckTable

SIDES = 20  # BF-03
PLAY: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("play", card, bribe) for bribe in range(TOP_VALUE)) for card in range(CARDS)
)
REVEAL: tuple[Action, ...] = tuple(("reveal", seat) for seat in range(6))


def bribe(t: BurgerfuckTable, card: int) -> int:
    """The Small Tokens a card costs on the top card; 0 if it matches (BF-26, BF-27)."""
    return bribe_row(t)[card]


def bribe_row(t: BurgerfuckTable) -> tuple[int, ...]:
    settings = t.settings
    return t.pack.bribes[settings["bribe_values"], settings["bribe_min"]][t.play_pile[-1]]


def plays(t: BurgerfuckTable, seat: Seat, cards: list[int]) -> list[Action]:
    """Plays of cards that match or can be bribed, and whose suit no Concert bans (BF-41, BF-R18)."""
    costs, purse = bribe_row(t), t.small[seat]
    open_now = [PLAY[card][costs[card]] for card in cards if costs[card] <= purse]
    if any(t.closing):
        banned, suit_of = banned_suits(t), t.pack.suit_of
        return [action for action in open_now if suit_of[action[1]] not in banned]
    return open_now


def banned_suits(t: BurgerfuckTable) -> list[int]:
    return [suit for suit, turn in enumerate(t.closing) if turn]


@part
class Play(Frame):
    """One Play: Bribe, landing, Contention, Concert, Red, in this order (BF-R20)."""

    seat: Seat
    card: int
    bribe: int = 0
    red: bool = False
    covered: int = -1  # the card it landed on, and the entity that had played that card
    covered_by: Seat = -1
    at: str = "land"

    def land(self, t: BurgerfuckTable) -> Next:
        seat, card = self.seat, self.card
        t.small[seat] -= self.bribe  # BF-28
        t.take_from_hand(seat, card)
        self.red = card in t.red  # BF-R21
        self.covered, self.covered_by = t.play_pile[-1], t.top_by
        t.play_pile.append(card)
        t.top_by = seat
        self.announce(t)
        return self.contend

    def announce(self, t: BurgerfuckTable) -> None:
        t.tell("played", self.seat, self.card, self.bribe)

    # -- Resplendent Contention

    def contend(self, t: BurgerfuckTable) -> Next:
        """A face card on a face card: the lower roll loses; equal rolls both lose (BF-32 to BF-38)."""
        if t.pack.is_face[self.card] and t.pack.is_face[self.covered]:
            attack, defence = t.chance.below(SIDES) + 1, t.chance.below(SIDES) + 1
            t.tell("contention", self.seat, attack, self.covered_by, defence)
            why = "level" if attack == defence else "contention"
            if attack <= defence:
                self.draw_for_loss(t, self.seat, why)
            if defence <= attack:
                self.draw_for_loss(t, self.covered_by, why)
        return self.concert

    def draw_for_loss(self, t: BurgerfuckTable, loser: Seat, why: str) -> None:
        t.draw_cards(loser, 1, why)

    # -- The Grand Concert

    def concert(self, t: BurgerfuckTable) -> Next:
        """An Ace moves to the Stage. The card beneath is on top again, with its old owner (BF-39, BF-R24)."""
        if not t.pack.opens_concert[self.card]:
            return self.enact_red
        t.play_pile.pop()
        t.top_by = self.covered_by
        t.open_concert(self.card)
        return self.pick if self.pickable(t) else self.enact_red

    def pickable(self, t: BurgerfuckTable) -> list[Seat]:
        """Other seats that hold cards (BF-R29)."""
        return [seat for seat in range(t.seats) if seat != self.seat and t.hands[seat]]

    def pick(self, t: BurgerfuckTable) -> Next:
        return t.ask(self.seat, [REVEAL[seat] for seat in self.pickable(t)])

    def reveal(self, t: BurgerfuckTable, seat: Seat, other: Seat) -> Next:
        """Put a random card of the other seat on the Red List (BF-42)."""
        card = t.show_card(other, t.chance.below(len(t.hands[other])))
        t.tell("revealed", seat, other, card)
        t.redden(card)
        return self.enact_red

    # -- Red

    def enact_red(self, t: BurgerfuckTable) -> Next:
        if not self.red:
            return self.resolved
        t.tell("red_enacted", self.seat, self.card)
        return self.place_another

    def place_another(self, t: BurgerfuckTable) -> Next:
        return t.ask(self.seat, drops(t.grid))

    def drop(self, t: BurgerfuckTable, seat: Seat, column: int) -> Next:
        """Place another pawn. It can make a line if the option `red_victory` is on (BF-43, BF-R10)."""
        t.place_pawn(seat, column, t.settings["red_victory"] == "on")
        return self.resolved

    def resolved(self, t: BurgerfuckTable) -> Next:
        return t.done()
