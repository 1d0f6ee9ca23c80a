"""The list of options, chosen by number, by arrows and Enter, or by a click."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count, repeat
from typing import NamedTuple

from rich.table import Table
from rich.text import Text
from textual.events import Key, Resize
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from flattop.kernel import Action, Seat, typed_number
from flattop.match import Snapshot
from flattop.match.snapshot import Choice
from flattop.terminal.palette import Palette


class Shown(NamedTuple):
    """Everything that the list depends on."""

    seat: Seat | None
    options: list[Choice]
    anytime: list[Choice]
    palette: str


class Choices(OptionList):
    """The options of a seat.  It posts a message when an option is chosen, and plays nothing itself.

    Options are numbered, unless some of a question have fixed keys: then all others have letters.
    """

    LETTERS = "abcdefgijkmvwxyz"  # without the letters that are commands at a table

    class Chosen(Message):
        """An option was chosen."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class Pointed(Message):
        """The cursor has moved to another option."""

    class NothingToChoose(Message):
        """Enter was pressed while there are no options."""

    def __init__(self, id: str, fixed_keys: Mapping[Action, str] | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.fixed_keys = fixed_keys or {}
        self.free_letters = [letter for letter in self.LETTERS if letter not in self.fixed_keys.values()]
        self.actions: list[Action | None] = []  # the action of each row; None for a heading
        self.numbers: dict[Action, int] = {}
        self.letters: dict[Action, str] = {}
        self.shown: Shown | None = None
        self.typed = ""
        self.is_own_step = False  # True if the next update follows from a choice in this list

    @property
    def keys(self) -> dict[Action, str]:
        """The key of each option, as shown on the board and in the list."""
        return {action: str(number) for action, number in self.numbers.items()} | self.letters

    @property
    def pointed(self) -> Action | None:
        """The option at the cursor."""
        row = self.highlighted
        return self.actions[row] if row is not None and row < len(self.actions) else None

    def show_options(self, snapshot: Snapshot, palette: Palette) -> None:
        """Show the options of a snapshot.  The cursor stays at its option if that is still open."""
        now = Shown(snapshot["seat"], snapshot["options"], snapshot["anytime"], palette.name)
        if now == self.shown:
            return
        kept = self.pointed if self.is_same_question(now) else None
        self.assign_keys(now)
        self.shown = now
        rows = self.rows(snapshot)
        self.actions = [action for action, _ in rows]
        self.clear_options()
        for action, label in rows:
            if action is None:
                self.add_option(Option(Text(label, palette.quiet), disabled=True))
                continue
            row = Table.grid(padding=(0, 1, 0, 0))  # a grid, so that long labels wrap beside the key
            row.add_column(justify="right", width=2, no_wrap=True)
            row.add_column()
            row.add_row(Text(self.keys.get(action, ""), f"bold {palette.lamp}"), Text(label))
            self.add_option(Option(row))
        if kept is not None and kept in self.actions:
            self.highlighted = self.actions.index(kept)
        else:
            self.highlighted = self.first_row(snapshot, kept)
        self.is_own_step = False

    def first_row(self, snapshot: Snapshot, removed: Action | None) -> int | None:
        """Return where the cursor starts.  `removed` is the option at the cursor that is no longer open."""
        return 0 if snapshot["options"] else None

    def is_same_question(self, now: Shown) -> bool:
        """Return whether only the appearance has changed."""
        return self.shown is not None and self.shown[:3] == now[:3]

    def assign_keys(self, now: Shown) -> None:
        """Number all options from 1, or give them their fixed keys and letters."""
        self.typed = ""
        actions = [action for action, _ in (*now.options, *now.anytime)]
        if fixed := self.fixed(actions):
            others = [action for action in actions if action not in fixed]
            self.set_keys(fixed | dict(zip(others, self.free_letters, strict=False)))
        else:
            self.set_keys({action: str(number) for number, action in enumerate(actions, 1)})

    def fixed(self, actions: Iterable[Action]) -> dict[Action, str]:
        """Return the fixed keys of these actions.  The first of several with the same key has it."""
        owners: dict[str, Action] = {}
        for action in actions:
            if key := self.fixed_keys.get(action):
                owners.setdefault(key, action)
        return {action: key for key, action in owners.items()}

    def set_keys(self, keys: Mapping[Action, str]) -> None:
        self.numbers = {action: int(key) for action, key in keys.items() if key.isdecimal()}
        self.letters = {action: key for action, key in keys.items() if not key.isdecimal()}

    def rows(self, snapshot: Snapshot) -> list[tuple[Action | None, str]]:
        heading = [(None, "at any time:")] if snapshot["anytime"] else []
        return [*snapshot["options"], *heading, *snapshot["anytime"]]

    def point_at(self, action: Action) -> None:
        if action in self.actions:
            self.highlighted = self.actions.index(action)

    # -- numbers

    def on_key(self, event: Key) -> None:
        # Textual calls the on_key of every base class, so subclasses override `take_character` instead.
        if self.take_character(event.character or ""):
            event.stop()
        else:
            self.typed = ""

    def take_character(self, character: str) -> bool:
        """Handle a typed character, and return whether it is a key of this list."""
        action = next((action for action, letter in self.letters.items() if letter == character), None)
        if character and action is not None:
            self.choose(action)
        elif typed_number(character) is not None:
            self.type_digit(character)
        else:
            return False
        return True

    def type_digit(self, digit: str) -> None:
        """Choose an option as soon as no longer number can be meant."""
        numbers = {str(number): action for action, number in self.numbers.items()}

        def is_prefix(typed: str) -> bool:
            return any(number.startswith(typed) for number in numbers)

        self.typed = next((typed for typed in (self.typed + digit, digit) if is_prefix(typed)), "")
        action = numbers.get(self.typed)
        if action is None:
            return
        if any(number.startswith(self.typed) for number in numbers if number != self.typed):
            self.point_at(action)
        else:
            self.choose(action)

    def choose(self, action: Action) -> None:
        self.typed, self.is_own_step = "", True
        self.post_message(self.Chosen(action))

    # -- arrows and clicks

    def action_select(self) -> None:
        """Choose the row at the cursor.  If it was out of sight, only scroll to it."""
        before = self.scroll_offset
        self.scroll_to_highlight()
        if not any(self.actions):
            self.post_message(self.NothingToChoose())
        elif self.scroll_offset == before:
            super().action_select()

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.scroll_to_highlight)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        action = self.actions[event.option_index]
        if action is not None:
            self.choose(action)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Pointed())


class RealtimeChoices(Choices):
    """Options in real time, where the list may change just before a key is pressed.

    An option keeps its key as long as it is open.  Any-time options have letters, so that a digit never plays
    one when the question has just disappeared.  A key that is freed is reused last, so that a late key press
    has no effect.
    """

    def __init__(self, id: str, fixed_keys: Mapping[Action, str] | None = None) -> None:
        super().__init__(id, fixed_keys)
        self.reset_keys()

    def reset_keys(self) -> None:
        self.typed = ""
        self.digit_keys, self.letter_keys = digit_keys(), KeyPool(self.free_letters, repeat(""))

    def is_same_question(self, now: Shown) -> bool:
        return self.shown is not None and self.shown.seat == now.seat

    def assign_keys(self, now: Shown) -> None:
        actions = [action for action, _ in now.options]
        if not self.is_same_question(now):
            self.reset_keys()
        elif self.is_own_step and not any(action in self.numbers for action in actions):
            self.digit_keys = digit_keys()  # the next question after the person's own choice
        fixed = self.fixed(actions)
        others = [action for action in actions if fixed and action not in fixed]
        self.digit_keys.assign([] if fixed else actions)
        self.letter_keys.assign([*others, *(action for action, _ in now.anytime)])
        self.set_keys(fixed | self.digit_keys.assigned | self.letter_keys.assigned)

    def first_row(self, snapshot: Snapshot, removed: Action | None) -> int | None:
        """Return no row if another player removed the option at the cursor: Enter must not play another."""
        return super().first_row(snapshot, removed) if removed is None or self.is_own_step else None

    def rows(self, snapshot: Snapshot) -> list[tuple[Action | None, str]]:
        """Return the options ordered by number, so that none moves when another disappears."""
        rows = super().rows(snapshot)
        last = len(self.LETTERS) + len(rows)
        options = sorted(snapshot["options"], key=lambda choice: self.numbers.get(choice[0], last) or last)
        return [*options, *rows[len(options) :]]


class KeyPool:
    """Assigns keys to actions.  An action keeps its key, and a freed key goes to the end of the queue."""

    def __init__(self, keys: Iterable[str], spare: Iterator[str]) -> None:
        self.free, self.spare = list(keys), spare
        self.assigned: dict[Action, str] = {}

    def assign(self, actions: Collection[Action]) -> None:
        """Assign a key to each of these actions, and free the keys of all others."""
        freed = [key for action, key in self.assigned.items() if action not in actions and key]
        kept = {action: key for action, key in self.assigned.items() if action in actions}
        self.assigned = {action: kept.get(action) or self.next_key() for action in actions}
        self.free += freed

    def next_key(self) -> str:
        return self.free.pop(0) if self.free else next(self.spare)


def digit_keys() -> KeyPool:
    return KeyPool("123456789", map(str, count(10)))
