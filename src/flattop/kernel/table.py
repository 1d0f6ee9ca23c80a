"""The table: what lies on it, the stack of frames, and the few words frames and drivers use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import field
from typing import Any, Self, TypeVar

from flattop.kernel.chance import Chance
from flattop.kernel.errors import Illegal, Obstacle, RulesBug
from flattop.kernel.frame import PAUSE, STILL, Action, Frame, Interruption, Next, Options, Seat, Secret
from flattop.kernel.part import Part, part

F = TypeVar("F", bound=Frame)

CLOCK: Seat = -1  # time is a seat too: its action is ("tick", n)
Event = tuple[Any, ...]  # (name, *nouns), told in text.toml
Told = tuple[Seat | None, Event]  # whom it is for (None: everyone) and what is told


class Timed(tuple[Any, ...]):
    """An event with the ticks that the table's clock showed when it was told."""

    at: int = 0


LISTENER: ContextVar[list[Told] | None] = ContextVar(
    "listener", default=None
)  # hears what is told during a deal


@part
class Table(Part):
    """Base of every game's table."""

    seats: int = field(kw_only=True)
    chance: Chance = field(kw_only=True, compare=False)
    pack: Any = field(kw_only=True, compare=False, default=None)  # the cards and numbers of the deck file
    settings: Mapping[str, Any] = field(kw_only=True, compare=False, default_factory=dict)
    stack: list[Frame] = field(kw_only=True, default_factory=list)
    asks: Mapping[Seat, Options] = field(kw_only=True, default_factory=dict)  # replaced, never mutated
    result: Any = field(kw_only=True, default=None)  # what the last frame to finish handed back
    reveals: int = field(kw_only=True, default=0)  # how often something hidden became known to someone
    events: Any = field(
        kw_only=True, default_factory=LISTENER.get, compare=False
    )  # a list while someone listens

    # -- words for frames; all but `tell`, `whisper` and `reveal` are the last thing a step says

    def ask(self, seat: Seat, options: Options) -> Next:
        """One seat decides; each option's verb is a method of the asking frame."""
        self.asks = {seat: options}
        return PAUSE

    def ask_any(self, options: Mapping[Seat, Options]) -> Next:
        """Several seats may act; the first is carried out, then the step asks afresh."""
        self.asks = options
        return PAUSE

    def seal(self, choices: str, then: Callable[..., Next]) -> Next:
        """All seats decide in secret among what the table's `choices` says; `then` gets all answers."""
        return self.call(Secret(tuple(range(self.seats)), choices), then)

    def call(self, child: Frame, then: Callable[..., Next]) -> Next:
        """Run another frame; its result arrives as the argument of `then`."""
        self.stack[-1].at = then.__name__
        self.stack.append(child)
        return getattr(child, child.at)  # type: ignore[no-any-return]

    def still(self, seat: Seat, options: Options) -> Next:
        """The waiting step goes on asking, only one seat anew, or no longer: nothing is new to the others."""
        self.asks = asks = {**self.asks, seat: options}
        if not options:
            del asks[seat]
        return STILL

    def still_any(self, options: Mapping[Seat, Options]) -> Next:
        """The waiting step goes on asking, several seats anew."""
        self.asks = options
        return STILL

    def done(self, result: object = None) -> Next:
        """This frame is over."""
        self.stack.pop()
        self.result = result
        return _resume if self.stack else self.ask_any({})

    def interrupt(self, child: Frame) -> Next:
        """Run a frame on top of whatever is waiting."""
        self.stack += (Interruption(), child)
        return getattr(child, child.at)  # type: ignore[no-any-return]

    @property
    def again(self) -> Next:
        """The waiting step, to be run afresh."""
        return getattr(self.stack[-1], self.stack[-1].at)  # type: ignore[no-any-return]

    def tell(self, *event: Any) -> None:
        """Say to everyone what has happened."""
        if self.events is not None:
            self.events.append((None, self._timed(event)))

    def whisper(self, seat: Seat, *event: Any) -> None:
        """Say to one seat what only that seat may know."""
        if self.events is not None:
            self.events.append((seat, self._timed(event)))

    def _timed(self, event: Event) -> Event:
        if self.moment is None:
            return event
        timed = Timed(event)
        timed.at = self.moment
        return timed

    def reveal(self) -> None:
        """Something hidden has become known to someone: a free undo may not cross it."""
        self.reveals += 1

    # -- words for drivers: matches, bots, simulations, tests

    @property
    def over(self) -> bool:
        return not self.stack

    @property
    def moment(self) -> int | None:
        """The ticks that a clock on the table shows; None where none is running."""
        return None

    def in_progress(self, kind: type[F]) -> F | None:
        """The rule that asks now, if it is of this kind."""
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, kind) else None

    def anytime(self, seat: Seat) -> Options:
        """Plays open to a seat whoever's turn it is; each verb is a method of the table."""
        return ()

    def is_through(self, seat: Seat) -> bool:
        """Whether a seat only waits for others while time runs, and all know it."""
        return False

    def start(self, first: Frame) -> None:
        self.stack.append(first)
        self.ask_afresh()

    def play(self, seat: Seat, action: Action) -> None:
        """Check and play one action."""
        self.way_in(seat, action)(seat, action)

    def way_in(self, seat: Seat, action: Action) -> Callable[[Seat, Action], None]:
        """How an action that is open to the seat is carried out, as an option or any time; else Illegal."""
        if action in self.asks.get(seat, ()):
            return self.push
        if not self.over and action in self.anytime(seat):
            return self.cut_in
        raise self.refusal(seat, action)

    def push(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's options, unchecked."""
        self._run(self.stack[-1].act(self, seat, action))

    def cut_in(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's any-time plays, unchecked."""
        self._run(getattr(self, action[0])(seat, *action[1:]))

    def refusal(self, seat: Seat, action: Action) -> Illegal:
        """Why the action is not open to the seat."""
        if why := self.why_not(seat, action):
            return Illegal(*why)
        if self.over:
            return Illegal("over", "The game is over.")
        if seat not in self.asks:
            return Illegal("not-your-turn", f"Seat {seat + 1} is not asked for a decision now.")
        return Illegal("not-open", f"{' '.join(map(str, action))!r} is none of the options now.")

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        """The game's own rule against an action that is not open, if it has one."""
        return None

    def fork(self, seat: Seat | None, chance: Chance) -> Self:
        """A copy for one seat to think ahead on: other luck, and no rival's secret answer."""
        new = self.unknowing(seat, chance)
        new.ask_afresh()
        return new

    def unknowing(self, seat: Seat | None, chance: Chance) -> Self:
        """A copy whose frames have forgotten what the seat could not know; it has yet to ask afresh."""
        new = self.clone()
        new.chance, new.events = chance, None
        for frame in new.stack:
            frame.forget(seat)
        return new

    def ask_afresh(self) -> None:
        """Run the waiting step again, after the table was changed from outside."""
        if self.stack:
            self._run(self.again)

    def _run(self, step: Next) -> None:
        if step is STILL:
            return
        last = None
        while step is not PAUSE:
            last, step = step, step(self)  # type: ignore[operator]
        if self.stack:
            if last is None or last is _resume:
                raise RulesBug(f"{self.stack[-1]}: only a step that takes nothing but the table may ask")
            self.stack[-1].at = last.__name__  # type: ignore[union-attr]


def _resume(t: Table) -> Next:
    top = t.stack[-1]
    return getattr(top, top.at)(t, t.result)  # type: ignore[no-any-return]
