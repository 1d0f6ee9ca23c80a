"""The search: leave the house bot's move only where playouts on the same worlds say so beyond doubt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import ceil, log2
from time import perf_counter

from flattop.bots.chef.moves import moves
from flattop.bots.chef.playout import Playout
from flattop.bots.chef.style import Style
from flattop.bots.chef.thought import Line, Thought
from flattop.bots.house import house_belief, house_bot
from flattop.kernel import Chance, Table
from flattop.match import Observation

FEWEST = 2  # worlds that every move is looked at in
ENOUGH = 8  # worlds after which a move that is surely worse is dropped
TRIES = 12  # worlds that are dealt until one is believed
SETTING_UP = 10  # what dealing a world costs, in decisions


class Search:
    """One question being thought about."""

    def __init__(self, obs: Observation, chance: Chance, style: Style) -> None:
        self.obs, self.chance, self.style = obs, chance, style
        bot = house_bot(obs.game.key, Chance(chance.below(1 << 40)))
        self.lines = [Line(move) for move in moves(obs, bot, chance, style.moves)]
        self.usual, self.live = self.lines[0], self.lines
        self.playouts = self.work = 0

    def thoughts(self, work: float, until: float | None = None) -> Iterator[Thought]:
        """Better and better ones, until the work is done or the time is over."""
        yield self.thought
        while len(self.live) > 1 and self.work < work and not _is_late(until):
            rounds = max(1, ceil(log2(len(self.live))))
            self._compare(self.work + (work - self.work) / rounds, until)
            self.live = self._better_half()
            yield self.thought

    def _compare(self, work: float, until: float | None) -> None:
        """Look at all that is in question in world after world."""
        for worlds in count(1):
            self._look()
            if _is_late(until) or (worlds >= FEWEST and self.work >= work):
                return

    def _look(self) -> None:
        """Play every move that is still in question in one more world, by one luck."""
        obs, luck = self.obs, self.chance.below(1 << 40)
        world = self._world()
        for line in self.live:
            playout = Playout(obs.game, world.clone(), obs.seat, self.style, luck)
            line.add(playout.end(line.move))
            self.playouts += 1
            self.work += playout.decisions + SETTING_UP

    def _world(self) -> Table:
        """A table that might be, and that agrees with what others have said, if such a one comes up soon."""
        obs, belief = self.obs, house_belief(self.obs.game.key)
        for _ in range(TRIES):
            world = obs.imagine(Chance(self.chance.below(1 << 40)))
            if belief is None or belief(obs, world):
                break
        return world

    def _better_half(self) -> list[Line]:
        """The house bot's move stays in to the end: everything is measured against it."""
        others = [line for line in self.live if line is not self.usual and not self._is_worse(line)]
        others.sort(key=lambda line: -line.value)
        return [self.usual, *others[: max(1, len(others) // 2)]]

    def _is_worse(self, line: Line) -> bool:
        """Whether it is surely worse than the house bot's."""
        gain, error = line.lead(self.usual)
        return line.size >= ENOUGH and gain < -2 * error

    @property
    def thought(self) -> Thought:
        lines = sorted(self.lines, key=lambda line: (-line.size, -line.value))
        return Thought(self._best(), self.usual, tuple(lines), self.playouts)

    def _best(self) -> Line:
        """The best of the lines that are still in question, if it is surely better than the usual one."""
        best = max(self.live, key=lambda line: line.value)
        gain, error = best.lead(self.usual)
        return best if gain > 0 and gain > self.style.least + self.style.sure * error else self.usual


def _is_late(until: float | None) -> bool:
    return until is not None and perf_counter() >= until
