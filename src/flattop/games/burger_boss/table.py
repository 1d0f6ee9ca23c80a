"""The table of Burger Boss: the state of the game, and queries and changes that several rules share."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache

from flattop.games.burger_boss import refusals, specials
from flattop.games.burger_boss.cards import Pack
from flattop.games.burger_boss.schema import CARDS, GRILLS, INGREDIENTS, KINDS, NOTHING, UNNAMED, Dish
from flattop.kernel import RULES_CACHE_SIZE, VACANT, Action, Next, Obstacle, Options, Seat, Table, part

BITS = (1, 2, 4, 8, 16)  # one bit per ingredient
PHASES = {  # by the step of `Rounds` that is waiting to continue
    "opening_window": "turn_order",
    "worker_placement": "placement",
    "closing_window": "placement",
    "sales_phase": "sales",
    "end_of_round": "sales",
}


@part
class BossTable(Table):
    """Everything on the table. Lists are by seat, or flat with a fixed number of entries per seat."""

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
    recent: list[int]  # how many of them arrived this round, if the option `fresh` asks for it
    dishes: list[Dish]  # three grills per seat
    track: list[int]  # the space of each dish on its track
    money: list[int]
    workers: list[int]
    kitchens: list[int]
    # this round
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
    # piles to which cards are only added
    left: tuple[int, ...]
    served: list[tuple[int, ...]]
    served_at: list[tuple[int, ...]]
    discard: tuple[int, ...] = ()
    round: int = 0
    named: int = UNNAMED
    held: int = VACANT  # the token being stored or cooked

    # -- computed zones

    @property
    def supply(self) -> dict[str, int]:
        """Tokens that no seat owns, by ingredient."""
        return dict(zip(INGREDIENTS, self.stock, strict=True))

    @property
    def cold(self) -> list[list[int]]:
        """The tokens in each seat's cold storage."""
        return _by_seat(self.chilled)

    @property
    def fresh(self) -> list[list[int]]:
        """The tokens in each seat's cold storage that cannot be cooked before the next round."""
        return _by_seat(self.recent)

    @property
    def grills(self) -> list[list[list[int]]]:
        """The tokens on each seat's grills."""
        return [[[*single_tokens(dish)] for dish in self.dishes_of(seat)] for seat in range(self.seats)]

    @property
    def tracks(self) -> list[list[int]]:
        """The track space of each dish by seat and grill; VACANT for an empty grill."""
        return [self.track_of(seat) for seat in range(self.seats)]

    @property
    def game_cards(self) -> dict[str, list[tuple[int, ...]]]:
        """The dice on each game card, placement by placement."""
        cards: dict[str, list[tuple[int, ...]]] = {card: [] for card in CARDS if card != "kitchen"}
        for spot in self.pack.spots:
            if self.placed_dice[spot.number]:
                cards[spot.card] += self.placed_dice[spot.number]
        return cards

    def shelf(self, seat: Seat) -> Dish:
        """The seat's cold storage as counts by ingredient."""
        return tuple(self.chilled[KINDS * seat : KINDS * seat + KINDS])

    def track_of(self, seat: Seat) -> list[int]:
        """The track spaces of the seat's dishes."""
        spaces = self.track[GRILLS * seat :]
        dishes = self.dishes_of(seat)
        return [VACANT if dish == NOTHING else space for dish, space in zip(dishes, spaces, strict=False)]

    def dishes_of(self, seat: Seat) -> list[Dish]:
        """The dishes on the seat's grills, one entry per grill it owns."""
        return self.dishes[GRILLS * seat : GRILLS * seat + self.kitchens[seat]]

    # -- cold storage

    def room(self, seat: Seat) -> int:
        """Free slots in the seat's cold storage (BB-09, BB-53)."""
        return 4 * self.kitchens[seat] - sum(self.chilled[KINDS * seat : KINDS * seat + KINDS])

    def store(self, seat: Seat, kind: int, count: int = 1) -> None:
        """Move tokens from the supply to the seat's cold storage (BB-40)."""
        self.stock[kind] -= count
        self.chilled[KINDS * seat + kind] += count
        if self.settings["fresh"] == "next_round":
            self.recent[KINDS * seat + kind] += count

    def throw_out(self, seat: Seat, kind: int) -> None:
        """Move a token from cold storage to the supply, a fresh one before an older one."""
        i = KINDS * seat + kind
        self.stock[kind] += 1
        self.chilled[i] -= 1
        if self.recent[i]:
            self.recent[i] -= 1

    def cookable(self, seat: Seat) -> int:
        """Return the ingredients in cold storage that may be cooked now, as a bitmask (BB-R20)."""
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
        """Return the tokens of a dish to the supply."""
        for kind, count in enumerate(self.dishes[i]):
            self.stock[kind] += count
        self.dishes[i] = NOTHING
        self.track[i] = 0

    def customers_are_gone(self) -> bool:
        """True if every customer was served or has left (BB-83)."""
        return not self.deck and max(self.queue) < 0

    @property
    def wanted_by(self) -> list[list[list[int]]]:
        """For each dish of each seat, the spaces of the queue where it is wanted."""
        return [[self.buyers(dish) for dish in self.dishes_of(seat)] for seat in range(self.seats)]

    def buyers(self, dish: Dish) -> list[int]:
        """Spaces of the queue whose customer wants exactly this dish (BB-69)."""
        recipes = self.pack.recipes
        return [space for space, who in enumerate(self.queue) if who >= 0 and recipes[who] == dish]

    # -- specials: rest points and plays (BB-R27, BB-R28)

    @property
    def phase(self) -> str:
        """The current phase, or the phase that follows a window for specials."""
        return PHASES.get(self.stack[0].at, "customers") if self.stack else "sales"

    @property
    def next_part(self) -> str:
        """The phase that follows the current window for specials."""
        return "sales" if self.stack[-2].at == "sales_phase" else "placement"

    def window_plays(self, seat: Seat) -> Options | None:
        """Options of a seat in a window for specials; None skips a seat without specials (BB-R29)."""
        return specials.open_plays(self, seat) if self.hands[seat] else None

    def anytime(self, seat: Seat) -> Options:
        """Open plays at the start of any seat's placement turn."""
        return specials.anytime_plays(self, seat)

    def use(self, seat: Seat, kind: int) -> Next:
        """Play an open special."""
        return specials.play_open(self, seat, kind)

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return refusals.why_not(self, seat, action)


def _by_seat(counts: list[int]) -> list[list[int]]:
    """Convert a flat list of counts into a list of single tokens per seat."""
    return [[*single_tokens(tuple(counts[i : i + KINDS]))] for i in range(0, len(counts), KINDS)]


@lru_cache(maxsize=RULES_CACHE_SIZE)
def single_tokens(counts: Dish) -> tuple[int, ...]:
    """Convert counts by ingredient into a list of single tokens."""
    return tuple([kind for kind, count in enumerate(counts) for _ in range(count)])
