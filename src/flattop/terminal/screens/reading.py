"""Things to read: the rules with a search, the whole log, the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from flattop.kernel import Rule
from flattop.terminal.rulebook import matching
from flattop.terminal.session import Session
from flattop.terminal.tables import layout

KEYS = (
    ("1 2 3 …", "play that option; with ten or more, type both digits"),
    ("a b c …", "where time runs: what may be played at any time"),
    ("↑ ↓ Enter", "choose an option and play it; a click does the same"),
    ("PgUp PgDn", "scroll the table"),
    ("h", "hint: what the house bot would do; it is never played for you"),
    ("u", "undo; the key line says on which terms"),
    ("/", "rules, with a search; after a refusal, at the rule it names"),
    ("l", "the whole log"),
    ("s", "pass the screen to another person at the table"),
    ("p", "pause, and go on: where time runs by itself; the table is covered meanwhile"),
    ("t", "light or dark"),
    ("q", "quit; every step is saved at once, so nothing is lost"),
    ("Esc", "close what lies over the table"),
)


class Reading(ModalScreen[None]):
    """A page over the table, closed by Escape."""

    BINDINGS = [
        ("escape", "close", "close"),
        ("down", "move(1)", "down"),
        ("up", "move(-1)", "up"),
        ("pagedown", "move(12)", "page down"),
        ("pageup", "move(-12)", "page up"),
    ]

    def __init__(self, title: str, page: Text, *, at_end: bool = False) -> None:
        super().__init__()
        self.page_title, self.page, self.at_end = title, page, at_end

    def compose(self) -> ComposeResult:
        with Vertical(classes="drawer"):
            yield Static(Text(f"{self.page_title}   (Esc closes)"), classes="title")
            with VerticalScroll():
                yield Static(self.page, classes="page")

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self.at_end:
            scroll.call_after_refresh(scroll.scroll_end, animate=False)

    def action_close(self) -> None:
        self.dismiss()

    def action_move(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class RulesDrawer(Reading):
    """The rules at hand; what is typed narrows them down."""

    def __init__(self, rules: Sequence[Rule], words: str = "") -> None:
        super().__init__("Rules", Text())
        self.rules, self.words = rules, words

    def compose(self) -> ComposeResult:
        with Vertical(classes="drawer"):
            yield Static(Text("Rules   (type to search, Esc closes)"), classes="title")
            yield Input(self.words, placeholder="a word, or an id")
            with VerticalScroll(can_focus=False):
                yield Static(self.page_of(self.words), classes="page")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Changed)
    def search(self, event: Input.Changed) -> None:
        self.query_one(".page", Static).update(self.page_of(event.value))

    def page_of(self, words: str) -> Text:
        page, section = Text(), ""
        for rule in matching(self.rules, words):
            if rule.section != section:
                page.append(f"{rule.section}\n", "bold underline")
                section = rule.section
            page.append(f"{rule.id} ", "bold").append(f"{rule.text}\n")
        return page if page.plain else Text(f"No rule speaks of {words!r}.")


def help_page(session: Session) -> Text:
    game = session.match.game
    page = Text(f"{game.title}: {game.text.about}\n")
    for line in game.text.coach:
        page.append(f"• {line}\n")
    if legend := layout(game.key).LEGEND:
        page.append(f"{legend}\n")
    page.append("\n")
    for key, words in KEYS:
        page.append(f"{key:<10}", "bold").append(f" {words}\n")
    return page
