"""What a burger of Burger Trucker may come to: its orders, its size, and the time that it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flattop.bots.policies.burger_trucker.orders import Built, Shape, Standing, Stock, shapes, stocks
from flattop.bots.policies.burger_trucker.pace import (
    NEXT,
    NOBODY,
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

NOTHING = -1000.0  # coins: an empty burger cannot be finished


@dataclass(slots=True, eq=False)
class Wanted:
    """An Incoming Order: what there is for it, its limit, and the rivals that meet it too."""

    stock: Stock
    most: int
    rivals: Rivals


@dataclass(slots=True, eq=False)
class Prospect:
    """How an order stands to a burger: the ingredients it lacks, and the chance to find them in time."""

    short: int  # at least
    most: int  # that it bears
    named: int  # by what they are, not by the height
    chance: float
    rivals: Rivals


class Plan:
    """One seat's burger, its rivals and the time left, as everybody sees them."""

    def __init__(self, obs: Observation, weights: Weights, seat: Seat | None = None) -> None:
        settings = obs.settings
        self.pack, self.weights, self.facts = obs.pack, weights, facts(obs.pack, weights)
        self.line: float = (obs.seats + settings["extra_orders"] + 1) / 2
        self.anyway = settings["unclaimed_scores"] == "yes"
        self.free = settings["matching"] == "off"
        self.look_round(obs.view, obs.seat if seat is None else seat)
        # what was worked out for this decision
        self.known: dict[int, float] = {}
        self.near: dict[str, tuple[int, ...]] = {}
        self.ends: dict[tuple[Shape, int, tuple[int, ...]], tuple[float, float]] = {}
        self.prospects: dict[tuple[Standing, int], Prospect] = {}
        self.choices: dict[str, float] = {}

    def look_round(self, view: Mapping[str, Any], seat: Seat) -> None:
        """The burgers, the open cards, and all that can only lie in the pile."""
        incoming, burgers = tuple(view["incoming"]), list(map(tuple, view["burgers"]))
        self.shapes, self.stocks = shapes(self.pack, incoming), stocks(self.pack, incoming, self.weights)
        built = [self.shapes[stack] for stack in burgers]
        self.stack, self.built = burgers[seat], built[seat]
        self.face_up = sum([1 << card for card in view["face_up"]])
        held = sum([1 << card for card in view["held"] if card != VACANT])
        self.pile = self.facts.every_card - self.face_up - held - sum([one.cards for one in built])
        self.orders_aside = len(self.pack.top_buns) - len(incoming)
        self.steps = steps_left(view["clock"], self.weights)
        self.later = max(0.0, self.steps - NEXT)
        self.compare(view["places"], built, seat)
        self.orders = self.open_orders()

    def compare(self, places: list[int], built: list[Built], seat: Seat) -> None:
        """Which rivals are done, and which still at work."""
        others = [other for other in range(len(places)) if other != seat]
        self.rivals = [(places[other], built[other].filling.shape.standings) for other in others]
        ahead = sum([place > 0 for place, _ in self.rivals])
        behind = sum([place == BUILDING for place, _ in self.rivals])
        self.paces = paces(self.weights, ahead, behind)

    def open_orders(self) -> dict[int, Wanted]:
        """By place, all that the burger may still meet: whatever is laid on it, the others are lost."""
        return {i: self.wanted(i) for i, _ in self.built.filling.shape.open}

    def wanted(self, i: int) -> Wanted:
        meeting = [place for place, standings in self.rivals if not standings[i].short]
        rivals = Rivals(sum([place > 0 for place in meeting]), meeting.count(BUILDING)) if meeting else NOBODY
        return Wanted(self.stocks.stock(i, self.face_up, self.pile), self.shapes.most[i], rivals)

    # -- the next step

    def finishing(self) -> float:
        """What it is worth to finish at once."""
        return self.stopping(self.built.filling.shape, self.built.pays, self.paces.now)

    def as_it_is(self) -> float:
        """What it is worth to lay nothing on the burger in the next step."""
        return self.worth(self.built.filling.shape, self.built.pays, self.built.kind)

    def with_face(self, face: int) -> float:
        """What it is worth to lay that face on the burger; copies of a food are alike."""
        same = self.facts.alike[face]
        if same not in self.known:
            half, built = self.pack.faces[face], self.built
            filling = built.filling.topped.get(half.name)
            filling = filling or self.shapes.topped(built.filling, (*self.stack, face))
            pays = built.pays + self.facts.bonus if half.perfect else built.pays
            self.known[same] = self.worth(filling.shape, pays, half.next)
        return self.known[same]

    # -- burgers

    def worth(self, shape: Shape, pays: int, kind: str) -> float:
        """The best that can come of a burger after the next step."""
        if self.free:
            kind = burger.ANY
        near = self.near.get(kind) or self.at_hand(kind)
        key = shape, pays, near
        if key not in self.ends:
            stays = self.stopping(shape, pays, self.paces.soon) if shape.height else NOTHING
            self.ends[key] = stays, self.best_aim(shape.height, pays, self.alive(shape, near))
        stays, grows = self.ends[key]
        grows += self.choices.get(kind) or self.choice(kind)
        return grows if grows > stays else stays

    def stopping(self, shape: Shape, pays: int, pace: Pace) -> float:
        """The coins of the round if the burger stays as it is."""
        orders = self.orders
        claims = [self.unclaimed(orders[i].rivals, pace) for i in shape.met]
        return self.coins(pays, shape.height, claims, pace)

    def unclaimed(self, rivals: Rivals, pace: Pace) -> float:
        """The chance that no rival has taken an order by then."""
        return 1.0 if rivals is NOBODY else unclaimed(self.weights.lost, rivals, pace.passed)

    def coins(self, pays: int, height: int, claims: list[float], pace: Pace) -> float:
        """What a burger of that height brings with such chances to claim the orders it meets."""
        missed, line = self.facts.unlucky[height], self.line
        for chance in claims:
            missed *= 1 - chance
        if len(claims) > 1:
            line += self.weights.second * max(0.0, sum(claims) - 1)
        pay = self.facts.pays[height] + pays
        served = (1 - missed) * line + (pay if self.anyway else pay * (1 - missed))
        return served + (pace.late if pace.steps > self.steps else pace.speed)

    def choice(self, kind: str) -> float:
        """What it is worth that open cards fit on top."""
        number = (self.facts.takes[kind] & self.face_up).bit_count()
        worth: float = self.weights.fits * min(3, number) / 3
        self.choices[kind] = worth
        return worth

    def at_hand(self, kind: str) -> tuple[int, ...]:
        """By order, the needs that an open card helps at once; of those that are lost, none."""
        orders, places = self.orders, range(len(self.shapes.needs))
        near = tuple([orders[i].stock.near.get(kind, 0) if i in orders else 0 for i in places])
        self.near[kind] = near
        return near

    def alive(self, shape: Shape, near: tuple[int, ...]) -> list[Prospect]:
        """The orders that the burger may still meet."""
        prospects = self.prospects
        return [
            prospects.get((to, near[i] & to.wants)) or self.prospect(i, to, near[i] & to.wants)
            for i, to in shape.open
        ]

    def prospect(self, i: int, to: Standing, near: int) -> Prospect:
        order = self.orders[i]
        chance = self.chance(order.stock, to, near)
        self.prospects[to, near] = new = Prospect(to.short, order.most, to.named, chance, order.rivals)
        return new

    def chance(self, stock: Stock, to: Standing, near: int) -> float:
        """That all are drawn in time that are missing; surest are those that lie open and fit."""
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

    def best_aim(self, height: int, pays: int, alive: list[Prospect]) -> float:
        """Of all heights worth going to: as soon as an order is met, and each size beyond."""
        goals = {height + (one.short or 1) for one in alive}.union(self.facts.beyond[height])
        return max([self.aim(height, pays, goal, alive) for goal in goals], default=0.0)

    def aim(self, height: int, pays: int, goal: int, alive: list[Prospect]) -> float:
        """What the burger brings at that height, if it can be reached in time."""
        more = goal - height
        fitting, least, named = list[Prospect](), more, 0
        for one in alive:
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
            one.chance if one.rivals is NOBODY else one.chance * self.unclaimed(one.rivals, pace)
            for one in fitting
        ]
        if named > more and len(claims) > 1:  # no room for all of them
            claims = [max(claims)]
        return self.coins(pays, goal, claims, pace)


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What is true of a pack in every round."""

    every_card: int  # a bit for each
    alike: tuple[int, ...]  # by face, the first that has the same food, asks for the same and is as Perfect
    pays: tuple[int, ...]  # by height
    unlucky: tuple[float, ...]  # by height: that none of the orders nobody knows yet is met
    beyond: tuple[tuple[int, ...], ...]  # by height, those at which greater sizes begin
    bonus: int  # for a Perfect face
    takes: dict[str, int]  # by what a burger asks for: the cards that fit, a bit for each


@lru_cache(maxsize=16)
def facts(pack: Pack, weights: Weights) -> Facts:
    first: dict[tuple[str, str, bool], int] = {}
    halves = [(half.name, half.next, half.perfect) for half in pack.faces]
    mins = [size.min for size in pack.sizes]
    return Facts(
        every_card=(1 << len(pack.cards)) - 1,
        alike=tuple(first.setdefault(half, face) for face, half in enumerate(halves)),
        pays=tuple(size.pays if size else 0 for size in pack.size_of),
        unlucky=tuple(1.0 - weights.luck * height for height in range(len(pack.size_of))),
        beyond=tuple(tuple(least for least in mins if least > n) for n in range(len(pack.size_of))),
        bonus=pack.numbers["perfect_bonus"].value,
        takes={kind: cards_with(faces_by_card) for kind, faces_by_card in pack.fitting.items()},
    )


def cards_with(faces_by_card: Sequence[Sequence[int]]) -> int:
    return sum([1 << card for card, faces in enumerate(faces_by_card) if faces])
