"""Any-time plays: buying, studying, lending, dealing, and calls for help (NB-R40 to NB-R45)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from flattop.games.ninja_burger.effects import EFFECT_HANDLERS
from flattop.games.ninja_burger.meeting import Talk
from flattop.games.ninja_burger.open_options import OpenOptions, Price
from flattop.kernel import PASS, Action, Frame, Next, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.skill_roll import SkillRoll
    from flattop.games.ninja_burger.table import NinjaTable


OFFER: Action = ("offer",)
DROP: Action = ("drop",)
SWAP: Action = ("swap_missions",)
ANSWERS: tuple[Action, ...] = (("agree",), ("refuse",))
SUGGESTED = 4  # suggested amounts of money, besides the maximum
MISSIONS_PHASE = 5

# -- any-time plays (NB-R40, NB-R41)


def anytime(t: NinjaTable, seat: Seat) -> Options:
    """The any-time plays of a seat; none if it is locked or a deal is being made."""
    if not t.phase or not 0 <= seat < t.seats or seat == t.locked or t.over or is_closed(t):
        return ()
    if t.duellists:
        roll = t.roll
        return purchases(t, seat) if roll and roll.seat == seat else ()
    roll = t.failing
    plays = purchases(t, seat) + course_plays(t, seat) + (roll.loans(t, seat) if roll else [])
    plays += [("deal", rival) for rival in t.rivals(seat) if can_open_deal(t, seat, rival)]
    asked = t.asks.get(seat, ())
    return [play for play in plays if play not in asked]


def is_closed(t: NinjaTable) -> bool:
    """True while a deal or a swap by a card is being made: then nothing else is open."""
    top = t.stack[-1]
    return isinstance(top, Deal) or (isinstance(top, Talk) and top.swapper >= 0)


def purchases(t: NinjaTable, seat: Seat) -> list[Action]:
    """Stuff in hand the seat can pay; after its own failed throw only useful Stuff (NB-68, NB-R35)."""
    kinds = sorted({kind for kind in t.hands[seat] if t.pack.is_stuff[kind] and t.can_pay(seat, kind)})
    useful = useful_purchases(t, seat)
    buys = t.pack.actions("buy")
    return [buys[kind] for kind in kinds if useful is None or kind in useful]


def useful_purchases(t: NinjaTable, seat: Seat) -> frozenset[int] | None:
    """The Stuff a seat with a failed throw may buy; None if it may buy anything."""
    roll = t.failing
    if roll is None or roll.seat != seat or t.duellists:
        return None
    return roll.fit(t, "after_fail").useful_without(t.used)


def course_plays(t: NinjaTable, seat: Seat) -> list[Action]:
    """Courses are taken in every phase except the fifth (NB-R29)."""
    if t.phase == MISSIONS_PHASE:
        return []
    return [("study", kind) for kind in t.held(seat, t.pack.playable("off_mission"))]


def buy(t: NinjaTable, seat: Seat, kind: int) -> None:
    """Pay the printed price and move the card from the hand into play (NB-67)."""
    t.hands[seat].remove(kind)
    t.items[seat] += (kind,)
    t.money[seat] -= t.pack.price[kind]
    t.reveal()
    t.clear_passes(seat)
    t.tell("bought", seat, kind, t.pack.price[kind])


def study(t: NinjaTable, seat: Seat, kind: int) -> None:
    t.hands[seat].remove(kind)
    t.courses[seat] += (kind,)
    t.reveal()
    t.clear_passes(seat)
    t.tell("studied", seat, kind)


def lend(t: NinjaTable, seat: Seat, kind: int) -> None:
    """Use an item for the ninja whose throw has failed; a permanent item stays with its owner (NB-R38)."""
    roll = t.failing
    assert roll
    happenings = roll.item(t, seat, kind, "after_fail")
    for effect in t.pack.effects_at["after_fail", kind]:
        if happenings.applies(t, effect):
            choice = EFFECT_HANDLERS[effect.op](t, roll.seat, effect, kind)
            assert choice is None, "only bonuses can be lent"  # the deck is checked
    t.clear_passes(seat)


def could_help(t: NinjaTable, roll: SkillRoll, rival: Seat) -> bool:
    """True if a rival might help, judged by public information only (NB-R45)."""
    if t.settings["deals"] == "yes":
        return bool(t.items[rival]) or (bool(t.hands[rival]) and t.money[rival] >= t.pack.cheapest)
    if roll.loans(t, rival):
        return True
    lends = roll.fit(t, "after_fail").lends
    return t.may_hold(rival, frozenset(kind for kind in lends if t.can_pay(rival, kind)))


# -- deals (NB-R42 to NB-R44)


def can_open_deal(t: NinjaTable, seat: Seat, partner: Seat) -> bool:
    """True if the seat may open a deal: within the limit, not locked, useful after a failed throw."""
    if t.settings["deals"] == "no" or partner == t.locked or t.offers[seat] >= t.settings["offer_limit"]:
        return False
    if t.failing is None:  # no throw has failed, so any deal is allowed
        return True
    for one, other in ((seat, partner), (partner, seat)):
        useful = useful_purchases(t, one)
        if useful is not None and useful.isdisjoint(t.items[other]):
            return False
    return True


def open_deal(t: NinjaTable, seat: Seat, partner: Seat) -> Deal:
    """Open a deal; it counts towards the limit, whatever its result (NB-R43)."""
    offers = list(t.offers)
    offers[seat] += 1
    t.offers = tuple(offers)
    for frame in t.stack:
        if isinstance(frame, Talk):
            frame.last = seat
    t.tell("deal_opened", seat, partner)
    return Deal(seat, partner)


@part
class Deal(Frame):
    """Two ninjas bargain. The author sets the terms, which others see only once they are offered."""

    author: Seat
    partner: Seat
    gives: tuple[int, ...] = ()
    wants: tuple[int, ...] = ()
    money: int = 0  # dollars the author pays; below zero: asks for
    swap: bool = False
    offered: bool = False
    at: str = "draw_up"

    def draw_up(self, t: NinjaTable) -> Next:
        return t.ask(self.author, self.terms(t))

    def terms(self, t: NinjaTable) -> Options:
        """Options for the next step of the draft. Any affordable price is legal; a few are suggested."""
        options: list[Action] = [("put_item", kind) for kind in items_left(t.items[self.author], self.gives)]
        options += [("want_item", kind) for kind in items_left(t.items[self.partner], self.wants)]
        prices = self.prices(t)
        for price in prices:
            options += price.suggestions(SUGGESTED)
        if not self.swap and may_swap(t, self.author, self.partner):
            options.append(SWAP)
        options += [OFFER, DROP] if self.can_be_offered(t) else [DROP]
        return OpenOptions(tuple(options), prices)

    def prices(self, t: NinjaTable) -> tuple[Price, ...]:
        if self.money:
            return ()
        unit = t.pack.rules.money_unit
        return (
            Price("put_money", unit, t.money[self.author]),
            Price("want_money", unit, t.money[self.partner]),
        )

    def can_be_offered(self, t: NinjaTable) -> bool:
        """True if something changes hands and a seat with a failed throw gets something useful (NB-R35)."""
        for seat, gets, parts in (
            (self.author, self.wants, self.gives),
            (self.partner, self.gives, self.wants),
        ):
            useful = useful_purchases(t, seat)
            if useful is not None and useful.isdisjoint(Counter(gets) - Counter(parts)):
                return False
        return bool(self.gives or self.wants or self.money or self.swap)

    def put_item(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        self.gives += (kind,)
        return self.draw_up

    def want_item(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        self.wants += (kind,)
        return self.draw_up

    def put_money(self, t: NinjaTable, seat: Seat, amount: int) -> Next:
        self.money = amount
        return self.draw_up

    def want_money(self, t: NinjaTable, seat: Seat, amount: int) -> Next:
        self.money = -amount
        return self.draw_up

    def swap_missions(self, t: NinjaTable, seat: Seat) -> Next:
        self.swap = True
        return self.draw_up

    def drop(self, t: NinjaTable, seat: Seat) -> Next:
        t.tell("dropped", seat)
        return t.done()

    def offer(self, t: NinjaTable, seat: Seat) -> Next:
        self.offered = True
        t.reveal()
        pays, asks = max(self.money, 0), max(-self.money, 0)
        t.tell("offered", seat, self.partner, self.gives, pays, self.wants, asks, int(self.swap))
        return self.answer

    def answer(self, t: NinjaTable) -> Next:
        return t.ask(self.partner, ANSWERS)

    def agree(self, t: NinjaTable, seat: Seat) -> Next:
        """Exchange everything at once."""
        for kind in self.gives:
            t.drop_item(self.author, kind)
        for kind in self.wants:
            t.drop_item(self.partner, kind)
        t.items[self.partner] += self.gives
        t.items[self.author] += self.wants
        t.money[self.author] -= self.money
        t.money[self.partner] += self.money
        t.tell("agreed", seat, self.author)
        if self.swap:
            t.swap_missions(self.author, self.partner)
        t.clear_passes(self.author)
        return t.done()

    def refuse(self, t: NinjaTable, seat: Seat) -> Next:
        t.tell("refused", seat, self.author)
        return t.done()

    def forget(self, seat: Seat | None) -> None:
        """Terms that were not offered are the author's secret."""
        if not self.offered and seat != self.author:
            self.gives, self.wants, self.money, self.swap = (), (), 0, False


def items_left(items: tuple[int, ...], taken: tuple[int, ...]) -> list[int]:
    """The kinds of which another copy is left."""
    return [kind for kind in sorted(set(items)) if items.count(kind) > taken.count(kind)]


def may_swap(t: NinjaTable, seat: Seat, partner: Seat) -> bool:
    """True during the talk between two who came; Errands depend on the option and on Honor (NB-R16)."""
    attending = t.attending
    if seat not in attending or partner not in attending or not any(isinstance(f, Talk) for f in t.stack):
        return False
    holders = [s for s in (seat, partner) if t.has_errand(s)]
    if holders and t.settings["errand_deals"] == "no":
        return False
    lowest = min(t.honor[s] for s in attending)
    return all(t.honor[s] > lowest for s in holders)


@part
class CallForHelp(Frame):
    """Ask every rival who might help, until each passes or has nothing more to give (NB-R45)."""

    seat: Seat
    i: int = 0
    at: str = "next_rival"

    def next_rival(self, t: NinjaTable, _: object = None) -> Next:
        roll, rivals = t.current_roll, t.rivals(self.seat)
        while not roll.is_saved(t) and self.i < len(rivals):
            if could_help(t, roll, rivals[self.i]):
                return self.ask_rival
            self.i += 1
        return t.done()

    def ask_rival(self, t: NinjaTable) -> Next:
        roll, rival = t.current_roll, t.rivals(self.seat)[self.i]
        if roll.is_saved(t):
            return t.done()
        return t.ask(rival, [*roll.loans(t, rival), *self.sales(t, rival), PASS])

    def sales(self, t: NinjaTable, rival: Seat) -> list[Action]:
        deal = [("deal", self.seat)] if can_open_deal(t, rival, self.seat) else []
        return purchases(t, rival) + deal

    def act(self, t: NinjaTable, seat: Seat, action: Action) -> Next:
        if action == PASS:
            self.i += 1
            return self.next_rival
        return getattr(self, action[0])(t, seat, *action[1:])  # type: ignore[no-any-return]

    def lend(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        lend(t, seat, kind)
        return self.next_rival

    def buy(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        buy(t, seat, kind)
        return self.next_rival

    def deal(self, t: NinjaTable, seat: Seat, partner: Seat) -> Next:
        return t.call(open_deal(t, seat, partner), self.next_rival)
