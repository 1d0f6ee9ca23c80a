"""The house bot of Burger Go!: what each face brings now, and what it may still bring this round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from flattop.bots.policies import CACHE_SIZE, Policy
from flattop.games.burger_up.burger_go import scoring
from flattop.games.burger_up.cards import Pack
from flattop.kernel import Action
from flattop.match.observation import Observation

YELLOW_PER_TURN = 0.4  # Cheese and Egg that a seat can expect to add in a turn if it wants them
SAUCE_PAIR = 5.0  # what a Sauce adds to a later Meat, less the turn that it costs
MEAT_WAITS = 1.5  # a Meat for an open Sauce may also come later
BUN = 4.2  # a Middle Bun long before the end; see docs/games/burger-go.md for the trials
BROWN = 0.42  # share of the cards with a Meat or Patty on one half
DENIAL = 0.15  # of what the card would bring the left neighbour, who gets it next


class HouseBot(Policy):
    """Takes the face of highest worth; between equals luck decides."""

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1:
            return options[0]
        valuation = Valuation(obs)
        worth = valuation.of_card if options[0][0] == "choose" else valuation.of_face
        scores = [worth(action[1]) for action in options]
        return self.best_of(options, scores)


class Valuation:
    """What each type would be worth to the seat, and to its left neighbour, if played now."""

    def __init__(self, obs: Observation) -> None:
        self.pack: Pack = obs.pack
        rows = [[self.pack.type_of[face] for face in row] for row in obs.view["rows"]]
        left = (obs.seat + 1) % obs.seats
        self.own = prospects(obs, rows, obs.seat)
        self.left = prospects(obs, rows, left) if obs.view["card"] < 7 else dict.fromkeys(self.own, 0.0)

    def of_face(self, face: int) -> float:
        return self.own[self.pack.type_of[face]]

    def of_card(self, card: int) -> float:
        """The better half, and a little for what the neighbour does not get."""
        a, b = self.pack.type_of[2 * card], self.pack.type_of[2 * card + 1]
        return max(self.own[a], self.own[b]) + DENIAL * max(self.left[a], self.left[b])


def prospects(obs: Observation, rows: Sequence[Sequence[str]], seat: int) -> dict[str, float]:
    """The worth of one more card of each type in the row of a seat."""
    row, cards_after = rows[seat], 7 - obs.view["card"]
    sauces = scoring.open_sauces(row)
    return {
        scoring.SAUCE: sauce_worth(sauces, cards_after),
        scoring.MEAT: meat_worth(sauces, cards_after),
        scoring.CHEESE: cheese_worth(row.count(scoring.CHEESE), cards_after),
        scoring.SALAD: salad_worth([other.count(scoring.SALAD) for other in rows], seat, cards_after),
        scoring.BUN: bun_worth(obs, rows, seat),
    }


@cache
def sauce_worth(sauces: int, cards_after: int) -> float:
    """A later Meat is lifted from 3 to 9, if one comes that no older Sauce takes."""
    return SAUCE_PAIR * brown_chance(cards_after - 2 * sauces) if cards_after > 2 * sauces else 0.0


@cache
def meat_worth(sauces: int, cards_after: int) -> float:
    """Nine on a Sauce; a little less while there is time, for another Meat will do as well."""
    if not sauces:
        return scoring.MEAT_ALONE
    return scoring.MEAT_ON_SAUCE - (MEAT_WAITS if cards_after > sauces else 0.0)


@cache
def cheese_worth(cards: int, cards_after: int) -> float:
    """The average step of the ladder that the seat may climb from here."""
    climb = min(5 - cards, 1 + round(YELLOW_PER_TURN * cards_after))
    return (scoring.cheese_coins(cards + climb) - scoring.cheese_coins(cards)) / climb if climb > 0 else 0.0


def salad_worth(salads: list[int], seat: int, cards_after: int) -> float:
    """The exact gain at the end of the round; before, the more an equal share of all prizes."""
    gain, early = salad_gain(tuple(salads), seat), cards_after / 7
    return early * (1.0 + 3.0 / len(salads)) + (1 - early) * gain


def bun_worth(obs: Observation, rows: Sequence[Sequence[str]], seat: int) -> float:
    """A fixed hope, and in the last round the more what the comparison would give now."""
    if obs.view["round"] != obs.settings["rounds"]:
        return BUN
    buns = [len(kept) + row.count(scoring.BUN) for kept, row in zip(obs.view["kept"], rows, strict=True)]
    penalty = obs.seats > 2 or obs.settings["two_player_penalty"] == "on"
    late: float = obs.view["card"] / 7
    return (1 - late) * BUN + late * bun_gain(tuple(buns), seat, penalty)


@lru_cache(maxsize=CACHE_SIZE)
def salad_gain(salads: tuple[int, ...], seat: int) -> int:
    """Coins more for one more Salad."""
    return scoring.salad_coins(one_more(salads, seat))[seat] - scoring.salad_coins(salads)[seat]


@lru_cache(maxsize=CACHE_SIZE)
def bun_gain(buns: tuple[int, ...], seat: int, penalty: bool) -> int:
    """Coins more for one more Middle Bun."""
    return scoring.bun_coins(one_more(buns, seat), penalty)[seat] - scoring.bun_coins(buns, penalty)[seat]


def one_more(numbers: tuple[int, ...], seat: int) -> list[int]:
    return [number + (s == seat) for s, number in enumerate(numbers)]


def brown_chance(cards: int) -> float:
    """The chance of a brown half in hands of so many cards and fewer, down to the last."""
    return 1.0 - (1.0 - BROWN) ** (cards * (cards + 1) // 2)
