"""The table of Solo Up: the shop, and the track on which orders advance."""

from __future__ import annotations

from dataclasses import field

from flattop.games.burger_up import burger
from flattop.games.burger_up.scoring import spatula_points
from flattop.games.burger_up.shop import SHOP_ZONES, ShopTable
from flattop.games.burger_up.solo_up.refusals import why_not
from flattop.games.burger_up.solo_up.turn import STEPS
from flattop.kernel import VACANT, Action, Obstacle, Outcome, Seat, Sees, Zone, part

ZONES = {
    "turn": Zone(),
    "level": Zone(),
    "step": Zone(),
    "hold_price": Zone(),
    "hand_limit": Zone(),
    "gone": Zone(),
    **{name: zone for name, zone in SHOP_ZONES.items() if name != "order_coins"},
    "done_ends": Zone(Sees.OWNER, per_seat=True),
}
ENDINGS = {
    "orders": "no order is left",
    "cards": "the deck is out and nothing can be placed",
}


@part
class SoloTable(ShopTable):
    """A shop of one seat. `pending` is the track; its first place is next to the Order deck."""

    turn: int = 0
    gone: list[int] = field(default_factory=list)  # orders that left without being served
    ending: str = ""

    # -- computed zones

    @property
    def level(self) -> str:
        return self.settings["level"]  # type: ignore[no-any-return]

    @property
    def step(self) -> str:
        """The current step of the turn."""
        return STEPS.get(self.stack[-1].at, "play") if self.stack else "over"

    @property
    def hold_price(self) -> int:
        return self.pack.numbers["solo_hold_price"].value

    @property
    def hand_limit(self) -> int:
        """The number of cards drawn up to at the start of a turn (SU-06)."""
        return self.terms.hand[self.upgraded[0]]

    @property
    def done_ends(self) -> list[list[int]]:
        """1 if ending the turn would end the game.

        The answer depends on the hand, so only the seat itself may see it.
        """
        return [[int(self.nothing_can_be_placed)]]

    # -- orders

    def can_hold(self, seat: Seat) -> bool:
        return self.coins[seat] >= self.pack.numbers["solo_hold_price"].value

    def hold(self, seat: Seat) -> None:
        """Pay so that no order moves and no Top Bun is turned up (SU-19)."""
        self.coins[seat] -= self.hold_price
        self.tell("held", self.hold_price, self.coins[seat])

    def advance(self) -> None:
        """Move all orders and gaps by one place; a new order comes next to the deck (SU-14, SU-15)."""
        *staying, leaving = self.pending
        self.pending = [VACANT, *staying]
        self.tell("advanced")
        if leaving != VACANT:
            self.gone.append(leaving)
            self.tell("walked_off", leaving)
        if self.order_deck:
            self.turn_up_order(0)

    # -- ending the game

    @property
    def orders_are_out(self) -> bool:
        """End A: no order is left (SU-21)."""
        return not self.order_deck and all(order == VACANT for order in self.pending)

    @property
    def nothing_can_be_placed(self) -> bool:
        """End B: the deck is out, and no card could be placed on a burger (SU-22, SU-R5)."""
        return self.deck_is_out and not any(self.has_place(card) for card in self.cards_at_hand)

    @property
    def cards_at_hand(self) -> list[int]:
        """The hand, and the Market if a card can be paid for."""
        market = self.market if self.coins[0] >= self.terms.price else []
        return [*self.hands[0], *(card for card in market if card != VACANT)]

    def has_place(self, card: int) -> bool:
        return any(burger.fitting_faces(self.pack, card, stack) for stack in self.burgers[0])

    @property
    def points(self) -> list[int]:
        """Coins and Spatula; there is no bonus (SU-23, SU-24)."""
        return [self.coins[0] + spatula_points(self.pack, self.uses[0])]

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return why_not(self, seat, action)


def outcome(t: SoloTable) -> Outcome:
    """A score without a winner (SU-25)."""
    return Outcome(tuple(t.points), (), ENDINGS[t.ending] if t.over else f"the score so far, turn {t.turn}")
