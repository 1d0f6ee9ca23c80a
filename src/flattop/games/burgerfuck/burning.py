"""Burning cards and Sacrifice: pay Orbs, draw two cards, and use the power of the suit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.burgerfuck.cards import CARDS, JOKER
from flattop.games.burgerfuck.scoring import shares
from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burgerfuck.table import BurgerfuckTable

EXTRA_DRAWS = 2  # BF-47
SACRIFICE_ORBS = 6  # BF-56
NAMED = 2  # BF-57
BURN: tuple[Action, ...] = tuple(("burn", card) for card in range(CARDS))
SACRIFICE: tuple[Action, ...] = tuple(("sacrifice", card) for card in range(CARDS))
SCRAP: tuple[Action, ...] = tuple(("scrap", card) for card in range(CARDS))
MARK: tuple[Action, ...] = tuple(("mark", card) for card in range(JOKER))


def burns(t: BurgerfuckTable, seat: Seat, cards: list[int]) -> list[Action]:
    """Burns that the seat can pay in Orbs, of banned suits too (BF-45, BF-46, BF-R28)."""
    orbs, value = t.orbs[seat], t.pack.value
    return [BURN[card] for card in cards if value[card] <= orbs]


def sacrifices(t: BurgerfuckTable, seat: Seat, cards: list[int]) -> list[Action]:
    """Sacrifice actions for Red cards, at six Orbs (BF-55, BF-56)."""
    if t.orbs[seat] < SACRIFICE_ORBS:
        return []
    red = t.red
    return [SACRIFICE[card] for card in cards if card in red]


def pay_and_draw(t: BurgerfuckTable, seat: Seat, card: int, orbs: int) -> None:
    """Pay, draw, then dispose of the card, so that a Resurrection cannot draw it (BF-R30)."""
    t.orbs[seat] -= orbs
    t.take_from_hand(seat, card)
    t.draw_cards(seat, EXTRA_DRAWS, "burn")
    t.card_disposal.append(card)


@part
class Burn(Frame):
    """A card is burned. Burning is not a Play (BF-48)."""

    seat: Seat
    card: int
    to_scrap: int = 0
    at: str = "pay"

    def pay(self, t: BurgerfuckTable) -> Next:
        value = t.pack.value[self.card]
        t.tell("burned", self.seat, self.card, value)
        pay_and_draw(t, self.seat, self.card, value)
        return EFFECT[t.pack.burn_of[self.card]](self, t, value)

    def fewest_draw(self, t: BurgerfuckTable, value: int) -> Next:
        """Spades: the seats with the fewest cards divide the value among them (BF-50, BF-51, BF-R31)."""
        fewest = min(map(len, t.hands))
        tied = [seat for seat in t.seats_after(self.seat) if len(t.hands[seat]) == fewest]
        for seat, share in zip(tied, shares(value, len(tied)), strict=True):
            t.draw_cards(seat, share, "spades")
        return t.done()

    def others_draw(self, t: BurgerfuckTable, value: int) -> Next:
        """Clubs: every other seat draws half the value, rounded down (BF-52)."""
        for seat in t.seats_after(self.seat)[:-1]:
            t.draw_cards(seat, value // 2, "clubs")
        return t.done()

    def take_tokens(self, t: BurgerfuckTable, value: int) -> Next:
        """Diamonds: half the value in Small Tokens, rounded up (BF-54)."""
        tokens = (value + 1) // 2
        t.small[self.seat] += tokens
        t.tell("took_tokens", self.seat, tokens)
        return t.done()

    def exchange(self, t: BurgerfuckTable, value: int) -> Next:
        """Hearts: draw the value, then scrap as many cards (BF-53, BF-R32)."""
        self.to_scrap = t.draw_cards(self.seat, value, "hearts")
        return self.next_scrap

    def next_scrap(self, t: BurgerfuckTable) -> Next:
        return self.choose_scrap if self.to_scrap else t.done()

    def choose_scrap(self, t: BurgerfuckTable) -> Next:
        return t.ask(self.seat, [SCRAP[card] for card in sorted(set(t.hands[self.seat]))])

    def scrap(self, t: BurgerfuckTable, seat: Seat, card: int) -> Next:
        self.to_scrap -= 1
        t.take_from_hand(seat, card)
        t.card_disposal.append(card)
        t.tell("scrapped", seat, card)
        return self.next_scrap


EFFECT: dict[str, Callable[[Burn, BurgerfuckTable, int], Next]] = {
    "fewest_draw": Burn.fewest_draw,
    "others_draw": Burn.others_draw,
    "take_tokens": Burn.take_tokens,
    "exchange": Burn.exchange,
}


@part
class Sacrifice(Frame):
    """A Red card is given up, and its owner names two more Red cards (BF-55 to BF-57)."""

    seat: Seat
    card: int
    to_name: int = NAMED
    at: str = "pay"

    def pay(self, t: BurgerfuckTable) -> Next:
        t.tell("sacrificed", self.seat, self.card, SACRIFICE_ORBS)
        pay_and_draw(t, self.seat, self.card, SACRIFICE_ORBS)
        return self.next_name

    def next_name(self, t: BurgerfuckTable) -> Next:
        return self.choose_name if self.to_name and len(t.red) < CARDS else t.done()

    def choose_name(self, t: BurgerfuckTable) -> Next:
        """Any card that is not Red yet, whether in play or not (BF-R33)."""
        red = t.red
        return t.ask(self.seat, [action for action in MARK if action[1] not in red])

    def mark(self, t: BurgerfuckTable, seat: Seat, card: int) -> Next:
        self.to_name -= 1
        t.redden(card)
        return self.next_name
