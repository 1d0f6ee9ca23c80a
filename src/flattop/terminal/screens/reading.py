"""Things to read: the rules with a search, the whole log, the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from flattop.kernel import Game, Rule
from flattop.terminal.card_browser import AddressedEvent, speaking_of
from flattop.terminal.rulebook import matching
from flattop.terminal.screens.overlay import Over
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


class Searching(Reading):
    """A page over the table that is narrowed down by what one types."""

    PLACEHOLDER = "a word"

    def __init__(self, title: str, words: str = "") -> None:
        super().__init__(title, Text())
        self.words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="drawer"):
            yield Static(Text(f"{self.page_title}   (type to search, Esc closes)"), classes="title")
            yield Input(self.words, placeholder=self.PLACEHOLDER)
            with VerticalScroll(can_focus=False):
                yield Static(self.page_of(self.words), classes="page")

    def begin(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Changed)
    def search(self, event: Input.Changed) -> None:
        self.query_one(".page", Static).update(self.page_of(event.value))

    def page_of(self, words: str) -> Text:
        """What is left of the page."""
        return self.page


class RulesDrawer(Searching):
    """The rules at hand, and the cards that speak of the same."""

    PLACEHOLDER = "a word, or an id"

    def __init__(self, rules: Sequence[Rule], cards: Sequence[AddressedEvent], words: str = "") -> None:
        super().__init__("Rules", words)
        self.rules, self.cards = rules, cards

    def page_of(self, words: str) -> Text:
        page, section = Text(), ""
        for rule in matching(self.rules, words):
            if rule.section != section:
                page.append(f"{rule.section}\n", "bold underline")
                section = rule.section
            page.append(f"{rule.id} ", "bold").append(f"{rule.text}\n")
        page.append_text(cards_page("Cards", speaking_of(self.cards, words) if words.strip() else []))
        return page if page.plain else Text(f"No rule and no card speaks of {words!r}.")


class CardDrawer(Searching):
    """Cards in full: what is under the cursor, what lies in sight, and by a word any other."""

    def __init__(
        self, pointed: Sequence[AddressedEvent], obs: Sequence[AddressedEvent], deck: Sequence[AddressedEvent]
    ) -> None:
        super().__init__("Cards")
        self.pointed, self.obs, self.deck = pointed, obs, deck

    def page_of(self, words: str) -> Text:
        obs = speaking_of([card for card in self.obs if card not in self.pointed], words)
        others = [card for card in self.deck if card not in self.obs and card not in self.pointed]
        page = cards_page("Under the cursor", speaking_of(self.pointed, words))
        page.append_text(cards_page("In sight", obs))
        page.append_text(
            cards_page("Elsewhere in the deck", speaking_of(others, words) if words.strip() else [])
        )
        return (
            page if page.plain else Text(f"No card speaks of {words!r}." if words else "No card is in sight.")
        )


def cards_page(title: str, cards: Sequence[AddressedEvent]) -> Text:
    """Cards under a heading; nothing at all for none."""
    page = Text()
    for card in cards:
        if not page.plain:
            page.append(f"{title}\n", "bold underline")
        page.append(f"{card.name}\n", "bold").append(f"  {card.words}\n" if card.words else "")
    return page


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
