"""Worker placement: seats place one die at a time, in the order of the order card, until none is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss import game_cards, specials
from flattop.games.burger_boss.cooking import Cooking
from flattop.games.burger_boss.game_cards import PURCHASES, SINGLE
from flattop.games.burger_boss.schema import DISCOUNT, DOUBLE, KINDS, UNNAMED
from flattop.games.burger_boss.storage import Storing
from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable


DIE: tuple[Action, ...] = tuple(("die", value) for value in range(7))
DICE: tuple[Action, ...] = (("dice", 1), ("dice", 2))
ADD: tuple[Action, ...] = (("add", DOUBLE), ("add", DISCOUNT))
PLAIN: Action = ("plain",)
DOUBLED = ("bakery", "butchers", "fruit_veg")  # BB-56, BB-R30
EFFECT = {
    "bakery": "deliver", "butchers": "deliver", "cheese_shop": "deliver", "fruit_veg": "deliver",
    "specials": "draw", "supermarket": "shop", "workers": "hire", "expansion": "expand",
    "kitchen": "cook", "idle": "over",
}  # fmt: skip
TAKE: tuple[Action, ...] = tuple(("take", kind) for kind in range(KINDS))
DONE: Action = ("done",)


@part
class WorkerPlacement(Frame):
    """Laps over the order card: in each lap every seat with dice places one (BB-36)."""

    lap: tuple[Seat, ...] = ()  # seats that have had a turn in this lap
    at: str = "next_turn"

    def next_turn(self, t: BossTable, _: object = None) -> Next:
        t.named = UNNAMED
        for seat in t.order:
            if t.working[seat] and seat not in self.lap:
                return self.name_die
        if not any(t.working):
            return t.done()
        self.lap = ()
        return self.name_die

    def name_die(self, t: BossTable) -> Next:
        for seat in t.order:  # BB-R33: always the highest seat on the card
            if t.working[seat] and seat not in self.lap:
                break
        return t.ask(seat, [DIE[value] for value in dict.fromkeys(t.working[seat])])

    def die(self, t: BossTable, seat: Seat, value: int) -> Next:
        self.lap += (seat,)
        t.named = value
        t.tell("named", seat, value)
        return t.call(Placement(seat), self.next_turn)


@part
class Placement(Frame):
    """Placing one named die. Other seats see nothing of an incomplete choice."""

    seat: Seat
    card: str = ""
    count: int = SINGLE
    added: int = 0  # number of specials attached
    at: str = "choose_place"

    def choose_place(self, t: BossTable) -> Next:
        return t.ask(self.seat, game_cards.place_options(t, self.seat))

    def place(self, t: BossTable, seat: Seat, card: str) -> Next:
        self.card = card
        if card in PURCHASES:
            ways = game_cards.payable_dice(t, seat, card)
            if len(ways) > 1:
                return self.choose_dice
            self.count = ways[0]
        return self.fit_specials

    def choose_dice(self, t: BossTable) -> Next:
        return t.ask(self.seat, DICE)

    def dice(self, t: BossTable, seat: Seat, count: int) -> Next:
        self.count = count
        return self.fit_specials

    # -- specials attached to the placement (BB-R28, BB-R30)

    def fit_specials(self, t: BossTable) -> Next:
        return self.add_special if t.hands[self.seat] and self.has_fitting(t) else self.settle

    def add_special(self, t: BossTable) -> Next:
        add = ADD[self.fitting_kind]
        return t.ask(self.seat, (add, PLAIN) if self.due(t) <= t.money[self.seat] else (add,))

    def add(self, t: BossTable, seat: Seat, kind: int) -> Next:
        self.added += 1
        t.whisper(seat, "adding", kind)  # other seats see it when the placement is complete
        return self.fit_specials

    def plain(self, t: BossTable, seat: Seat) -> Next:
        return self.settle

    @property
    def fitting_kind(self) -> int:
        return DOUBLE if self.card in DOUBLED else DISCOUNT

    def has_fitting(self, t: BossTable) -> bool:
        """True if the seat holds one more special that fits this placement."""
        left = t.hands[self.seat].count(self.fitting_kind) - self.added
        if self.card in DOUBLED:
            return left > 0 and not self.added
        return left > 0 and self.full_price(t) > t.pack.discount * self.added

    def full_price(self, t: BossTable) -> int:
        """Price without any DISCOUNT: of the purchase, or of the most a visit to the Supermarket can cost."""
        if self.card in PURCHASES:
            return game_cards.price(t, self.seat, self.card, self.count)
        return t.pack.bills[-1] if self.card == "supermarket" else 0

    def due(self, t: BossTable) -> int:
        """Price that must be paid at once: for the purchase, or for the first token at the Supermarket."""
        price = t.pack.bills[1] if self.card == "supermarket" else self.full_price(t)
        return max(0, price - t.pack.discount * self.added)

    def forget(self, seat: Seat | None) -> None:
        """Reset an incomplete choice for other seats, as if the seat had not chosen a card yet."""
        if seat != self.seat and self.at in ("choose_dice", "add_special"):
            self.card, self.count, self.added, self.at = "", SINGLE, 0, "choose_place"

    # -- the effect, at once (BB-38)

    def settle(self, t: BossTable) -> Next:
        self.put_dice(t)
        for _ in range(self.added):
            specials.discard(t, self.seat, self.fitting_kind)
            t.tell("added", self.seat, self.fitting_kind)
        return getattr(self, EFFECT[self.card])  # type: ignore[no-any-return]

    def put_dice(self, t: BossTable) -> None:
        working, die = t.working[self.seat], t.named
        i = working.index(die)
        t.working[self.seat] = working[:i] + working[i + self.count :]
        if self.card != "idle" and self.card != "kitchen":
            t.placed_dice[t.pack.taking[die][self.card].number] += (working[i : i + self.count],)
        t.tell("placed", self.seat, working[i : i + self.count], self.card)

    def deliver(self, t: BossTable) -> Next:
        spot = t.pack.taking[t.named][self.card]
        count = min(spot.amount * (2 if self.added else 1), t.stock[spot.kind])  # BB-R16
        t.tell("brought", self.seat, count, spot.kind)
        if t.room(self.seat) < count:
            return t.call(Storing(self.seat, spot.kind, count), self.over)
        t.store(self.seat, spot.kind, count)
        return t.done()

    def draw(self, t: BossTable) -> Next:
        specials.draw(t, self.seat, t.pack.taking[t.named][self.card].draw)
        return t.done()

    def shop(self, t: BossTable) -> Next:
        return t.call(Shopping(self.seat, self.added), self.over)

    def hire(self, t: BossTable) -> Next:
        """The new worker joins at the end of the round (BB-50)."""
        t.money[self.seat] -= self.due(t)
        t.tell("hired", self.seat, self.due(t))
        t.hired[self.seat] += 1
        return t.done()

    def expand(self, t: BossTable) -> Next:
        """The new kitchen counts at once (BB-52)."""
        t.money[self.seat] -= self.due(t)
        t.tell("expanded", self.seat, self.due(t))
        t.kitchens[self.seat] += 1
        return t.done()

    def cook(self, t: BossTable) -> Next:
        t.cooked[self.seat] = 1
        return t.call(Cooking(self.seat), self.over)

    def over(self, t: BossTable, _: object = None) -> Next:
        return t.done()


@part
class Shopping(Frame):
    """The Supermarket: a worker buys up to three tokens of any kind, each paid and stored before the next.

    A DISCOUNT is deducted from the bill of the whole visit (BB-47, BB-R18, BB-R30).
    """

    seat: Seat
    discounts: int
    taken: int = 0
    at: str = "shop"

    def shop(self, t: BossTable) -> Next:
        shelves = [TAKE[kind] for kind in range(KINDS) if t.stock[kind]]
        if self.taken:
            shelves.append(DONE)
        return t.ask(self.seat, shelves)

    def take(self, t: BossTable, seat: Seat, kind: int) -> Next:
        price = self.next_price(t)
        t.money[seat] -= price
        self.taken += 1
        t.tell("bought", seat, kind, price)
        if not t.room(seat):
            return t.call(Storing(seat, kind, 1), self.go_on)
        t.store(seat, kind)
        return self.go_on

    def go_on(self, t: BossTable, _: object = None) -> Next:
        full = self.taken == len(t.pack.prices.supermarket)
        if full or not any(t.stock) or self.next_price(t) > t.money[self.seat]:
            return t.done()
        return self.shop

    def done(self, t: BossTable, seat: Seat) -> Next:
        return t.done()

    def next_price(self, t: BossTable) -> int:
        return self.bill(t, self.taken + 1) - self.bill(t, self.taken)

    def bill(self, t: BossTable, tokens: int) -> int:
        """Total price of this many tokens in this visit."""
        return max(0, t.pack.bills[tokens] - t.pack.discount * self.discounts)
