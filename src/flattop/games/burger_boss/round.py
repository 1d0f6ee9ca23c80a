"""A round: its four phases, the end of the round, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss import customers, scoring
from flattop.games.burger_boss.placement import WorkerPlacement
from flattop.games.burger_boss.sales import SalesPhase
from flattop.games.burger_boss.schema import GRILLS, NOTHING
from flattop.games.burger_boss.turn_order import TurnOrder
from flattop.kernel import VACANT, Frame, Next, Seat, Window, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

RESTAURANT = tuple(("restaurant", sign) for sign in range(5))


@part
class Rounds(Frame):
    """Restaurants are chosen, then rounds are played until no customer is left (BB-16, BB-17)."""

    at: str = "choose_restaurant"

    # -- set-up

    def choose_restaurant(self, t: BossTable) -> Next:
        free = [RESTAURANT[sign] for sign in range(5) if sign not in t.restaurants]
        return t.ask(t.restaurants.index(VACANT), free)  # BB-R38

    def restaurant(self, t: BossTable, seat: Seat, sign: int) -> Next:
        t.restaurants = (*t.restaurants[:seat], sign, *t.restaurants[seat + 1 :])
        t.tell("opened", seat, sign)
        return self.choose_restaurant if VACANT in t.restaurants else self.new_round

    # -- the four phases

    def new_round(self, t: BossTable) -> Next:
        t.round += 1
        t.tell("round", t.round)
        customers.deal(t)
        return self.turn_order

    def turn_order(self, t: BossTable) -> Next:
        return t.call(TurnOrder(), self.opening_window)

    def opening_window(self, t: BossTable, _: object) -> Next:
        if any(t.hands):  # BB-R29
            return t.call(Window(t.order, "window_plays"), self.worker_placement)
        return t.call(WorkerPlacement(), self.closing_window)

    def worker_placement(self, t: BossTable, _: object) -> Next:
        return t.call(WorkerPlacement(), self.closing_window)

    def closing_window(self, t: BossTable, _: object) -> Next:
        if any(t.hands):
            return t.call(Window(t.order, "window_plays"), self.sales_phase)
        return t.call(SalesPhase(), self.end_of_round)

    def sales_phase(self, t: BossTable, _: object) -> Next:
        return t.call(SalesPhase(), self.end_of_round)

    # -- end of the round (BB-76 to BB-82)

    def end_of_round(self, t: BossTable, _: object) -> Next:
        customers.move_up(t)
        if t.customers_are_gone():  # BB-R35: the rest of the round is skipped
            return self.end_of_game
        age_dishes(t)
        return_workers(t)
        return self.new_round

    def end_of_game(self, t: BossTable) -> Next:
        scoring.settle(t)
        return t.done()


def age_dishes(t: BossTable) -> None:
    """Move every dish one space along its track, and recycle it at the end (BB-77, BB-78)."""
    last = t.settings["grill_track"] - 1
    for i, dish in enumerate(t.dishes):
        if dish == NOTHING:
            continue
        seat, grill = divmod(i, GRILLS)
        if t.track[i] == last:
            t.clear_grill(i)
            t.money[seat] += t.pack.grill.recycle
            t.tell("recycled", seat, grill, t.pack.grill.recycle)
        else:
            t.track[i] += 1
            t.tell("aged", seat, grill, t.track[i])


def return_workers(t: BossTable) -> None:
    """Return dice to their owners, add hired workers, and free every space (BB-39, BB-79)."""
    for seat, hired in enumerate(t.hired):
        if hired:
            t.workers[seat] += hired
            t.tell("joined", seat, hired)
    zeros = [0] * t.seats
    t.hired, t.tips, t.sales, t.cooked = zeros[:], zeros[:], zeros[:], zeros[:]
    t.home = [[] for _ in range(t.seats)]
    t.placed_dice = [()] * len(t.placed_dice)
    t.recent = [0] * len(t.recent)
