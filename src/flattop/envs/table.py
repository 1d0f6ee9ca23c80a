"""The table of an environment: deal it, play numbered actions on it, and read observations and rewards."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from flattop.envs.spaces import Spaces
from flattop.games import game as game_of
from flattop.kernel import CLOCK, Action, BadOption, Chance, Illegal, Outcome, Seat, Table
from flattop.match import Observation, derived
from flattop.match.realtime import play_stepped_clock

Reward = Literal["places", "points"]
REWARDS: tuple[Reward, ...] = ("places", "points")
IllegalPolicy = Literal["lose", "lowest"]
ILLEGAL_POLICIES: tuple[IllegalPolicy, ...] = ("lose", "lowest")
LOSS = -1.0  # the reward of a seat that loses by an illegal action


class Seeds:
    """The seeds of successive resets: the requested one, or one derived from the last request."""

    def __init__(self) -> None:
        self._last, self._count = secrets.randbits(63), 0

    def next(self, requested: int | None) -> int:
        if requested is not None:
            self._last, self._count = requested, 0
            return requested
        self._count += 1
        return derived(self._last, "reset", self._count)


class EnvTable:
    """A table that an environment deals again for every episode.

    The clock of a timed game advances whenever no seat has to decide.
    """

    t: Table

    def __init__(
        self,
        key: str,
        seats: int | None,
        options: Mapping[str, Any],
        deck: Path | str | None = None,
        reward: Reward = "places",
    ) -> None:
        self.game, deck = game_of(key), Path(deck) if deck else None
        self.seats = seats or self.game.usual_seats
        self.game_options = {**self.game.untimed_settings, **options}
        if reward not in REWARDS:
            raise BadOption(f"unknown reward {reward!r}; use one of {', '.join(REWARDS)}")
        self._reward, self._deck = reward, deck
        if self.game.live_at(self.game.settings(self.seats, self.game_options)):
            stepped = ", ".join(f"{key}={value}" for key, value in self.game.untimed_settings.items())
            raise BadOption(f"environments cannot run {self.game.title} in real time; use {stepped}")
        self.spaces = Spaces(self.game, self.seats, deck) if deck else default_spaces(key, self.seats)
        self._observations: dict[Seat, Observation] = {}
        self._options: dict[Seat, dict[int, Action]] = {}

    def __getattr__(self, name: str) -> Any:
        """Explain that `t` does not exist before the first reset."""
        raise AttributeError("no table is dealt yet: reset the environment first" if name == "t" else name)

    def deal(self, seed: int) -> None:
        self.t = self.game.table(self.seats, Chance(seed), self.game_options, self._deck)
        self._advance_clock()

    def act(self, seat: Seat, number: int) -> None:
        """Play the option with this number."""
        action = self.options(seat).get(number)
        if action is None:
            raise Illegal("not-open", f"action {number} is not legal for seat {seat + 1} now")
        self.play(seat, action)

    def play(self, seat: Seat, action: Action) -> None:
        """Play an option or an any-time play of a seat that has to decide."""
        t = self.t
        if action in t.asks[seat]:
            t.push(seat, action)
        else:
            t.play(seat, action)
        self._advance_clock()

    def _advance_clock(self) -> None:
        """Let time pass while no seat has to decide, and forget what was cached for the old position."""
        play_stepped_clock(self.t)
        self._observations, self._options = {}, {}

    @property
    def deciding(self) -> list[Seat]:
        """The seats that have to decide, in the order of the rules."""
        return [seat for seat in self.t.asks if seat != CLOCK]

    @property
    def over(self) -> bool:
        return self.t.over

    def obs(self, seat: Seat) -> Observation:
        if seat not in self._observations:
            self._observations[seat] = Observation(self.game, self.t, seat)
        return self._observations[seat]

    def options(self, seat: Seat) -> dict[int, Action]:
        """Return the legal actions of a seat by number; none if it does not have to decide."""
        if seat not in self._options:
            self._options[seat] = self.spaces.options(self.obs(seat))
        return self._options[seat]

    def open_mask(self, seat: Seat) -> Any:
        """Return the mask of a seat when the game has ended; with action 0 if none is legal.

        A policy that sets closed actions to minus infinity would compute NaN from an empty mask.
        """
        options: Any = self.options(seat) or (0,)
        return self.spaces.mask(options)

    def observation(self, seat: Seat) -> Any:
        """Return the observation of a seat as an array."""
        return self.spaces.observation(self.obs(seat))

    def rewards(self) -> list[float]:
        """Return the reward of every seat at the end of the game."""
        rivals = self.game.has_rivals(self.seats, self.t.settings)
        return rewards(self.game.outcome(self.t), self._reward, rivals, self.spaces.layout.scale)


@cache
def default_spaces(key: str, seats: int) -> Spaces:
    """Return the spaces for the game's own deck, shared by all tables of a process."""
    return Spaces(game_of(key), seats)


def rewards(outcome: Outcome, reward: Reward, rivals: bool, scale: float) -> list[float]:
    """Return the reward of each seat: from 1 to -1 by place among rivals, else by points."""
    if reward == "points":
        return [float(points) for points in outcome.points]
    if not rivals:
        return [points / scale for points in outcome.points]
    return [place_reward(place, outcome.places) for place in outcome.places]


def place_reward(place: int, places: tuple[int, ...]) -> float:
    """Return the share of rivals behind a place minus the share ahead of it.  All rewards add up to 0."""
    behind = sum(other > place for other in places)
    ahead = sum(other < place for other in places)
    return (behind - ahead) / (len(places) - 1)


def check_illegal_policy(policy: IllegalPolicy) -> IllegalPolicy:
    if policy not in ILLEGAL_POLICIES:
        raise BadOption(f"unknown illegal={policy!r}; use one of {', '.join(ILLEGAL_POLICIES)}")
    return policy


def resolve_action(number: int, options: Collection[int], policy: IllegalPolicy) -> int | None:
    """Return the action to play for a chosen number.  None means that the seat loses by an illegal action."""
    if number in options:
        return number
    return min(options) if policy == "lowest" else None
