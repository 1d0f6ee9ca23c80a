"""Frames: one rule in progress each, waiting on the table's stack as plain data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import field
from typing import TYPE_CHECKING, Any

from flattop.kernel.part import Part, part

if TYPE_CHECKING:
    from flattop.kernel.table import Table

Seat = int
Noun = int | str
# (verb, *nouns): loggable, clickable, hashable, equal across clones.  Every noun is a Noun; which of the two,
# only its verb knows, so that rules and bots that take an action apart would have to say it again each time.
Action = tuple[str, *tuple[Any, ...]]
Options = Collection[Action]


def action_of(words: Iterable[Noun]) -> Action:
    """An action that came from outside, word by word."""
    verb, *nouns = words
    return (str(verb), *nouns)


class Pause:
    """What a step returns once it has asked: the rules wait for an answer."""


PAUSE = Pause()
STILL = Pause()  # the waiting step has not been run: it goes on asking
Next = Callable[..., Any] | Pause  # a step changes the table and names the next one, or asks
PASS: Action = ("pass",)


class Frame(Part):
    """One rule in progress; `at` names the step to run when play returns to it."""

    __slots__ = ("at",)
    at: str

    def act(self, t: Any, seat: Seat, action: Action) -> Next:
        """Carry out an option: its verb is a method of this frame, its nouns the arguments."""
        step: Callable[..., Next] = getattr(self, action[0])
        words = len(action)
        if words == 2:  # nearly all of them: nouns that are named one by one cost half as much
            return step(t, seat, action[1])
        if words == 1:
            return step(t, seat)
        return step(t, seat, action[1], action[2]) if words == 3 else step(t, seat, *action[1:])

    def forget(self, seat: Seat | None) -> None:
        """Drop what the seat could not know, before it thinks ahead on a copy."""

    def topic(self, t: Any, seat: Seat | None) -> str:
        """What the seat is asked about, where one step asks about several things; only words follow it."""
        return ""


@part
class Each(Frame):
    """Run one frame per seat, in the order given."""

    kind: type[Frame]
    order: tuple[Seat, ...]
    i: int = 0
    at: str = "turn"

    def turn(self, t: Table, _: object = None) -> Next:
        if self.i == len(self.order):
            return t.done()
        self.i += 1
        return t.call(self.kind(self.order[self.i - 1]), self.turn)  # type: ignore[call-arg]


@part
class Secret(Frame):
    """Every seat decides in secret; the answers come out together as the frame's result.

    `choices` names a method of the table that says what a seat may answer.  The frame keeps no options of
    its own, so that a seat that thinks ahead asks imagined rivals for the cards of their imagined hands.
    """

    order: tuple[Seat, ...]
    choices: str
    waiting: dict[Seat, Options] = field(
        default_factory=dict
    )  # replaced, never mutated: it is asked as it is
    halfway: dict[Seat, Action] = field(default_factory=dict)  # answers that led to a further question
    answers: dict[Seat, Action] = field(default_factory=dict)
    at: str = "open"

    def open(self, t: Any) -> Next:
        waiting = {seat: self.question(t, seat) for seat in self.order if seat not in self.answers}
        self.waiting = waiting
        return self.wait

    def question(self, t: Any, seat: Seat) -> Options:
        if seat in self.halfway:
            return self.follow_up(t, seat, self.halfway[seat])
        return getattr(t, self.choices)(seat)  # type: ignore[no-any-return]

    def wait(self, t: Table) -> Next:
        return t.ask_any(self.waiting) if self.waiting else t.done(self.answers)

    def act(self, t: Any, seat: Seat, action: Action) -> Next:
        self.waiting = waiting = self.waiting.copy()
        if more := self.follow_up(t, seat, action):
            waiting[seat] = more
            self.halfway[seat] = action
        else:
            del waiting[seat]
            self.answers[seat] = action
            if not waiting:
                t.tell("decided", self.order)
        return self.wait

    def follow_up(self, t: Any, seat: Seat, action: Action) -> Options:
        """What the seat is asked next, still in secret; nothing if its answer is complete."""
        return ()

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "more" if seat in self.halfway else self.choices

    def picked(self, seat: Seat) -> Any:
        """The first noun of an answer that has led to a further question."""
        return self.halfway[seat][1]

    def forget(self, seat: Seat | None) -> None:
        """A seat knows its own answer; the others are asked afresh."""
        self.answers = {s: action for s, action in self.answers.items() if s == seat}
        self.halfway = {s: action for s, action in self.halfway.items() if s == seat}
        self.waiting = {}
        self.at = "open"


class Replies(Frame):
    """Each seat in turn may reply to what has just happened, until all in a row have passed.

    Subclasses are parts that declare the fields themselves: in saved tables their order differs.
    """

    __slots__ = ("i", "order", "passes")
    order: tuple[Seat, ...]
    i: int
    passes: int

    def next_seat(self, t: Any, _: object = None) -> Next:
        while self.passes < len(self.order) and not self.is_settled(t):
            if self.may_reply(t, self.order[self.i]):
                return self.offer
            self.move_on(True)
        return t.done()  # type: ignore[no-any-return]

    def offer(self, t: Any) -> Next:
        seat = self.order[self.i]
        return t.ask(seat, self.options(t, seat))  # type: ignore[no-any-return]

    def move_on(self, passed: bool) -> None:
        self.i = (self.i + 1) % len(self.order)
        self.passes = self.passes + 1 if passed else 0

    def is_settled(self, t: Any) -> bool:
        """Whether a reply has ended the window."""
        return False

    def may_reply(self, t: Any, seat: Seat) -> bool:
        """Whether the seat is asked, for all that everyone can see."""
        return True

    def options(self, t: Any, seat: Seat) -> Options:
        """What the seat could reply, and how it passes."""
        return (PASS,)


@part
class Window(Replies):
    """A window whose replies are plays of the table.

    `replies` names a method of the table that says what a seat could play: an empty collection
    lets it pass only, None does not ask it.  The verbs are methods of the table as well.
    """

    order: tuple[Seat, ...]
    replies: str
    i: int = 0
    passes: int = 0
    at: str = "next_seat"

    def topic(self, t: Any, seat: Seat | None) -> str:
        return self.replies

    def may_reply(self, t: Any, seat: Seat) -> bool:
        return getattr(t, self.replies)(seat) is not None

    def options(self, t: Any, seat: Seat) -> Options:
        return [PASS, *getattr(t, self.replies)(seat)]

    def act(self, t: Any, seat: Seat, action: Action) -> Next:
        passed = action == PASS
        self.move_on(passed)
        self.at = "next_seat"
        if passed:
            t.tell("passed", seat)
            return self.next_seat
        return getattr(t, action[0])(seat, *action[1:])  # type: ignore[no-any-return]


@part
class Interruption(Frame):
    """Marks where an any-time play cut in; afterwards the interrupted step asks afresh."""

    at: str = "over"

    def over(self, t: Table, _: object) -> Next:
        t.stack.pop()
        return t.again
