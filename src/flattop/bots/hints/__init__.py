"""Advice: what chef would do on a person's own sight, as a whole move, with its chance and the reason.

Everything comes from that sight and from worlds imagined from it: nobody is told what they could not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any

from flattop.bots.chef import Line, Move, Thought, style_of, think
from flattop.bots.chef.playout import Playout
from flattop.bots.hints.move import Step, told, whole_move
from flattop.bots.hints.wording import (
    Counts,
    Differences,
    Worth,
    chance_words,
    counts,
    kind_of,
    worse,
    worse_words,
    worth,
)
from flattop.bots.house import house_bot
from flattop.bots.learned import evaluation
from flattop.kernel import Action, Chance, Told
from flattop.match import Observation

__all__ = ["STAGES", "Advice", "Stage", "advise"]


@dataclass(frozen=True, slots=True)
class Stage:
    """How long a question is thought about before it is said what came of it; seconds only cut it short."""

    effort: float  # times the work of the game's style
    worlds: int  # in which reasons are looked for, and chances where playouts are cut
    seconds: float | None = None


# After what the house bot would do, at once: a first answer within a second, then better ones.
STAGES = (Stage(0.5, 4, 0.5), Stage(2.0, 10, 1.5), Stage(6.0, 20, 3.0))
WALKS = 5  # worlds in which a whole move is looked at
RIVALS = 4  # of the other moves that may be told of as next best
MORE = 2  # times as many where the chance itself is told by them
FEWEST = 6  # playouts of a move without which its chance is not told before the last stage


@dataclass(frozen=True, slots=True)
class Hint:
    """What is best as far as is known, what it is worth, and what would be next best."""

    action: Action  # the first of the move
    words: str  # what stands on its key
    move: tuple[Action, ...]
    whole: str  # the whole move in words
    worth: Worth | None = None  # None where nothing is known of it yet, or there is nothing to choose
    chance: str = ""
    other: str = ""  # the next best whole move
    worse: Worth | None = None  # by how much it is worse
    apart: str = ""
    why: str = ""
    playouts: int = 0
    done: bool = False  # no better one will follow

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def lines(self) -> list[str]:
        """All of it for people, line by line."""
        first = f"{self.whole}: {self.chance}." if self.chance else f"{self.whole}."
        other = f"Next best: {self.other}: {self.apart}." if self.other else ""
        return [line for line in (first, self.why, other) if line]


def advise(
    obs: Observation,
    chance: Chance,
    people: Sequence[str],
    stages: Sequence[Stage] = STAGES,
    goes_on: Callable[[], bool] = lambda: True,
) -> Iterator[Hint]:
    """Better and better advice; the same for the same sight and luck, unless it is stopped or in a hurry."""
    yield Adviser(obs, chance, people, Stage(0, 0)).at_once()
    for number, stage in enumerate(stages, 1):
        last = number == len(stages)
        try:
            advice = Adviser(obs, chance, people, stage, goes_on).advice(last)
        except Stopped:
            return
        yield replace(advice, done=last or advice.done)
        if advice.done:
            return


class Stopped(Exception):
    """Nobody wants to know any more."""


class Adviser:
    """One question, thought about for one stage."""

    def __init__(
        self,
        obs: Observation,
        chance: Chance,
        people: Sequence[str],
        stage: Stage,
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        self.obs, self.chance, self.people, self.stage, self.goes_on = obs, chance, people, stage, goes_on
        self.rivals = obs.game.has_rivals(obs.seats, obs.settings)
        self.style, self.began = style_of(obs.game.key, self.rivals), perf_counter()
        self.learned = bool(self.style.learned and evaluation(obs.game.key, obs.seats))
        self.cut = bool(self.style.ahead) and not self.learned  # by what tells moves apart, but no chances

    def at_once(self) -> Hint:
        """What the house bot would do, before anything is tried out."""
        bot = house_bot(self.obs.game.key, self._luck())
        return self._told(self._steps((bot.choose(self.obs),), self._lucks()))

    def advice(self, last: bool) -> Hint:
        *_, thought = self._thoughts()
        best, lucks = thought.best, self._lucks()
        steps = self._steps(best.move, lucks)
        plain = replace(self._told(steps), playouts=thought.playouts)
        if len(thought.lines) == 1:
            return replace(plain, done=True)
        if best.size < (1 if last else FEWEST):
            return plain
        return self._compared(plain, thought, *self._next_best(thought, steps, lucks))

    def _thoughts(self) -> Iterator[Thought]:
        for thought in think(self.obs, self._luck(), self.stage.effort, self.stage.seconds):
            self._look_up()
            yield thought

    def _look_up(self) -> None:
        if not self.goes_on():
            raise Stopped

    def _next_best(
        self, thought: Thought, steps: Sequence[Step], lucks: Sequence[int]
    ) -> tuple[Line, Sequence[Step]]:
        """The best of the others; rather one that does something else than the same in another order."""
        others = [line for line in thought.lines if line is not thought.best]
        ranked = sorted(others, key=lambda line: (-line.size, -line.value))[:RIVALS]
        moves = [(line, self._steps(line.move, lucks)) for line in ranked]
        return next((other for other in moves if set(other[1]) != set(steps)), moves[0])

    def _luck(self) -> Chance:
        return Chance(self.chance.below(1 << 40))

    def _lucks(self) -> list[int]:
        return [self.chance.below(1 << 40) for _ in range(WALKS)]

    def _steps(self, move: Move, lucks: Sequence[int]) -> tuple[Step, ...]:
        return whole_move(self.obs, move, self.people, lucks)

    def _told(self, steps: Sequence[Step]) -> Hint:
        first, move = steps[0], tuple(step.action for step in steps if not step.later)
        return Hint(first.action, first.words, move, told(steps, self.obs.game))

    def _compared(self, plain: Hint, thought: Thought, other: Line, steps: Sequence[Step]) -> Hint:
        """With what it is worth, against the next best."""
        trial = self._trial(thought.best.move, other.move)
        best, other = (trial.best, trial.other) if self.cut else (thought.best, other)
        if not best.size:
            return plain
        kind = kind_of(self.rivals, (best, other) if self.cut else thought.lines, self.learned)
        ours, apart = worth(best, kind, self.style.scale), worse(other, best, kind, self.style.scale)
        return replace(
            plain,
            worth=ours,
            chance=chance_words(ours),
            other=told(steps, self.obs.game),
            worse=apart,
            apart=worse_words(apart),
            why=trial.differences.why(sure=apart.low > 0),
        )

    def _trial(self, best: Move, other: Move) -> Trial:
        """Both moves in fresh worlds, looked at half as long as was thought at most."""
        trial = Trial(Line(best), Line(other), Differences(self.obs.game, self.obs.seat, self.rivals))
        for _ in range(self.stage.worlds * (MORE if self.cut else 1)):
            self._look_up()
            if self._is_late():
                break
            luck = self.chance.below(1 << 40)
            trial.differences.add(self._tried(trial.best, luck), self._tried(trial.other, luck))
        return trial

    def _is_late(self) -> bool:
        seconds = self.stage.seconds
        return seconds is not None and perf_counter() - self.began > 1.5 * seconds

    def _tried(self, line: Line, luck: int) -> Counts:
        """What there was to count in the world that this luck brings, to the end unless a cut is as good."""
        obs, ear, style = self.obs, list[Told](), self.style
        style = replace(style, ahead=0) if self.cut else style
        playout = Playout(obs.game, obs.imagine(Chance(luck)), obs.seat, style, luck + 1, ear)
        line.add(playout.end(line.move))
        return counts(obs.game, playout.t, ear)


@dataclass(frozen=True, slots=True)
class Trial:
    """Two moves tried out in worlds that neither of them was chosen in."""

    best: Line
    other: Line
    differences: Differences
