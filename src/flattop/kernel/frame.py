"""Frames: rules in progress. The table keeps them on a stack, as plain data that can be copied and saved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import field
from typing import TYPE_CHECKING, Any

from flattop.kernel.part import Part, part

if TYPE_CHECKING:
    from flattop.kernel.table import Table

Seat = int
Noun = int | str
# (verb, *nouns): hashable, and equal across copies of a table.  Every noun is a Noun.  The type says Any,
# because only the verb decides between int and str, and each rule and bot would have to narrow the type.
Action = tuple[str, *tuple[Any, ...]]
Options = Collection[Action]


def action_of(words: Iterable[Noun]) -> Action:
    """Make an action from a list of words, as it comes from JSON or from a person."""
    verb, *nouns = words
    return (str(verb), *nouns)


class Pause:
    """Returned by a step that has asked a question: the rules wait for an answer."""


PAUSE = Pause()
STILL = Pause()  # the waiting step has not run again: its question stays open
Next = Callable[..., Any] | Pause  # a step changes the table and returns the next step, or asks
PASS: Action = ("pass",)


class Frame(Part):
    """One rule in progress; `at` names the step to run when play returns to it."""

    __slots__ = ("at",)
    at: str

    def act(self, t: Any, seat: Seat, action: Action) -> Next:
        """Carry out an option: its verb is a method of this frame, its nouns are the arguments."""
        step: Callable[..., Next] = getattr(self, action[0])
        words = len(action)
        if words == 2:  # nearly all of them; explicit arguments take half the time of unpacking
            return step(t, seat, action[1])
        if words == 1:
            return step(t, seat)
        return step(t, seat, action[1], action[2]) if words == 3 else step(t, seat, *action[1:])

    def forget(self, seat: Seat | None) -> None:
        """Drop what the seat cannot know, on a copy that its bot searches."""

    def topic(self, t: Any, seat: Seat | None) -> str:
        """Return a key for the prompt, where one step asks different questions; only texts depend on it."""
        return ""


@part
class Each(Frame):
    """Runs one frame per seat, in the given order."""

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
    """Every seat answers in secret; the result of the frame is all answers at once.

    `choices` names a method of the table that returns the options of a seat.  The frame stores no options:
    on a determinized copy, the options of a rival must follow from its newly dealt hand.
    """

    order: tuple[Seat, ...]
    choices: str
    waiting: dict[Seat, Options] = field(default_factory=dict)  # replaced, never mutated: it becomes `t.asks`
    halfway: dict[Seat, Action] = field(default_factory=dict)  # first answers to be followed by a second
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
        """Return the options of a second secret question; empty if the answer is complete."""
        return ()

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "more" if seat in self.halfway else self.choices

    def picked(self, seat: Seat) -> Any:
        """Return the first noun of the seat's first answer, while its second question is open."""
        return self.halfway[seat][1]

    def forget(self, seat: Seat | None) -> None:
        """Keep the seat's own answer; the other seats are asked again."""
        self.answers = {s: action for s, action in self.answers.items() if s == seat}
        self.halfway = {s: action for s, action in self.halfway.items() if s == seat}
        self.waiting = {}
        self.at = "open"

    def unmark(self) -> bool:
        """Withdraw public marks of answers that an undo has dropped; return whether there were any."""
        return False


class Replies(Frame):
    """Each seat in turn may reply to what has just happened, until all in a row have passed.

    Subclasses are parts that declare the fields themselves: in saved tables the order of fields differs.
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
        """True if a reply has ended the window."""
        return False

    def may_reply(self, t: Any, seat: Seat) -> bool:
        """True if the seat is asked; the answer may depend on public information only."""
        return True

    def options(self, t: Any, seat: Seat) -> Options:
        """Return the replies of the seat, with the action that passes."""
        return (PASS,)


@part
class Window(Replies):
    """A reply window whose replies are methods of the table.

    `replies` names a method of the table that returns the replies of a seat.  If they are empty the seat
    can only pass; if the method returns None the seat is not asked.  The verbs are methods of the table too.
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
    """Marks the place of an any-time play; after it the interrupted step asks again."""

    at: str = "over"

    def over(self, t: Table, _: object) -> Next:
        t.stack.pop()
        return t.again
