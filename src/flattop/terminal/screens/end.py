"""The end: who has won and by how much, why, and where the record lies."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from flattop.kernel import listed
from flattop.match import Match
from flattop.terminal.palette import Palette
from flattop.terminal.screens.overlay import Over
from flattop.terminal.session import Session
from flattop.terminal.session_setup import closing_notes
from flattop.terminal.tables.stage import seat_letter

BAR = 30


class EndScreen(Over[str]):
    """Closes with what to do next."""

    WAY_OUT = "q quits; the record is whole."

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
            yield Static(self.words())

    def words(self) -> Text:
        end, people = self.session.match.outcome, self.session.match.people
        page = Text(f"★ {victory(self.session.match)}", f"bold {self.palette.lamp}")
        page.append(f"  {end.reason}\n\n", self.palette.ink)
        for seat in sorted(range(len(people)), key=end.places.__getitem__):
            page.append_text(self.line(seat))
        page.append("\n" + "\n".join(closing_notes(self.session)) + "\n\n", self.palette.quiet)
        return page.append("n new game   q quit   Esc look at the table", f"bold {self.palette.ink}")

    def line(self, seat: int) -> Text:
        """Place, name, points and a bar as long as they are many."""
        end, colour = self.session.match.outcome, self.palette.seat(seat)
        most = max(1, *end.points)
        place = "★" if seat in end.winners else str(end.places[seat])
        line = Text(f"{place} {seat_letter(seat)} ", f"bold {colour}")
        line.append(f"{self.session.match.people[seat]:<20} ", self.palette.ink)
        line.append(f"{end.points[seat]:>4} ", f"bold {self.palette.ink}")
        return line.append("▇" * (max(0, end.points[seat]) * BAR // most) + "\n", colour)

    def action_leave(self, answer: str) -> None:
        self.dismiss(answer)


def victory(match: Match) -> str:
    """Who wins; alone one plays for a score."""
    end = match.outcome
    if match.game.mode == "solo":
        return f"A score of {end.points[0]}"
    names = listed([match.people[seat] for seat in end.winners]) or "Nobody"
    return f"{names} {'win' if len(end.winners) > 1 else 'wins'}"
