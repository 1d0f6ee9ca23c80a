"""The Textual apps: a table to play at, the menu, and a replay."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from textual.app import App

from flattop.kernel import FlattopError
from flattop.terminal.palette import NIGHT, PAPER, Palette, default_palette, theme
from flattop.terminal.replay import ReplaySession
from flattop.terminal.saves import Save
from flattop.terminal.screens.board import BoardScreen
from flattop.terminal.screens.dialogs import Question
from flattop.terminal.screens.menu import Choice, MenuScreen
from flattop.terminal.screens.play import PlayScreen
from flattop.terminal.screens.replay import ReplayScreen
from flattop.terminal.session import Session
from flattop.terminal.session_setup import GameRequest, new_session, resume_session

QUIT_SECONDS = 3.0  # between two presses of Ctrl-C that quit


class TerminalApp(App[None]):
    """Base class of the apps: themes, and the reaction to Ctrl-C."""

    CSS_PATH = "terminal.tcss"
    TITLE = "Flattop"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.quits_until = 0.0  # until when a second Ctrl-C quits
        self.closing_message = ""  # printed after the app has closed
        for palette in (PAPER, NIGHT):
            self.register_theme(theme(palette))
        self.theme = default_palette().name

    @property
    def palette(self) -> Palette:
        return PAPER if self.theme == PAPER.name else NIGHT

    def toggle_theme(self) -> None:
        self.theme = NIGHT.name if self.theme == PAPER.name else PAPER.name

    def action_help_quit(self) -> None:
        """Ctrl-C shows which key quits; pressed again within a few seconds, it quits, too."""
        if monotonic() < self.quits_until:
            self.exit()
            return
        self.quits_until = monotonic() + QUIT_SECONDS
        text = f"{getattr(self.screen, 'QUIT_HELP', 'q quits.')} Ctrl-C again quits, too."
        if isinstance(self.screen, BoardScreen):
            self.screen.show_message(text)
        else:
            self.notify(text, markup=False)


class PlayApp(TerminalApp):
    """Plays a session, or asks first whether to resume an unfinished game."""

    def __init__(
        self, request: GameRequest, session: Session | None, save: Save | None = None, bot_delay: float = 0.0
    ) -> None:
        super().__init__()
        self.request, self.session, self.save, self.bot_delay = request, session, save, bot_delay

    def on_mount(self) -> None:
        if self.session is None and self.save is not None:
            text = f"There is an unfinished game: {self.save.summary}."
            self.push_screen(Question(text, {"r": "Resume it", "n": "New game", "q": "Quit"}), self.begin)
        else:
            self.begin("n")

    def begin(self, answer: str | None) -> None:
        """Resume the saved game or start a new one, and show the table."""
        if answer == "q":
            self.exit()
            return
        try:
            if answer == "r" and self.save is not None:
                self.session = resume_session(self.save.path, self.request.game, self.request.deck)
            elif self.session is None:
                self.session = new_session(self.request)
        except FlattopError as error:
            self.fail(error)
            return
        self.push_screen(PlayScreen(self.session))

    def rematch(self) -> None:
        """Start a new game with the same players and options."""
        if self.session is not None:
            self.session.close()
        try:
            self.session = new_session(self.request.with_new_seed())
        except FlattopError as error:
            self.fail(error)
            return
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(PlayScreen(self.session))

    def fail(self, error: FlattopError) -> None:
        """Close the app with an error message.  Everything up to here is saved."""
        self.closing_message = f"flattop: {error}"
        self.exit(return_code=2)

    def on_unmount(self) -> None:
        if self.session is not None:
            self.closing_message = self.closing_message or self.session.close()


class MenuApp(TerminalApp):
    """Shows the menu; `choice` is the result."""

    choice: Choice | None

    def __init__(self, saves: Sequence[Save]) -> None:
        super().__init__()
        self.saves, self.choice = saves, None

    def on_mount(self) -> None:
        self.push_screen(MenuScreen(self.saves, self.palette), self.choose)

    def choose(self, choice: Choice | None) -> None:
        self.choice = choice
        self.exit()


class ReplayApp(TerminalApp):
    """Shows a replay."""

    def __init__(self, replay: ReplaySession) -> None:
        super().__init__()
        self.replay = replay

    def on_mount(self) -> None:
        self.push_screen(ReplayScreen(self.replay))
