"""What a burger of Burger Trucker may come to: its orders, its size, and the time that it takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import NEVER, Equal, Height, Need, Needs, OnTop, is_met
from flattop.games.burger_up.trucker.scoring import SPEED
from flattop.games.burger_up.trucker.table import TruckTable
from flattop.kernel import Seat

Stack = tuple[int, ...]


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
    """An Incoming Order: its needs, its limit, and how many rivals meet it, done or still at work."""

    needs: Needs
    supplies: tuple[Supply, ...]  # of all needs but the height
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
        self.steps = steps_left(t, taste)
        self.rivals = [other for other in range(t.seats) if other != seat]
        self.ahead = sum(t.places[other] > 0 for other in self.rivals)
        self.behind = sum(t.is_building(other) for other in self.rivals)
        self.face_up, self.pile = frozenset(t.face_up), frozenset(t.pile)
        self.orders = [self.wanted(order) for order in t.incoming]
        self.line = (t.seats + t.settings["extra_orders"] + 1) / 2
        self.anyway = t.settings["unclaimed_scores"] == "yes"
        self.free = t.settings["matching"] == "off"
        self.open_cards = open_types(t)

    def wanted(self, order: int) -> Wanted:
        t, needs = self.t, self.pack.needs[order]
        meeting = [t.places[other] for other in self.rivals if is_met(needs, t.burgers[other])]
        most = needs[0].most if isinstance(needs[0], Height) else NEVER
        supplies = tuple([self.supply(need) for need in needs[1:]])
        return Wanted(needs, supplies, most, sum(place > 0 for place in meeting), meeting.count(0))

    def supply(self, need: Need) -> Supply:
        helpers, taste = need.helpers, self.taste
        cards = cards_of(helpers)
        lying = cards & self.face_up
        faces = [face for card in lying for face in (2 * card, 2 * card + 1) if face in helpers]
        coming = len(cards & self.pile) / max(1, len(self.pile))
        rate = min(0.6, taste.lying * len(lying) + taste.unseen * coming)
        rate *= taste.level if isinstance(need, Equal) else 1
        moves = {OnTop: rate, Equal: taste.level}.get(type(need), 1.0)
        return Supply(frozenset([self.pack.type_of[face] for face in faces]), rate, moves)

    # -- time

    def passed(self, steps: float) -> float:
        """The chance that a rival at work has finished by then."""
        return float(1.0 - (1.0 - self.taste.rush) ** steps)

    def speed(self, steps: float) -> float:
        """Speed coins to be expected so many steps from now; none once the time is over."""
        if steps > self.steps:
            return -self.taste.haste * steps
        place = self.ahead + self.behind * self.passed(steps)
        return max(0.0, SPEED[0] - place) - self.taste.haste * steps

    def claim(self, order: Wanted, steps: float) -> float:
        """The chance that no rival takes the order first."""
        lost = self.taste.lost
        return float((1 - lost) ** order.done * (1 - lost * self.passed(steps)) ** order.at_work)

    # -- burgers

    def stopping(self, stack: Stack, steps: float) -> float:
        """The coins of the round if the burger stays as it is."""
        met = [self.claim(order, steps) for order in self.orders if is_met(order.needs, stack)]
        return self.coins(stack, burger.height(self.pack, stack), met) + self.speed(steps)

    def coins(self, stack: Stack, height: int, claims: list[float]) -> float:
        """What a burger of that height brings with such chances to claim the orders it meets."""
        missed = 1.0 - self.taste.luck * height
        for claim in claims:
            missed *= 1 - claim
        size = self.pack.size_of[height]
        pay = (size.pays if size else 0) + burger.perfect_payment(self.pack, stack)
        line = self.line + self.taste.second * max(0.0, sum(claims) - 1)
        return float((1 - missed) * line + pay * (1 if self.anyway else 1 - missed))

    def worth(self, stack: Stack, gone: float = 1.0) -> float:
        """The best that can come of the burger, so many steps from now on."""
        going_on = self.going_on(stack, gone)
        if not burger.height(self.pack, stack):
            return going_on
        return max(going_on, self.stopping(stack, gone))

    def going_on(self, stack: Stack, gone: float) -> float:
        """The best size to go on to, with all the orders that it leaves possible."""
        kind = burger.ANY if self.free else burger.wanted(self.pack, stack)
        height, left = burger.height(self.pack, stack), max(0.0, self.steps - gone)
        seen = [self.prospect(order, stack, kind, left) for order in self.orders]
        alive = [one for one in seen if one.short < NEVER]
        best = max(
            [self.aim(stack, height, goal, gone, alive) for goal in self.goals(height, alive)], default=0.0
        )
        return best + self.taste.fits * min(3, self.open_cards[kind]) / 3

    def prospect(self, order: Wanted, stack: Stack, kind: str, left: float) -> Prospect:
        height, *rest = [need.missing(stack) for need in order.needs]
        short, chance = max(height, sum(rest)), 1.0
        if short >= NEVER:
            return Prospect(order, NEVER, NEVER, 0.0)
        for supply, missing in zip(order.supplies, rest, strict=True):
            chance *= self.drawn(supply, missing, kind, left / max(1, sum(rest))) if missing else supply.moves
        return Prospect(order, short, sum(rest), chance)

    def drawn(self, supply: Supply, missing: int, kind: str, left: float) -> float:
        """The chance that so many are drawn in the time; surest are those that lie open and fit."""
        miss = (1 - supply.rate) ** left
        now = kind in supply.types or (kind == burger.ANY and bool(supply.types))
        return float((1 - miss * (self.taste.at_hand if now else 1)) * (1 - miss) ** (missing - 1))

    def goals(self, height: int, alive: list[Prospect]) -> set[int]:
        """Heights worth going to: as soon as an order is met, and each size beyond."""
        return {height + max(1, one.short) for one in alive} | {
            size.min for size in self.pack.sizes if size.min > height
        }

    def aim(self, stack: Stack, height: int, goal: int, gone: float, alive: list[Prospect]) -> float:
        """What the burger brings at that height, if it can be reached in time."""
        fitting = [f for f in alive if height + f.short <= goal <= f.order.most]
        least = min([one.short for one in fitting], default=NEVER)
        steps = gone + (goal - height) * self.taste.step + least * self.taste.named
        if steps > self.steps + 1:
            return 0.0
        claims = [one.chance * self.claim(one.order, steps) for one in fitting]
        if sum([one.named for one in fitting]) > goal - height:  # there is no room for all of them
            claims = [max(claims)]
        return self.coins(stack, goal, claims) + self.speed(steps)


def steps_left(t: TruckTable, taste: Taste) -> float:
    """Steps of the seat after the one it makes now."""
    if not t.live:
        return float(t.settings["beats"] - t.beat)
    return (t.limit - t.now) / taste.handwork - 1 if t.limit else float(NEVER)


def open_types(t: TruckTable) -> dict[str, int]:
    """By type that may be asked for: how many of the open cards fit."""
    return {kind: sum(bool(cards[card]) for card in t.face_up) for kind, cards in t.pack.fitting.items()}


@cache
def cards_of(faces: frozenset[int]) -> frozenset[int]:
    return frozenset(face >> 1 for face in faces)
