"""Values in Ninja Burger: skills, odds of missions, stakes in Honor, and the worth of cards.

Results that depend only on cards are cached, because the same ninjas are valued many times.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from flattop.bots.policies import CACHE_SIZE, cached_per_deck, lazy
from flattop.games.ninja_burger.cards import Pack, bonus
from flattop.games.ninja_burger.schema import Alternative, Effects
from flattop.games.ninja_burger.skills import is_unlisted, item_bonus, rating, success_chance
from flattop.kernel import Seat
from flattop.match.observation import Observation

HONOR = 150  # dollars per point of Honor
CARD = 0.3  # Honor of a card in hand
ITEM = 0.6  # Honor of an item
UNITS = {"draw": CARD, "discard": -CARD, "lose_item": -ITEM, "take_item": ITEM}


class Deck:
    """The cards, with the value of success and failure on each mission in Honor."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.success = [worth(mission.success) for mission in pack.missions]
        self.failure = [worth(mission.failure) for mission in pack.missions]
        self.drawback = [worth(pack.effects_at["drawback", ninja]) for ninja in range(len(pack.ninjas))]


deck = cached_per_deck(Deck)


class Ninja(NamedTuple):
    """A ninja card with courses and items."""

    deck: Deck
    card: int
    courses: tuple[int, ...] = ()
    items: tuple[int, ...] = ()


@lru_cache(maxsize=CACHE_SIZE)
def skill(ninja: Ninja, name: str) -> int:
    """Return the skill including courses and items."""
    pack = ninja.deck.pack
    value = rating(pack, ninja.card, ninja.courses, name)
    return value + item_bonus(pack, ninja.items, name, is_unlisted(pack, ninja.card, name))


def odds(ninja: Ninja, name: str, modifier: int = 0) -> float:
    """Return the probability of one roll on a skill."""
    if name in ninja.deck.pack.never_fails_at[ninja.card]:
        return 1.0
    return success_chance(skill(ninja, name) + modifier)


def roll_odds(ninja: Ninja, choices: Sequence[Alternative], modifier: int) -> float:
    """Return the probability of one roll on the best of its skills."""
    return max([odds(ninja, a.skill, a.mod + modifier) for a in choices])


@lru_cache(maxsize=CACHE_SIZE)
def mission_odds(ninja: Ninja, mission: int, tries: int = 0, first: int = 0) -> float:
    """Return the probability to make all rolls from `first` on, with `tries` second tries."""
    card = ninja.deck.pack.missions[mission]
    rolls = [roll_odds(ninja, step.any, card.mission_mod) for step in card.steps[first:]]
    return success(rolls, tries)


def success(rolls: Sequence[float], tries: int) -> float:
    """Return the probability to make all rolls in a row, with `tries` second tries."""
    if not rolls:
        return 1.0
    first, rest = rolls[0], rolls[1:]
    made = first * success(rest, tries)
    return made + (1 - first) * success(rolls, tries - 1) if tries else made


# -- stakes, in Honor


def stake(ninja: Ninja, mission: int) -> float:
    """Return the value of success over failure."""
    return ninja.deck.success[mission] - price_of_failure(ninja, mission)


def price_of_failure(ninja: Ninja, mission: int) -> float:
    return ninja.deck.failure[mission] + ninja.deck.drawback[ninja.card]


def value(ninja: Ninja, mission: int, tries: int = 0) -> float:
    """Return the average Honor of a mission."""
    made = mission_odds(ninja, mission, tries + own_tries(ninja))
    return made * stake(ninja, mission) + price_of_failure(ninja, mission)


def own_tries(ninja: Ninja) -> int:
    """Return the second tries of the ninja's ability."""
    ability = ninja.deck.pack.ability[ninja.card]
    return int(ability is not None and ability.op == "reroll")


@lru_cache(maxsize=CACHE_SIZE)
def ninja_value(ninja: Ninja) -> float:
    """Return the average Honor over all deliveries, including drawbacks."""
    pack, card = ninja.deck.pack, ninja.card
    total = sum([value(ninja, mission) for mission in range(len(pack.deliveries))])
    two = 12.0 if pack.missions_drawn[card] > 1 else 0.0
    ability = pack.ability[card]
    substitutes = 8.0 if ability and ability.op == "substitute_skill" else 0.0
    return total + two + substitutes + pack.pay_ability[card] / 8 - (0.0 if pack.may_retry[card] else 8.0)


@lru_cache(maxsize=CACHE_SIZE)
def gain_by(ninja: Ninja, item: int) -> float:
    """Return the gain in odds by an item on an average delivery."""
    pack, bonuses = ninja.deck.pack, ninja.deck.pack.in_play[item]
    if not bonuses or ninja.card < 0:
        return 0.0
    with_it = ninja._replace(items=(*ninja.items, item))
    return sum(
        [
            weight * (odds(with_it, name) - odds(ninja, name))
            for name, weight in pack.skill_demand.items()
            if bonus(bonuses, name, is_unlisted(pack, ninja.card, name))
        ]
    )


def worth(effects: Effects) -> float:
    """Return Honor, money, cards and items of effects as one number."""
    total = 0.0
    for effect in effects:
        if effect.op == "honor":
            total += effect.amount
        elif effect.op == "money":
            total += effect.amount / HONOR
        else:
            total += UNITS[effect.op] * effect.n
    return total


HOPE = 0.12  # Honor that a card in hand will earn


class Valuation:
    """An observation with the values that follow from it."""

    def __init__(self, obs: Observation) -> None:
        self.obs, self.view, self.seat = obs, obs.view, obs.seat
        self.pack: Pack = obs.pack
        self.known: dict[Seat, Ninja] = {}

    @lazy
    def ninjas(self) -> list[int]:
        return list(self.view["ninjas"])

    def ninja(self, seat: Seat) -> Ninja:
        """Return the seat's ninja with courses and items."""
        if seat not in self.known:
            courses, items = self.view["courses"][seat], self.view["items"][seat]
            self.known[seat] = Ninja(deck(self.pack), self.ninjas[seat], tuple(courses), tuple(items))
        return self.known[seat]

    # -- skills, odds and stakes

    def skill(self, seat: Seat, name: str) -> int:
        return skill(self.ninja(seat), name)

    def odds(self, seat: Seat, name: str, modifier: int = 0) -> float:
        return odds(self.ninja(seat), name, modifier)

    def roll_odds(self, seat: Seat, choices: Sequence[Alternative], modifier: int) -> float:
        return roll_odds(self.ninja(seat), choices, modifier)

    def mission_odds(self, seat: Seat, mission: int, tries: int = 0, first: int = 0) -> float:
        return mission_odds(self.ninja(seat), mission, tries, first)

    def stake(self, seat: Seat, mission: int) -> float:
        return stake(self.ninja(seat), mission)

    def value(self, seat: Seat, mission: int, tries: int = 0) -> float:
        return value(self.ninja(seat), mission, tries)

    # -- standings

    @lazy
    def leader(self) -> int:
        return int(max(self.view["honor"]))

    def danger(self, seat: Seat) -> float:
        """Return how much a rival's Honor hurts: most for the leader, not at all for one far behind."""
        honor: list[int] = self.view["honor"]
        behind = self.leader - honor[seat]
        ahead = honor[seat] - honor[self.seat]
        return max(0.0, 1.0 - 0.25 * behind + (0.1 * ahead if ahead > 0 else 0.0))

    @property
    def own_mission(self) -> int:
        return int(self.view["missions"][self.seat][0])

    @property
    def money(self) -> int:
        return int(self.view["money"][self.seat])

    @property
    def hand(self) -> list[int]:
        return list(self.obs.own("hands"))

    # -- cards

    def gain_by(self, item: int) -> float:
        """Return the own gain in odds by an item on an average delivery."""
        return gain_by(self.ninja(self.seat), item)

    def course_gain(self, course: int) -> int:
        """Return how much a course raises a skill."""
        skill, value = self.pack.course[course]
        return value - rating(self.pack, self.ninjas[self.seat], self.view["courses"][self.seat], skill)

    def item_worth(self, item: int) -> float:
        """Return the Honor that an item is worth to the seat."""
        if self.pack.in_play[item]:
            return 4 * self.gain_by(item)
        return self.pack.price[item] / 250


def forecast(obs: Observation) -> list[float]:
    """Return the Honor of every seat plus a little for its hand.  Money and items hardly ever matter more."""
    view = obs.view
    return [honor + HOPE * len(hand) for honor, hand in zip(view["honor"], view["hands"], strict=True)]
