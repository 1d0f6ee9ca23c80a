"""The options of a seat: by number, by arrows and Enter, or by a click; any-time plays stand apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, repeat
from typing import Any, TypeVar

from rich.text import Text
from textual.events import Key
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from flattop.kernel import Action
from flattop.match import Sheet
from flattop.terminal.palette import Palette

K = TypeVar("K", int, str)


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

    @property
    def keys(self) -> dict[Action, str]:
        return {action: str(number) for action, number in self.numbers.items()}

    @property
    def pointed(self) -> Action | None:
        here = self.highlighted
        return self.places[here] if here is not None and here < len(self.places) else None

    def fill(self, sheet: Sheet, palette: Palette) -> None:
        """Show the seat's options; the cursor stays where it may."""
        now = (sheet["seat"], sheet["options"], sheet["anytime"], palette.name)
        if now == self.shown:
            return
        kept = self.pointed if self.goes_on(now) else None
        self.assign(now)
        self.shown = now
        lines = self.entries(sheet)
        self.places = [action for action, _ in lines]
        self.clear_options()
        self.add_options([self._option(action, words, palette) for action, words in lines])
        stays = kept is not None and kept in self.places
        self.highlighted = self.places.index(kept) if stays else (0 if sheet["options"] else None)

    def goes_on(self, now: tuple[Any, ...]) -> bool:
        """Whether it is still the question that was shown, and only looks different."""
        return self.shown[:3] == now[:3]

    def assign(self, now: tuple[Any, ...]) -> None:
        """Numbers for all, from 1 on."""
        self.typed = ""
        actions = [action for action, _ in (*now[1], *now[2])]
        self.numbers = {action: number for number, action in enumerate(actions, 1)}

    def entries(self, sheet: Sheet) -> list[tuple[Action | None, str]]:
        heading = [(None, "at any time:")] if sheet["anytime"] else []
        return [*sheet["options"], *heading, *sheet["anytime"]]

    def _option(self, action: Action | None, words: str, palette: Palette) -> Option:
        if action is None:
            return Option(Text(words, palette.quiet), disabled=True)
        return Option(Text.assemble((f"{self.keys[action]:>2} ", f"bold {palette.lamp}"), words))

    def point_at(self, action: Action) -> None:
        if action in self.places:
            self.highlighted = self.places.index(action)

    # -- numbers

    def on_key(self, event: Key) -> None:
        if not (event.character or "").isdecimal():
            self.typed = ""
            return
        event.stop()
        self.type_digit(event.character or "")

    def type_digit(self, digit: str) -> None:
        """A number plays as soon as no longer one could be meant."""
        last = max(self.numbers.values(), default=0)
        self.typed = self.typed + digit if 1 <= int(self.typed + digit) <= last else digit
        number = int(self.typed)
        action = next((action for action, n in self.numbers.items() if n == number), None)
        if action is None:
            self.typed = ""
        elif number * 10 > last:
            self.typed = ""
            self.post_message(self.Chosen(action))
        else:
            self.point_at(action)

    # -- arrows and clicks

    def action_select(self) -> None:
        if any(self.places):
            super().action_select()
        else:
            self.post_message(self.Nothing())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        action = self.places[event.option_index]
        if action is not None:
            self.post_message(self.Chosen(action))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Pointed())


class SteadyChoices(Choices):
    """Where hands are quicker than eyes: an option keeps its key as long as it is open.

    Any-time plays have letters, so that a digit never hits one when the question has just gone.
    """

    LETTERS = "abcdefgijkmorvwxyz"  # without those that do something else at a table

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.letters: dict[Action, str] = {}

    @property
    def keys(self) -> dict[Action, str]:
        return {**super().keys, **self.letters}

    def goes_on(self, now: tuple[Any, ...]) -> bool:
        return self.shown[:1] == now[:1]

    def assign(self, now: tuple[Any, ...]) -> None:
        asked, anytime = ([action for action, _ in part] for part in now[1:3])
        if not self.goes_on(now):
            self.numbers, self.letters, self.typed = {}, {}, ""
        self.numbers = kept_or_free(asked, self.numbers, count(1))
        self.letters = kept_or_free(anytime, self.letters, chain(self.LETTERS, repeat("")))

    def entries(self, sheet: Sheet) -> list[tuple[Action | None, str]]:
        """The options by number, so that none moves when another goes."""
        lines = super().entries(sheet)
        asked = sorted(sheet["options"], key=lambda choice: self.numbers[choice[0]])
        return [*asked, *lines[len(asked) :]]

    def on_key(self, event: Key) -> None:
        action = next((a for a, letter in self.letters.items() if letter and letter == event.character), None)
        if action is None:
            super().on_key(event)
        else:
            event.stop()
            self.post_message(self.Chosen(action))


def kept_or_free(actions: list[Action], before: dict[Action, K], keys: Iterator[K]) -> dict[Action, K]:
    """The key that each had, or else the first that nobody has."""
    kept = {action: before[action] for action in actions if action in before}
    taken = {key for key in kept.values() if key}
    free = (key for key in keys if key not in taken)
    return {action: kept[action] if action in kept else next(free) for action in actions}
