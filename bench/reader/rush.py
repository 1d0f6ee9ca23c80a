"""Reader for Kitchen Rush: a timer where it helps most, for own orders and the team's tables."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bench.reader.page import Option, Page, counted

DISH = (
    r"(.+)'s dish \d+, (.+) for (.+), wants plate (\w+) and has (none|plate \w+); "
    r"its cooking is at (\d) of (\d)\.(.*)"
)
once, also = (), ("look tables",)


@dataclass
class Dish:
    name: str
    plated: bool
    row: int
    cook: int
    food: dict[str, int]
    spices: dict[str, int]
    right: bool

    @property
    def ready(self) -> bool:
        return self.plated and not self.food and self.row < self.cook


class Kitchen:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.dishes = [read_dish(*said) for who, *said in page.all(DISH) if who == page.me]
        self.open = [dish for dish in self.dishes if not dish.right]
        self.rooms = {room: counted(said) for room, said in page.all(r"In room (\w): (.+)\.")}
        self.bag = counted(page.one(r"In the bag: (.+)\."))
        self.tables = dict(page.all(r"Table (\d): (.+)\."))
        self.free = sum(said == "free" for said in self.tables.values())
        self.seated = [n for n, said in self.tables.items() if said not in ("free", "reserved", "held")]
        self.outside = page.number(r"Patrons outside: (\d+) face down")
        self.orders = len([1 for _ in re.finditer(r"\(\d+\)", page.one(rf"{page.me} has the orders (.+)\."))])
        self.goal = page.number(r"Everybody needs (\d+) right orders")
        self.left = float(page.one(r"with ([\d.]+) seconds? left", "0"))
        self.someone_seats = bool(re.search(r"acts at Reception", page.table))

    def slots(self) -> int:
        return int(self.left // 30) + 1

    def work(self) -> int:
        """Return the placements that own orders still take."""
        return sum(bool(dish.food) + bool(dish.spices) + dish.cook - dish.row for dish in self.open)

    def wants_order(self) -> bool:
        if self.goal and self.orders >= self.goal:
            return False
        return bool(self.seated) and len(self.open) < 3 and self.work() + 4 <= self.slots()

    # -- value of an area

    def worth(self, area: str) -> float:
        if area == "Reception":
            return self.reception()
        if area == "Dining Room":
            return 48.0 if self.wants_order() else 100.0 if self.to_serve() else 0.0
        if match := re.match(r"Storage Room (\w)", area):
            return self.storage(self.rooms.get(match[1], {}))
        if area == "Stove":
            return 60.0 if any(dish.ready for dish in self.open) else 0.0
        if area == "Greenhouse":
            return self.greenhouse()
        if area == "Sink":
            return 58.0 if any(not dish.plated for dish in self.open) else 0.0
        return 0.0

    def reception(self) -> float:
        if self.someone_seats or not self.outside or not self.free:
            return 0.0
        wanted = self.page.number(r"Everybody needs (\d+) right orders") * len(self.people()) - self.taken()
        if self.goal:
            return (44.0 if self.free > 1 else 30.0) if wanted > len(self.seated) else 0.0
        return 70.0 if self.free > 1 else 38.0

    def people(self) -> list[str]:
        return [who for who, _ in self.page.all(r"(.+) has (\d+|no) right orders? so far\.")]

    def taken(self) -> int:
        return sum(
            len(re.findall(r"\(\d+\)", said)) for _, said in self.page.all(r"(.+) has the orders (.+)\.")
        )

    def to_serve(self) -> bool:
        return False

    def storage(self, room: dict[str, int]) -> float:
        lies, pieces, complete = dict(room), 0, 0
        for dish in self.lacking():
            there = {kind: min(n, lies.get(kind, 0)) for kind, n in dish.food.items()}
            pieces += sum(there.values())
            complete += there == dish.food
            lies = {kind: n - there.get(kind, 0) for kind, n in lies.items()}
        if complete:
            return 50.0 + 3 * complete + 0.1 * pieces
        return 40.0 + 0.1 * pieces if pieces > 1 else 20.0 * pieces

    def lacking(self) -> list[Dish]:
        return [dish for dish in self.open if dish.food and dish.plated and not dish.row]

    def greenhouse(self) -> float:
        dishes = [
            d for d in self.open if d.spices and all(self.bag.get(k, 0) >= n for k, n in d.spices.items())
        ]
        last = [dish for dish in dishes if not dish.food and dish.row >= dish.cook]
        return 56.0 if last else 46.0 + len(dishes) if len(dishes) > 1 else 15.0 * len(dishes)


def read_dish(name: str, _: str, __: str, plate: str, row: str, cook: str, rest: str) -> Dish:
    food, spices = re.search(r"It lacks (\d.+?)\.", rest), re.search(r"It lacks the spices (.+?)\.", rest)
    lacks, spiced = counted(food[1]) if food else {}, counted(spices[1]) if spices else {}
    right = "It is right." in rest or "It is served." in rest
    return Dish(name, plate != "none", int(row), int(cook), lacks, spiced, right)


def answer(page: Page) -> int:
    kitchen = Kitchen(page)
    if plate := page.first("Plate "):
        return plate.number
    for judge in (small_step, placement):
        if chosen := judge(page, kitchen):
            return chosen.number
    usual = page.first("Ready", "Start the countdown", "Pass", "Done here")
    return (usual or page.options[0]).number


def small_step(page: Page, kitchen: Kitchen) -> Option | None:
    """Return the next step of an open action."""
    if patron := page.first("Let a patron in"):
        return patron
    if order := page.first("Take the order"):
        return order if kitchen.wants_order() else page.first("Done here") or order
    for dish in kitchen.open:
        for kind in (*dish.food, *dish.spices):
            if steps := page.pick(rf"{re.escape(kind)} onto {re.escape(dish.name)}$"):
                return steps[0]
    for dish in kitchen.open:
        if dish.ready and (steps := page.pick(rf"Cook {re.escape(dish.name)}$")):
            return steps[0]
    return page.first("Wash", "Serve", "Done here")


def placement(page: Page, kitchen: Kitchen) -> Option | None:
    best, chosen = 0.0, None
    for option in page.options:
        if (match := option.says(r"Timer \w+ to (.+)")) and kitchen.worth(match[1]) > best:
            best, chosen = kitchen.worth(match[1]), option
    return chosen
