"""The house bot of Burger Go!.  It adds what a face scores now to what it may still score this round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from flattop.bots.policies import CACHE_SIZE, Policy
from flattop.games.burger_up.burger_go import scoring
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.schema import GoScoring
from flattop.kernel import Action
from flattop.match.observation import Observation

YELLOW_PER_TURN = 0.4  # Cheese and Egg that a seat can add per turn if it wants to
SAUCE_TURN = 1.0  # cost of the turn in which a Sauce is played
MEAT_WAITS = 1.5  # deduction because the Meat for an open Sauce may also come later
# value of a Middle Bun before the last round, at a prize of 6; docs/games/burger-go.md has the measurements
BUN = 4.2
BROWN = 0.42  # share of the cards with a Meat or Patty on one half
DENIAL = 0.15  # share of a card's value for the left neighbour, who gets it next


class HouseBot(Policy):
    """Plays the option with the highest value.  Ties are broken at random."""

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1:
            return options[0]
        valuation = Valuation(obs)
        worth = valuation.of_card if options[0][0] == "choose" else valuation.of_face
        scores = [worth(action[1]) for action in options]
        return self.best_of(options, scores)


class Valuation:
    """The value of each type for the seat, and for its left neighbour."""

    def __init__(self, obs: Observation) -> None:
        self.pack: Pack = obs.pack
        rows = [[self.pack.type_of[face] for face in row] for row in obs.view["rows"]]
        left = (obs.seat + 1) % obs.seats
        self.own = prospects(obs, rows, obs.seat)
        self.left = prospects(obs, rows, left) if obs.view["card"] < 7 else dict.fromkeys(self.own, 0.0)

    def of_face(self, face: int) -> float:
        return self.own[self.pack.type_of[face]]

    def of_card(self, card: int) -> float:
        """Return the value of the better half, plus a share of what the left neighbour does not get."""
        a, b = self.pack.type_of[2 * card], self.pack.type_of[2 * card + 1]
        return max(self.own[a], self.own[b]) + DENIAL * max(self.left[a], self.left[b])


def prospects(obs: Observation, rows: Sequence[Sequence[str]], seat: int) -> dict[str, float]:
    """Return the value of one more card of each type in the row of a seat."""
    row, cards_after = rows[seat], 7 - obs.view["card"]
    sauces, pays = scoring.open_sauces(row), obs.pack.burger_go
    return {
        scoring.SAUCE: sauce_worth(sauces, cards_after, pays),
        scoring.MEAT: meat_worth(sauces, cards_after, pays),
        scoring.CHEESE: cheese_worth(row.count(scoring.CHEESE), cards_after, pays),
        scoring.SALAD: salad_worth([other.count(scoring.SALAD) for other in rows], seat, cards_after, pays),
        scoring.BUN: bun_worth(obs, rows, seat),
    }


@cache
def sauce_worth(sauces: int, cards_after: int, pays: GoScoring) -> float:
    """Return the expected gain: a later Meat scores 9 instead of 3 if no older Sauce takes it."""
    gain = pays.meat_on_sauce - pays.meat_alone - SAUCE_TURN
    return gain * brown_chance(cards_after - 2 * sauces) if cards_after > 2 * sauces else 0.0


@cache
def meat_worth(sauces: int, cards_after: int, pays: GoScoring) -> float:
    """Return 9 on a Sauce, less a deduction while another Meat may still come."""
    if not sauces:
        return pays.meat_alone
    return pays.meat_on_sauce - (MEAT_WAITS if cards_after > sauces else 0.0)


@cache
def cheese_worth(cards: int, cards_after: int, pays: GoScoring) -> float:
    """Return the average gain per card over the steps of the Cheese scale that the seat can reach."""
    climb = min(5 - cards, 1 + round(YELLOW_PER_TURN * cards_after))
    if climb <= 0:
        return 0.0
    return (scoring.cheese_coins(cards + climb, pays) - scoring.cheese_coins(cards, pays)) / climb


def salad_worth(salads: list[int], seat: int, cards_after: int, pays: GoScoring) -> float:
    """Return a mix of an equal share of the prizes (early) and of the exact gain (late in the round)."""
    gain, early = salad_gain(tuple(salads), seat, pays), cards_after / 7
    prizes = (pays.most_salads + pays.second_salads) / 9
    return early * prizes * (1.0 + 3.0 / len(salads)) + (1 - early) * gain


def bun_worth(obs: Observation, rows: Sequence[Sequence[str]], seat: int) -> float:
    """Return a constant and, increasingly in the last round, the gain in the comparison of Buns."""
    pays: GoScoring = obs.pack.burger_go
    early = BUN * (pays.most_buns / 6)
    if obs.view["round"] != obs.settings["rounds"]:
        return early
    buns = [len(kept) + row.count(scoring.BUN) for kept, row in zip(obs.view["kept"], rows, strict=True)]
    penalty = obs.seats > 2 or obs.settings["two_player_penalty"] == "on"
    late: float = obs.view["card"] / 7
    return (1 - late) * early + late * bun_gain(tuple(buns), seat, pays, penalty)


@lru_cache(maxsize=CACHE_SIZE)
def salad_gain(salads: tuple[int, ...], seat: int, pays: GoScoring) -> int:
    """Return the coins that one more Salad gains."""
    return scoring.salad_coins(one_more(salads, seat), pays)[seat] - scoring.salad_coins(salads, pays)[seat]


@lru_cache(maxsize=CACHE_SIZE)
def bun_gain(buns: tuple[int, ...], seat: int, pays: GoScoring, penalty: bool) -> int:
    """Return the coins that one more Middle Bun gains."""
    coins, more = (scoring.bun_coins(numbers, pays, penalty) for numbers in (buns, one_more(buns, seat)))
    return more[seat] - coins[seat]


def one_more(numbers: tuple[int, ...], seat: int) -> list[int]:
    return [number + (s == seat) for s, number in enumerate(numbers)]


def brown_chance(cards: int) -> float:
    """Return the probability of a Meat or Patty in hands of `cards` cards and of each smaller size."""
    return 1.0 - (1.0 - BROWN) ** (cards * (cards + 1) // 2)
