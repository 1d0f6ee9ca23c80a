"""How a table lies on the screen: everything is drawn from one sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from flattop.kernel import Seat
from flattop.match import Sheet
from flattop.terminal.pieces.dial import drawn
from flattop.terminal.screens import lines
from flattop.terminal.screens.choices import Choices, SteadyChoices
from flattop.terminal.session import Session
from flattop.terminal.tables import dial, layout
from flattop.terminal.tables.stage import Stage

if TYPE_CHECKING:
    from flattop.terminal.app import FlattopApp

SMALLEST = (80, 24)
WIDE, TALL = 116, 38  # from here on there is room for the log at the side, and for larger pieces
SIDE = 38


class DrawnTable(Screen[None]):
    """Draws the sheet of whoever sits before the screen, and nothing else."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.art, self.dial = layout(session.match.game.key), dial(session.match.game.key)
        self.sheet: Sheet = session.sheet(None)  # nobody is known to be looking yet
        self.told_time: Text | None = None  # what the dial shows
        self.said = ""  # a hint or a refusal, gone with the next step
        self.read: dict[Seat | None, int] = {}  # lines of the log that were there at a seat's own last step

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Horizontal(id="middle"):
            with Vertical(id="place"):
                yield from self.compose_place()
            with VerticalScroll(id="side", classes="receipt", can_focus=False):
                yield Static(classes="roll")
        yield Static(id="keys")
        yield Static(id="small")

    def compose_place(self) -> ComposeResult:
        """The board, what is the seat's own, and the question."""
        yield Static(id="dial")
        with VerticalScroll(id="board", can_focus=False):
            yield Static(id="art")
        yield Static(id="hand")
        with Horizontal(id="bottom"):
            with Vertical(id="ask"):
                yield Static(id="prompt")
                yield SteadyChoices("choices") if self.session.live else Choices("choices")
            with VerticalScroll(id="corner", classes="receipt", can_focus=False):
                yield Static(classes="roll")

    @property
    def host(self) -> FlattopApp:
        return cast("FlattopApp", self.app)

    def on_resize(self, event: Resize) -> None:
        self.draw()

    @on(Choices.Pointed)
    def point(self, event: Choices.Pointed) -> None:
        self.draw_pieces()

    @property
    def taken_down(self) -> bool:
        """The program ends: its widgets go before the work that would draw on them."""
        return not self.query(Choices)

    def draw(self) -> None:
        """Everything anew, from the sheet."""
        width, height = self.app.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        self.set_class(small, "-small")
        self.set_class(width >= WIDE, "-wide")
        if small:
            needed = f"Flattop needs {SMALLEST[0]}x{SMALLEST[1]}; this is {width}x{height}."
            self.query_one("#small", Static).update(
                Text(f"{needed}\nMake the window larger; nothing is lost. q quits.")
            )
            return
        palette = self.host.palette
        self.query_one(Choices).fill(self.sheet, palette)
        self.query_one("#prompt", Static).update(lines.prompt(self.session, self.sheet, self.said, palette))
        self.query_one("#keys", Static).update(lines.keys(self.session, self.sheet, palette))
        self.draw_receipts()
        self.draw_pieces()

    def draw_receipts(self) -> None:
        page = lines.receipt(
            self.sheet, self.session.notes, self.read.get(self.sheet["seat"], 0), self.host.palette
        )
        for roll in self.query(".roll").results(Static):
            roll.update(page)
        for scroll in self.query(".receipt"):
            scroll.call_after_refresh(scroll.scroll_end, animate=False)

    def draw_pieces(self) -> None:
        """The bar, the board and the hand; options are lit by their numbers."""
        stage = self.stage()
        headline = self.art.headline(self.sheet, stage)
        self.query_one("#bar", Static).update(
            lines.bar(self.session, headline, stage.palette, self.app.size.width)
        )
        self.draw_dial(stage)
        paused = [stage.quiet("‖ Paused: the table is covered, and no time passes. p goes on.")]
        board = paused if self.sheet["paused"] else self.art.board(self.sheet, stage)
        self.query_one("#art", Static).update(_page(board))
        hand = [] if self.sheet["over"] or self.sheet["paused"] else self.art.hand(self.sheet, stage)
        self.query_one("#hand", Static).update(_page(hand))
        self.query_one("#hand").display = bool(hand)

    def draw_dial(self, stage: Stage) -> None:
        """The time, where it runs by itself, with what has passed since the sheet was drawn up."""
        place = self.query_one("#dial", Static)
        shown = self.dial(self.sheet, stage) if self.session.live else None
        place.display = shown is not None
        now = drawn(shown.after(self.session.gone), stage.palette, stage.roomy) if shown else None
        if now is not None and now != self.told_time:
            place.update(now)
        self.told_time = now

    def stage(self) -> Stage:
        match, choices = self.session.match, self.query_one(Choices)
        width, height = self.app.size
        return Stage(
            game=match.game,
            pack=match.table.pack,
            people=match.people,
            ranks=[chair.rank for chair in self.session.chairs],
            settings=match.settings,
            palette=self.host.palette,
            width=width - 3 - (SIDE if width >= WIDE else 0),
            roomy=height >= TALL,
            keys=choices.keys,
            chosen=choices.pointed,
        )


def _page(rows: list[Text]) -> Text:
    page = Text("\n", no_wrap=True, overflow="crop").join(rows)
    page.no_wrap, page.overflow = True, "crop"
    return page
