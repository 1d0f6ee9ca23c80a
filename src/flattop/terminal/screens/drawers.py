"""Pages over the table: the log, the keys, the rules and the cards, the latter two with a search."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from flattop.kernel import Game, Rule
from flattop.terminal.lookup import CardText, matching_cards, matching_rules
from flattop.terminal.screens.dialogs import Overlay
from flattop.terminal.screens.status import KeyHelp
from flattop.terminal.tables import layout


class Drawer(Overlay[None]):
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
        # Textual calls the on_mount of every base class, so subclasses override the method below instead.
        self.set_focus_and_scroll()

    def set_focus_and_scroll(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self.at_end:
            scroll.call_after_refresh(scroll.scroll_end, animate=False)

    def action_close(self) -> None:
        self.dismiss()

    def action_move(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class SearchDrawer(Drawer):
    """A page with a search field.  Subclasses return the matching part of the page."""

    PLACEHOLDER = "a word"

    def __init__(self, title: str, words: str = "") -> None:
        super().__init__(title, Text())
        self.words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="drawer"):
            yield Static(Text(f"{self.page_title}   (type to search, Esc closes)"), classes="title")
            yield Input(self.words, placeholder=self.PLACEHOLDER)
            with VerticalScroll(can_focus=False):
                yield Static(self.matching_page(self.words), classes="page")

    def set_focus_and_scroll(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Changed)
    def search(self, event: Input.Changed) -> None:
        self.query_one(".page", Static).update(self.matching_page(event.value))

    def matching_page(self, words: str) -> Text:
        return self.page


class RulesDrawer(SearchDrawer):
    """The rules, and the cards that match the same words."""

    PLACEHOLDER = "a word, or an id"

    def __init__(self, rules: Sequence[Rule], cards: Sequence[CardText], words: str = "") -> None:
        super().__init__("Rules", words)
        self.rules, self.cards = rules, cards

    def matching_page(self, words: str) -> Text:
        page, section = Text(), ""
        for rule in matching_rules(self.rules, words):
            if rule.section != section:
                page.append(f"{rule.section}\n", "bold underline")
                section = rule.section
            page.append(f"{rule.id} ", "bold").append(f"{rule.text}\n")
        page.append_text(card_section("Cards", matching_cards(self.cards, words) if words.strip() else []))
        return page if page.plain else Text(f"No rule and no card matches {words!r}.")


class CardsDrawer(SearchDrawer):
    """Cards with their texts: those at the cursor, those in sight, and by a search all others."""

    def __init__(
        self, at_cursor: Sequence[CardText], in_sight: Sequence[CardText], deck: Sequence[CardText]
    ) -> None:
        super().__init__("Cards")
        self.at_cursor, self.in_sight, self.deck = at_cursor, in_sight, deck

    def matching_page(self, words: str) -> Text:
        in_sight = [card for card in self.in_sight if card not in self.at_cursor]
        others = [card for card in self.deck if card not in self.in_sight and card not in self.at_cursor]
        page = card_section("At the cursor", matching_cards(self.at_cursor, words))
        page.append_text(card_section("In sight", matching_cards(in_sight, words)))
        if words.strip():
            page.append_text(card_section("Elsewhere in the deck", matching_cards(others, words)))
        if page.plain:
            return page
        return Text(f"No card matches {words!r}." if words else "No card is in sight.")


def card_section(title: str, cards: Sequence[CardText]) -> Text:
    """Return cards under a heading; nothing if there are none."""
    section = Text()
    if cards:
        section.append(f"{title}\n", "bold underline")
    for card in cards:
        section.append(f"{card.name}\n", "bold").append(f"  {card.text}\n" if card.text else "")
    return section


def help_page(game: Game, keys: Sequence[KeyHelp]) -> Text:
    page = Text(f"{game.title}: {game.text.about}\n")
    for line in game.text.coach:
        page.append(f"• {line}\n")
    if legend := layout(game.key).LEGEND:
        page.append(f"{legend}\n")
    page.append("\n")
    for key, effect in keys:
        page.append(f"{key:<10}", "bold").append(f" {effect}\n")
    return page
