"""The options of a seat: by number, by arrows and Enter, or by a click; any-time plays stand apart."""

from __future__ import annotations

from rich.text import Text
from textual.events import Key
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from flattop.kernel import Action
from flattop.match import Sheet
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
        self.shown: object = None
        self.typed = ""

    @property
    def keys(self) -> dict[Action, str]:
        return {action: str(number) for action, number in self.numbers.items()}

    @property
    def pointed(self) -> Action | None:
        here = self.highlighted
        return self.places[here] if here is not None and here < len(self.places) else None

    def fill(self, sheet: Sheet, palette: Palette) -> None:
        """Show the seat's options; the cursor stays if they are the ones shown already."""
        now = (sheet["seat"], sheet["options"], sheet["anytime"], palette.name)
        if now == self.shown:
            return
        kept = self.pointed if self.shown and self.shown[:3] == now[:3] else None  # type: ignore[index]
        self.shown, self.typed = now, ""
        lines = self.entries(sheet)
        self.places = [action for action, _ in lines]
        self.numbers = {action: number for number, action in enumerate(filter(None, self.places), 1)}
        self.clear_options()
        self.add_options([self._option(action, words, palette) for action, words in lines])
        self.highlighted = self.places.index(kept) if kept else (0 if sheet["options"] else None)

    def entries(self, sheet: Sheet) -> list[tuple[Action | None, str]]:
        lines: list[tuple[Action | None, str]] = [
            (tuple(action), words) for action, words in sheet["options"]
        ]
        if sheet["anytime"]:
            lines.append((None, "at any time:"))
        return lines + [(tuple(action), words) for action, words in sheet["anytime"]]

    def _option(self, action: Action | None, words: str, palette: Palette) -> Option:
        if action is None:
            return Option(Text(words, palette.quiet), disabled=True)
        return Option(Text.assemble((f"{self.numbers[action]:>2} ", f"bold {palette.lamp}"), words))

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
        last = len(self.numbers)
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
        if self.numbers:
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
