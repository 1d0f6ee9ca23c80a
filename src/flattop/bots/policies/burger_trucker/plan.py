"""What a burger of Burger Trucker may come to: its orders, its size, and the time that it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from flattop.bots.policies.burger_trucker.shapes import Shape, Stack, Standing, shapes
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Equal, Height, Need, Needs, OnTop
from flattop.games.burger_up.trucker.scoring import SPEED
from flattop.games.burger_up.trucker.table import TruckTable
from flattop.kernel import SECOND, Seat

USUAL = 180 * SECOND  # that it takes at most where the table sets no limit
SMALL_BURGER = 6.0  # steps for one
NEXT = 1.0  # step: all but stopping at once begins with it


@dataclass(frozen=True)
class Taste:
    """How a bot weighs things; the numbers that matter were tried against others."""

    step: float = 1.15  # steps that one more ingredient takes
    named: float = 0.8  # steps more for one that an order asks for
    handwork: int = 28  # ticks of a step in real time
    rush: float = 0.06  # that a rival finishes within a step
    haste: float = 0.2  # coins that a step must bring where nothing presses
    unseen: float = 0.7  # that a wanted card which is flipped can be used as well
    lying: float = 0.12  # that an open one can be used in a step, though it does not fit yet
    at_hand: float = 0.2  # that one which fits is lost before it is taken
    level: float = 0.25  # of these chances where equally many of each are asked for
    second: float = 0.7  # coins of the line more for each further order that is met
    luck: float = 0.02  # for each ingredient, to meet one of the orders nobody knows yet
    lost: float = 0.5  # that a rival who comes first takes an order it meets
    fits: float = 0.35  # a choice of cards that lie open and fit on top


class Supply(NamedTuple):
    """Where the ingredients of one need can still come from."""

    types: frozenset[str]  # of those on open cards
    rate: float  # that one can be had within a step, fitting or not
    moves: float  # of its chance that is left for a burger that meets it and grows on


class Wanted(NamedTuple):
    """An Incoming Order: its supplies, its limit, and how many rivals meet it, done or still at work."""

    supplies: list[Supply]  # of all needs but the height
    helpful: set[str]  # what a burger may ask for that an open card helps
    most: int
    done: int
    at_work: int


class Prospect(NamedTuple):
    """How an order stands to a burger: the ingredients it lacks, and the chance to find them in time."""

    order: Wanted
    short: int  # at least
    named: int  # by what they are, not by the height
    chance: float


class Plan:
    """One seat's burger, its rivals and the time left, as everybody sees them."""

    def __init__(self, t: TruckTable, seat: Seat, taste: Taste) -> None:
        self.t, self.pack, self.taste = t, t.pack, taste
        self.stack: Stack = tuple(t.burgers[seat])
        self.shapes = shapes(t.pack, tuple(t.incoming))
        self.steps = steps_left(t, taste)
        rivals = [other for other in range(t.seats) if other != seat]
        self.ahead = sum([t.places[other] > 0 for other in rivals])
        self.behind = sum([t.is_building(other) for other in rivals])
        self.rivals = [(t.places[other], self.shapes[tuple(t.burgers[other])]) for other in rivals]
        self.face_up, self.pile = frozenset(t.face_up), frozenset(t.pile)
        self.orders = self.open_orders()
        self.line = (t.seats + t.settings["extra_orders"] + 1) / 2
        self.anyway = t.settings["unclaimed_scores"] == "yes"
        self.free = t.settings["matching"] == "off"
        # what was worked out for this decision
        self.ends: dict[tuple[int, ...], float] = {}
        self.prospects: dict[tuple[int, Standing, str], Prospect] = {}
        self.choices: dict[str, float] = {}

    def open_orders(self) -> dict[int, Wanted]:
        """By place, all that the burger may still meet: whatever is laid on it, the others are lost."""
        orders = enumerate(zip(self.shapes.needs, self.shapes[self.stack].standings, strict=True))
        return {i: self.wanted(i, needs) for i, (needs, to) in orders if to.short < NEVER}

    def wanted(self, i: int, needs: Needs) -> Wanted:
        meeting = [place for place, shape in self.rivals if not shape.standings[i].short]
        most = needs[0].most if isinstance(needs[0], Height) else NEVER
        supplies = [self.supply(*source) for source in self.shapes.sources[i]]
        helpful = {burger.ANY}.union(*[supply.types for supply in supplies])
        return Wanted(supplies, helpful, most, sum([place > 0 for place in meeting]), meeting.count(0))

    def supply(self, need: Need, types_of: Mapping[int, tuple[str, ...]]) -> Supply:
        taste = self.taste
        lying = self.face_up.intersection(types_of)
        types = frozenset[str]().union(*[types_of[card] for card in lying])
        coming = len(self.pile.intersection(types_of)) / max(1, len(self.pile))
        rate = min(0.6, taste.lying * len(lying) + taste.unseen * coming)
        rate *= taste.level if isinstance(need, Equal) else 1
        moves = {OnTop: rate, Equal: taste.level}.get(type(need), 1.0)
        return Supply(types, rate, moves)

    # -- time

    def speed(self, steps: float, passed: float) -> float:
        """Speed coins to be expected so many steps from now; none once the time is over."""
        if steps > self.steps:
            return -self.taste.haste * steps
        place = self.ahead + self.behind * passed
        return max(0.0, SPEED[0] - place) - self.taste.haste * steps

    def claim(self, order: Wanted, passed: float) -> float:
        """The chance that no rival takes the order first, if each has finished with that chance."""
        if not order.done and not order.at_work:
            return 1.0
        lost = self.taste.lost
        return float((1 - lost) ** order.done * (1 - lost * passed) ** order.at_work)

    # -- burgers

    def stopping(self, shape: Shape, steps: float) -> float:
        """The coins of the round if the burger stays as it is."""
        passed, standings = passed_by(self.taste.rush, steps), shape.standings
        met = [self.claim(order, passed) for i, order in self.orders.items() if not standings[i].short]
        return self.coins(shape, shape.height, met) + self.speed(steps, passed)

    def coins(self, shape: Shape, height: int, claims: list[float]) -> float:
        """What a burger of that height brings with such chances to claim the orders it meets."""
        missed = 1.0 - self.taste.luck * height
        for claim in claims:
            missed *= 1 - claim
        size = self.pack.size_of[height]
        pay = (size.pays if size else 0) + shape.pays
        line = self.line + self.taste.second * max(0.0, sum(claims) - 1)
        return float((1 - missed) * line + pay * (1 if self.anyway else 1 - missed))

    def worth(self, stack: Stack) -> float:
        """The best that can come of the burger after the next step."""
        shape = self.shapes[stack]
        kind = burger.ANY if self.free else shape.kind
        going_on = self.aimed(shape, kind) + self.choice(kind)
        return max(going_on, self.stopping(shape, NEXT)) if shape.height else going_on

    def aimed(self, shape: Shape, kind: str) -> float:
        """The best size to go on to, with all the orders that it leaves possible."""
        standings = shape.standings
        alive = [self.prospect(i, standings[i], kind) for i in self.orders if standings[i].short < NEVER]
        key = shape.height, shape.pays, *map(id, alive)
        if key not in self.ends:
            aims = [self.aim(shape, goal, alive) for goal in self.goals(shape.height, alive)]
            self.ends[key] = max(aims, default=0.0)
        return self.ends[key]

    def choice(self, kind: str) -> float:
        """What it is worth that open cards fit on top."""
        if kind not in self.choices:
            fitting = self.pack.fitting[kind]
            number = sum([bool(fitting[card]) for card in self.face_up])
            self.choices[kind] = self.taste.fits * min(3, number) / 3
        return self.choices[kind]

    def prospect(self, i: int, to: Standing, kind: str) -> Prospect:
        """Worked out once for all kinds of which no open card helps the order."""
        key = i, to, kind if kind in self.orders[i].helpful else ""
        if key not in self.prospects:
            self.prospects[key] = self.judged(i, to, kind)
        return self.prospects[key]

    def judged(self, i: int, to: Standing, kind: str) -> Prospect:
        chance, left = 1.0, max(0.0, self.steps - NEXT) / max(1, to.named)
        for supply, missing in zip(self.orders[i].supplies, to.lacking, strict=True):
            chance *= self.drawn(supply, missing, kind, left) if missing else supply.moves
        return Prospect(self.orders[i], to.short, to.named, chance)

    def drawn(self, supply: Supply, missing: int, kind: str, left: float) -> float:
        """The chance that so many are drawn in the time; surest are those that lie open and fit."""
        miss = (1 - supply.rate) ** left
        now = kind in supply.types or (kind == burger.ANY and bool(supply.types))
        return float((1 - miss * (self.taste.at_hand if now else 1)) * (1 - miss) ** (missing - 1))

    def goals(self, height: int, alive: list[Prospect]) -> set[int]:
        """Heights worth going to: as soon as an order is met, and each size beyond."""
        return {height + (one.short or 1) for one in alive}.union(sizes_beyond(self.pack, height))

    def aim(self, shape: Shape, goal: int, alive: list[Prospect]) -> float:
        """What the burger brings at that height, if it can be reached in time."""
        height = shape.height
        fitting = [one for one in alive if height + one.short <= goal <= one.order.most]
        if not fitting:
            return 0.0
        least = min([one.short for one in fitting])
        steps = NEXT + (goal - height) * self.taste.step + least * self.taste.named
        if steps > self.steps + 1:
            return 0.0
        passed = passed_by(self.taste.rush, steps)
        claims = [one.chance * self.claim(one.order, passed) for one in fitting]
        if sum([one.named for one in fitting]) > goal - height:  # there is no room for all of them
            claims = [max(claims)]
        return self.coins(shape, goal, claims) + self.speed(steps, passed)


def steps_left(t: TruckTable, taste: Taste) -> float:
    """Steps of the seat after the one it makes now; without a limit, always enough for a small burger."""
    if not t.live:
        return float(t.settings["beats"] - t.beat)
    left = (time_limit(t) - t.now) / taste.handwork - 1
    return left if t.limit else max(SMALL_BURGER, left)


def time_limit(t: TruckTable) -> int:
    """The tick by which the burger should be done."""
    return t.limit or USUAL


@lru_cache(maxsize=1024)
def passed_by(rush: float, steps: float) -> float:
    """The chance that a rival at work has finished by then."""
    return float(1.0 - (1.0 - rush) ** steps)


@lru_cache(maxsize=512)
def sizes_beyond(pack: Pack, height: int) -> tuple[int, ...]:
    return tuple(size.min for size in pack.sizes if size.min > height)
