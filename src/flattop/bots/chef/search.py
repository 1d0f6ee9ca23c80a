"""The search: leave the house bot's move only where playouts on the same worlds say so beyond doubt."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, log2
from time import perf_counter

from flattop.bots.chef.moves import moves
from flattop.bots.chef.playout import Playout
from flattop.bots.chef.style import Style
from flattop.bots.chef.thought import Line, Thought
from flattop.bots.house import house_bot
from flattop.kernel import Chance
from flattop.match import Sight

FEWEST = 2  # worlds that every move is looked at in


class Search:
    """One question being thought about."""

    def __init__(self, sight: Sight, chance: Chance, style: Style) -> None:
        self.sight, self.chance, self.style = sight, chance, style
        bot = house_bot(sight.game.key, Chance(chance.below(1 << 40)))
        self.lines = [Line(move) for move in moves(sight, bot, chance, style.moves, style.chains)]
        self.usual, self.playouts = self.lines[0], 0

    def thoughts(self, playouts: int, until: float | None = None) -> Iterator[Thought]:
        """Better and better ones, until the playouts or the time are used up."""
        live = self.lines
        while len(live) > 1 and self.playouts < playouts and not _is_late(until):
            left = playouts - self.playouts
            rounds = max(1, ceil(log2(len(live))))
            for _ in range(max(FEWEST, left // (len(live) * rounds))):
                self._look(live)
                if _is_late(until):
                    break
            live = self._better_half(live)
            yield self.thought
        if len(self.lines) == 1:
            yield self.thought

    def _look(self, live: list[Line]) -> None:
        """Play every move that is still in question in one more world, by one luck."""
        sight, luck = self.sight, self.chance.below(1 << 40)
        world = sight.imagine(Chance(self.chance.below(1 << 40)))
        for line in live:
            end = Playout(sight.game, world.clone(), sight.seat, self.style, luck).end(line.move)
            line.values.append(end.value)
            line.wins.append(end.win)
            line.points.append(end.points)
            self.playouts += 1

    def _better_half(self, live: list[Line]) -> list[Line]:
        """The house bot's move stays in to the end: everything is measured against it."""
        others = sorted((line for line in live if line is not self.usual), key=lambda line: -line.value)
        return [self.usual, *others[: max(1, len(others) // 2)]]

    @property
    def thought(self) -> Thought:
        lines = sorted(self.lines, key=lambda line: (-line.size, -line.value))
        return Thought(self._best(), self.usual, tuple(lines), self.playouts)

    def _best(self) -> Line:
        """The best line if it is surely better than the usual one."""
        longest = self.usual.size
        rivals = [line for line in self.lines if line is not self.usual and line.size == longest]
        best = max(rivals, key=lambda line: line.value, default=self.usual)
        gain, error = best.lead(self.usual)
        return best if gain > 0 and gain > self.style.sure * error else self.usual


def _is_late(until: float | None) -> bool:
    return until is not None and perf_counter() >= until
