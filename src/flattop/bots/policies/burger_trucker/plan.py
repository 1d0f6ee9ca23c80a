"""The plan of the house bot of Burger Trucker: the expected coins of a burger, by orders, size and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flattop.bots.policies.burger_trucker.orders import (
    BuiltBurger,
    Progress,
    Shape,
    Stock,
    built_burgers,
    stocks,
)
from flattop.bots.policies.burger_trucker.pace import (
    NEXT,
    NO_RIVALS,
    Pace,
    Rivals,
    Weights,
    paces,
    steps_left,
    unclaimed,
)
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.trucker.scoring import BUILDING
from flattop.kernel import VACANT, Seat
from flattop.match.observation import Observation

CHOICE = 3  # face-up cards that fit; more do not count
IMPOSSIBLE = -1000.0  # an empty burger cannot be finished


@dataclass(slots=True, eq=False)
class OpenOrder:
    """An Incoming Order: its supply, its maximum height, and the rivals that meet it."""

    stock: Stock
    most: int
    rivals: Rivals


@dataclass(slots=True, eq=False)
class OrderTarget:
    """An order as a target of a burger: the ingredients it lacks, and the probability to get them in time."""

    short: int  # ingredients, at least
    most: int  # height
    named: int  # ingredients that the order names, without mere height
    chance: float
    rivals: Rivals


class Plan:
    """One seat's burger, its rivals and the time left.  All of it is public."""

    def __init__(self, obs: Observation, weights: Weights, seat: Seat | None = None) -> None:
        settings = obs.settings
        self.pack, self.weights, self.facts = obs.pack, weights, facts(obs.pack, weights)
        self.line: float = (obs.seats + settings["extra_orders"] + 1) / 2
        self.anyway = settings["unclaimed_scores"] == "yes"
        self.free = settings["matching"] == "off"
        self.read_view(obs.view, obs.seat if seat is None else seat)
        # caches for this decision
        self.known: dict[int, float] = {}
        self.near: dict[str, tuple[int, ...]] = {}
        self.ends: dict[tuple[Shape, int, tuple[int, ...]], tuple[float, float]] = {}
        self.targets: dict[tuple[Progress, int], OrderTarget] = {}
        self.choice_values: dict[str, float] = {}

    def read_view(self, view: Mapping[str, Any], seat: Seat) -> None:
        """Read the burgers and the face-up cards.  All other cards are in the pile."""
        incoming, burgers = tuple(view["incoming"]), list(map(tuple, view["burgers"]))
        self.built_burgers = built_burgers(self.pack, incoming)
        self.stocks = stocks(self.pack, incoming, self.weights)
        built = [self.built_burgers[stack] for stack in burgers]
        self.stack, self.built = burgers[seat], built[seat]
        self.face_up = sum([1 << card for card in view["face_up"]])
        held = sum([1 << card for card in view["held"] if card != VACANT])
        self.pile = self.facts.every_card - self.face_up - held - sum([one.cards for one in built])
        self.orders_aside = len(self.pack.top_buns) - len(incoming)
        self.steps = steps_left(view["clock"], self.weights)
        self.later = max(0.0, self.steps - NEXT)
        self.count_rivals(view["places"], built, seat)
        self.orders = self.open_orders()

    def count_rivals(self, places: list[int], built: list[BuiltBurger], seat: Seat) -> None:
        """Count the rivals that have finished and those still building."""
        others = [other for other in range(len(places)) if other != seat]
        self.rivals = [(places[other], built[other].filling.shape.progress) for other in others]
        ahead = sum([place > 0 for place, _ in self.rivals])
        behind = sum([place == BUILDING for place, _ in self.rivals])
        self.paces = paces(self.weights, ahead, behind)

    def open_orders(self) -> dict[int, OpenOrder]:
        """Return the orders that the burger may still meet, by place."""
        return {i: self.open_order(i) for i, _ in self.built.filling.shape.open}

    def open_order(self, i: int) -> OpenOrder:
        meeting = [place for place, progress in self.rivals if not progress[i].short]
        rivals = (
            Rivals(sum([place > 0 for place in meeting]), meeting.count(BUILDING)) if meeting else NO_RIVALS
        )
        return OpenOrder(self.stocks.stock(i, self.face_up, self.pile), self.built_burgers.most[i], rivals)

    # -- the next step

    def finishing(self) -> float:
        """Return the value of finishing at once."""
        return self.stopping(self.built.filling.shape, self.built.pays, self.paces.now)

    def unchanged(self) -> float:
        """Return the value of adding nothing in the next step."""
        return self.worth(self.built.filling.shape, self.built.pays, self.built.kind)

    def with_face(self, face: int) -> float:
        """Return the value of adding a face.  Equal faces share one value."""
        same = self.facts.alike[face]
        if same not in self.known:
            half, built = self.pack.faces[face], self.built
            filling = built.filling.topped.get(half.name)
            filling = filling or self.built_burgers.topped(built.filling, (*self.stack, face))
            pays = built.pays + self.facts.bonus if half.perfect else built.pays
            self.known[same] = self.worth(filling.shape, pays, half.next)
        return self.known[same]

    # -- burgers

    def worth(self, shape: Shape, pays: int, kind: str) -> float:
        """Return the best value that a burger can reach after the next step."""
        if self.free:
            kind = burger.ANY
        near = self.near.get(kind) or self.at_hand(kind)
        key = shape, pays, near
        if key not in self.ends:
            stays = self.stopping(shape, pays, self.paces.soon) if shape.height else IMPOSSIBLE
            self.ends[key] = stays, self.best_aim(shape.height, pays, self.open_targets(shape, near))
        stays, grows = self.ends[key]
        grows += self.choice_values.get(kind) or self.choice_value(kind)
        return grows if grows > stays else stays

    def stopping(self, shape: Shape, pays: int, pace: Pace) -> float:
        """Return the coins of the round if the burger stays as it is."""
        orders = self.orders
        claims = [self.unclaimed(orders[i].rivals, pace) for i in shape.met]
        return self.coins(pays, shape.height, claims, pace)

    def unclaimed(self, rivals: Rivals, pace: Pace) -> float:
        """Return the probability that no rival has taken an order by then."""
        return 1.0 if rivals is NO_RIVALS else unclaimed(self.weights.lost, rivals, pace.passed)

    def coins(self, pays: int, height: int, claims: list[float], pace: Pace) -> float:
        """Return the coins of a burger, given the probabilities to claim the orders it meets."""
        missed, line = self.facts.misses_unrevealed[height], self.line
        for chance in claims:
            missed *= 1 - chance
        if len(claims) > 1:
            line += self.weights.second * max(0.0, sum(claims) - 1)
        pay = self.facts.pays[height] + pays
        served = (1 - missed) * line + (pay if self.anyway else pay * (1 - missed))
        return served + (pace.late if pace.steps > self.steps else pace.speed)

    def choice_value(self, kind: str) -> float:
        """Return the value of having fitting face-up cards."""
        number = (self.facts.takes[kind] & self.face_up).bit_count()
        worth: float = self.weights.fits * min(CHOICE, number) / CHOICE
        self.choice_values[kind] = worth
        return worth

    def choice_lost(self, face: int) -> float:
        """Return what the choice after a face loses with its own card, if that lies face up."""
        fitting = self.facts.takes[burger.ANY if self.free else self.pack.faces[face].next] & self.face_up
        counts = fitting >> (face >> 1) & 1 and fitting.bit_count() <= CHOICE
        return self.weights.fits / CHOICE if counts else 0.0

    def at_hand(self, kind: str) -> tuple[int, ...]:
        """Return, by order, the bit set of needs that a face-up card helps at once."""
        orders, places = self.orders, range(len(self.built_burgers.needs))
        near = tuple([orders[i].stock.near.get(kind, 0) if i in orders else 0 for i in places])
        self.near[kind] = near
        return near

    def open_targets(self, shape: Shape, near: tuple[int, ...]) -> list[OrderTarget]:
        """Return the orders that the burger may still meet."""
        targets = self.targets
        return [
            targets.get((to, near[i] & to.wants)) or self.new_target(i, to, near[i] & to.wants)
            for i, to in shape.open
        ]

    def new_target(self, i: int, to: Progress, near: int) -> OrderTarget:
        order = self.orders[i]
        chance = self.chance(order.stock, to, near)
        self.targets[to, near] = new = OrderTarget(to.short, order.most, to.named, chance, order.rivals)
        return new

    def chance(self, stock: Stock, to: Progress, near: int) -> float:
        """Return the probability to get all missing ingredients in time.  Face-up cards that fit raise it."""
        chance, left, at_hand = 1.0, self.later / (to.named or 1), self.weights.at_hand
        for (rate, moves), missing in zip(stock.supplies, to.lacking, strict=True):
            if missing:
                miss = (1 - rate) ** left
                one = 1 - miss * at_hand if near & 1 else 1 - miss
                chance *= one if missing == 1 else one * (1 - miss) ** (missing - 1)
            else:
                chance *= moves
            near >>= 1
        return chance

    def best_aim(self, height: int, pays: int, open_targets: list[OrderTarget]) -> float:
        """Return the best value over target heights: those that just meet an order, and each larger size."""
        goals = {height + (one.short or 1) for one in open_targets}.union(self.facts.beyond[height])
        return max([self.aim(height, pays, goal, open_targets) for goal in goals], default=0.0)

    def aim(self, height: int, pays: int, goal: int, open_targets: list[OrderTarget]) -> float:
        """Return the coins of the burger at a target height, or 0 if it cannot be reached in time."""
        more = goal - height
        fitting, least, named = list[OrderTarget](), more, 0
        for one in open_targets:
            if one.short <= more and goal <= one.most:
                fitting.append(one)
                named += one.named
                if one.short < least:
                    least = one.short
        if not fitting:
            return 0.0
        pace = self.paces[more, least]
        if pace.steps > self.steps + 1:
            return 0.0
        claims = [
            one.chance if one.rivals is NO_RIVALS else one.chance * self.unclaimed(one.rivals, pace)
            for one in fitting
        ]
        if named > more and len(claims) > 1:  # there is no room for all of them
            claims = [max(claims)]
        return self.coins(pays, goal, claims, pace)


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """Facts about a pack that hold in every round."""

    every_card: int  # bit set
    alike: tuple[int, ...]  # by face: the first face with the same food, next type and Perfect mark
    pays: tuple[int, ...]  # by height
    misses_unrevealed: tuple[float, ...]  # by height: probability that no unrevealed order is met
    beyond: tuple[tuple[int, ...], ...]  # by height: heights at which larger sizes begin
    bonus: int  # coins for a Perfect face
    takes: dict[str, int]  # by type that must come next: bit set of fitting cards


@lru_cache(maxsize=16)
def facts(pack: Pack, weights: Weights) -> Facts:
    first: dict[tuple[str, str, bool], int] = {}
    halves = [(half.name, half.next, half.perfect) for half in pack.faces]
    mins = [size.min for size in pack.sizes]
    return Facts(
        every_card=(1 << len(pack.cards)) - 1,
        alike=tuple(first.setdefault(half, face) for face, half in enumerate(halves)),
        pays=tuple(size.pays if size else 0 for size in pack.size_of),
        misses_unrevealed=tuple(1.0 - weights.unrevealed * height for height in range(len(pack.size_of))),
        beyond=tuple(tuple(least for least in mins if least > n) for n in range(len(pack.size_of))),
        bonus=pack.numbers["perfect_bonus"].value,
        takes={kind: cards_with(faces_by_card) for kind, faces_by_card in pack.fitting.items()},
    )


def cards_with(faces_by_card: Sequence[Sequence[int]]) -> int:
    return sum([1 << card for card, faces in enumerate(faces_by_card) if faces])
