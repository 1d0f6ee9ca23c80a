"""The menu: games that wait to be gone on with, and all that can be begun."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flattop.bots import RANKS
from flattop.bots.ratings import ratings
from flattop.games import CATALOG, game
from flattop.kernel import Game, typed_number
from flattop.terminal.palette import Palette
from flattop.terminal.saves import Save
from flattop.terminal.screens.question import Question
from flattop.terminal.seats import seated
from flattop.terminal.session_setup import Wish

Choice = Save | Wish
USUAL = "house"


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
        """How many sit down, where that is not given, and how strong the others are."""
        if len(chosen.seats) == 1:
            self.sit_down(chosen, str(chosen.seats[0]))
            return
        answers = {str(seats): company(seats) for seats in chosen.seats}
        usual = str(len(seated(None, chosen)))
        self.app.push_screen(
            Question(f"{chosen.title}: how many at the table?", {**answers, "q": "Back"}, usual),
            lambda answer: self.sit_down(chosen, answer),
        )

    def sit_down(self, chosen: Game, answer: str | None) -> None:
        seats = typed_number(answer or "") or 0
        if seats > 1:
            keys = {str(number): rank for number, rank in enumerate(RANKS, 1)}
            answers = {key: told(chosen, rank) for key, rank in keys.items()}
            usual = next(key for key, rank in keys.items() if rank == USUAL)
            self.app.push_screen(
                Question("How well do the others play?", {**answers, "q": "Back"}, usual),
                lambda key: self.meet(wish_for(chosen, seats, keys.get(key or "", ""))),
            )
        elif seats:
            self.dismiss(wish_for(chosen, seats))

    def meet(self, wish: Wish | None) -> None:
        if wish:
            self.dismiss(wish)

    def action_leave(self) -> None:
        self.dismiss(None)


def seats_of(chosen: Game) -> str:
    least, most = min(chosen.seats), max(chosen.seats)
    return "Alone" if most == 1 else f"{least} to {most} seats" if least < most else f"{most} seats"


def company(seats: int) -> str:
    return "you and a bot" if seats == 2 else f"you and {seats - 1} bots"


def told(chosen: Game, rank: str) -> str:
    """A rank in a line, with its rating in the game where it was measured."""
    rating = ratings(chosen.key).get(rank)
    return f"{RANKS[rank].title}{f', {rating}' if rating else ''}: {RANKS[rank].strength}"


def wish_for(chosen: Game, seats: int, rank: str = USUAL) -> Wish | None:
    """A table for so many; nobody's if no rank was chosen."""
    return Wish(chosen.key, ",".join(["you", *[rank] * (seats - 1)])) if rank else None
