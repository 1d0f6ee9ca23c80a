"""The plan of the house bot of Burger Boss: a customer for each grill, and the ingredients it still needs."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from flattop.bots.policies import CACHE_SIZE, lazy
from flattop.games.burger_boss.cards import Pack
from flattop.games.burger_boss.schema import INGREDIENTS, KINDS, Mission
from flattop.kernel import VACANT
from flattop.match.observation import Observation

DICE_FOR = (0.6, 0.7, 1.1, 1.1, 1.1)  # dice that one token of each ingredient costs on average
SHARED = 0.35  # share left of a sale that a rival can make first
CUSTOMERS_A_ROUND = 2.7
AT_WORK = (
    "Cooking",
    "Shopping",
    "Storing",
)  # steps at which the die in use is not counted elsewhere
Counts = tuple[int, ...]
Customers = tuple[
    tuple[int, int], ...
]  # spaces of the queue and their customers; VACANT for the next customer


class PlanInputs(NamedTuple):
    """The inputs of a plan.  Equal inputs give an equal plan."""

    cold: Counts
    dishes: tuple[Counts, ...]  # on the own grills
    rival_dishes: tuple[Counts, ...]  # on the grills of all other seats
    customers: Customers
    missions: tuple[int, ...]
    workers: int
    dice_left: int
    rounds_left: float


class Target(NamedTuple):
    """A customer to cook for on a grill."""

    score: float  # dollars per die still to spend
    value: float  # dollars when it is served
    dice: float  # to fetch and cook what is missing
    grill: int
    space: int  # in the queue, or VACANT for the next customer
    customer: int
    lacking: Counts  # tokens that are neither on the grill nor in cold storage


NO_TARGET = Target(0.0, 0.0, 0.0, -1, VACANT, -1, (0,) * KINDS)


class Plan:
    """One seat's kitchen, the queue, and the best customer for each grill."""

    def __init__(self, pack: Pack, inputs: PlanInputs, sale_income: SaleIncome) -> None:
        self.pack, self.inputs, self.sale_income = pack, inputs, sale_income
        self.cold, self.dishes, self.customers = inputs.cold, inputs.dishes, inputs.customers
        self.rival_dishes, self.workers = inputs.rival_dishes, inputs.workers
        self.dice_left, self.rounds_left = inputs.dice_left, inputs.rounds_left
        self.room = 4 * len(self.dishes) - sum(self.cold)
        self.deliveries: dict[tuple[int, int], float] = {}  # cached values of deliveries by kind and amount

    @lazy
    def targets(self) -> list[Target]:
        """The customer that pays best per die for each grill.  Each token in cold storage is used once."""
        cold, targets = self.cold, []
        grills, customers = list(range(len(self.dishes))), list(self.customers)
        while grills and customers:
            best = self.best_target(grills, customers, cold)
            if best.score <= 0:
                break
            targets.append(best)
            grills.remove(best.grill)
            customers = [entry for entry in customers if entry[0] != best.space]
            cold = tokens_left(cold, self.recipe(best), self.dishes[best.grill])
        return targets

    def best_target(self, grills: list[int], customers: list[tuple[int, int]], cold: Counts) -> Target:
        """Return the grill and customer that pay best per die.

        Of grills with the same dish only the first counts.
        """
        best, recipes = NO_TARGET, self.pack.recipes
        firsts: dict[Counts, int] = {}
        for grill in grills:
            firsts.setdefault(self.dishes[grill], grill)
        for dish, grill in firsts.items():
            for space, who in customers:
                lacking, dice = missing_for(recipes[who], dish, cold)
                value = self.value(space, who, dice) if dice >= 0 else 0.0
                score = value / (dice + 0.6)
                if score > best.score:
                    best = Target(score, value, dice, grill, space, who, lacking)
        return best

    def value(self, space: int, customer: int, dice: float) -> float:
        """Return price and bonus when the dish can be ready, or 0 if the customer will have left."""
        short = dice - self.dice_left
        rounds = 0 if short <= 0.5 else 1 + int(short / (self.workers + 0.5))
        size = space // 2 + rounds if space != VACANT else max(0, rounds - 1)
        if size > 2 or (space == VACANT and not rounds and not self.dice_left):
            return 0.0
        money = self.sale_income[customer, size]
        return money * SHARED if self.pack.recipes[customer] in self.contested else money

    @lazy
    def contested(self) -> set[Counts]:
        """Recipes of which rivals have at least as many finished dishes as there are customers for them."""
        wanted, rivals = [self.pack.recipes[who] for _, who in self.customers], self.rival_dishes
        return {dish for dish in rivals if rivals.count(dish) >= wanted.count(dish)}

    def recipe(self, target: Target) -> Counts:
        return self.pack.recipes[target.customer]

    @property
    def missions(self) -> list[Mission]:
        return [self.pack.missions[number] for number in self.inputs.missions]

    # -- uses of the plan

    def ready(self) -> list[Target]:
        """Return targets in the queue that are finished, or that one cooking worker would finish."""
        return [target for target in self.targets if not any(target.lacking) and target.space != VACANT]

    def cookable(self) -> list[Target]:
        return [target for target in self.ready() if target.dice]

    @lazy
    def need(self) -> list[int]:
        """Tokens of each ingredient that the targets lack."""
        return [sum([target.lacking[kind] for target in self.targets]) for kind in range(KINDS)]

    @lazy
    def token_values(self) -> list[float]:
        """Dollars that one more token of each ingredient is worth."""
        return [
            max([t.score * DICE_FOR[kind] for t in self.targets if t.lacking[kind]], default=0.0)
            for kind in range(KINDS)
        ]

    @lazy
    def spare(self) -> Counts:
        """Tokens of each ingredient in cold storage that no target uses."""
        cold = self.cold
        for target in self.targets:
            cold = tokens_left(cold, self.recipe(target), self.dishes[target.grill])
        return cold

    @lazy
    def slots(self) -> int:
        """Tokens that can be stored, in free space or in place of spare tokens."""
        return self.room + sum(self.spare)


class SaleIncome(dict[tuple[int, int], float]):
    """Income from a sale by customer and size of the queue, with its share of the own missions."""

    def __init__(self, pack: Pack, missions: tuple[int, ...]) -> None:
        self.pack, self.missions = pack, missions

    def __missing__(self, sale: tuple[int, int]) -> float:
        customer, size = sale
        missions = [self.pack.missions[number] for number in self.missions]
        shares = sum([mission_share(self.pack, mission, customer, size) for mission in missions])
        self[sale] = money = self.pack.pays[customer] + self.pack.bonus[2 * size] + shares
        return money


def plan_inputs(obs: Observation) -> PlanInputs:
    """Return the inputs of the seat's plan."""
    view, seat, grills = obs.view, obs.seat, obs.view["grills"]
    dice = len(obs.own("working")) or len(obs.own("rolled"))
    return PlanInputs(
        count_tokens(tuple(obs.own("cold"))),
        tuple([count_tokens(tuple(dish)) for dish in grills[seat]]),
        tuple(
            [
                count_tokens(tuple(dish))
                for other, own in enumerate(grills)
                if other != seat
                for dish in own
                if dish
            ]
        ),
        waiting(obs),
        tuple(obs.own("missions")),
        view["workers"][seat],
        dice + obs.step.startswith(AT_WORK),
        customers_left(obs) / CUSTOMERS_A_ROUND,
    )


def waiting(obs: Observation) -> Customers:
    """Return spaces and customers of the queue, with the next customer if the card is visible."""
    queue = [(space, who) for space, who in enumerate(obs.view["queue"]) if who >= 0]
    deck = obs.view["deck"]
    return (*queue, (VACANT, deck[-1])) if deck and deck[-1] >= 0 else tuple(queue)


def customers_left(obs: Observation) -> int:
    """Return the number of customers in the queue and in the deck."""
    waiting = [who for who in obs.view["queue"] if who >= 0]
    return len(waiting) + len(obs.view["deck"])


@lru_cache(maxsize=CACHE_SIZE)
def count_tokens(tokens: tuple[int, ...]) -> Counts:
    """Count tokens by ingredient."""
    return tuple([tokens.count(kind) for kind in range(KINDS)])


@lru_cache(maxsize=CACHE_SIZE)
def missing_for(recipe: Counts, dish: Counts, cold: Counts) -> tuple[Counts, float]:
    """Return the tokens to fetch and the dice needed for a recipe; -1 dice if the dish has too much."""
    lacking, dice, cooking = [0] * KINDS, 0.0, 0
    for kind in range(KINDS):
        missing = recipe[kind] - dish[kind]
        if missing < 0:
            return NO_TARGET.lacking, -1.0
        if missing:
            cooking = 1
            short = missing - cold[kind]
            if short > 0:
                lacking[kind] = short
                dice += short * DICE_FOR[kind]
    return tuple(lacking), dice + cooking


@lru_cache(maxsize=CACHE_SIZE)
def tokens_left(cold: Counts, recipe: Counts, dish: Counts) -> Counts:
    """Return the tokens in cold storage that the dish does not use."""
    return tuple(
        [
            lies - min(wants - can_serve, lies)
            for lies, wants, can_serve in zip(cold, recipe, dish, strict=True)
        ]
    )


def mission_share(pack: Pack, mission: Mission, customer: int, size: int) -> float:
    """Return the share of a mission's bonus that one sale earns."""
    if mission.ingredient is not None:
        counts = pack.recipes[customer][INGREDIENTS.index(mission.ingredient)] >= mission.amount
    elif mission.size:
        counts = pack.sizes[size].key == mission.size
    elif mission.price:
        counts = pack.pays[customer] >= mission.price
    else:
        counts = pack.customers[customer].order == mission.order
    return mission.bonus / mission.need if counts else 0.0
