"""One table in play: whom it asks, what that seat is given, what its number does, and what it earned."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from flattop.envs.spaces import Spaces
from flattop.games import game as game_of
from flattop.kernel import CLOCK, Action, BadOption, Chance, Illegal, Outcome, Seat, Table
from flattop.match import Observation, derived

Reward = Literal["places", "points"]
REWARDS: tuple[Reward, ...] = ("places", "points")


class Seeds:
    """One seed after the other: the one that was given, or those that follow from the last that was."""

    def __init__(self) -> None:
        self._last, self._drawn = secrets.randbits(63), 0

    def next(self, given: int | None) -> int:
        if given is not None:
            self._last, self._drawn = given, 0
            return given
        self._drawn += 1
        return derived(self._last, "reset", self._drawn)


class Play:
    """A table that is dealt again and again; time, where a game has it, passes when nobody is asked."""

    t: Table

    def __init__(
        self,
        key: str,
        seats: int | None,
        given: Mapping[str, Any],
        deck: Path | str | None = None,
        reward: Reward = "places",
    ) -> None:
        self.game, deck = game_of(key), Path(deck) if deck else None
        self.seats = seats or self.game.default_seats or self.game.seats[0]
        self.given = {**self.game.untimed_settings, **given}
        self._reward, self._deck = checked(reward), deck
        self._check(self.game.settings(self.seats, self.given))
        self.spaces = Spaces(self.game, self.seats, deck) if deck else usual_spaces(key, self.seats)
        self._sights: dict[Seat, Observation] = {}
        self._options: dict[Seat, dict[int, Action]] = {}

    def __getattr__(self, name: str) -> Any:
        """Whatever is not there is the table that has yet to be dealt."""
        raise AttributeError("no table is dealt yet: reset the environment first" if name == "t" else name)

    def _check(self, settings: Mapping[str, Any]) -> None:
        """An environment has no wall clock."""
        if self.game.live_at(settings):
            still = ", ".join(f"{key}={value}" for key, value in self.game.untimed_settings.items())
            raise BadOption(f"{self.game.title} cannot run by the wall clock here; leave {still}")

    def deal(self, seed: int) -> None:
        """Lay a new table."""
        self.t = self.game.table(self.seats, Chance(seed), self.given, self._deck)
        self._settle()

    def act(self, seat: Seat, number: int) -> None:
        """Carry out the option of that number."""
        action = self.options(seat).get(number)
        if action is None:
            raise Illegal("not-open", f"seat {seat + 1} has no option {number} now")
        self.play(seat, action)

    def play(self, seat: Seat, action: Action) -> None:
        """Carry out an action of a seat that is asked: an answer, or an any-time play."""
        t = self.t
        if action in t.asks[seat]:
            t.push(seat, action)
        else:
            t.play(seat, action)
        self._settle()

    def _settle(self) -> None:
        """Let time pass while it alone is asked."""
        t = self.t
        while CLOCK in t.asks and len(t.asks) == 1:
            t.push(CLOCK, next(iter(t.asks[CLOCK])))
        self._sights, self._options = {}, {}

    @property
    def asked(self) -> list[Seat]:
        """The seats that are asked, in the order of the rules."""
        return [seat for seat in self.t.asks if seat != CLOCK]

    @property
    def over(self) -> bool:
        return self.t.over

    def obs(self, seat: Seat) -> Observation:
        """What a seat may know."""
        if seat not in self._sights:
            self._sights[seat] = Observation(self.game, self.t, seat)
        return self._sights[seat]

    def options(self, seat: Seat) -> dict[int, Action]:
        """What a seat may do now, by number; nothing if it is not asked."""
        if seat not in self._options:
            self._options[seat] = self.spaces.options(self.obs(seat))
        return self._options[seat]

    def observation(self, seat: Seat) -> Any:
        return self.spaces.observation(self.obs(seat))

    def rewards(self) -> list[float]:
        """What every seat has earned, once it is over."""
        rivals = self.game.has_rivals(self.seats, self.t.settings)
        return earned(self.game.outcome(self.t), self._reward, rivals, self.spaces.layout.scale)


@cache
def usual_spaces(key: str, seats: int) -> Spaces:
    """The same for all tables of a process."""
    return Spaces(game_of(key), seats)


def checked(reward: Reward) -> Reward:
    if reward not in REWARDS:
        raise BadOption(f"reward {reward!r}: it is one of {', '.join(REWARDS)}")
    return reward


def earned(end: Outcome, reward: Reward, rivals: bool, scale: float) -> list[float]:
    """What an end is worth to each seat: to rivals by place, from 1 to −1, to others by points."""
    if reward == "points":
        return [float(points) for points in end.points]
    if not rivals:
        return [points / scale for points in end.points]
    return [standing(place, end.places) for place in end.places]


def standing(place: int, places: tuple[int, ...]) -> float:
    """How many others one is ahead of, less those one is behind, as a share: all of them together have 0."""
    behind = sum(other > place for other in places)
    ahead = sum(other < place for other in places)
    return (behind - ahead) / (len(places) - 1)
