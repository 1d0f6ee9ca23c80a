"""The menu: games that wait to be gone on with, and all that can be begun."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flattop.games import CATALOG, game
from flattop.kernel import Game, typed_number
from flattop.terminal.chairs import seated
from flattop.terminal.opening import Wish
from flattop.terminal.palette import Palette
from flattop.terminal.saves import Save
from flattop.terminal.screens.question import Question

Choice = Save | Wish


class MenuScreen(Screen[Choice | None]):
    """Closes with what is to be played."""

    BINDINGS = [("q,escape", "leave", "quit")]
    WAY_OUT = "q quits."

    def __init__(self, saves: Sequence[Save], palette: Palette) -> None:
        super().__init__()
        self.saves, self.palette = {save.name: save for save in saves}, palette

    def compose(self) -> ComposeResult:
        yield Static(Text("Flattop: which game?", f"bold {self.palette.lamp}"), id="menu-title")
        yield OptionList(*self.options(), id="menu")
        yield Static(id="menu-about")
        yield Static(Text(" ↑ ↓ Enter choose  q quit", self.palette.quiet), id="keys")

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def options(self) -> list[Option]:
        """Saves by their names, then every game."""
        saves = [Option(Text(save.name), id=save.name) for save in self.saves.values()]
        games = [Option(Text(f"{game(key).title:<22} {seats_of(game(key))}"), id=key) for key in CATALOG]
        return [self.heading("Go on with"), *saves, self.heading("Begin"), *games] if saves else games

    def heading(self, words: str) -> Option:
        return Option(Text(words, f"bold {self.palette.quiet}"), disabled=True)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """What the cursor is on, in a sentence below the list."""
        event.stop()
        key = event.option.id or ""
        words = self.saves[key].words if key in self.saves else game(key).text.about
        self.query_one("#menu-about", Static).update(Text(words, self.palette.ink))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        key = event.option.id or ""
        if key in self.saves:
            self.dismiss(self.saves[key])
        else:
            self.begin(game(key))

    def begin(self, chosen: Game) -> None:
        """How many sit down, where that is not given; the others are house bots."""
        if len(chosen.seats) == 1:
            self.dismiss(wish_for(chosen, chosen.seats[0]))
            return
        answers = {str(seats): company(seats) for seats in chosen.seats}
        usual = str(len(seated(None, chosen)))
        self.app.push_screen(
            Question(f"{chosen.title}: how many at the table?", {**answers, "q": "Back"}, usual),
            lambda answer: self.sit_down(chosen, answer),
        )

    def sit_down(self, chosen: Game, answer: str | None) -> None:
        if seats := typed_number(answer or ""):
            self.dismiss(wish_for(chosen, seats))

    def action_leave(self) -> None:
        self.dismiss(None)


def seats_of(chosen: Game) -> str:
    least, most = min(chosen.seats), max(chosen.seats)
    return "Alone" if most == 1 else f"{least} to {most} seats" if least < most else f"{most} seats"


def company(seats: int) -> str:
    return "you and a house bot" if seats == 2 else f"you and {seats - 1} house bots"


def wish_for(chosen: Game, seats: int) -> Wish:
    return Wish(chosen.key, ",".join(["you", *["house"] * (seats - 1)]))
