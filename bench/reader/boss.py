"""Reader for Burger Boss: hire early, cook for the customer that pays best per die, sell at once."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bench.reader.page import Option, Page, parts_of

FOODS = ("bun", "patty", "cheese", "tomato", "lettuce")
DICE_FOR = dict(zip(FOODS, (0.6, 0.7, 1.1, 1.1, 1.1), strict=True))
STOCK = dict(zip(FOODS, (0.35, 0.3, 0.2, 0.1, 0.1), strict=True))
SIZES = ("Regular", "Large", "Super-size")
SHARED, A_ROUND, WORKER, KITCHEN, DIE = 0.35, 2.7, 1.4, 0.7, 1.6
GUEST = r"(.+?) wants a (.+?) for \$(\d+): " + ", ".join(rf"{food} (\d+)" for food in FOODS) + r"\."

once, also = ("look game cards",), ("look queue", "look customers to come", "look secret mission")


@dataclass
class Target:
    score: float
    value: float
    dice: float
    grill: int
    who: str
    queued: bool
    lacking: dict[str, int]
    recipe: dict[str, int]


class Plan:
    def __init__(self, page: Page) -> None:
        self.page, me = page, page.me
        details = page.more["look queue"] + "\n" + page.more["look customers to come"]
        self.menu = {
            who: (int(price), dict(zip(FOODS, map(int, counts), strict=True)))
            for who, _, price, *counts in page.all(GUEST, details)
        }
        self.queue = {who: SIZES.index(size) for size, who in page.all(r"At ([\w-]+) \d waits (.+?) \(.*")}
        coming = page.one(r"Customers to come: (.+), the next one last")
        self.left = page.number(r"Customers to come: (\d+) face down") + len(self.queue)
        after = re.search(r"and (.+?) \(", coming)
        self.next = after[1] if after else ""
        self.money = page.number(rf"{me} has \$(\d+)")
        self.kitchens = page.number(rf"{me} has \$\d+, (\d) kitchen")
        self.workers = page.number(rf"{me} has \$\d+, \d kitchens? and (\d) worker")
        self.hired = page.number(rf"{me} has .* workers?, (\d) more")
        self.cold = count(page.one(rf"In {me}'s cold storage: (.+)\."))
        self.dishes, self.rivals = [], []
        for who, _, said in page.all(r"(?:On )?(.+)'s grill (\d)(?:: (.+?); it stands on .*| is empty.*)"):
            dish = count(said or "")
            (self.dishes if who == me else self.rivals).append(dish)
        self.dice = parts_of(
            page.one(rf"{me}'s working dice: (.+)\.") or page.one(rf"{me}'s dice under the hand: (.+)\.")
        )
        cooking = page.prompt.startswith(("What do you cook", "Which grill does"))
        self.dice_left = len(self.dice) + cooking
        self.room = 4 * self.kitchens - sum(self.cold.values())
        self.rounds = self.left / A_ROUND
        self.mission = page.more["look secret mission"]
        self.targets = self.best_targets()
        self.need = {food: sum(t.lacking[food] for t in self.targets) for food in FOODS}

    def best_targets(self) -> list[Target]:
        cold, grills, chosen = dict(self.cold), list(range(len(self.dishes))), []
        guests = [who for who in self.menu if who in self.queue or who == self.next]
        while grills and guests:
            best = max((self.target(g, who, cold) for g in grills for who in guests), key=lambda t: t.score)
            if best.score <= 0:
                break
            chosen.append(best)
            grills.remove(best.grill)
            guests.remove(best.who)
            for food in FOODS:
                missing = best.recipe[food] - self.dishes[best.grill][food]
                cold[food] -= min(missing, cold[food])
        return chosen

    def target(self, grill: int, who: str, cold: dict[str, int]) -> Target:
        price, recipe = self.menu[who]
        missing = {food: recipe[food] - self.dishes[grill][food] for food in FOODS}
        lacking = {food: max(0, missing[food] - cold[food]) for food in FOODS}
        dice = sum(lacking[food] * DICE_FOR[food] for food in FOODS) + any(missing.values())
        value = self.value(who, price, recipe, dice) if min(missing.values()) >= 0 else 0.0
        return Target(value / (dice + 0.6), value, dice, grill, who, who in self.queue, lacking, recipe)

    def value(self, who: str, price: int, recipe: dict[str, int], dice: float) -> float:
        short = dice - self.dice_left
        rounds = 0 if short <= 0.5 else 1 + int(short / (self.workers + 0.5))
        size = self.queue[who] + rounds if who in self.queue else max(0, rounds - 1)
        if size > 2 or (who not in self.queue and not rounds and not self.dice_left):
            return 0.0
        worth = price + size + 1 + self.for_mission(price, recipe, size)
        same = [guest for guest in self.queue if guest in self.menu and self.menu[guest][1] == recipe]
        contested = self.rivals.count(recipe) >= max(1, len(same))
        return worth * SHARED if contested else worth

    def for_mission(self, price: int, recipe: dict[str, int], size: int) -> float:
        bonus = re.search(r"It takes (\d+) and pays \$(\d+)", self.mission)
        if not bonus:
            return 0.0
        least = re.search(r"price of \$(\d+)", self.mission)
        counts = bool(least and price >= int(least[1]))
        counts |= bool(re.search(SIZES[size], self.mission))
        counts |= any(recipe[food] and re.search(food, self.mission, re.IGNORECASE) for food in FOODS[2:])
        return int(bonus[2]) / int(bonus[1]) if counts else 0.0

    def cookable(self) -> list[Target]:
        return [t for t in self.targets if t.dice and t.queued and not any(t.lacking.values())]

    def token(self, food: str) -> float:
        return max(
            (t.value / (t.dice + 0.6) * DICE_FOR[food] for t in self.targets if t.lacking[food]), default=0.0
        )

    def spare(self, food: str) -> int:
        used = sum(max(0, t.recipe[food] - self.dishes[t.grill][food]) for t in self.targets)
        return max(0, self.cold[food] - used)

    def moves(self, forced: bool) -> list[tuple[str, int]]:
        targets = self.cookable()
        if not targets and (forced or self.room == 0):
            targets = [t for t in self.targets if t.dice]
        return [
            (food, t.grill)
            for t in targets
            for food in FOODS
            if t.recipe[food] > self.dishes[t.grill][food] and self.cold[food]
        ]

    # -- placing dice

    def place(self, die: str, label: str, details: str) -> float:
        if "nowhere" in label:
            return 0.0
        if label == "To the kitchen":
            done = sum(t.value for t in self.cookable())
            crowded = self.room == 0 and any(t.dice for t in self.targets)
            return (done if self.dice_left == 1 else 0.5) if done else 1.0 if crowded else -0.5
        if "Specials" in label:
            return 0.8 if self.rounds > 2 else 0.2
        if "Supermarket" in label:
            values = [
                0.6 * (t.value - 2 * n)
                for t in self.targets
                for n in (sum(t.lacking.values()),)
                if 0 < n <= 3 and 2 * n <= self.money and self.dice_left > 1
            ]
            return max(values, default=-1.0)
        if "Workers" in label or "Expansion" in label:
            return self.purchase(die, "Workers" in label)
        gives = re.search(rf"A die of [\d, and]*\b{die}\b[\d, and]* gets (\d) (\w+)", details)
        return self.delivery(gives[2], int(gives[1])) if gives else 0.0

    def delivery(self, food: str, amount: int) -> float:
        useful = min(amount, self.need[food])
        stocked = max(0, min(amount - useful, self.room - useful - sum(self.need.values())))
        fits = 1.0 if self.room >= useful or any(map(self.spare, FOODS)) else 0.1
        return useful * self.token(food) * fits + stocked * STOCK[food] * min(1.0, self.rounds / 3)

    def purchase(self, die: str, worker: bool) -> float:
        pair = self.dice.count(die) >= 2
        bought = self.workers + self.hired - 2 if worker else self.kitchens - 1
        gain = (
            WORKER * (self.rounds - 1)
            if worker
            else KITCHEN * self.rounds * (self.workers - 2) / (1 + bought)
        )
        details = self.page.more["look game cards"]
        pattern = r"extra {} for \$(\d+), the second for \$(\d+), with two equal dice for \$(\d+) and \$(\d+)"
        prices = re.search(pattern.format("worker" if worker else "kitchen"), details)
        assert prices
        single, both = prices[1 + min(bought, 1)], prices[3 + min(bought, 1)]
        return gain - int(both) - DIE if pair else gain - int(single)


def count(said: str) -> dict[str, int]:
    tokens = parts_of(said)
    return {food: tokens.count(food) for food in FOODS}


def answer(page: Page) -> int:
    for prompt, judge in JUDGES.items():
        if page.prompt.startswith(prompt):
            return judge(page, Plan(page)).number
    return page.options[0].number


def window(page: Page, plan: Plan) -> Option:
    return page.first("Pass") or page.options[0]


def name_die(page: Page, plan: Plan) -> Option:
    """Return the die that gains most over its other uses."""
    dice = page.pick("Name the")
    return max(dice or page.options, key=lambda option: advantage(page, plan, option))


def advantage(page: Page, plan: Plan, option: Option) -> float:
    die = option.label.split()[-1]
    cards = [
        (name, details) for name, details in page.all(r"(.+?): (A die of .+)", page.more["look game cards"])
    ]
    cards.append(("the kitchen", ""))
    values = sorted(
        (
            plan.place(die, f"To {name}", details)
            for name, details in cards
            if is_free(page, name, details, die)
        ),
        reverse=True,
    )
    return values[0] - 0.4 * values[1] if len(values) > 1 else values[0]


def is_free(page: Page, name: str, details: str, die: str) -> bool:
    placed_dice = parts_of(page.one(rf"at {name}: (.+?)[;.]"))
    if name == "the kitchen":
        return f"{page.me} has cooked" not in page.table
    if "no die may be lower" in details:
        return not placed_dice or die >= max(placed_dice)
    places = re.search(rf"A die of [\d, and]*\b{die}\b[\d, and]* .*?; (\d|any number of) places?", details)
    if not places:
        return False
    limit = 99 if places[1] == "any number of" else int(places[1])
    return placed_dice.count(die) < limit if limit == 1 else len(placed_dice) < limit


def place(page: Page, plan: Plan) -> Option:
    die = page.one(r"The die on its way is a (\d)")
    return max(
        page.options,
        key=lambda option: plan.place(die, option.label, option.details) if option.says("To ") else -9.0,
    )


def add_special(page: Page, plan: Plan) -> Option:
    off = page.pick("Add DISCOUNT|Add Discount")
    if off:
        return off[0]
    wanted = max(plan.need.values()) > 1 and plan.room > 2
    return page.options[0] if wanted else page.options[-1]


def make_room(page: Page, plan: Plan) -> Option:
    held = page.one(r"The token in hand is (\w+)")
    swaps = page.pick("Throw out")
    spare = [o for o in swaps if plan.spare(o.label.split()[2])]
    return spare[0] if spare and plan.need.get(held) else page.options[-1]


def shop(page: Page, plan: Plan) -> Option:
    best = max(page.pick("Buy"), key=lambda o: plan.token(o.label.split()[1]))
    wanted = plan.token(best.label.split()[1]) > 0 and plan.room > 0
    return best if wanted or page.options[-1].says("Buy") else page.options[-1]


def cook(page: Page, plan: Plan) -> Option:
    forced = not page.pick("Done")
    for food, _ in plan.moves(forced):
        if chosen := page.pick(f"Cook {food}"):
            return chosen[0]
    return page.options[-1]


def grill(page: Page, plan: Plan) -> Option:
    held = page.one(r"The token in hand is (\w+)")
    for food, where in plan.moves(forced=True):
        if food == held and (chosen := page.pick(f"On grill {where + 1}")):
            return chosen[0]
    return page.options[0]


def sell(page: Page, plan: Plan) -> Option:
    sales = page.pick("Sell from")
    tips = page.pick("Play TIP|Play Tip")
    if tips and (len(sales) > 1 or plan.left <= 10):
        return tips[0]
    return sales[0] if sales else page.options[0]


def steal(page: Page, plan: Plan) -> Option:
    return max(page.options, key=lambda o: plan.token(o.label.split()[-1]) if o.says("Grab") else 0.0)


JUDGES = {
    "Who turns up": lambda page, plan: page.pick("The others work")[0],
    "Play a special": window,
    "Which die": name_die,
    "Where does": place,
    "One die": lambda page, plan: page.options[-1],
    "Add ": add_special,
    "Your cold storage is full": make_room,
    "What do you buy": shop,
    "What do you cook": cook,
    "Which grill does": grill,
    "Whom do you steal": steal,
    "What do you steal": steal,
    "Which grill do you": sell,
    "Which customer": lambda page, plan: page.options[-1],
}
