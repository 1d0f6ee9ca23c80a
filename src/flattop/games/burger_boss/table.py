"""The table of Burger Boss: queue, kitchens, dice and cards, with the words of the rules about them."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache

from flattop.games.burger_boss import refusals, specials
from flattop.games.burger_boss.cards import Pack
from flattop.games.burger_boss.schema import CARDS, GRILLS, INGREDIENTS, KINDS, NOTHING, UNNAMED, Dish
from flattop.kernel import ANSWERS, VACANT, Action, Next, Obstacle, Options, Seat, Table, part

BITS = (1, 2, 4, 8, 16)  # one per ingredient
PHASES = {  # by the step of the round that comes after
    "opening_window": "turn_order",
    "worker_placement": "placement",
    "closing_window": "placement",
    "sales_phase": "sales",
    "end_of_round": "sales",
}


@part
class BossTable(Table):
    """All that lies on the table; seat by seat, or flat with so many entries per seat."""

    pack: Pack = field(kw_only=True, compare=False)
    restaurants: tuple[int, ...]
    # the queue
    deck: list[int]  # customers, the top card last
    queue: list[int]  # R1 R2 L1 L2 S1 S2
    # specials and missions
    specials: list[int]  # kinds, the top card last
    hands: list[list[int]]
    missions: list[list[int]]
    unused: list[int]
    # the supply, and every kitchen
    stock: list[int]
    chilled: list[int]  # tokens in cold by ingredient, five numbers per seat
    recent: list[int]  # how many of them came in this round, where that matters
    dishes: list[Dish]  # three grills per seat
    track: list[int]  # the space of each dish on its track
    money: list[int]
    workers: list[int]
    kitchens: list[int]
    # what happened this round
    hired: list[int]
    tips: list[int]
    sales: list[int]
    cooked: list[int]
    # dice and cards
    rolled: list[list[int]]
    home: list[list[int]]
    working: list[tuple[int, ...]]
    placed_dice: list[tuple[tuple[int, ...], ...]]  # dice on each space, placement by placement
    order: tuple[Seat, ...]
    totals: tuple[int, ...]
    # piles that only grow
    left: tuple[int, ...]
    served: list[tuple[int, ...]]
    served_at: list[tuple[int, ...]]
    discard: tuple[int, ...] = ()
    round: int = 0
    named: int = UNNAMED
    held: int = VACANT  # the token that is being stored or cooked

    # -- kitchens as they are seen

    @property
    def supply(self) -> dict[str, int]:
        """Tokens by ingredient that nobody has."""
        return dict(zip(INGREDIENTS, self.stock, strict=True))

    @property
    def cold(self) -> list[list[int]]:
        """The tokens in the cold storage of each seat."""
        return _by_seat(self.chilled)

    @property
    def fresh(self) -> list[list[int]]:
        """The tokens in cold that each seat may not cook before the next round."""
        return _by_seat(self.recent)

    @property
    def grills(self) -> list[list[list[int]]]:
        """The tokens on every grill of each seat."""
        return [[[*single_tokens(dish)] for dish in self.dishes_of(seat)] for seat in range(self.seats)]

    @property
    def tracks(self) -> list[list[int]]:
        """The space of each dish on its track, grill by grill; an empty grill has none."""
        return [self.track_of(seat) for seat in range(self.seats)]

    @property
    def game_cards(self) -> dict[str, list[tuple[int, ...]]]:
        """The dice that lie on each card, placement by placement."""
        cards: dict[str, list[tuple[int, ...]]] = {card: [] for card in CARDS if card != "kitchen"}
        for spot in self.pack.spots:
            if self.placed_dice[spot.number]:
                cards[spot.card] += self.placed_dice[spot.number]
        return cards

    def shelf(self, seat: Seat) -> Dish:
        """The seat's cold storage, counted by ingredient."""
        return tuple(self.chilled[KINDS * seat : KINDS * seat + KINDS])

    def track_of(self, seat: Seat) -> list[int]:
        """The spaces of the seat's dishes on their tracks."""
        spaces = self.track[GRILLS * seat :]
        dishes = self.dishes_of(seat)
        return [VACANT if dish == NOTHING else space for dish, space in zip(dishes, spaces, strict=False)]

    def dishes_of(self, seat: Seat) -> list[Dish]:
        """What lies on the seat's grills, one entry for each that it owns."""
        return self.dishes[GRILLS * seat : GRILLS * seat + self.kitchens[seat]]

    # -- cold storage

    def room(self, seat: Seat) -> int:
        """Free slots in the seat's cold storage (BB-09, BB-53)."""
        return 4 * self.kitchens[seat] - sum(self.chilled[KINDS * seat : KINDS * seat + KINDS])

    def store(self, seat: Seat, kind: int, count: int = 1) -> None:
        """Tokens go from the supply to the seat's cold (BB-40)."""
        self.stock[kind] -= count
        self.chilled[KINDS * seat + kind] += count
        if self.settings["fresh"] == "next_round":
            self.recent[KINDS * seat + kind] += count

    def throw_out(self, seat: Seat, kind: int) -> None:
        """A token goes from cold back to the supply; a fresh one before an older one."""
        i = KINDS * seat + kind
        self.stock[kind] += 1
        self.chilled[i] -= 1
        if self.recent[i]:
            self.recent[i] -= 1

    def cookable(self, seat: Seat) -> int:
        """Which ingredients in cold may be cooked now, one bit each (BB-R20)."""
        kinds = 0
        i = KINDS * seat
        chilled, recent = self.chilled, self.recent
        for bit in BITS:
            if chilled[i] > recent[i]:
                kinds += bit
            i += 1
        return kinds

    # -- grills and customers

    def clear_grill(self, i: int) -> None:
        """The tokens of a dish go back to the supply."""
        for kind, count in enumerate(self.dishes[i]):
            self.stock[kind] += count
        self.dishes[i] = NOTHING
        self.track[i] = 0

    def customers_are_gone(self) -> bool:
        """Everyone was served or has gone (BB-83)."""
        return not self.deck and max(self.queue) < 0

    @property
    def wanted_by(self) -> list[list[list[int]]]:
        """For each seat's dishes, the spaces of the queue where they are wanted."""
        return [[self.buyers(dish) for dish in self.dishes_of(seat)] for seat in range(self.seats)]

    def buyers(self, dish: Dish) -> list[int]:
        """Spaces of the queue where exactly this dish is wanted (BB-69)."""
        recipes = self.pack.recipes
        return [space for space, who in enumerate(self.queue) if who >= 0 and recipes[who] == dish]

    # -- specials: rest points and plays (BB-R27, BB-R28)

    @property
    def phase(self) -> str:
        """Which of the four phases is under way, or a window for specials stands before."""
        return PHASES.get(self.stack[0].at, "customers") if self.stack else "sales"

    @property
    def next_part(self) -> str:
        """What a window for specials stands before."""
        return "sales" if self.stack[-2].at == "sales_phase" else "placement"

    def window_plays(self, seat: Seat) -> Options | None:
        """What a seat could play in a window; a seat without any special is not asked (BB-R29)."""
        return specials.open_plays(self, seat) if self.hands[seat] else None

    def anytime(self, seat: Seat) -> Options:
        """Open plays at the start of any seat's placement turn."""
        return specials.cutting_in(self, seat)

    def use(self, seat: Seat, kind: int) -> Next:
        """An open play of a special."""
        return specials.play_open(self, seat, kind)

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return refusals.why_not(self, seat, action)


def _by_seat(counts: list[int]) -> list[list[int]]:
    """Five numbers per seat as the single tokens of each."""
    return [[*single_tokens(tuple(counts[i : i + KINDS]))] for i in range(0, len(counts), KINDS)]


@lru_cache(maxsize=ANSWERS)
def single_tokens(counts: Dish) -> tuple[int, ...]:
    """Counts by ingredient as single tokens."""
    return tuple([kind for kind, count in enumerate(counts) for _ in range(count)])
