"""A whole move in words: everything that a seat does in a row, and what it will most likely go on to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flattop.bots.chef.candidates import Move
from flattop.bots.house import house_bot
from flattop.kernel import CLOCK, WAIT, Action, Chance, Game, Seat, Secret, Table, listed
from flattop.match import Observation

LONGEST = 8  # actions of one move that are told
MOST = 200  # actions of everybody until the seat comes round again


@dataclass(frozen=True, slots=True)
class Step:
    """One action of the seat's own."""

    action: Action
    words: str
    free: bool  # something else was open
    later: bool  # others have acted before it, or something was drawn or shown


def whole_move(obs: Observation, move: Move, people: Sequence[str], lucks: Sequence[int]) -> tuple[Step, ...]:
    """What most of some worlds agree on, the house bot going on where the move ends."""
    walks = [Walk(obs, people, luck).steps(move) for luck in lucks]
    steps = list[Step]()
    while nexts := [walk[len(steps)] for walk in walks if len(walk) > len(steps)]:
        step = Counter(nexts).most_common(1)[0][0]
        if step.later:
            break
        steps.append(step)
        walks = [walk for walk in walks if walk[: len(steps)] == steps]
    return (*steps, *_likely([walk[len(steps) :] for walk in walks]))


def _likely(walks: Sequence[Sequence[Step]]) -> list[Step]:
    """What more than half of them do later, in whatever order: as the first that does most of it does it."""
    counted = Counter(step for walk in walks for step in set(walk))
    likely = [[step for step in walk if counted[step] * 2 > len(walks)] for walk in walks]
    return max(likely, key=len, default=[])


def told(steps: Sequence[Step], game: Game) -> str:
    """A move in one line: what is not forced, in its order."""
    free = _worth_telling(steps)
    now = ", then ".join(
        _inner(game, step, i) for i, step in enumerate(step for step in free if not step.later)
    )
    later = listed([_inner(game, step, 1) for step in free if step.later])
    return f"{now}; after that most likely {later}" if now and later else now or later


def _worth_telling(steps: Sequence[Step]) -> list[Step]:
    """Neither what is forced nor what merely ends the move, unless there is nothing else."""
    free = [step for step in steps if step.free] or list(steps)
    while len(free) > 1 and len(free[-1].action) == 1:
        free.pop()
    return free


def _inner(game: Game, step: Step, place: int) -> str:
    """As it stands on its key, small within a line unless it begins with a name."""
    label, words = game.text.verbs[step.action[0]].label, step.words
    return words if not place or label.startswith("{") else words[:1].lower() + words[1:]


class Walk:
    """One world in which a move is made and gone on with, for as long as the seat's own move lasts."""

    def __init__(self, obs: Observation, people: Sequence[str], luck: int) -> None:
        self.game, self.seat, self.people, self.began = obs.game, obs.seat, people, obs.step
        self.t: Table = obs.imagine(Chance(luck))
        self.bots = [house_bot(obs.game.key, Chance(luck + 1 + n)) for n in range(obs.seats)]
        self.later = False

    def steps(self, move: Move) -> list[Step]:
        if CLOCK in self.t.asks or self.seat not in self.t.asks or move[:1] == (WAIT,):
            return [self._step(move[0])]
        return list(self._walk(list(move), sealed=_is_sealed(self.t)))

    def _walk(self, move: list[Action], sealed: bool) -> Iterator[Step]:
        """The own move; after a sealed one, what is done with it once it is open."""
        t, seat, told = self.t, self.seat, 0
        for _ in range(MOST):
            if t.over or CLOCK in t.asks or told == LONGEST or (self.later and not sealed):
                return
            asked = seat if seat in t.asks else next(iter(t.asks))
            if asked == seat and self.later and Observation(self.game, t, seat).step == self.began:
                return  # the seat has come round
            action = self._next(asked, move if asked == seat else [])
            if asked == seat:
                yield self._step(action)
                told += 1
            self._go_on(asked, action)

    def _next(self, seat: Seat, move: list[Action]) -> Action:
        """What comes next of the move, or what a house bot would go on with."""
        options = self.t.asks[seat]
        if move and (move[0] in options or move[0] in self.t.anytime(seat)):
            return move.pop(0)
        if len(options) == 1:
            return next(iter(options))
        move.clear()
        return self.bots[seat].choose(self._sight(seat))

    def _go_on(self, asked: Seat, action: Action) -> None:
        t, seat = self.t, self.seat
        before = t.chance.draws, t.reveals
        t.play(asked, action)
        own = set(t.asks) == {seat} or (seat in t.asks and _is_sealed(t))
        self.later = self.later or not own or (t.chance.draws, t.reveals) != before

    def _step(self, action: Action) -> Step:
        free = len(self.t.asks.get(self.seat, ())) > 1 or action not in self.t.asks.get(self.seat, ())
        words = self.game.text.option(self.t, action, self.people)
        return Step(action, words, free, self.later)

    def _sight(self, seat: Seat) -> Observation:
        return Observation(self.game, self.t, seat)


def _is_sealed(t: Table) -> bool:
    """Whether answers are given in secret now."""
    return t.in_progress(Secret) is not None
