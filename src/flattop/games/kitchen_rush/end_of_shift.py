"""End of shift: check, earnings, free drinks, Reputation, salaries, Awards, clearing up (KR-77 to KR-92)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.pieces import ON_STRIKE, TIMERS, AccountEntry
from flattop.games.kitchen_rush.plates import empty_plate
from flattop.games.kitchen_rush.scoring import (
    awards_due,
    free_drink,
    misses_goal,
    new_reputation,
    paid_timers,
    stars_lost,
    stars_won,
)
from flattop.games.kitchen_rush.timers import in_play, on_strike, pick_up, working
from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


STRIKE: tuple[Action, ...] = tuple(("strike", timer) for timer in range(TIMERS))
EARNINGS_FROM, SALARIES_FROM, REPUTATION_FROM, STRIKES_FROM = 3, 5, 6, 7
AWARDS_FROM = 7


@part
class EndOfShift(Frame):
    """The steps in the order of KR-R38."""

    right: tuple[int, ...] = ()  # orders that are right
    unpaid: int = 0  # timers that the Timekeeper must still name
    at: str = "check"

    def check(self, t: KitchenTable) -> Next:
        """Check plate, ingredients, spices and Cooking Time; a VIP needs both dishes (KR-77)."""
        for timer in working(t):
            pick_up(t, timer)
        taken = [(seat, card) for seat in range(t.seats) for card in t.orders[seat]]
        self.right = tuple(card for _, card in taken if t.is_right(card))
        for seat, card in taken:
            t.right[seat] += card in self.right
            t.tell("right" if card in self.right else "not_right", seat, card)
        return self.earnings if t.number >= EARNINGS_FROM else self.judge

    def earnings(self, t: KitchenTable) -> Next:
        for card in self.right:
            coins = t.pack.patron[card].coins
            t.earn("earnings", coins)
            t.accounts.append(AccountEntry("paid", card, coins=coins))
            t.tell("paid", card, coins, t.coins)
        return self.free_drinks

    def free_drinks(self, t: KitchenTable) -> Next:
        """Pay a coin for each order that is not right (KR-79).

        A drink the team cannot pay is skipped (KR-R35).
        """
        wrong = [card for orders in t.orders for card in orders if card not in self.right]
        for card in wrong:
            coins = free_drink(t.kind(card), t.number, t.pack.numbers.free_drink)
            if coins and t.coins >= coins:
                t.earn("free drinks", -coins)
                t.accounts.append(AccountEntry("free_drink", card, coins=-coins))
                t.tell("free_drink", card, coins, t.coins)
            elif coins:
                t.accounts.append(AccountEntry("no_drink", card))
                t.tell("no_drink", card)
        return self.word_of_mouth if t.number >= REPUTATION_FROM else self.salaries

    def word_of_mouth(self, t: KitchenTable) -> Next:
        """Add all gains and losses, then clamp Reputation to the board (KR-80, KR-81)."""
        won = lost = 0
        for card in (card for orders in t.orders for card in orders):
            up, down = self.stars_of(t, card)
            won, lost = won + up, lost + down
            if up or down:
                t.accounts.append(AccountEntry("stars", card, stars=up - down))
                t.tell("star" if up else "lost_star", card, up or down)
        soft = min(lost, t.held_award("soften"))
        if soft:
            t.accounts.append(AccountEntry("softened", stars=soft))
            t.tell("softened", soft)
        top = t.pack.reputation[t.scenario.reputation_board].top
        t.reputation = new_reputation(t.reputation, won, lost - soft, top)
        t.tell("reputation", t.reputation)
        return self.salaries

    def stars_of(self, t: KitchenTable, card: int) -> tuple[int, int]:
        """The stars an order gains and loses."""
        served = card in t.served
        if card in self.right:
            return stars_won(t.pack.patron[card].stars, served, t.settings["stars"]), 0
        return 0, stars_lost(t.kind(card), served, t.pack.numbers)

    def salaries(self, t: KitchenTable) -> Next:
        """Pay 3 coins for every timer that is not on strike, Temps included (KR-83, KR-R36)."""
        if t.number < SALARIES_FROM:
            return self.judge
        salary, free, at_work = t.pack.numbers.salary, t.held_award("free_salary"), working(t)
        paid = paid_timers(len(at_work), t.coins, salary, free)
        self.unpaid = len(at_work) - paid
        if self.unpaid and t.number < STRIKES_FROM:
            t.verdict = "salaries"
            t.tell("broke", len(at_work) * salary, t.coins)
            return self.judge
        coins = salary * max(0, paid - free)
        t.earn("salaries", -coins)
        t.accounts.append(AccountEntry("salaries", paid, coins=-coins))
        t.tell("salaries", paid, coins, t.coins)
        return self.strikes if paid else self.walk_out

    def strikes(self, t: KitchenTable) -> Next:
        """The Timekeeper names the timers that strike, one by one."""
        if not self.unpaid:
            return self.prizes
        return t.ask(t.timekeeper, [STRIKE[timer] for timer in working(t)])

    def strike(self, t: KitchenTable, seat: Seat, timer: int) -> Next:
        self.unpaid -= 1
        go_on_strike(t, timer)
        return self.strikes

    def walk_out(self, t: KitchenTable) -> Next:
        """No timer can be paid: all strike without a question."""
        for timer in working(t):
            go_on_strike(t, timer)
        return self.prizes

    def prizes(self, t: KitchenTable) -> Next:
        count_awards(t)
        return self.judge

    def judge(self, t: KitchenTable) -> Next:
        """End the game if it is lost, or won after the last shift (KR-84, KR-94, KR-95, KR-R37)."""
        t.verdict = t.verdict or self.verdict(t)
        if t.verdict:
            t.phase = "over"
            t.tell("verdict", t.verdict)
            return t.done()
        clear_up(t, self.right)
        return t.done()

    def verdict(self, t: KitchenTable) -> str:
        strikers, last = on_strike(t), t.shift == t.scenario.shifts
        if strikers and len(strikers) == len(in_play(t)):
            return "all on strike"
        if last and strikers:
            return "strike"
        return ("goal missed" if misses_goal(t) else "goal met") if last else ""


def go_on_strike(t: KitchenTable, timer: int) -> None:
    t.places[timer] = ON_STRIKE
    t.accounts.append(AccountEntry("strike", timer))
    t.tell("strikes", timer)


def count_awards(t: KitchenTable) -> None:
    """Adjust the number of Awards to the Reputation (KR-86 to KR-88). The last one won is returned first."""
    if t.number < AWARDS_FROM:
        return
    hats = t.pack.hats(t.scenario.reputation_board, t.seats)
    due = awards_due(t.reputation, hats, t.pack.numbers.max_awards)
    while len(t.awards) > due:
        return_award(t)
    while len(t.awards) < due and t.awards_deck:
        win_award(t)


def win_award(t: KitchenTable) -> None:
    t.awards.append(t.awards_deck.pop(0))
    t.seen_awards = max(0, t.seen_awards - 1)
    t.reveal()
    t.accounts.append(AccountEntry("award", t.awards[-1]))
    t.tell("award", t.awards[-1])


def return_award(t: KitchenTable) -> None:
    """Put the last Award back on top of its deck, where everyone knows it."""
    card = t.awards.pop()
    t.awards_deck.insert(0, card)
    t.seen_awards += 1
    t.accounts.append(AccountEntry("award_lost", card))
    t.tell("award_lost", card)


def clear_up(t: KitchenTable, right: tuple[int, ...]) -> None:
    """Remove right orders, restart spoiled and wrongly served dishes, and keep the rest (KR-89 to KR-92)."""
    for card in right:
        send_home(t, card)
    for dish in [dish for seat in range(t.seats) for dish in t.board(seat)]:
        if dish.card in t.served or t.is_spoiled(dish):
            t.tell("emptied", dish.seat, dish.id)
            empty_plate(t, dish)
    t.served.clear()
    t.shift += 1
    t.now, t.phase = 0, "planning"
    t.ready, t.calls = [False] * t.seats, [False] * t.seats
    t.flared, t.passed = [False] * t.seats, [False] * t.seats


def send_home(t: KitchenTable, card: int) -> None:
    """Remove the patron, return the pieces to the supply and the plates to the sink."""
    for dish in t.dishes_of(card):
        empty_plate(t, dish)
        del t.dishes[dish.id]
    for orders in t.orders:
        if card in orders:
            orders.remove(card)
    if card in t.served:
        t.served.remove(card)
    t.gone.append(card)
