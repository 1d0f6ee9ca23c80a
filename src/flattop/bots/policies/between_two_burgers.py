"""The house bot of Between Two Burgers: what each face would make of the burgers at its two sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from flattop.bots.policies import CACHE_SIZE, Policy, lazy
from flattop.games.burger_up.between_two import points, scoring
from flattop.games.burger_up.between_two.rounds import ROUNDS
from flattop.games.burger_up.cards import Pack
from flattop.kernel import VACANT, Action
from flattop.match.observation import Observation

HIGHER = 0.3  # what a point of the better burger is worth beside one of the weaker
FOLLOW = 1.0  # points that a partner's wish may cost
ASK_FOR = 3.0  # points that a wish must be worth to be said
LONGER_ROW = (0.0, 2.2, 1.6, 0.3)  # hope for the row of Salad on top, by its length
MORE_MEAT = (0.0, 0.6, 1.6, 3.0, 0.0)  # hope for another name of Meat, by how many there are
MORE_CHEESE = 0.25  # hope for each Cheese, by how many there are
SAUCE_RACE = 0.8  # hope for each Sauce, whoever leads now
FORECAST_AT = ("Choice.wait",), "turn"


class HouseBot(Policy):
    """Takes what makes the two burgers worth most, the weaker one above all; between equals luck decides."""

    def choose(self, obs: Observation) -> Action:
        valuation = Valuation(obs)
        if wish := valuation.wish():
            return wish
        options = list(obs.options)
        if len(options) == 1:
            return options[0]
        scores = [valuation.worth(action) for action in options]
        return self.best_of(options, scores)


def forecast(obs: Observation) -> list[float]:
    """Points that every seat may expect: mostly those of its weaker burger, with hope for what is to come."""
    valuation = Valuation(obs)
    worths = [valuation.burger_worth(tuple(faces), n) for n, faces in enumerate(obs.view["burgers"])]
    return [both(worths[left], worths[right]) / (1 + HIGHER) for left, right in obs.view["beside"]]


class Valuation:
    """Both burgers of a seat as they lie, and what one more face would make of them."""

    def __init__(self, obs: Observation) -> None:
        self.obs, self.view = obs, obs.view
        self.pack: Pack = obs.pack
        self.left, self.right = self.view["beside"][obs.seat]
        self.cards = self.view["revealed"][obs.seat] or self.view["hands"][obs.seat]
        self.known: dict[tuple[int, int], float] = {}  # by face and burger
        self.best: dict[tuple[int, int], float] = {}  # by card and burger
        per_burger = 1 if len(self.view["burgers"]) > obs.seats else 2
        self.whole = per_burger * ROUNDS * obs.settings["turns_per_round"]

    # -- decisions

    def worth(self, action: Action) -> float:
        """What comes of an option, if the rest is played as well as can be."""
        verb, noun = action
        if verb == "choose":
            return self.best_pair(noun)
        if verb == "left":
            (other,) = (card for card in self.cards if card != noun)
            return both(self.best_face(noun, self.left), self.best_face(other, self.right))
        to_left = noun >> 1 == self.view["sent_left"][self.obs.seat]
        return self.face_worth(noun, self.left if to_left else self.right)

    def best_pair(self, card: int) -> float:
        """The best that can be made of the card with another one, or with the one that lies already."""
        picked = self.view["picks"][self.obs.seat]
        others = picked or [other for other in self.cards if other != card]
        pairs = (pair for other in others for pair in permutations((card, other)))
        return max(both(self.best_face(a, self.left), self.best_face(b, self.right)) for a, b in pairs)

    def best_face(self, card: int, burger: int) -> float:
        if (card, burger) not in self.best:
            a, b = self.face_worth(2 * card, burger), self.face_worth(2 * card + 1, burger)
            self.best[card, burger] = max(a, b)
        return self.best[card, burger]

    def face_worth(self, face: int, burger: int) -> float:
        """The burger with this face on it; a partner's wish is worth a little."""
        key = (face, burger)
        if key not in self.known:
            self.known[key] = self.burger_worth((*self.view["burgers"][burger], face), burger)
        return self.known[key] + (FOLLOW if key in self.wished else 0.0)

    # -- wishes

    @lazy
    def wished(self) -> set[tuple[int, int]]:
        """Faces that others would like, each with its burger."""
        places = enumerate(zip(self.view["beside"], self.view["wishes"], strict=True))
        pairs = [zip(wishes, two, strict=True) for s, (two, wishes) in places if s != self.obs.seat]
        return {pair for two in pairs for pair in two}

    def wish(self) -> Action | None:
        """Something said once a burger, if a partner's open cards make a real difference."""
        sides = zip((self.left, self.right), self.view["wishes"][self.obs.seat], strict=True)
        for burger, wish in sides:
            open_now = [a for a in self.obs.anytime if a[0] == "wish" and a[1] == burger]
            if wish != VACANT or len(open_now) < 2:
                continue
            worths = [self.face_worth(face, burger) for _, _, face in open_now]
            if max(worths) - min(worths) >= ASK_FOR:
                return open_now[worths.index(max(worths))]
        return None

    # -- a burger

    def burger_worth(self, faces: tuple[int, ...], burger: int) -> float:
        """Its points, and hope for the cards that are still to come."""
        pack, settings, to_come = self.pack, self.obs.settings, self.whole - len(faces)
        alone = by_itself(pack, faces, settings["meat_sets"], settings["cheese_over_six"], to_come)
        sauces = self.sauces(burger, alone.sauces)
        race = sauce_points(sauces, settings["sauce_second"], settings["sauce_ties"])
        return alone.points + race[burger] + alone.hope

    @lazy
    def sauces_now(self) -> list[int]:
        type_of, burgers = self.pack.type_of, self.view["burgers"]
        return [[type_of[face] for face in faces].count("sauce") for faces in burgers]

    def sauces(self, burger: int, own: int) -> tuple[int, ...]:
        """The Sauces of all burgers, with so many on one of them."""
        now = self.sauces_now
        return (*now[:burger], own, *now[burger + 1 :])


def both(left: float, right: float) -> float:
    """Only the lower burger counts; the higher one breaks ties."""
    return min(left, right) + HIGHER * max(left, right)


class Alone(NamedTuple):
    """What a burger is worth whatever the others hold, and its part in the race for Sauces."""

    points: int
    hope: float
    sauces: int


@lru_cache(maxsize=CACHE_SIZE)
def by_itself(pack: Pack, faces: tuple[int, ...], meat_sets: str, over_six: str, to_come: int) -> Alone:
    """The same faces are thought of again and again, by both neighbours and in every step of a turn."""
    types: list[str] = [pack.type_of[face] for face in faces]
    names = points.meats(pack, faces)
    counted = (
        scoring.salad_points(types)
        + scoring.meat_points(names, meat_sets)
        + points.yellow_points(types, over_six)
        + scoring.bun_points(types)
    )
    return Alone(counted, hope(types, len({*names}), to_come), types.count(scoring.SAUCE))


sauce_points = lru_cache(maxsize=CACHE_SIZE)(scoring.sauce_points)


def hope(types: Sequence[str], meats: int, to_come: int) -> float:
    """What the burger is likely to gain by its shape, the less the fewer cards are still to come."""
    share = min(1.0, to_come / 4)
    row = 0
    while row < len(types) and types[-1 - row] == scoring.SALAD:
        row += 1
    return share * (
        LONGER_ROW[min(row, 3)]
        + MORE_MEAT[min(meats, 4)]
        + MORE_CHEESE * types.count(scoring.CHEESE) ** 2
        + SAUCE_RACE * types.count(scoring.SAUCE)
    )
