"""The house bot of Between Two Burgers.

It values the burgers at both sides of its seat with every face it could add.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from flattop.bots.policies import CACHE_SIZE, Policy, lazy
from flattop.games.burger_up.between_two import scoring
from flattop.games.burger_up.between_two.rounds import ROUNDS
from flattop.games.burger_up.cards import Pack
from flattop.kernel import VACANT, Action
from flattop.match.observation import Observation

HIGHER = 0.3  # weight of the better burger's points, relative to the weaker one's
FOLLOW = 1.0  # points given up at most to follow a partner's wish
WISH_FROM = 3.0  # points that a wish must gain to be made
LONGER_ROW = (0.0, 2.2, 1.6, 0.3)  # expected gain of the row of Salad on top, by its length
MORE_MEAT = (0.0, 0.6, 1.6, 3.0, 0.0)  # expected gain of another kind of Meat, by the number of kinds
MORE_CHEESE = 0.25  # expected gain per Cheese, multiplied by the number of Cheese
SAUCE_RACE = 0.8  # expected gain per Sauce
FORECAST_AT = ("Choice.wait",), "turn"


class HouseBot(Policy):
    """Plays the option that makes its two burgers worth most, mainly the weaker one.

    Ties are broken at random.
    """

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
    """Return the expected points of every seat, which depend mainly on its weaker burger."""
    valuation = Valuation(obs)
    worths = [valuation.burger_worth(tuple(faces), n) for n, faces in enumerate(obs.view["burgers"])]
    return [both(worths[left], worths[right]) / (1 + HIGHER) for left, right in obs.view["beside"]]


class Valuation:
    """The values of both burgers of a seat with one more face."""

    def __init__(self, obs: Observation) -> None:
        self.obs, self.view = obs, obs.view
        self.pack: Pack = obs.pack
        self.left, self.right = self.view["beside"][obs.seat]
        self.cards = self.view["revealed"][obs.seat] or self.view["hands"][obs.seat]
        self.known: dict[tuple[int, int], float] = {}  # value by face and burger
        self.best: dict[tuple[int, int], float] = {}  # value by card and burger
        per_burger = 1 if len(self.view["burgers"]) > obs.seats else 2
        self.whole = per_burger * ROUNDS * obs.settings["turns_per_round"]

    # -- decisions

    def worth(self, action: Action) -> float:
        """Return the value of an option if the seat plays its best afterwards."""
        verb, noun = action
        if verb == "choose":
            return self.best_pair(noun)
        if verb == "left":
            (other,) = (card for card in self.cards if card != noun)
            return both(self.best_face(noun, self.left), self.best_face(other, self.right))
        to_left = noun >> 1 == self.view["sent_left"][self.obs.seat]
        return self.face_worth(noun, self.left if to_left else self.right)

    def best_pair(self, card: int) -> float:
        """Return the best value of a card with the card already chosen, or with any other of the hand."""
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
        """Return the value of the burger with this face on top, plus a bonus if a partner wishes for it."""
        key = (face, burger)
        if key not in self.known:
            self.known[key] = self.burger_worth((*self.view["burgers"][burger], face), burger)
        return self.known[key] + (FOLLOW if key in self.wishes_of_others else 0.0)

    # -- wishes

    @lazy
    def wishes_of_others(self) -> set[tuple[int, int]]:
        """Faces that other seats wish for, each with its burger."""
        places = enumerate(zip(self.view["beside"], self.view["wishes"], strict=True))
        pairs = [zip(wishes, two, strict=True) for s, (two, wishes) in places if s != self.obs.seat]
        return {pair for two in pairs for pair in two}

    def wish(self) -> Action | None:
        """Return a wish if the faces on a partner's open cards differ enough in value.

        There is one wish per burger.
        """
        sides = zip((self.left, self.right), self.view["wishes"][self.obs.seat], strict=True)
        for burger, wish in sides:
            open_now = [a for a in self.obs.anytime if a[0] == "wish" and a[1] == burger]
            if wish != VACANT or len(open_now) < 2:
                continue
            worths = [self.face_worth(face, burger) for _, _, face in open_now]
            if max(worths) - min(worths) >= WISH_FROM:
                return open_now[worths.index(max(worths))]
        return None

    # -- a burger

    def burger_worth(self, faces: tuple[int, ...], burger: int) -> float:
        """Return the points of a burger plus the expected gain from later cards."""
        pack, settings, to_come = self.pack, self.obs.settings, self.whole - len(faces)
        own = own_value(pack, faces, settings["meat_sets"], settings["cheese_over_six"], to_come)
        sauces = self.sauces(burger, own.sauces)
        race = sauce_points(sauces, settings["sauce_second"], settings["sauce_ties"])
        return own.points + race[burger] + own.expected_gain

    @lazy
    def sauces_now(self) -> list[int]:
        type_of, burgers = self.pack.type_of, self.view["burgers"]
        return [[type_of[face] for face in faces].count("sauce") for faces in burgers]

    def sauces(self, burger: int, own: int) -> tuple[int, ...]:
        """Return the number of Sauces on each burger, if this one has `own`."""
        now = self.sauces_now
        return (*now[:burger], own, *now[burger + 1 :])


def both(left: float, right: float) -> float:
    """Return the value of two burgers.  Only the lower one scores, and the higher one breaks ties."""
    return min(left, right) + HIGHER * max(left, right)


class OwnValue(NamedTuple):
    """The value of a burger without Sauces, and its number of Sauces, which are compared between burgers."""

    points: int
    expected_gain: float
    sauces: int


@lru_cache(maxsize=CACHE_SIZE)
def own_value(pack: Pack, faces: tuple[int, ...], meat_sets: str, over_six: str, to_come: int) -> OwnValue:
    """Value a burger.  Cached, because both neighbours and every step of a turn ask for the same burgers."""
    types: list[str] = [pack.type_of[face] for face in faces]
    names = scoring.meat_names(pack, faces)
    counted = (
        scoring.salad_points(types)
        + scoring.meat_points(names, meat_sets)
        + scoring.cheese_and_egg_points(types, over_six)
        + scoring.bun_points(types)
    )
    return OwnValue(counted, expected_gain(types, len({*names}), to_come), types.count(scoring.SAUCE))


sauce_points = lru_cache(maxsize=CACHE_SIZE)(scoring.sauce_points)


def expected_gain(types: Sequence[str], meats: int, to_come: int) -> float:
    """Return the expected gain from later cards, which shrinks over the last four."""
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
