"""The options of a seat: by number, by arrows and Enter, or by a click; any-time plays stand apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import count, repeat
from typing import Any

from rich.table import Table
from rich.text import Text
from textual.events import Key, Resize
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from flattop.kernel import Action, typed_number
from flattop.match import Snapshot
from flattop.terminal.palette import Palette


class Choices(OptionList):
    """Says which action was chosen; it never plays."""

    class Chosen(Message):
        """An option was taken."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class Pointed(Message):
        """The cursor has moved to another option."""

    class Nothing(Message):
        """Enter, where there is nothing to choose."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.places: list[Action | None] = []  # by line of the list; a heading is none
        self.numbers: dict[Action, int] = {}
        self.shown: tuple[Any, ...] = ()
        self.typed = ""
        self.own_step = False  # whether what comes next follows from what was chosen here

    @property
    def keys(self) -> dict[Action, str]:
        return {action: str(number) for action, number in self.numbers.items()}

    @property
    def pointed(self) -> Action | None:
        here = self.highlighted
        return self.places[here] if here is not None and here < len(self.places) else None

    def fill(self, snapshot: Snapshot, palette: Palette) -> None:
        """Show the seat's options; the cursor stays where it may."""
        now = (snapshot["seat"], snapshot["options"], snapshot["anytime"], palette.name)
        if now == self.shown:
            return
        kept = self.pointed if self.goes_on(now) else None
        self.assign(now)
        self.shown = now
        lines = self.entries(snapshot)
        self.places = [action for action, _ in lines]
        self.clear_options()
        self.add_options([self._option(action, words, palette) for action, words in lines])
        stays = kept is not None and kept in self.places
        self.highlighted = self.places.index(kept) if stays else self.first_row(snapshot, kept)
        self.own_step = False

    def first_row(self, snapshot: Snapshot, gone: Action | None) -> int | None:
        """Where the cursor stands at a question; nowhere if nothing is asked."""
        return 0 if snapshot["options"] else None

    def goes_on(self, now: tuple[Any, ...]) -> bool:
        """Whether it is still the question that was shown, and only looks different."""
        return self.shown[:3] == now[:3]

    def assign(self, now: tuple[Any, ...]) -> None:
        """Numbers for all, from 1 on."""
        self.typed = ""
        actions = [action for action, _ in (*now[1], *now[2])]
        self.numbers = {action: number for number, action in enumerate(actions, 1)}

    def entries(self, snapshot: Snapshot) -> list[tuple[Action | None, str]]:
        heading = [(None, "at any time:")] if snapshot["anytime"] else []
        return [*snapshot["options"], *heading, *snapshot["anytime"]]

    def _option(self, action: Action | None, words: str, palette: Palette) -> Option:
        if action is None:
            return Option(Text(words, palette.quiet), disabled=True)
        row = Table.grid(padding=(0, 1, 0, 0))  # a second line stands under the words, not under the keys
        row.add_column(justify="right", width=2, no_wrap=True)
        row.add_column()
        row.add_row(Text(self.keys[action], f"bold {palette.lamp}"), Text(words))
        return Option(row)

    def point_at(self, action: Action) -> None:
        if action in self.places:
            self.highlighted = self.places.index(action)

    # -- numbers

    def on_key(self, event: Key) -> None:
        """The only handler of keys: the toolkit calls that of every base too, so none may stand below."""
        if self.take_sign(event.character or ""):
            event.stop()
        else:
            self.typed = ""

    def take_sign(self, sign: str) -> bool:
        """Whether what was typed is one of the keys here."""
        if typed_number(sign) is None:
            return False
        self.type_digit(sign)
        return True

    def type_digit(self, digit: str) -> None:
        """A number plays as soon as no longer one could be meant."""
        numbers = {str(number): action for action, number in self.numbers.items()}
        self.typed = next((typed for typed in (self.typed + digit, digit) if _begins(typed, numbers)), "")
        action = numbers.get(self.typed)
        if action is None:
            return
        if _begins(self.typed, numbers.keys() - {self.typed}):
            self.point_at(action)
        else:
            self.choose(action)

    def choose(self, action: Action) -> None:
        self.typed, self.own_step = "", True
        self.post_message(self.Chosen(action))

    # -- arrows and clicks

    def action_select(self) -> None:
        """Enter plays what one sees: a row that had been scrolled away is only shown by it."""
        before = self.scroll_offset
        self.scroll_to_highlight()
        if not any(self.places):
            self.post_message(self.Nothing())
        elif self.scroll_offset == before:
            super().action_select()

    def on_resize(self, event: Resize) -> None:
        """Words above the list may have taken its lines: the row of the cursor stays in sight."""
        self.call_after_refresh(self.scroll_to_highlight)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        action = self.places[event.option_index]
        if action is not None:
            self.choose(action)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Pointed())


class SteadyChoices(Choices):
    """Where hands are quicker than eyes: an option keeps its key as long as it is open.

    Any-time plays have letters, so that a digit never hits one when the question has just gone. A key that
    somebody else's move has freed is the last to be given out again: who was about to press it hits nothing.
    """

    LETTERS = "abcdefgijkmvwxyz"  # without those that do something else at a table

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.clear_keys()

    def clear_keys(self) -> None:
        self.typed = ""
        self.digits, self.letters = (
            Keyring("123456789", map(str, count(10))),
            Keyring(self.LETTERS, repeat("")),
        )

    @property
    def keys(self) -> dict[Action, str]:
        return {**super().keys, **self.letters.held}

    def goes_on(self, now: tuple[Any, ...]) -> bool:
        return self.shown[:1] == now[:1]

    def assign(self, now: tuple[Any, ...]) -> None:
        asked, anytime = ([action for action, _ in part] for part in now[1:3])
        if not self.goes_on(now):
            self.clear_keys()
        elif self.own_step and not any(action in self.numbers for action in asked):
            self.digits = Keyring("123456789", map(str, count(10)))  # the next question of one's own
        self.digits.give(asked)
        self.letters.give(anytime)
        self.numbers = {action: int(key) for action, key in self.digits.held.items()}

    def first_row(self, snapshot: Snapshot, gone: Action | None) -> int | None:
        """Nowhere if somebody else's move took the option under the cursor: Enter meant that one."""
        return super().first_row(snapshot, gone) if gone is None or self.own_step else None

    def entries(self, snapshot: Snapshot) -> list[tuple[Action | None, str]]:
        """The options by number, so that none moves when another goes."""
        lines = super().entries(snapshot)
        asked = sorted(snapshot["options"], key=lambda choice: self.numbers[choice[0]])
        return [*asked, *lines[len(asked) :]]

    def take_sign(self, sign: str) -> bool:
        action = next((a for a, letter in self.letters.held.items() if letter and letter == sign), None)
        if action is None:
            return super().take_sign(sign)
        self.choose(action)
        return True


class Keyring:
    """Keys for what comes and goes: each keeps its own, and a freed one goes to the end of the line."""

    def __init__(self, keys: Iterable[str], spare: Iterator[str]) -> None:
        self.line, self.spare = list(keys), spare
        self.held: dict[Action, str] = {}

    def give(self, actions: Collection[Action]) -> None:
        """A key for each of these; the others give theirs back."""
        freed = [key for action, key in self.held.items() if action not in actions and key]
        kept = {action: key for action, key in self.held.items() if action in actions}
        self.held = {action: kept.get(action) or self.next_key() for action in actions}
        self.line += freed

    def next_key(self) -> str:
        return self.line.pop(0) if self.line else next(self.spare)


def _begins(typed: str, numbers: Iterable[str]) -> bool:
    return any(number.startswith(typed) for number in numbers)
