"""The environment of Gymnasium: one seat is the agent's, bots of one's choice have the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle

from flattop.bots import Bot
from flattop.bots.plugins import seat_bot
from flattop.envs import illegal as rulings
from flattop.envs.gym_spaces import actions_box, observation_box
from flattop.envs.illegal import LOSS, Ruling
from flattop.envs.play import Play, Reward, Seeds
from flattop.envs.render.modes import Showing
from flattop.kernel import BadOption, Chance, Seat
from flattop.match import derived

Step = tuple[Any, float, bool, bool, dict[str, Any]]


class SingleEnv(gymnasium.Env[Any, Any], EzPickle):
    """One seat of a game: `opponents` are the words for the bots of the other seats, in turn as they sit.

    What is open is in the infos as "action_mask", and `action_masks()` says it to those who ask for it so.
    """

    def __init__(
        self,
        key: str,
        seat: Seat = 0,
        opponents: Sequence[str] = ("random",),
        seats: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: Reward = "places",
        illegal: Ruling = "lose",
        words: bool = False,
        deck: Path | str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            key,
            seat,
            opponents,
            seats,
            render_mode,
            max_cycles,
            reward,
            illegal,
            words,
            deck,
            **options,
        )
        self.play = play = Play(key, seats, options, deck, reward)
        self.seat, self.opponents = checked(seat, play.seats), opponents or ("random",)
        self.showing = Showing(play, render_mode)
        self.metadata, self.render_mode = self.showing.metadata, render_mode
        self.observation_space, self.action_space = observation_box(play.spaces), actions_box(play.spaces)
        self._illegal, self._words, self._seeds = rulings.checked(illegal), words, Seeds()
        self._most, self.decisions = max_cycles, 0
        self._bots: dict[Seat, Bot] = self._seated(0)

    def _seated(self, seed: int) -> dict[Seat, Bot]:
        """Bots for the other seats, each with luck of its own."""
        play, words = self.play, self.opponents
        others = [(self.seat + far) % play.seats for far in range(1, play.seats)]
        return {
            seat: seat_bot(words[n % len(words)], play.game.key, Chance(derived(seed, "bot", seat)))
            for n, seat in enumerate(others)
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Deal a table by a seed, or by the next one, and play up to the agent's first decision."""
        super().reset(seed=seed)
        dealt = self._seeds.next(seed)
        while True:
            self.play.deal(dealt)
            self.decisions, self._bots = 0, self._seated(dealt)
            self._others_play()
            if not self.play.over:
                return self.play.observation(self.seat), self._notes()
            dealt = derived(dealt, "again")

    def step(self, action: Any) -> Step:
        """Carry out the option of that number, and let the others play until the agent is asked again."""
        options = self.play.options(self.seat)
        if not options:
            raise ResetNeeded("this game is over: reset the environment for another one")
        number = rulings.judged(int(action), options, self._illegal)
        if number is None:
            return self._seen(LOSS, over=True)
        self.play.act(self.seat, number)
        self.decisions += 1
        self._others_play()
        if self.render_mode == "human":
            self.render()
        if self.play.over:
            return self._seen(self.play.rewards()[self.seat], over=True)
        return self._seen(0.0, over=False)

    def _others_play(self) -> None:
        play = self.play
        while not play.over and self.seat != (asked := play.asked[0]):
            play.play(asked, self._bots[asked].choose(play.obs(asked)))

    def _seen(self, reward: float, over: bool) -> Step:
        cut = not over and self._most is not None and self.decisions >= self._most
        return self.play.observation(self.seat), reward, over, cut, self._notes()

    def _notes(self) -> dict[str, Any]:
        """What is open, and with `words` in words too."""
        return {"action_mask": self.action_masks(), **(self.showing.notes(self.seat) if self._words else {})}

    def action_masks(self) -> Any:
        """Which numbers are open now."""
        return self.play.spaces.mask(self.play.options(self.seat))

    def render(self) -> Any:
        """The table as the agent sees it while it is asked."""
        return self.showing.render()


def checked(seat: Seat, seats: int) -> Seat:
    if not 0 <= seat < seats:
        raise BadOption(f"seat {seat}: the seats of this table are 0 to {seats - 1}")
    return seat
