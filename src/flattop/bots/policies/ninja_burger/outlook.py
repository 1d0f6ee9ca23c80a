"""What a seat of Ninja Burger can work out from what it sees: skills, chances, stakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from flattop.games.ninja_burger.cards import Pack
from flattop.games.ninja_burger.fitting import bonus
from flattop.games.ninja_burger.odds import chance
from flattop.games.ninja_burger.schema import Alternative, Effects
from flattop.games.ninja_burger.skills import is_unlisted, item_bonus, rating
from flattop.kernel import Seat
from flattop.match.sight import Sight

HONOR = 150  # dollars that a point of Honor is worth
CARD = 0.3  # Honor that a card in hand is worth
ITEM = 0.6  # Honor that an item is worth
UNITS = {"draw": CARD, "discard": -CARD, "lose_item": -ITEM, "take_item": ITEM}


class Outlook:
    """One seat's view with the numbers that follow from it."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.view, self.seat = sight, sight.view, sight.seat
        self.pack: Pack = sight.pack
        self.ninjas: list[int] = list(self.view["ninjas"])
        self.skills: dict[tuple[Seat, int, str], int] = {}  # by seat and ninja, once they were worked out
        self.rivals = [(self.seat + step) % sight.seats for step in range(1, sight.seats)]

    # -- skills and chances

    def skill(self, seat: Seat, skill: str, more: Iterable[int] = ()) -> int:
        """The seat's skill with courses and items, and with further items."""
        view, pack = self.view, self.pack
        ninja = self.ninjas[seat]
        items = [*view["items"][seat], *more]
        value = rating(pack, ninja, view["courses"][seat], skill)
        return value + item_bonus(pack, items, skill, is_unlisted(pack, ninja, skill))

    def odds(self, seat: Seat, skill: str, modifier: int = 0, more: Iterable[int] = ()) -> float:
        if skill in self.pack.built_in[self.ninjas[seat]]:
            return 1.0
        if more:
            return chance(self.skill(seat, skill, more) + modifier)
        who = (seat, self.ninjas[seat], skill)
        if who not in self.skills:
            self.skills[who] = self.skill(seat, skill)
        return chance(self.skills[who] + modifier)

    def roll_odds(self, seat: Seat, choices: Sequence[Alternative], modifier: int) -> float:
        """The chance of one roll on the best of its skills."""
        return max(self.odds(seat, a.skill, a.mod + modifier) for a in choices)

    def mission_odds(self, seat: Seat, mission: int, tries: int = 0, first: int = 0) -> float:
        """The chance to make all rolls from the first on, with so many second tries among them."""
        card = self.pack.missions[mission]
        rolls = [self.roll_odds(seat, step.any, card.mission_mod) for step in card.steps[first:]]
        return success(rolls, tries)

    def tries(self, seat: Seat) -> int:
        """Second tries that a ninja brings along by himself."""
        ability = self.pack.ability[self.ninjas[seat]]
        return int(ability is not None and ability.op == "reroll")

    # -- stakes, in Honor

    def stake(self, seat: Seat, mission: int) -> float:
        """What success is worth over failure."""
        card = self.pack.missions[mission]
        return worth(card.success) - self.price_of_failure(seat, mission)

    def price_of_failure(self, seat: Seat, mission: int) -> float:
        drawback = self.pack.moments["drawback", self.ninjas[seat]]
        return worth(self.pack.missions[mission].failure) + worth(drawback)

    def value(self, seat: Seat, mission: int, tries: int = 0) -> float:
        """Honor that a mission will bring on average."""
        odds = self.mission_odds(seat, mission, tries + self.tries(seat))
        return odds * self.stake(seat, mission) + self.price_of_failure(seat, mission)

    # -- standing

    @cached_property
    def leader(self) -> int:
        return int(max(self.view["honor"]))

    def danger(self, seat: Seat) -> float:
        """How much a rival's Honor hurts: the leader's most, that of one far behind not at all."""
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
        return list(self.view["hands"][self.seat])

    # -- cards

    def gain_by(self, item: int, seat: Seat | None = None) -> float:
        """How much an item adds to the chances of a seat on an average delivery."""
        who = self.seat if seat is None else seat
        bonuses = self.pack.in_play[item]
        if not bonuses or self.ninjas[who] < 0:
            return 0.0
        return sum(
            weight * (self.odds(who, skill, 0, (item,)) - self.odds(who, skill))
            for skill, weight in self.pack.demand.items()
            if bonus(bonuses, skill, is_unlisted(self.pack, self.ninjas[who], skill))
        )

    def course_gain(self, course: int) -> int:
        """By how much a course raises a skill."""
        skill, value = self.pack.course[course]
        return value - rating(self.pack, self.ninjas[self.seat], self.view["courses"][self.seat], skill)

    def item_worth(self, item: int) -> float:
        """Honor that an item is worth to the seat."""
        if self.pack.in_play[item]:
            return 4 * self.gain_by(item)
        return self.pack.price[item] / 250


def success(rolls: Sequence[float], tries: int) -> float:
    """The chance to make all rolls in a row with so many second tries."""
    if not rolls:
        return 1.0
    first, rest = rolls[0], rolls[1:]
    made = first * success(rest, tries)
    return made + (1 - first) * success(rolls, tries - 1) if tries else made


def worth(effects: Effects) -> float:
    """Honor, money, cards and items in one number."""
    total = 0.0
    for effect in effects:
        if effect.op == "honor":
            total += effect.amount
        elif effect.op == "money":
            total += effect.amount / HONOR
        else:
            total += UNITS[effect.op] * effect.n
    return total
