"""The search: leave the house bot's move only where playouts on the same worlds say so beyond doubt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import ceil, log2
from time import perf_counter
from typing import TypeVar

from flattop.bots.chef.candidates import Line, Move, Thought
from flattop.bots.chef.params import Style
from flattop.bots.chef.playout import Playout
from flattop.bots.house import Weighing, house_belief, house_bot
from flattop.kernel import CLOCK, WAIT, Action, Chance, Seat, Table
from flattop.match import Observation
from flattop.match.game_loop import Bot

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


T = TypeVar("T")
LONGEST = 6  # questions of one move that are looked at


def moves(obs: Observation, bot: Bot, chance: Chance, most: int) -> list[Move]:
    """What the house bot would do first, then others: by their first action, then by later ones."""
    usual, world = bot.choose(obs), obs.imagine(chance)
    still = [WAIT] if CLOCK in world.asks else []  # while time runs a seat may always keep still
    firsts = [action for action in (*obs.options, *obs.anytime, *still) if action != usual]
    others: list[Move] = [(action,) for action in _likely(firsts, most - 1, obs, bot, chance)]
    if len(others) == most - 1 or usual == WAIT:
        return [(usual,), *others]
    chain, later = _later(obs, world, bot, usual)
    return [chain, *others, *_some(later, most - 1 - len(others), chance)]


def _likely(actions: list[Action], most: int, obs: Observation, bot: Bot, chance: Chance) -> list[Action]:
    """As many of them as are wanted: those that the house bot thinks most of, else drawn by lot."""
    if len(actions) <= most:
        return actions
    drawn = chance.shuffled(actions)
    if isinstance(bot, Weighing) and (worths := bot.worths(obs)):
        drawn.sort(key=lambda action: -worths.get(action, 0.0))
    return drawn[:most]


def _some(things: list[T], most: int, chance: Chance) -> list[T]:
    """As many of them as are wanted, drawn by lot."""
    return things if len(things) <= most else chance.shuffled(things)[:most]


def _later(obs: Observation, t: Table, bot: Bot, first: Action) -> tuple[Move, list[Move]]:
    """The house bot's whole move on a table that might be, and every move that leaves it later on."""
    seat, chain = obs.seat, list[Action]()
    others: list[Move] = []
    action = first
    while action in t.asks.get(seat, ()) and len(chain) < LONGEST:
        others += [(*chain, other) for other in t.asks[seat] if other != action] if chain else []
        chain.append(action)
        draws, reveals = t.chance.draws, t.reveals
        t.push(seat, action)
        if _is_over(t, seat) or (t.chance.draws, t.reveals) != (draws, reveals):
            break
        options = t.asks[seat]
        action = next(iter(options)) if len(options) == 1 else bot.choose(Observation(obs.game, t, seat))
    return tuple(chain) or (first,), others


def _is_over(t: Table, seat: Seat) -> bool:
    """Whether the move is made: others are asked, or nobody."""
    return t.over or set(t.asks) != {seat}
