"""Dialogs over the table: questions, the result of a game, and passing the screen to another person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flattop.kernel import listed
from flattop.match import Match
from flattop.terminal.palette import Palette
from flattop.terminal.session import Session
from flattop.terminal.session_setup import closing_notes
from flattop.terminal.tables.drawing import seat_letter

if TYPE_CHECKING:
    from flattop.terminal.app import TerminalApp

R = TypeVar("R")
BAR_WIDTH = 30


class Overlay(ModalScreen[R]):
    """Base class of boxes and pages over the table, which hide its key line.  QUIT_HELP says how to leave."""

    BINDINGS = [Binding("ctrl+c", "copy_or_quit_help", "copy, or how to quit", priority=True)]
    QUIT_HELP = "Esc closes this page; then q quits."

    def action_copy_or_quit_help(self) -> None:
        """Copy the selected text; without a selection, show how to quit."""
        selected = self.get_selected_text()
        if selected:
            self.app.copy_to_clipboard(selected)
        else:
            cast("TerminalApp", self.app).action_help_quit()


class Question(Overlay[str]):
    """A question with one key for each answer.  Its result is the key."""

    QUIT_HELP = "One of the keys in the box answers."

    def __init__(self, text: str, answers: Mapping[str, str], default: str = "") -> None:
        super().__init__()
        self.text, self.answers, self.default = text, dict(answers), default

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self.text), classes="title")
            yield OptionList(
                *[Option(Text(f"{key}  {label}"), id=key) for key, label in self.answers.items()]
            )

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.focus()
        options.highlighted = list(self.answers).index(self.default) if self.default else 0

    def on_key(self, event: Key) -> None:
        if event.key in self.answers:
            event.stop()
            self.dismiss(event.key)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id)


class HandOver(Screen[None]):
    """Hides the table while people swap places at the keyboard.  A key of the next person closes it."""

    BINDINGS = [Binding("ctrl+c", "app.help_quit", "how to quit", priority=True)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.next_name = name

    def compose(self) -> ComposeResult:
        text = Text(justify="center")
        text.append(f"Pass the screen to {self.next_name}\n\n", "bold")
        text.append(f"{self.next_name}: press Enter when nobody else is looking. (q quits)")
        yield Static(text, id="handover")

    def on_key(self, event: Key) -> None:
        event.stop()
        if event.key in ("enter", "space"):
            self.dismiss()
        elif event.key == "q":
            self.app.exit()

    def on_click(self, event: Click) -> None:
        event.stop()
        self.dismiss()


class ResultDialog(Overlay[str]):
    """The result of a game: ranking, reason and record.  Its result is the key of what to do next."""

    QUIT_HELP = "q quits; the record is complete."

    BINDINGS = [
        ("n", "leave('n')", "new game"),
        ("q", "leave('q')", "quit"),
        ("escape,enter", "leave('')", "look at the table"),
    ]

    def __init__(self, session: Session, palette: Palette) -> None:
        super().__init__()
        self.session, self.palette = session, palette

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box wide"):
            yield Static(self.page())

    def page(self) -> Text:
        end, palette = self.session.match.outcome, self.palette
        page = Text(f"★ {winner_text(self.session.match)}", f"bold {palette.lamp}")
        page.append(f"  {end.reason}\n\n", palette.ink)
        most = max(1, *end.points)
        for seat in sorted(range(len(end.points)), key=end.places.__getitem__):
            colour, points = palette.seat(seat), end.points[seat]
            place = "★" if seat in end.winners else str(end.places[seat])
            page.append(f"{place} {seat_letter(seat)} ", f"bold {colour}")
            page.append(f"{self.session.match.people[seat]:<20} ", palette.ink)
            page.append(f"{points:>4} ", f"bold {palette.ink}")
            page.append("▇" * (max(0, points) * BAR_WIDTH // most) + "\n", colour)
        page.append("\n" + "\n".join(closing_notes(self.session)) + "\n\n", palette.quiet)
        return page.append("n new game   q quit   Esc look at the table", f"bold {palette.ink}")

    def action_leave(self, answer: str) -> None:
        self.dismiss(answer)


def winner_text(match: Match) -> str:
    """Return the winners in words, or the score of a solo game."""
    end = match.outcome
    if match.game.mode == "solo":
        return f"A score of {end.points[0]}"
    names = listed([match.people[seat] for seat in end.winners]) or "Nobody"
    return f"{names} {'win' if len(end.winners) > 1 else 'wins'}"
