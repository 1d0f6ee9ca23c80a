"""The table of Burger Up: the shop, and the round counters that end the game."""

from __future__ import annotations

from flattop.games.burger_up.base.refusals import why_not
from flattop.games.burger_up.base.turn import PHASES, Build, CleanUp
from flattop.games.burger_up.scoring import bonuses, spatula_points
from flattop.games.burger_up.shop import SHOP_ZONES, ShopTable
from flattop.kernel import VACANT, Action, Obstacle, Seat, Zone, first, part, places

ZONES = {
    "round": Zone(),
    "first": Zone(),
    "turn": Zone(),
    "phase": Zone(),
    "placements_left": Zone(),
    "hand_limit": Zone(),
    "last_round": Zone(),
    "idle": Zone(),
    **SHOP_ZONES,
}


@part
class UpTable(ShopTable):
    """A shop whose pending orders collect coins, played in rounds."""

    round: int = 0
    first: Seat = 0
    turn: Seat = 0
    idle: int = 0  # rounds in a row without an order completed
    served: int = 0  # orders completed in this round
    last_round: bool = False

    # -- computed zones

    @property
    def phase(self) -> str:
        """The current phase of the turn."""
        return next((PHASES[type(frame)] for frame in reversed(self.stack) if type(frame) in PHASES), "over")

    @property
    def placements_left(self) -> int:
        build = self.in_progress(Build)
        return build.left if build else 0

    @property
    def hand_limit(self) -> int:
        """The number of cards the seat on turn may keep and draws up to."""
        clean_up = self.in_progress(CleanUp)
        return clean_up.limit if clean_up else self.terms.hand[self.upgraded[self.turn]]

    # -- orders

    def replace_order(self, place: int) -> None:
        """Fill the gap and add a coin to each order (BU-37).

        An empty Order deck starts the last round (BU-43).
        """
        self.served += 1
        if self.order_deck:
            self.turn_up_order(place)
        elif not self.last_round:
            self.last_round = True
            self.tell("last_round")
        waiting = [at for at, order in enumerate(self.pending) if order != VACANT]
        for at in waiting:
            self.order_coins[at] += self.terms.order_coin
        if waiting:
            self.tell("coins_laid", self.terms.order_coin)

    # -- end of the game

    @property
    def stalled(self) -> bool:
        """True if the game stops after this many rounds without a completed order (BU-R13)."""
        return self.idle >= self.terms.idle_rounds

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the highest total (BU-49, BU-R12)."""
        return first(places(self.points))

    def tell_points(self) -> None:
        if self.events is None:
            return
        given = bonuses(self.pack, [len(orders) for orders in self.completed])
        for seat, total in enumerate(self.points):
            left = spatula_points(self.pack, self.uses[seat])
            self.tell("scored", seat, self.coins[seat], left, given[seat], total)
        self.tell("won", self.winners)

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return why_not(self, seat, action)
