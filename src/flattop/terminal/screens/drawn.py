"""How a table lies on the screen: everything is drawn from one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from flattop.kernel import Seat
from flattop.match import Match, Snapshot
from flattop.terminal import card_browser
from flattop.terminal.pieces.dial import drawn
from flattop.terminal.screens import lines
from flattop.terminal.screens.choices import Choices, SteadyChoices
from flattop.terminal.screens.reading import CardDrawer, Reading, RulesDrawer, help_page
from flattop.terminal.seats import Chair
from flattop.terminal.tables import dial, layout
from flattop.terminal.tables.stage import Stage

if TYPE_CHECKING:
    from flattop.terminal.app import TerminalApp

PARTS = ("Choices", "#prompt", "#keys", "#corner", "#bar", "#art", "#hand", "#dial", "#place", "#bottom")
SMALLEST = (80, 24)
WIDE, TALL = 116, 38  # from here on there is room for the log at the side, and for larger pieces
SIDE = 38
LEAST, LEAST_WIDE = 9, 16  # lines for the question and its options, where the board has use for all others
IN_SIGHT = 3  # options that are to be seen at least, however long the words above them


class Source(Protocol):
    """What a table is drawn from: a game that is played, or one that was."""

    @property
    def match(self) -> Match: ...
    @property
    def chairs(self) -> tuple[Chair, ...]: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def live(self) -> bool: ...
    @property
    def gone(self) -> float: ...

    def snapshot(self, seat: Seat | None) -> Snapshot: ...


class DrawnTable(Screen[None]):
    """Draws the sheet of whoever sits before the screen, and nothing else."""

    BINDINGS = [
        Binding("slash", "rules", "rules"),
        Binding("r", "read", "read cards"),
        Binding("l", "log", "log"),
        Binding("t", "theme", "light or dark"),
        Binding("question_mark", "help", "help"),
        Binding("pageup", "scroll_board(-1)", "up", priority=True),
        Binding("pagedown", "scroll_board(1)", "down", priority=True),
    ]
    WAY_OUT = "q quits; every step is saved at once."

    def __init__(self, session: Source) -> None:
        super().__init__()
        self.session = session
        self.rule = ""  # the rule that a refusal named
        self.art, self.dial = layout(session.match.game.key), dial(session.match.game.key)
        self.snapshot: Snapshot = session.snapshot(None)  # nobody is known to be looking yet
        self.told_time: Text | None = None  # what the dial shows
        self.said = ""  # advice or a refusal, gone with the next step
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
    def host(self) -> TerminalApp:
        return cast("TerminalApp", self.app)

    def on_resize(self, event: Resize) -> None:
        self.draw()

    @on(Choices.Pointed)
    def point(self, event: Choices.Pointed) -> None:
        self.draw_pieces()

    @property
    def taken_down(self) -> bool:
        """The program ends: its widgets go, in any order, before the work that would draw on them."""
        return not all(self.query(part) for part in PARTS)

    def draw(self) -> None:
        """Everything anew, from the sheet."""
        if self.taken_down:
            return
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
        self.query_one(Choices).fill(self.snapshot, palette)
        self.query_one("#prompt", Static).update(self.prompt())
        self.query_one("#keys", Static).update(lines.key_line(self.keys(), palette, width))
        self.draw_receipts()
        self.draw_pieces()

    def say(self, words: str) -> None:
        """Words above the question, until the next step."""
        self.said = words
        self.draw()

    def prompt(self) -> Text:
        """What is asked, or whom the table waits for."""
        return lines.prompt(self.session.match.people, self.snapshot, self.said, self.host.palette)

    def keys(self) -> list[lines.Pair]:
        """What can be pressed."""
        return list(lines.COMMON)

    def draw_receipts(self) -> None:
        page = lines.receipt(
            self.snapshot, self.session.notes, self.read.get(self.snapshot["seat"], 0), self.host.palette
        )
        for roll in self.query(".roll").results(Static):
            roll.update(page)
        for scroll in self.query(".receipt"):
            scroll.call_after_refresh(scroll.scroll_end, animate=False)

    def draw_pieces(self) -> None:
        """The bar, the board and the hand; options are lit by their numbers."""
        stage = self.stage()
        title, headline = self.session.match.title, self.art.headline(self.snapshot, stage)
        self.query_one("#bar", Static).update(lines.bar(title, headline, stage.palette, self.app.size.width))
        self.draw_dial(stage)
        board = (
            [stage.quiet(lines.BREAK)] if self.snapshot["paused"] else self.art.board(self.snapshot, stage)
        )
        self.query_one("#art", Static).update(_page(board))
        hand = [] if self.snapshot["paused"] else self.art.hand(self.snapshot, stage)
        self.query_one("#hand", Static).update(_page(hand))
        self.query_one("#hand").display = bool(hand)
        self.call_after_refresh(self.share_room, len(board), len(hand))

    def share_room(self, board: int, hand: int) -> None:
        """Lines that the board leaves blank go to the options, as many as those need."""
        if self.taken_down or self.has_class("-small"):
            return
        choices, wide = self.query_one(Choices), self.has_class("-wide")
        options = choices.get_content_height(self.size, self.size, choices.scrollable_content_region.width)
        question = self.query_one("#prompt").outer_size.height + 1  # and the line above it
        dial = self.query_one("#dial")
        room = self.query_one("#place").size.height - hand - (dial.outer_size.height if dial.display else 0)
        least = min(question + options, LEAST_WIDE) if wide else LEAST
        needed = min(question + options, room - board)
        self.query_one("#bottom").styles.height = max(least, question + min(options, IN_SIGHT), needed)

    def draw_dial(self, stage: Stage) -> None:
        """The time, where it runs by itself, with what has passed since the sheet was drawn up."""
        place = self.query_one("#dial", Static)
        shown = self.dial(self.snapshot, stage) if self.session.live else None
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
            ranks=[chair.shown for chair in self.session.chairs],
            settings=match.settings,
            palette=self.host.palette,
            width=width - 3 - (SIDE if width >= WIDE else 0),
            roomy=height >= TALL,
            keys=choices.keys,
            chosen=choices.pointed,
        )

    # -- keys of every table

    def action_rules(self) -> None:
        match = self.session.match
        deck = card_browser.whole_deck(match, self.snapshot)
        self.app.push_screen(RulesDrawer(match.game.rules, deck, self.rule))

    def action_read(self) -> None:
        """Cards in full, first what the cursor is on; during a break the table stays covered."""
        if self.snapshot["paused"]:
            self.say("During a break no card is read.")
            return
        match, snapshot, pointed = self.session.match, self.snapshot, self.query_one(Choices).pointed
        self.app.push_screen(
            CardDrawer(
                card_browser.under_cursor(match, snapshot, pointed),
                card_browser.in_sight(match, snapshot),
                card_browser.whole_deck(match, snapshot),
            )
        )

    def action_log(self) -> None:
        self.app.push_screen(Reading("Log", lines.whole_log(self.snapshot, self.session.notes), at_end=True))

    def action_help(self) -> None:
        self.app.push_screen(Reading("Keys", help_page(self.session.match.game, self.help_keys())))

    def help_keys(self) -> Sequence[lines.Pair]:
        return lines.TABLE_HELP

    def action_theme(self) -> None:
        self.host.toggle_theme()
        self.draw()

    def action_scroll_board(self, pages: int) -> None:
        board = self.query_one("#board")
        board.scroll_relative(y=pages * max(1, board.size.height - 1), animate=False)


def _page(rows: list[Text]) -> Text:
    page = Text("\n", no_wrap=True, overflow="crop").join(rows)
    page.no_wrap, page.overflow = True, "crop"
    return page
