"""The shop: Market, burgers, Spatula and orders, shared by the games with Bottom Buns."""

from __future__ import annotations

from dataclasses import field

from flattop.games.burger_up import burger, computed_zones
from flattop.games.burger_up.actions import BUY, REWARDS, SCRAPE, SERVE, SHIFT, TOSS
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import is_met
from flattop.games.burger_up.scoring import income, points, spatula_condition
from flattop.games.burger_up.terms import Terms
from flattop.kernel import VACANT, Action, Frame, Next, Seat, Sees, Table, Zone, part

SHOP_ZONES = {
    "pending": Zone(),
    "order_coins": Zone(),
    "asked": Zone(),
    "market": Zone(),
    "discard": Zone(),
    "coins": Zone(per_seat=True),
    "spatulas": Zone(per_seat=True),
    "upgraded": Zone(per_seat=True),
    "completed": Zone(per_seat=True),
    "burgers": Zone(per_seat=True),
    "wanted": Zone(per_seat=True),
    "heights": Zone(per_seat=True),
    "sizes": Zone(per_seat=True),
    "pays": Zone(per_seat=True),
    "prospects": Zone(per_seat=True),
    "hands": Zone(Sees.OWNER, per_seat=True, pool="cards"),
    "deck": Zone(Sees.NONE, pool="cards"),
    "order_deck": Zone(Sees.NONE, pool="orders"),
    "left_out": Zone(Sees.NONE, pool="orders"),
}


@part
class ShopTable(Table):
    """Cards and Top Buns are numbers; a face is `card * 2 + half`. A deck's top card comes first."""

    pack: Pack = field(kw_only=True, compare=False)
    terms: Terms = field(kw_only=True, compare=False)
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    market: list[int] = field(default_factory=list)  # VACANT where there is a gap
    order_deck: list[int] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    pending: list[int] = field(default_factory=list)  # VACANT where there is a gap
    order_coins: list[int] = field(default_factory=list)  # coins on each pending order
    hands: list[list[int]] = field(default_factory=list)
    burgers: list[list[tuple[int, ...]]] = field(default_factory=list)  # faces, bottom to top
    coins: list[int] = field(default_factory=list)
    uses: list[int] = field(default_factory=list)  # uses left of the Spatula
    upgraded: list[bool] = field(default_factory=list)
    completed: list[tuple[int, ...]] = field(default_factory=list)

    wanted = property(computed_zones.wanted)
    heights = property(computed_zones.heights)
    sizes = property(computed_zones.sizes)
    pays = property(computed_zones.pays)
    asked = property(computed_zones.asked)
    prospects = property(computed_zones.prospects)
    spatulas = property(computed_zones.spatulas)

    def cited(self, rule: str) -> str:
        """The id of the rule at this table, if a variant replaces it."""
        return self.terms.cites.get(rule, rule)

    # -- set-up

    def set_up(self) -> None:
        """Orders, Market, and for each seat coins, a Spatula, Bottom Buns and a hand (BU-06 to BU-09)."""
        terms, seats = self.terms, range(self.seats)
        orders = self.chance.shuffled(range(len(self.pack.top_buns)))
        self.order_deck, self.left_out = orders[: terms.orders], orders[terms.orders :]
        self.pending, self.order_coins = [VACANT] * terms.pending, [0] * terms.pending
        for place in range(terms.face_up):
            self.pending[place], self.order_coins[place] = self.order_deck.pop(0), terms.order_coin
        self.deck = self.chance.shuffled(range(len(self.pack.cards)))
        self.market = [self.deck.pop(0) for _ in range(terms.market)]
        self.hands = [[self.deck.pop(0) for _ in range(terms.opening_hand)] for _ in seats]
        self.burgers = [[()] * terms.burgers for _ in seats]
        self.coins, self.uses = [terms.coins] * self.seats, [terms.spatula] * self.seats
        self.upgraded, self.completed = [False] * self.seats, [()] * self.seats

    # -- market and deck

    def purchases(self, seat: Seat) -> list[Action]:
        """Market cards that the seat can pay for (BU-13)."""
        if self.coins[seat] < self.terms.price:
            return []
        return [BUY[card] for card in self.market if card != VACANT]

    def buy(self, seat: Seat, card: int) -> None:
        self.coins[seat] -= self.terms.price
        self.market[self.market.index(card)] = VACANT
        self.hands[seat].append(card)
        self.tell("bought", seat, card, self.coins[seat])

    def fill_market(self) -> None:
        """Fill gaps from the deck, the first place first (BU-39)."""
        gaps = [place for place, card in enumerate(self.market) if card == VACANT]
        cards = self.drawn(len(gaps)) if gaps else []
        for place, card in zip(gaps, cards, strict=False):
            self.market[place] = card
        if cards:
            self.tell("market_filled", tuple(cards))

    def draw_up_to(self, seat: Seat, limit: int) -> None:
        """Draw cards until the hand holds this many (BU-41)."""
        cards = self.drawn(limit - len(self.hands[seat]))
        self.hands[seat] += cards
        if cards and self.events is not None:
            self.tell("drew", seat, len(cards))
            self.whisper(seat, "drawn", tuple(cards))

    def drawn(self, number: int) -> list[int]:
        """Take cards off the deck, or as many as there are (BU-42)."""
        cards = self.off_the_deck(number)
        if len(cards) < number and not self.deck_is_out:
            self.shuffle_discard()
            cards += self.off_the_deck(number - len(cards))
        if cards:
            self.reveals += 1
        return cards

    def off_the_deck(self, number: int) -> list[int]:
        cards = self.deck[:number] if number > 0 else []
        del self.deck[: len(cards)]
        return cards

    @property
    def deck_is_out(self) -> bool:
        return not self.deck and not (self.terms.reshuffle and self.discard)

    def shuffle_discard(self) -> None:
        self.deck, self.discard = self.chance.shuffled(self.discard), []
        self.tell("reshuffled", len(self.deck))

    def tossable(self, seat: Seat) -> list[Action]:
        return [TOSS[card] for card in self.hands[seat]]

    def toss(self, seat: Seat, card: int) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.tell("tossed", seat, card)

    # -- building

    def placings(self, seat: Seat) -> list[Action]:
        """Every face in hand on every own burger that it fits (BU-18)."""
        placings: list[Action] = []
        hand, faces, on_burger = self.hands[seat], self.pack.faces, self.pack.placings
        for i, stack in enumerate(self.burgers[seat]):
            by_card = on_burger[i][faces[stack[-1]].next if stack else burger.ANY]
            for card in hand:
                placings += by_card[card]
        return placings

    def taking(self, seat: Seat) -> list[tuple[tuple[int, ...], ...]]:
        """For each own burger and every card, the faces that fit."""
        fitting, faces = self.pack.fitting, self.pack.faces
        return [fitting[faces[stack[-1]].next if stack else burger.ANY] for stack in self.burgers[seat]]

    def place(self, seat: Seat, face: int, to: int) -> None:
        self.hands[seat].remove(face >> 1)
        self.burgers[seat][to] += (face,)
        if self.events is not None:
            self.tell("placed", seat, face, to)

    def spatula_moves(self, seat: Seat) -> list[Action]:
        """Blocks that the Spatula can move, then cards it can scrape off (BU-25, BU-26)."""
        if not self.uses[seat]:
            return []
        own, taking = self.burgers[seat], [*enumerate(self.taking(seat))]
        shifts = [
            SHIFT[to][face >> 1]
            for start, stack in enumerate(own)
            for face in stack
            for to, fitting in taking
            if to != start and face in fitting[face >> 1]
        ]
        return shifts + [SCRAPE[face >> 1] for stack in own for face in stack]

    def shift(self, seat: Seat, card: int, to: int) -> None:
        """Move the block as it is; only its lowest face has to fit."""
        block = self.lift(seat, card)
        self.burgers[seat][to] += block
        if self.events is not None:
            self.tell("shifted", seat, block, to, spatula_condition(self.pack, self.uses[seat]))

    def scrape(self, seat: Seat, card: int) -> None:
        block = self.lift(seat, card)
        self.discard += [face >> 1 for face in block]
        if self.events is not None:
            self.tell("scraped", seat, block, spatula_condition(self.pack, self.uses[seat]))

    def lift(self, seat: Seat, card: int) -> tuple[int, ...]:
        """One use of the Spatula takes the card and all above it off its burger (BU-22, BU-24)."""
        self.uses[seat] -= 1
        start = self.burger_with(seat, card)
        self.burgers[seat][start], block = burger.split_at_card(self.burgers[seat][start], card)
        return block

    def burger_with(self, seat: Seat, card: int) -> int:
        """Index of the seat's burger that contains the card; -1 if none does."""
        own = self.burgers[seat]
        return next((i for i, stack in enumerate(own) if burger.index_of_card(stack, card) >= 0), -1)

    # -- completing orders

    def servings(self, seat: Seat) -> list[Action]:
        """Every order that a burger of the seat meets (BU-30)."""
        servings: list[Action] = []
        needs, shortest, one_of = self.pack.needs, self.pack.shortest, self.pack.one_of
        for i, stack in enumerate(self.burgers[seat]):
            cards = len(stack)
            for order in self.pending:
                if order == VACANT or cards < shortest[order] or one_of[order].isdisjoint(stack):
                    continue  # a cheap test that rules out most orders
                if is_met(needs[order], stack):
                    servings.append(SERVE[i][order])
        return servings

    def may_upgrade(self, seat: Seat, served: int) -> bool:
        """True for a Colossal burger, if the restaurant is not upgraded yet (BU-34, BU-36)."""
        size = burger.size(self.pack, burger.height(self.pack, self.burgers[seat][served]))
        return self.terms.upgrade and not self.upgraded[seat] and size is not None and size.upgrade

    def complete(self, seat: Seat, served: int, order: int, *, upgrade: bool = False) -> None:
        """Pay income, discard the burger, keep the Top Bun, and replace the order (BU-37)."""
        place, stack = self.pending.index(order), self.burgers[seat][served]
        paid = income(self.pack, stack, self.order_coins[place])
        forgone = paid.size
        if upgrade:
            paid, self.upgraded[seat] = paid._replace(size=0), True
        self.coins[seat] += sum(paid)
        if self.events is not None:
            size = burger.size(self.pack, burger.height(self.pack, stack))
            self.tell("served", seat, order, served, size.name if size else "")
            details = (seat, *paid, sum(paid), self.coins[seat])
            self.tell(*(("upgraded", *details, forgone) if upgrade else ("paid", *details)))
        self.discard += [face >> 1 for face in stack]
        self.burgers[seat][served] = ()
        self.completed[seat] += (order,)
        self.pending[place], self.order_coins[place] = VACANT, 0
        self.replace_order(place)

    def replace_order(self, place: int) -> None:
        """Fill the vacant place of a completed order. Each game overrides this."""

    def turn_up_order(self, place: int) -> None:
        """Turn up a new Top Bun from the Order deck."""
        order = self.order_deck.pop(0)
        self.pending[place] = order
        self.reveal()
        self.tell("ordered", order, place)

    @property
    def points(self) -> list[int]:
        completed = [len(orders) for orders in self.completed]
        return points(self.pack, self.coins, self.uses, completed)


@part
class Reward(Frame):
    """The reward of a Colossal burger: its coins or the upgrade (BU-34).

    It is asked before any coin of the order is paid, and nothing else can happen in between (BU-R20).
    """

    seat: Seat
    burger: int
    order: int
    at: str = "offer"

    def offer(self, t: ShopTable) -> Next:
        return t.ask(self.seat, REWARDS)

    def cash(self, t: ShopTable, seat: Seat) -> Next:
        t.complete(seat, self.burger, self.order)
        return t.done()

    def upgrade(self, t: ShopTable, seat: Seat) -> Next:
        t.complete(seat, self.burger, self.order, upgrade=True)
        return t.done()
