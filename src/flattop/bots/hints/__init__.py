"""Hints: the move that chef would play from a player's own observation, with its chances and the reason.

Hints use only that observation and determinizations of it, so they reveal nothing that the player cannot
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any

import msgspec

from flattop.bots.chef import Candidate, Move, evaluate_moves, params_for
from flattop.bots.chef.playout import Playout
from flattop.bots.hints.move import Step, move_text, whole_move
from flattop.bots.hints.wording import (
    Differences,
    ReasonCounts,
    Worth,
    count_reasons,
    difference,
    difference_text,
    measure_for,
    worth,
    worth_text,
)
from flattop.bots.house import house_bot
from flattop.bots.learned import evaluation
from flattop.bots.policies import reasons
from flattop.kernel import Action, AddressedEvent, Chance
from flattop.match import Observation

__all__ = ["STAGES", "Hint", "Stage", "find_hints"]


@dataclass(frozen=True, slots=True)
class Stage:
    """The work for one hint.  `seconds` only stop it earlier."""

    effort: float  # multiple of the work in the search parameters
    determinizations: int  # on which reasons are counted, and chances where search playouts are cut off
    seconds: float | None = None


# The house bot's move is shown at once; the first stage follows within a second, then better ones.
STAGES = (Stage(0.5, 4, 0.5), Stage(2.0, 10, 1.5), Stage(6.0, 20, 3.0))
MOVE_SAMPLES = 5  # determinizations on which a whole move is continued
MAX_ALTERNATIVES = 4  # other moves considered as next best
CUT_FACTOR = 2  # times as many determinizations where the chance itself is measured on them
MIN_PLAYOUTS = 6  # of a move, for its chance to be shown before the last stage


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move so far, its worth and the next best move.

    The field names are those of the JSON object.
    """

    action: Action  # the first action of the move
    words: str  # its label
    move: tuple[Action, ...]
    whole: str  # the whole move in words
    worth: Worth | None = None  # None if it is unknown or there is no choice
    chance: str = ""  # the worth in words, empty until its interval is narrow
    other: str = ""  # the next best move in words
    worse: Worth | None = None  # how much worse that is
    apart: str = ""  # the same in words
    why: str = ""  # from the visible position, then from playouts; empty if neither has one
    playouts: int = 0
    done: bool = False  # no better hint will follow

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def lines(self) -> list[str]:
        """The hint as lines of text."""
        first = f"{self.whole}: {self.chance}." if self.chance else f"{self.whole.removesuffix('.')}."
        other = f"Next best: {self.other}: {self.apart}." if self.other else ""
        return [line for line in (first, self.why, other) if line]


def find_hints(
    obs: Observation,
    chance: Chance,
    people: Sequence[str],
    stages: Sequence[Stage] = STAGES,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Iterator[Hint]:
    """Yield better and better hints, until `is_wanted` returns False.

    The same observation and chance give the same hints unless a time limit stops a stage.
    """
    yield HintFinder(obs, chance, people, Stage(0, 0)).immediate_hint()
    for number, stage in enumerate(stages, 1):
        last = number == len(stages)
        try:
            hint = HintFinder(obs, chance, people, stage, is_wanted).hint(last)
        except Stopped:
            return
        yield replace(hint, done=last or hint.done)
        if hint.done:
            return


class Stopped(Exception):
    """The hint is no longer wanted."""


class HintFinder:
    """Finds the hint of one stage."""

    def __init__(
        self,
        obs: Observation,
        chance: Chance,
        people: Sequence[str],
        stage: Stage,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self.obs, self.chance, self.people, self.stage, self.is_wanted = obs, chance, people, stage, is_wanted
        self.rivals = obs.game.has_rivals(obs.seats, obs.settings)
        self.params, self.started = params_for(obs.game.key, self.rivals), perf_counter()
        self.learned = bool(self.params.learned_depth and evaluation(obs.game.key, obs.seats))
        # A forecast tells moves apart but gives no chance of winning, so chances need playouts to the end.
        self.plays_to_end = bool(self.params.depth) and not self.learned

    def immediate_hint(self) -> Hint:
        """Return the house bot's move, without a search."""
        bot = house_bot(self.obs.game.key, self._new_chance())
        return self._plain_hint(self._steps((bot.choose(self.obs),), self._new_seeds()))

    def hint(self, last: bool) -> Hint:
        """Search and return the best move, compared with the next best one if there are enough playouts."""
        for step in evaluate_moves(self.obs, self._new_chance(), self.stage.effort, self.stage.seconds):
            self._check_wanted()
            result = step
        best, seeds = result.best, self._new_seeds()
        steps = self._steps(best.move, seeds)
        plain = replace(self._plain_hint(steps), playouts=result.playouts)
        if len(result.candidates) == 1:
            return replace(plain, done=True)
        if best.size < (1 if last else MIN_PLAYOUTS):
            return plain
        others = [candidate for candidate in result.candidates if candidate is not best]
        ranked = sorted(others, key=lambda other: (-other.size, -other.value))[:MAX_ALTERNATIVES]
        moves = [(candidate, self._steps(candidate.move, seeds)) for candidate in ranked]
        distinct = [move for move in moves if self._differs(move[1], steps)]
        other, other_steps = (distinct or moves)[0]
        trial = self._trial(best.move, other.move)
        candidates: Sequence[Candidate] = result.candidates
        if self.plays_to_end:
            best, other = candidates = trial.best, trial.other
        if not best.size:
            return plain
        measure = measure_for(self.rivals, candidates, self.learned)
        loss, differences = difference(other, best, measure, self.params.scale), trial.differences
        if distinct and loss.high < 0:  # the search prefers the house bot's move in doubt
            best, other, steps, other_steps = other, best, other_steps, steps
            loss, differences = difference(other, best, measure, self.params.scale), differences.swapped()
            plain = replace(self._plain_hint(steps), playouts=result.playouts)
        own = worth(best, measure, self.params.scale)
        known = replace(plain, worth=own, chance=worth_text(own, self.params.scale))
        if not distinct:
            return known
        return replace(
            known,
            other=move_text(other_steps, self.obs.game),
            worse=loss,
            apart=difference_text(loss, self.params.scale),
            why=" ".join(filter(None, (plain.why, differences.reason()))),
        )

    def _check_wanted(self) -> None:
        if not self.is_wanted():
            raise Stopped

    def _new_chance(self) -> Chance:
        return Chance(self.chance.below(1 << 40))

    def _new_seeds(self) -> list[int]:
        return [self.chance.below(1 << 40) for _ in range(MOVE_SAMPLES)]

    def _steps(self, move: Move, seeds: Sequence[int]) -> tuple[Step, ...]:
        return whole_move(self.obs, move, self.people, seeds)

    def _plain_hint(self, steps: Sequence[Step]) -> Hint:
        first, move = steps[0], tuple(step.action for step in steps if not step.later)
        why = reasons.position_reason(self.obs, move, self.people)
        return Hint(first.action, first.words, move, move_text(steps, self.obs.game), why=why)

    def _differs(self, other: Sequence[Step], steps: Sequence[Step]) -> bool:
        """Return whether a move is not the same with equal cards or in another order, nor taken back."""
        is_abandoned = reasons.is_abandoned(self.obs.game.key, [step.action for step in other])
        return {step.words for step in other} != {step.words for step in steps} and not is_abandoned

    def _trial(self, best: Move, other: Move) -> Trial:
        """Play both moves on new determinizations, for at most half of the time of the search."""
        trial = Trial(
            Candidate(best), Candidate(other), Differences(self.obs.game, self.obs.seat, self.rivals)
        )
        seconds = self.stage.seconds
        for _ in range(self.stage.determinizations * (CUT_FACTOR if self.plays_to_end else 1)):
            self._check_wanted()
            if seconds is not None and perf_counter() - self.started > 1.5 * seconds:
                break
            seed = self.chance.below(1 << 40)
            trial.differences.add(self._play_out(trial.best, seed), self._play_out(trial.other, seed))
        return trial

    def _play_out(self, candidate: Candidate, seed: int) -> ReasonCounts:
        """Play a candidate out on the determinization of a seed, and count possible reasons."""
        obs, events, params = self.obs, list[AddressedEvent](), self.params
        params = msgspec.structs.replace(params, depth=0) if self.plays_to_end else params
        playout = Playout(obs.game, obs.imagine(Chance(seed)), obs.seat, params, seed + 1, events)
        candidate.add(playout.play(candidate.move))
        return count_reasons(obs.game, playout.t, events)


@dataclass(frozen=True, slots=True)
class Trial:
    """Two moves, played out on determinizations that the search did not use."""

    best: Candidate
    other: Candidate
    differences: Differences
