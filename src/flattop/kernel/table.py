"""The table: the state of a game, its stack of frames, and the calls that frames and drivers use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import Any, Self, TypeVar

from flattop.kernel.chance import Chance
from flattop.kernel.errors import Illegal, Obstacle, RulesBug
from flattop.kernel.frame import PAUSE, STILL, Action, Frame, Interruption, Next, Options, Seat, Secret
from flattop.kernel.part import Part, part

F = TypeVar("F", bound=Frame)

CLOCK: Seat = -1  # the seat that plays time: its action is ("tick", n)
Event = tuple[Any, ...]  # (name, *nouns); its wording is in text.toml
AddressedEvent = tuple[Seat | None, Event]  # the seat that may see the event (None: everyone)


class TimedEvent(tuple[Any, ...]):
    """An event with the ticks on the table's clock when it happened."""

    at: int = 0


# the list that collects the events of a deal, which happens before `Table.events` can be set
DEAL_EVENTS: ContextVar[list[AddressedEvent] | None] = ContextVar("deal_events", default=None)


@contextmanager
def collected_deal_events(wanted: bool) -> Iterator[list[AddressedEvent]]:
    """Collect the events of tables that are dealt in this context, if they are wanted."""
    events: list[AddressedEvent] = []
    token = DEAL_EVENTS.set(events if wanted else None)
    try:
        yield events
    finally:
        DEAL_EVENTS.reset(token)


@part
class Table(Part):
    """Base class of the table of every game."""

    seats: int = field(kw_only=True)
    chance: Chance = field(kw_only=True, compare=False)
    pack: Any = field(kw_only=True, compare=False, default=None)  # the cards and numbers of the deck file
    settings: Mapping[str, Any] = field(kw_only=True, compare=False, default_factory=dict)
    stack: list[Frame] = field(kw_only=True, default_factory=list)
    asks: Mapping[Seat, Options] = field(kw_only=True, default_factory=dict)  # replaced, never mutated
    result: Any = field(kw_only=True, default=None)  # the result of the last frame that finished
    reveals: int = field(kw_only=True, default=0)  # number of times something hidden became known to a seat
    # a list of AddressedEvent while events are collected, else None
    events: Any = field(kw_only=True, default_factory=DEAL_EVENTS.get, compare=False)

    # -- for frames; a step returns the value of each call but `tell`, `whisper` and `reveal`

    def ask(self, seat: Seat, options: Options) -> Next:
        """Ask one seat to choose an option; the verb of each option is a method of the asking frame."""
        self.asks = {seat: options}
        return PAUSE

    def ask_any(self, options: Mapping[Seat, Options]) -> Next:
        """Ask several seats; the first action is carried out, then the step asks again."""
        self.asks = options
        return PAUSE

    def seal(self, choices: str, then: Callable[..., Next]) -> Next:
        """Let all seats answer in secret; `choices` names the table's method that returns their options."""
        return self.call(Secret(tuple(range(self.seats)), choices), then)

    def call(self, child: Frame, then: Callable[..., Next]) -> Next:
        """Run another frame; `then` gets its result as argument."""
        self.stack[-1].at = then.__name__
        self.stack.append(child)
        return getattr(child, child.at)  # type: ignore[no-any-return]

    def still(self, seat: Seat, options: Options) -> Next:
        """Keep the open question and replace the options of one seat; with none it is no longer asked."""
        self.asks = asks = {**self.asks, seat: options}
        if not options:
            del asks[seat]
        return STILL

    def still_any(self, options: Mapping[Seat, Options]) -> Next:
        """Keep the open question and replace the options of all seats."""
        self.asks = options
        return STILL

    def done(self, result: object = None) -> Next:
        """End this frame with a result."""
        self.stack.pop()
        self.result = result
        return _resume if self.stack else self.ask_any({})

    def interrupt(self, child: Frame) -> Next:
        """Run a frame on top of the waiting one."""
        self.stack += (Interruption(), child)
        return getattr(child, child.at)  # type: ignore[no-any-return]

    @property
    def again(self) -> Next:
        """The waiting step, to run it again."""
        return getattr(self.stack[-1], self.stack[-1].at)  # type: ignore[no-any-return]

    def tell(self, *event: Any) -> None:
        """Report an event to everyone."""
        if self.events is not None:
            self.events.append((None, self._timed(event)))

    def whisper(self, seat: Seat, *event: Any) -> None:
        """Report an event to one seat only."""
        if self.events is not None:
            self.events.append((seat, self._timed(event)))

    def _timed(self, event: Event) -> Event:
        if self.moment is None:
            return event
        timed = TimedEvent(event)
        timed.at = self.moment
        return timed

    def reveal(self) -> None:
        """Note that something hidden became known to a seat; a free undo may not cross it."""
        self.reveals += 1

    # -- for drivers: matches, bots, simulations, tests

    @property
    def over(self) -> bool:
        return not self.stack

    @property
    def moment(self) -> int | None:
        """The ticks on the table's clock; None if no clock is running."""
        return None

    def in_progress(self, kind: type[F]) -> F | None:
        """Return the frame on top of the stack if it is of this kind."""
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, kind) else None

    def anytime(self, seat: Seat) -> Options:
        """Return the plays that a seat may make out of turn; each verb is a method of the table."""
        return ()

    def is_through(self, seat: Seat) -> bool:
        """True if a seat is publicly known to be finished and only waits while time runs."""
        return False

    def only_waits(self, seat: Seat) -> bool:
        """True if it is publicly known that only time gives a seat something to do."""
        return self.is_through(seat)

    def start(self, first: Frame) -> None:
        self.stack.append(first)
        self.ask_afresh()

    def play(self, seat: Seat, action: Action) -> None:
        """Check and play one action."""
        self.play_method(seat, action)(seat, action)

    def play_method(self, seat: Seat, action: Action) -> Callable[[Seat, Action], None]:
        """Return the method that plays a legal action, `push` or `push_anytime`; raise Illegal otherwise."""
        if action in self.asks.get(seat, ()):
            return self.push
        if not self.over and action in self.anytime(seat):
            return self.push_anytime
        raise self.refusal(seat, action)

    def push(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's options without a check."""
        self._run(self.stack[-1].act(self, seat, action))

    def push_anytime(self, seat: Seat, action: Action) -> None:
        """Play one of the seat's any-time plays without a check."""
        self._run(getattr(self, action[0])(seat, *action[1:]))

    def refusal(self, seat: Seat, action: Action) -> Illegal:
        """Return the error for an action that is not legal."""
        if why := self.why_not(seat, action):
            return Illegal(*why)
        if self.over:
            return Illegal("over", "The game is over.")
        if seat not in self.asks:
            return Illegal("not-your-turn", f"Seat {seat + 1} is not asked for a decision now.")
        return Illegal("not-open", f"{' '.join(map(str, action))!r} is none of the options now.")

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        """Return the game's own reason why an action is not legal, if it has one."""
        return None

    def fork(self, seat: Seat | None, chance: Chance) -> Self:
        """Copy the table for a search: another Chance, and no secret answers of rivals."""
        new = self.copy_without_secrets(seat, chance)
        new.ask_afresh()
        return new

    def copy_without_secrets(self, seat: Seat | None, chance: Chance) -> Self:
        """Copy the table without the secrets that frames keep from the seat; call `ask_afresh` afterwards."""
        new = self.clone()
        new.chance, new.events = chance, None
        for frame in new.stack:
            frame.forget(seat)
        return new

    def ask_afresh(self) -> None:
        """Run the waiting step again, after the table was changed from outside the rules."""
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
                raise RulesBug(f"{self.stack[-1]}: only a step without arguments besides the table may ask")
            self.stack[-1].at = last.__name__  # type: ignore[union-attr]


def _resume(t: Table) -> Next:
    top = t.stack[-1]
    return getattr(top, top.at)(t, t.result)  # type: ignore[no-any-return]
