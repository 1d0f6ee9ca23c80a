"""A whole move in words: the consecutive actions of a seat, and what it is likely to do after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flattop.bots.chef.playout import Move
from flattop.bots.house import house_bot
from flattop.kernel import CLOCK, WAIT, Action, Chance, Game, Secret, Table, listed
from flattop.match import Observation

MAX_STEPS = 8  # of one move
MAX_DECISIONS = 200  # of all seats, until the same seat decides again


@dataclass(frozen=True, slots=True)
class Step:
    """One action of the seat."""

    action: Action
    words: str
    free: bool  # there was another option
    later: bool  # another seat has acted before it, or something was drawn or revealed


def whole_move(obs: Observation, move: Move, people: Sequence[str], seeds: Sequence[int]) -> tuple[Step, ...]:
    """Return the steps on which most determinizations agree, with house bots continuing after the move.

    The steps that belong to the move come first.  Later ones follow if more than half of the runs have them,
    in the order of the run that has most of them.
    """
    runs = [MoveRun(obs, people, seed).steps(move) for seed in seeds]
    steps = list[Step]()
    while nexts := [run[len(steps)] for run in runs if len(run) > len(steps)]:
        step = Counter(nexts).most_common(1)[0][0]
        if step.later:
            break
        steps.append(step)
        runs = [run for run in runs if run[: len(steps)] == steps]
    rests = [run[len(steps) :] for run in runs]
    counted = Counter(step for rest in rests for step in set(rest))
    likely = [[step for step in rest if counted[step] * 2 > len(rests)] for rest in rests]
    return (*steps, *max(likely, key=len, default=[]))


def move_text(steps: Sequence[Step], game: Game) -> str:
    """Describe a move in one line.

    Forced steps are left out, and so are last steps without a noun, which only end the move.
    """
    free = [step for step in steps if step.free] or list(steps)
    while len(free) > 1 and len(free[-1].action) == 1:
        free.pop()
    first = [step for step in free if not step.later]
    now = ", then ".join(_step_text(game, step, i) for i, step in enumerate(first))
    later = listed([_step_text(game, step, 1) for step in free if step.later])
    return f"{now}; after that most likely {later}" if now and later else now or later


def _step_text(game: Game, step: Step, place: int) -> str:
    """Return the label of a step, in lower case within a line unless it begins with a name."""
    label, words = game.text.verbs[step.action[0]].label, step.words
    return words if not place or label.startswith("{") else words[:1].lower() + words[1:]


class MoveRun:
    """A run of one move on one determinization, continued by house bots."""

    def __init__(self, obs: Observation, people: Sequence[str], seed: int) -> None:
        self.game, self.seat, self.people, self.first_step = obs.game, obs.seat, people, obs.step
        self.t: Table = obs.imagine(Chance(seed))
        self.bots = [house_bot(obs.game.key, Chance(seed + 1 + n)) for n in range(obs.seats)]
        self.later = False

    def steps(self, move: Move) -> list[Step]:
        if CLOCK in self.t.asks or self.seat not in self.t.asks or move[:1] == (WAIT,):
            return [self._step(move[0])]
        return list(self._run(list(move), secret=_is_secret(self.t)))

    def _run(self, move: list[Action], secret: bool) -> Iterator[Step]:
        """Yield the steps of the move.

        After a secret choice, go on to what the seat does once it is revealed.
        """
        t, seat, count = self.t, self.seat, 0
        for _ in range(MAX_DECISIONS):
            if t.over or CLOCK in t.asks or count == MAX_STEPS or (self.later and not secret):
                return
            deciding = seat if seat in t.asks else next(iter(t.asks))
            if deciding == seat and self.later and Observation(self.game, t, seat).step == self.first_step:
                return  # the next move of the seat begins
            options = t.asks[deciding]
            if deciding == seat and move and (move[0] in options or move[0] in t.anytime(seat)):
                action = move.pop(0)
            elif len(options) == 1:
                action = next(iter(options))
            else:  # the move is over, or cannot go on
                if deciding == seat:
                    move.clear()
                action = self.bots[deciding].choose(Observation(self.game, t, deciding))
            if deciding == seat:
                yield self._step(action)
                count += 1
            before = t.chance.draws, t.reveals
            t.play(deciding, action)
            own = set(t.asks) == {seat} or (seat in t.asks and _is_secret(t))
            self.later = self.later or not own or (t.chance.draws, t.reveals) != before

    def _step(self, action: Action) -> Step:
        options = self.t.asks.get(self.seat, ())
        words = self.game.text.option(self.t, action, self.people)
        return Step(action, words, len(options) > 1 or action not in options, self.later)


def _is_secret(t: Table) -> bool:
    """Return whether seats are making secret choices."""
    return t.in_progress(Secret) is not None
