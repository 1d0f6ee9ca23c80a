"""The terminal client: one table on one screen, bots that move by themselves, people who share the keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.screen import Screen

from flattop.kernel import FlattopError
from flattop.terminal.palette import NIGHT, PAPER, Palette, theme, usual
from flattop.terminal.replay import Tape
from flattop.terminal.saves import Save
from flattop.terminal.screens.drawn import DrawnTable
from flattop.terminal.screens.menu import Choice, MenuScreen
from flattop.terminal.screens.question import Question
from flattop.terminal.screens.replay import TapeScreen
from flattop.terminal.screens.table import TableScreen
from flattop.terminal.session import Session
from flattop.terminal.session_setup import Wish, new_session, resumed_session


class TerminalApp(App[None]):
    """What all screens of Flattop have in common: colours, and a way out."""

    CSS_PATH = "terminal.tcss"
    TITLE = "Flattop"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.last_words = ""  # printed once the screen is gone
        for palette in (PAPER, NIGHT):
            self.register_theme(theme(palette))
        self.theme = usual().name

    @property
    def palette(self) -> Palette:
        return PAPER if self.theme == PAPER.name else NIGHT

    def toggle_theme(self) -> None:
        self.theme = NIGHT.name if self.theme == PAPER.name else PAPER.name

    def action_help_quit(self) -> None:
        """Ctrl-C quits nothing; it says the key that the screen itself names."""
        words = getattr(self.screen, "WAY_OUT", "q quits.")
        if isinstance(self.screen, DrawnTable):
            self.screen.say(words)
        else:
            self.notify(words, markup=False)


class FlattopApp(TerminalApp):
    """A table in a terminal."""

    def __init__(
        self, wish: Wish, session: Session | None, save: Save | None = None, pace: float = 0.0
    ) -> None:
        super().__init__()
        self.wish, self.session, self.save, self.pace = wish, session, save, pace

    def on_mount(self) -> None:
        if self.session is None and self.save is not None:
            words = f"There is an unfinished game: {self.save.words}."
            self.push_screen(Question(words, {"r": "Resume it", "n": "New game", "q": "Quit"}), self.begin)
        else:
            self.begin("n")

    def begin(self, answer: str | None) -> None:
        """Sit down at the table that was asked for."""
        if answer == "q":
            self.exit()
            return
        try:
            self.session = self._session(answer)
        except FlattopError as error:
            self.give_up(error)
            return
        self.push_screen(TableScreen(self.session))

    def _session(self, answer: str | None) -> Session:
        if answer == "r" and self.save is not None:
            return resumed_session(self.save.path, self.wish.game, self.wish.deck)
        return self.session or new_session(self.wish)

    def another(self) -> None:
        """A new game at the same table, the old one being over."""
        if self.session is not None:
            self.session.close()
        try:
            self.session = new_session(self.wish.another())
        except FlattopError as error:
            self.give_up(error)
            return
        self._show_only(TableScreen(self.session))

    def _show_only(self, screen: Screen[None]) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(screen)

    def leave(self) -> None:
        """Quit; the record is whole, as every step was written at once."""
        self.exit()

    def give_up(self, error: FlattopError) -> None:
        """Something from outside is amiss: say it in one line, and keep what there is."""
        self.last_words = f"flattop: {error}"
        self.exit(return_code=2)

    def on_unmount(self) -> None:
        if self.session is not None:
            self.last_words = self.last_words or self.session.close()


class MenuApp(TerminalApp):
    """The menu in a terminal; what was chosen there is played by another."""

    def __init__(self, saves: Sequence[Save]) -> None:
        super().__init__()
        self.saves, self.choice = saves, None

    choice: Choice | None

    def on_mount(self) -> None:
        self.push_screen(MenuScreen(self.saves, self.palette), self.choose)

    def choose(self, choice: Choice | None) -> None:
        self.choice = choice
        self.exit()


class TapeApp(TerminalApp):
    """A game that was played, in a terminal."""

    def __init__(self, tape: Tape) -> None:
        super().__init__()
        self.tape = tape

    def on_mount(self) -> None:
        self.push_screen(TapeScreen(self.tape))
