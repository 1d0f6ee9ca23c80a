"""What the house bot of Burger Boss is after: a customer for each grill, and what is missing for it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from flattop.games.burger_boss.cards import Pack
from flattop.games.burger_boss.schema import INGREDIENTS, KINDS, Mission
from flattop.kernel import VACANT
from flattop.match.sight import Sight

DICE_FOR = (0.6, 0.7, 1.1, 1.1, 1.1)  # dice that one token of each ingredient costs on average
SHARED = 0.35  # of a sale that a rival could make before us
CUSTOMERS_A_ROUND = 2.7
Counts = tuple[int, ...]


class Target(NamedTuple):
    """A customer for a grill."""

    score: float  # dollars per die still to spend
    value: float  # dollars when it is served
    dice: float  # fetching and cooking still to do
    grill: int
    space: int  # in the queue, or VACANT for the next customer
    lacking: Counts  # tokens that are neither on the grill nor in cold


class Plan:
    """One seat's kitchen, the queue, and the best customer for each grill."""

    def __init__(self, sight: Sight) -> None:
        view, seat = sight.view, sight.seat
        self.sight, self.view, self.seat = sight, view, seat
        self.pack: Pack = sight.pack
        self.cold = counted(tuple(view["cold"][seat]))
        self.dishes = [counted(tuple(grill)) for grill in view["grills"][seat]]
        self.workers: int = view["workers"][seat]
        self.dice_left: int = len(view["working"][seat]) or len(view["rolled"][seat])
        self.dice_left += sight.step.startswith("Cooking")  # the die that cooks is on its way already
        self.room: int = 4 * view["kitchens"][seat] - sum(self.cold)
        self.rounds_left: float = (len(view["deck"]) + sum(c >= 0 for c in view["queue"])) / CUSTOMERS_A_ROUND
        self.customers = waiting(sight)
        self.sales: dict[tuple[int, int], float] = {}  # by customer and size, once it was worked out

    @cached_property
    def missions(self) -> list[Mission]:
        return [self.pack.missions[number] for number in self.view["missions"][self.seat]]

    @cached_property
    def rival_dishes(self) -> list[Counts]:
        """What lies on the grills of all other seats."""
        grills = enumerate(self.view["grills"])
        return [counted(tuple(dish)) for seat, own in grills if seat != self.seat for dish in own if dish]

    @cached_property
    def need(self) -> list[int]:
        """Tokens of each ingredient that the targets lack."""
        return [sum([target.lacking[kind] for target in self.targets]) for kind in range(KINDS)]

    @cached_property
    def targets(self) -> list[Target]:
        """Grill by grill the customer that pays best for each die; tokens in cold are given out once."""
        cold, targets = self.cold, []
        grills, customers = list(range(len(self.dishes))), self.customers[:]
        while grills and customers:
            best = max([self.best_for(grill, customers, cold) for grill in grills], key=score)
            if best.score <= 0:
                break
            targets.append(best)
            grills.remove(best.grill)
            customers = [entry for entry in customers if entry[0] != best.space]
            cold = left_over(cold, self.recipe(best), self.dishes[best.grill])
        return targets

    def best_for(self, grill: int, customers: list[tuple[int, int]], cold: Counts) -> Target:
        return max([self.target(grill, space, who, cold) for space, who in customers], key=score)

    def target(self, grill: int, space: int, customer: int, cold: Counts) -> Target:
        """What it takes to serve the customer from this grill, and what that would bring."""
        lacking, dice = errand(self.pack.recipes[customer], self.dishes[grill], cold)
        value = self.value(space, customer, dice) if dice >= 0 else 0.0
        return Target(value / (dice + 0.6), value, dice, grill, space, lacking) if value else NO_TARGET

    def value(self, space: int, customer: int, dice: float) -> float:
        """Price and bonus at the time it can be ready; nothing if the customer has left by then."""
        short = dice - self.dice_left
        rounds = 0 if short <= 0.5 else 1 + int(short / (self.workers + 0.5))
        size = space // 2 + rounds if space != VACANT else max(0, rounds - 1)
        if size > 2 or (space == VACANT and not rounds and not self.dice_left):
            return 0.0
        sale = self.sales.get((customer, size))
        if sale is None:
            sale = self.sales[customer, size] = self.sale(customer, size)
        return sale

    def sale(self, customer: int, size: int) -> float:
        """What a sale to the customer brings, less if a rival could make it first."""
        money = self.pack.pays[customer] + self.pack.bonus[2 * size] + self.mission_share(customer, size)
        return money * SHARED if self.is_contested(customer) else money

    def is_contested(self, customer: int) -> bool:
        """Whether rivals have as many finished dishes of this recipe as there are customers for it."""
        recipe = self.pack.recipes[customer]
        rivals = self.rival_dishes.count(recipe)
        return rivals > 0 and rivals >= [self.pack.recipes[who] for _, who in self.customers].count(recipe)

    def mission_share(self, customer: int, size: int) -> float:
        """What this sale would do for the own mission."""
        return sum([mission_share(self.pack, mission, customer, size) for mission in self.missions])

    def customer(self, target: Target) -> int:
        return dict(self.customers)[target.space]

    def recipe(self, target: Target) -> tuple[int, ...]:
        return self.pack.recipes[self.customer(target)]

    # -- what to do with it

    def ready(self) -> list[Target]:
        """Targets that one cooking worker would finish, or has finished already, for someone in the queue."""
        return [target for target in self.targets if not any(target.lacking) and target.space != VACANT]

    def cookable(self) -> list[Target]:
        return [target for target in self.ready() if target.dice]

    def token_value(self, kind: int) -> float:
        """Dollars that one more token of an ingredient brings nearer."""
        shares = [t.value / (t.dice + 0.6) * DICE_FOR[kind] for t in self.targets if t.lacking[kind]]
        return max(shares, default=0.0)

    def spare(self, kind: int) -> int:
        """Tokens of an ingredient in cold that no target uses."""
        used = sum(max(0, self.recipe(t)[kind] - self.dishes[t.grill][kind]) for t in self.targets)
        return max(0, self.cold[kind] - used)


NO_TARGET = Target(0.0, 0.0, 0.0, -1, VACANT, (0,) * KINDS)


def score(target: Target) -> float:
    return target.score


@lru_cache(maxsize=1 << 12)
def counted(tokens: tuple[int, ...]) -> Counts:
    """Tokens by ingredient."""
    return tuple([tokens.count(kind) for kind in range(KINDS)])


@lru_cache(maxsize=1 << 14)
def errand(recipe: Counts, dish: Counts, cold: Counts) -> tuple[Counts, float]:
    """Tokens to fetch until the dish is what the recipe says, and dice for all; -1 if it has too much."""
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


@lru_cache(maxsize=1 << 14)
def left_over(cold: Counts, recipe: Counts, dish: Counts) -> Counts:
    """The tokens in cold that the dish does not take."""
    return tuple([lies - min(wants - has, lies) for lies, wants, has in zip(cold, recipe, dish, strict=True)])


def waiting(sight: Sight) -> list[tuple[int, int]]:
    """Spaces and customers of the queue, and the next customer if it is shown."""
    queue = [(space, who) for space, who in enumerate(sight.view["queue"]) if who >= 0]
    deck = sight.view["deck"]
    return [*queue, (VACANT, deck[-1])] if deck and deck[-1] >= 0 else queue


def mission_share(pack: Pack, mission: Mission, customer: int, size: int) -> float:
    """The part of a mission's bonus that one sale earns."""
    if mission.ingredient is not None:
        counts = pack.recipes[customer][INGREDIENTS.index(mission.ingredient)] >= mission.amount
    elif mission.size:
        counts = pack.sizes[size].key == mission.size
    elif mission.price:
        counts = pack.pays[customer] >= mission.price
    else:
        counts = pack.customers[customer].order == mission.order
    return mission.bonus / mission.need if counts else 0.0
