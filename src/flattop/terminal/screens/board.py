"""The screen of a table: board, hand, prompt, options, log and keys, all drawn from one snapshot."""

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
from flattop.terminal.lookup import Lookup, card_texts, option_and_cards
from flattop.terminal.screens import status
from flattop.terminal.screens.choices import Choices, RealtimeChoices
from flattop.terminal.screens.drawers import CardsDrawer, Drawer, RulesDrawer, help_page
from flattop.terminal.seats import Player
from flattop.terminal.tables import countdown_of, fixed_keys_of, layout
from flattop.terminal.tables.drawing import DrawContext, draw_countdown

if TYPE_CHECKING:
    from flattop.terminal.app import TerminalApp

WIDGETS = (
    "Choices",
    "#prompt",
    "#keys",
    "#log-corner",
    "#bar",
    "#art",
    "#hand",
    "#countdown",
    "#table",
    "#bottom",
)
SMALLEST = (80, 24)
WIDE, TALL = 116, 38  # from this size on, the log is at the side, and pieces are drawn larger
SIDE_WIDTH = 38
MIN_BOTTOM, MIN_BOTTOM_WIDE = 9, 16  # lines for prompt and options, if the board needs all others
MIN_OPTIONS = 3  # options that are visible however long the prompt is


class TableSource(Protocol):
    """A table that can be drawn: a `Session` or a `ReplaySession`."""

    @property
    def match(self) -> Match: ...
    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def is_live(self) -> bool: ...
    @property
    def elapsed_ticks(self) -> float: ...

    def snapshot(self, seat: Seat | None) -> Snapshot: ...


class BoardScreen(Screen[None]):
    """Draws the snapshot of the person at the screen, and nothing else."""

    BINDINGS = [
        Binding("slash", "rules", "rules"),
        Binding("r", "read", "read cards"),
        Binding("l", "log", "log"),
        Binding("t", "theme", "light or dark"),
        Binding("question_mark", "help", "help"),
        Binding("pageup", "scroll_board(-1)", "up", priority=True),
        Binding("pagedown", "scroll_board(1)", "down", priority=True),
    ]
    QUIT_HELP = "q quits; every step is saved at once."

    def __init__(self, session: TableSource) -> None:
        super().__init__()
        self.session = session
        self.rule = ""  # the rule that the last refusal named
        key = session.match.game.key
        self.layout_module, self.countdown = layout(key), countdown_of(key)
        self.snapshot: Snapshot = session.snapshot(None)  # the spectator's, until a person is at the screen
        self.drawn_countdown: Text | None = None
        self.message = ""  # a hint or a refusal, shown until the next step
        self.seen: dict[Seat | None, int] = {}  # length of the log at each seat's own last step

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Horizontal(id="middle"):
            with Vertical(id="table"):
                yield Static(id="countdown")
                with VerticalScroll(id="board", can_focus=False):
                    yield Static(id="art")
                yield Static(id="hand")
                with Horizontal(id="bottom"):
                    with Vertical(id="ask"):
                        yield Static(id="prompt")
                        choices = RealtimeChoices if self.session.is_live else Choices
                        yield choices("choices", fixed_keys_of(self.session.match.game.key))
                    with VerticalScroll(id="log-corner", classes="log-panel", can_focus=False):
                        yield Static(classes="log-text")
            with VerticalScroll(id="log-side", classes="log-panel", can_focus=False):
                yield Static(classes="log-text")
        yield Static(id="keys")
        yield Static(id="small")

    @property
    def terminal_app(self) -> TerminalApp:
        return cast("TerminalApp", self.app)

    def on_resize(self, event: Resize) -> None:
        self.draw()

    @on(Choices.Pointed)
    def redraw_cursor(self, event: Choices.Pointed) -> None:
        self.draw_board()

    @property
    def is_closing(self) -> bool:
        """True if the app closes: widgets are removed in any order while background work may still draw."""
        return not all(self.query(widget) for widget in WIDGETS)

    # -- texts that subclasses change

    def prompt(self) -> Text:
        palette = self.terminal_app.palette
        return status.prompt(self.session.match.people, self.snapshot, self.message, palette)

    def keys(self) -> list[status.KeyHelp]:
        """Return the keys of the key line."""
        return list(status.COMMON_KEYS)

    def help_keys(self) -> Sequence[status.KeyHelp]:
        """Return the keys of the help page."""
        return status.PLAY_HELP

    # -- drawing

    def draw(self) -> None:
        """Draw everything from the snapshot."""
        if self.is_closing:
            return
        width, height = self.app.size
        is_small = width < SMALLEST[0] or height < SMALLEST[1]
        self.set_class(is_small, "-small")
        self.set_class(width >= WIDE, "-wide")
        if is_small:
            needed = f"Flattop needs {SMALLEST[0]}x{SMALLEST[1]}; this is {width}x{height}."
            self.query_one("#small", Static).update(
                Text(f"{needed}\nMake the window larger; nothing is lost. q quits.")
            )
            return
        palette = self.terminal_app.palette
        self.query_one(Choices).show_options(self.snapshot, palette)
        self.query_one("#prompt", Static).update(self.prompt())
        self.query_one("#keys", Static).update(status.key_line(self.keys(), palette, width))
        seen = self.seen.get(self.snapshot["seat"], 0)
        log = status.log_panel(self.snapshot, self.session.notes, seen, palette)
        for panel in self.query(".log-text").results(Static):
            panel.update(log)
        for scroll in self.query(".log-panel"):
            scroll.call_after_refresh(scroll.scroll_end, animate=False)
        self.draw_board()

    def show_message(self, text: str) -> None:
        """Show a text above the question, until the next step."""
        self.message = text
        self.draw()

    def draw_board(self) -> None:
        """Draw title bar, countdown, board and hand, with the keys of options on the pieces."""
        ctx = self.draw_context()
        title, headline = self.session.match.title, self.layout_module.headline(self.snapshot, ctx)
        bar = status.title_bar(title, headline, ctx.palette, self.app.size.width)
        self.query_one("#bar", Static).update(bar)
        self.draw_countdown(ctx)
        if self.snapshot["paused"]:
            board, hand = [ctx.quiet(status.BREAK)], []
        else:
            board = self.layout_module.board(self.snapshot, ctx)
            hand = self.layout_module.hand(self.snapshot, ctx)
        self.query_one("#art", Static).update(unwrapped(board))
        self.query_one("#hand", Static).update(unwrapped(hand))
        self.query_one("#hand").display = bool(hand)
        self.call_after_refresh(self.share_height, len(board), len(hand))

    def share_height(self, board: int, hand: int) -> None:
        """Give the options the lines that the board does not need."""
        if self.is_closing or self.has_class("-small"):
            return
        choices, is_wide = self.query_one(Choices), self.has_class("-wide")
        options = choices.get_content_height(self.size, self.size, choices.scrollable_content_region.width)
        question = self.query_one("#prompt").outer_size.height + 1  # and the line above it
        countdown = self.query_one("#countdown")
        room = self.query_one("#table").size.height - hand
        room -= countdown.outer_size.height if countdown.display else 0
        least = min(question + options, MIN_BOTTOM_WIDE) if is_wide else MIN_BOTTOM
        wanted = min(question + options, room - board)
        self.query_one("#bottom").styles.height = max(least, question + min(options, MIN_OPTIONS), wanted)

    def draw_countdown(self, ctx: DrawContext) -> None:
        """Draw the countdown of a real-time game, with the time that has passed since the snapshot."""
        countdown_widget = self.query_one("#countdown", Static)
        countdown = self.countdown(self.snapshot, ctx) if self.session.is_live else None
        countdown_widget.display = countdown is not None
        drawn = None
        if countdown:
            drawn = draw_countdown(countdown.after(self.session.elapsed_ticks), ctx.palette, ctx.roomy)
            if drawn != self.drawn_countdown:
                countdown_widget.update(drawn)
        self.drawn_countdown = drawn

    def draw_context(self) -> DrawContext:
        match, choices = self.session.match, self.query_one(Choices)
        width, height = self.app.size
        return DrawContext(
            game=match.game,
            pack=match.table.pack,
            people=match.people,
            ranks=[player.rank_label for player in self.session.players],
            settings=match.settings,
            palette=self.terminal_app.palette,
            width=width - 3 - (SIDE_WIDTH if width >= WIDE else 0),
            roomy=height >= TALL,
            keys=choices.keys,
            chosen=choices.pointed,
        )

    # -- keys of every table

    def action_rules(self) -> None:
        match = self.session.match
        lookup = Lookup.of(match, self.snapshot)
        self.app.push_screen(RulesDrawer(match.game.rules, card_texts(lookup, lookup.deck()), self.rule))

    def action_read(self) -> None:
        """Show the texts of cards, except during a break, when the table is covered."""
        if self.snapshot["paused"]:
            self.show_message("During a break no card is read.")
            return
        lookup = Lookup.of(self.session.match, self.snapshot)
        self.app.push_screen(
            CardsDrawer(
                option_and_cards(lookup, self.query_one(Choices).pointed),
                card_texts(lookup, lookup.describer.cards_in_sight()),
                card_texts(lookup, lookup.deck()),
            )
        )

    def action_log(self) -> None:
        log = status.whole_log(self.snapshot, self.session.notes)
        self.app.push_screen(Drawer("Log", log, at_end=True))

    def action_help(self) -> None:
        self.app.push_screen(Drawer("Keys", help_page(self.session.match.game, self.help_keys())))

    def action_theme(self) -> None:
        self.terminal_app.toggle_theme()
        self.draw()

    def action_scroll_board(self, pages: int) -> None:
        board = self.query_one("#board")
        board.scroll_relative(y=pages * max(1, board.size.height - 1), animate=False)


def unwrapped(rows: list[Text]) -> Text:
    """Join rows to a text that is cropped instead of wrapped."""
    page = Text("\n", no_wrap=True, overflow="crop").join(rows)
    page.no_wrap, page.overflow = True, "crop"
    return page
