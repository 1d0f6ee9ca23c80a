"""The table of Kitchen Rush: one restaurant, its patrons, its purse, and all timers."""

from __future__ import annotations

from dataclasses import field

from flattop.games.kitchen_rush import computed_zones
from flattop.games.kitchen_rush.cards import Pack, Recipe
from flattop.games.kitchen_rush.computed_zones import cautions
from flattop.games.kitchen_rush.dishes import Dish, is_right, is_spoiled
from flattop.games.kitchen_rush.free_acts import FreeActs
from flattop.games.kitchen_rush.pieces import AccountEntry, Job
from flattop.games.kitchen_rush.refusals import why_not
from flattop.games.kitchen_rush.schema import Scenario, SetUp
from flattop.kernel import Action, Obstacle, Options, Seat, Table, part


@part
class KitchenTable(FreeActs, Table):
    """Decks start with their top card; counts are by kind or size as in the deck file."""

    pack: Pack = field(kw_only=True, compare=False)
    number: int = 1  # of the scenario
    # -- the clock
    phase: str = "planning"  # running, closing, accounts, over
    shift: int = 1
    now: int = 0
    limit: int = 0  # the tick at which the countdown ends
    grace: int = 0  # most ticks of the phase "closing"
    paused: bool = False
    ready: list[bool] = field(default_factory=list)
    calls: list[bool] = field(default_factory=list)
    # -- patrons
    deck: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    orders: list[list[int]] = field(default_factory=list)
    served: list[int] = field(default_factory=list)
    dishes: dict[int, Dish] = field(default_factory=dict)
    right: list[int] = field(default_factory=list)  # right orders of each seat, over all shifts
    # -- plates and pieces
    cupboard: list[int] = field(default_factory=list)
    sink: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    rooms: list[list[int]] = field(default_factory=list)
    bag: list[int] = field(default_factory=list)
    larder: list[int] = field(default_factory=list)  # ingredients in the supply
    rack: list[int] = field(default_factory=list)  # spices in the supply
    # -- timers and spaces
    spaces: list[tuple[int, ...]] = field(default_factory=list)  # the piece on each space, by area
    places: list[int] = field(default_factory=list)  # by timer: its area, or IN_HAND, ON_STRIKE, ASIDE
    runs_out: list[int] = field(default_factory=list)
    users: list[Seat] = field(default_factory=list)  # the seat that placed each timer last
    lengths: tuple[int, ...] = ()
    jobs: dict[Seat, Job] = field(default_factory=dict)
    temps_rule: str = "anyone"
    holders: list[Seat] = field(default_factory=list)  # of the white timers, with the rule "turns"
    flared: list[bool] = field(default_factory=list)
    passed: list[bool] = field(default_factory=list)  # passed since the last change, in the stepped pace
    # -- office
    coins: int = 0
    till: dict[str, int] = field(default_factory=dict)  # income and expenses of this shift
    accounts: list[AccountEntry] = field(default_factory=list)
    reputation: int = 0
    awards: list[int] = field(default_factory=list)
    awards_deck: list[int] = field(default_factory=list)
    seen_awards: int = 0  # cards on top of `awards_deck` that everyone knows
    desks: list[int] = field(default_factory=list)
    office_deck: list[int] = field(default_factory=list)
    office_discard: list[int] = field(default_factory=list)
    verdict: str = ""  # the reason for the end
    # -- cached options
    beat: int = field(init=False, compare=False)  # ticks from turn to turn in the stepped pace
    strict: bool = field(init=False, compare=False)  # mistakes are prevented (KR-R25)
    lifts_itself: bool = field(init=False, compare=False)  # run-out timers return to the hand (KR-R19)

    def __post_init__(self) -> None:
        lift = self.settings["lift"]
        self.beat = self.pack.seconds("beat", self.settings["beat"]) * self.pack.clock.ticks_per_second
        self.strict = self.settings["mistakes"] == "prevented"
        self.lifts_itself = lift == "auto" or (lift == "by-pace" and self.stepped)

    # -- the scenario

    @property
    def scenario(self) -> Scenario:
        return self.pack.scenario[self.number - 1]

    @property
    def set_up(self) -> SetUp:
        return self.pack.set_up(self.number, self.seats)

    @property
    def timekeeper(self) -> Seat:
        seat: int = self.settings["timekeeper"]
        return seat

    @property
    def stepped(self) -> bool:
        return bool(self.settings["pace"] == "stepped")

    # -- orders and dishes

    def recipe(self, dish: int) -> Recipe:
        return self.pack.recipes[dish]

    def own_dishes(self, seat: Seat) -> list[Dish]:
        """The dishes a seat may still work on, in order of taking; a served one is frozen (KR-R29)."""
        own, served = self.board(seat), self.served
        return [dish for dish in own if dish.card not in served] if served else own

    def board(self, seat: Seat) -> list[Dish]:
        """The dishes on a seat's board, in order of taking."""
        dishes, of_card = self.dishes, self.pack.dishes_of
        return [dishes[dish] for card in self.orders[seat] for dish in of_card[card]]

    def dishes_of(self, card: int) -> list[Dish]:
        return [self.dishes[dish] for dish in self.pack.dishes_of[card]]

    def is_right(self, card: int) -> bool:
        """True if all dishes of the order are right."""
        return all(is_right(dish, self.recipe(dish.id)) for dish in self.dishes_of(card))

    def is_spoiled(self, dish: Dish) -> bool:
        return is_spoiled(dish, self.recipe(dish.id))

    def kind(self, card: int) -> str:
        return self.pack.patron[card].kind

    def patrons(self) -> list[int]:
        """The tables with a patron."""
        return [table for table, card in enumerate(self.tables) if card >= 0]

    # -- the purse

    def earn(self, what: str, coins: int) -> None:
        self.coins += coins
        self.till[what] = self.till.get(what, 0) + coins

    def held_award(self, effect: str) -> int:
        """The number on the Award with this effect; 0 if the team does not hold it."""
        if not self.awards:
            return 0
        awards = self.pack.award
        return next((awards[card].value for card in self.awards if awards[card].effect == effect), 0)

    # -- computed zones

    @property
    def moment(self) -> int | None:
        """The time left in the shift, or in the grace time."""
        return int(self.clock["left"]) if self.phase in ("running", "closing") else None

    def open_area(self, seat: Seat) -> int:
        return self.jobs[seat].area

    clock = property(computed_zones.clock)
    scene = property(computed_zones.scene)
    goal = property(computed_zones.goal)
    boards = property(computed_zones.boards)
    cautions = property(cautions)
    plates = property(computed_zones.plates)
    timers = property(computed_zones.timers)
    sand = property(computed_zones.sand)
    doing = property(computed_zones.doing)
    bill = property(computed_zones.bill)

    # -- any-time plays and refusals

    def anytime(self, seat: Seat) -> Options:
        return self.free_acts(seat) if 0 <= seat < self.seats else ()

    def is_through(self, seat: Seat) -> bool:
        """True if the seat has called it, or has nothing to finish after time is up (KR-R7, KR-R10)."""
        return self.calls[seat] or (self.phase == "closing" and seat not in self.jobs)

    def only_waits(self, seat: Seat) -> bool:
        """True if the seat is through, or all its timers run."""
        return self.is_through(seat) or seat not in self.asks

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return why_not(self, seat, action)
