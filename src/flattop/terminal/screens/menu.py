"""The menu: unfinished games to resume, and all games to start."""

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
from flattop.terminal.screens.dialogs import Question
from flattop.terminal.seats import parse_seats
from flattop.terminal.session_setup import GameRequest

Choice = Save | GameRequest
DEFAULT_RANK = "house"


class MenuScreen(Screen[Choice | None]):
    """A list of saves and games.  Its result is the save or game request that was chosen."""

    BINDINGS = [("q,escape", "leave", "quit")]
    QUIT_HELP = "q quits."

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
        saves = [Option(Text(save.name), id=save.name) for save in self.saves.values()]
        games = [Option(Text(f"{game(key).title:<22} {seats_text(game(key))}"), id=key) for key in CATALOG]
        return [self.heading("Resume"), *saves, self.heading("New game"), *games] if saves else games

    def heading(self, text: str) -> Option:
        return Option(Text(text, f"bold {self.palette.quiet}"), disabled=True)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Describe the highlighted game below the list."""
        event.stop()
        key = event.option.id or ""
        about = self.saves[key].summary if key in self.saves else game(key).text.about
        self.query_one("#menu-about", Static).update(Text(about, self.palette.ink))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        key = event.option.id or ""
        if key in self.saves:
            self.dismiss(self.saves[key])
        else:
            self.ask_seats(game(key))

    def ask_seats(self, chosen: Game) -> None:
        """Ask for the number of seats, unless the game has only one."""
        if len(chosen.seats) == 1:
            self.ask_rank(chosen, str(chosen.seats[0]))
            return
        answers = {
            str(seats): "you and a bot" if seats == 2 else f"you and {seats - 1} bots"
            for seats in chosen.seats
        }
        default = str(len(parse_seats(None, chosen)))
        self.app.push_screen(
            Question(f"{chosen.title}: how many at the table?", {**answers, "q": "Back"}, default),
            lambda answer: self.ask_rank(chosen, answer),
        )

    def ask_rank(self, chosen: Game, answer: str | None) -> None:
        """Ask for the strength of the bots, unless there are none."""
        seats = typed_number(answer or "") or 0
        if seats == 1:
            self.dismiss(GameRequest(chosen.key, "you"))
        if seats <= 1:
            return
        ranks = {str(number): rank for number, rank in enumerate(RANKS, 1)}
        answers = {key: rank_text(chosen, rank) for key, rank in ranks.items()}
        default = next(key for key, rank in ranks.items() if rank == DEFAULT_RANK)

        def start(key: str | None) -> None:
            if rank := ranks.get(key or ""):
                self.dismiss(GameRequest(chosen.key, ",".join(["you", *[rank] * (seats - 1)])))

        self.app.push_screen(
            Question("How well do the others play?", {**answers, "q": "Back"}, default), start
        )

    def action_leave(self) -> None:
        self.dismiss(None)


def seats_text(chosen: Game) -> str:
    least, most = min(chosen.seats), max(chosen.seats)
    return "Alone" if most == 1 else f"{least} to {most} seats" if least < most else f"{most} seats"


def rank_text(chosen: Game, rank: str) -> str:
    """Return title, rating in this game and strength of a rank."""
    rating = ratings(chosen.key).get(rank)
    return f"{RANKS[rank].title}{f', {rating}' if rating else ''}: {RANKS[rank].strength}"
