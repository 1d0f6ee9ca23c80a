"""What a seat of Ninja Burger can work out from what it sees: skills, chances, stakes."""

from __future__ import annotations

from collections.abc import Sequence

from flattop.bots.policies import once
from flattop.bots.policies.ninja_burger import ninjas
from flattop.bots.policies.ninja_burger.ninjas import Ninja
from flattop.games.ninja_burger.cards import Pack
from flattop.games.ninja_burger.schema import Alternative
from flattop.games.ninja_burger.skills import rating
from flattop.kernel import Seat
from flattop.match.observation import Observation

HOPE = 0.12  # Honor that a card in hand will have brought in the end


class Outlook:
    """One seat's view with the numbers that follow from it."""

    def __init__(self, obs: Observation) -> None:
        self.obs, self.view, self.seat = obs, obs.view, obs.seat
        self.pack: Pack = obs.pack
        self.known: dict[Seat, Ninja] = {}

    @once
    def ninjas(self) -> list[int]:
        return list(self.view["ninjas"])

    def ninja(self, seat: Seat) -> Ninja:
        """The seat's ninja with courses and items."""
        if seat not in self.known:
            courses, items = self.view["courses"][seat], self.view["items"][seat]
            deck = ninjas.deck(self.pack)
            self.known[seat] = Ninja(deck, self.ninjas[seat], tuple(courses), tuple(items))
        return self.known[seat]

    # -- skills, chances and stakes

    def skill(self, seat: Seat, skill: str) -> int:
        return ninjas.skill(self.ninja(seat), skill)

    def odds(self, seat: Seat, skill: str, modifier: int = 0) -> float:
        return ninjas.odds(self.ninja(seat), skill, modifier)

    def roll_odds(self, seat: Seat, choices: Sequence[Alternative], modifier: int) -> float:
        return ninjas.roll_odds(self.ninja(seat), choices, modifier)

    def mission_odds(self, seat: Seat, mission: int, tries: int = 0, first: int = 0) -> float:
        return ninjas.mission_odds(self.ninja(seat), mission, tries, first)

    def stake(self, seat: Seat, mission: int) -> float:
        return ninjas.stake(self.ninja(seat), mission)

    def value(self, seat: Seat, mission: int, tries: int = 0) -> float:
        return ninjas.value(self.ninja(seat), mission, tries)

    # -- standing

    @once
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
        return list(self.obs.own("hands"))

    # -- cards

    def gain_by(self, item: int) -> float:
        """How much an item adds to the own chances on an average delivery."""
        return ninjas.gain_by(self.ninja(self.seat), item)

    def course_gain(self, course: int) -> int:
        """By how much a course raises a skill."""
        skill, value = self.pack.course[course]
        return value - rating(self.pack, self.ninjas[self.seat], self.view["courses"][self.seat], skill)

    def item_worth(self, item: int) -> float:
        """Honor that an item is worth to the seat."""
        if self.pack.in_play[item]:
            return 4 * self.gain_by(item)
        return self.pack.price[item] / 250


def forecast(obs: Observation) -> list[float]:
    """Honor of every seat, and a little for its hand: money and items hardly ever come to more."""
    view = obs.view
    return [honor + HOPE * len(hand) for honor, hand in zip(view["honor"], view["hands"], strict=True)]
