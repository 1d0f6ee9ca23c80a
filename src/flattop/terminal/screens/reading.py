"""Things to read: the rules with a search, the whole log, the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from flattop.kernel import Game, Rule
from flattop.terminal.rulebook import matching
from flattop.terminal.screens.over import Over
from flattop.terminal.tables import layout


class Reading(Over[None]):
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
        """The only handler of it: the toolkit would call one of each class that has any."""
        self.begin()

    def begin(self) -> None:
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

    def begin(self) -> None:
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


def help_page(game: Game, keys: Sequence[tuple[str, str]]) -> Text:
    page = Text(f"{game.title}: {game.text.about}\n")
    for line in game.text.coach:
        page.append(f"• {line}\n")
    if legend := layout(game.key).LEGEND:
        page.append(f"{legend}\n")
    page.append("\n")
    for key, words in keys:
        page.append(f"{key:<10}", "bold").append(f" {words}\n")
    return page
