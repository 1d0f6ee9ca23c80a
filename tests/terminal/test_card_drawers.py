"""Reading cards: in sight by a key, and all others by a search."""

import pytest

from flattop.games import CATALOG
from flattop.kernel import Chance, redeal
from flattop.match import snapshot
from flattop.terminal.lookup import Lookup, card_texts, matching_cards, option_and_cards
from flattop.terminal.screens.choices import Choices
from flattop.terminal.screens.drawers import CardsDrawer, RulesDrawer

from .terminal_table import at_table, request
from .test_drawings import about_three, positions
from .test_realtime import live, started


def page(table):
    """Everything in a drawer, also what is scrolled out of sight."""
    return " ".join(table.screen.matching_page(table.screen.query_one("Input").value).plain.split())


def text_of(card):
    return " ".join(card.text.split())


def in_sight(match, snapshot):
    lookup = Lookup.of(match, snapshot)
    return card_texts(lookup, lookup.describer.cards_in_sight())


def whole_deck(match, snapshot):
    lookup = Lookup.of(match, snapshot)
    return card_texts(lookup, lookup.deck())


@pytest.mark.parametrize("key", list(CATALOG))
def test_every_card_in_sight_has_a_text(key):
    match = list(positions(key, about_three(key), seed=5, every=60))[1]
    for seat in (None, 0):
        cards = in_sight(match, snapshot(match, seat))
        assert cards
        assert all(len(card.text) > 10 for card in cards)
        assert set(cards) <= set(whole_deck(match, snapshot(match, seat)))


@pytest.mark.parametrize("key", ["ninja-burger", "burger-boss", "hanaburger", "burger-go"])
def test_hidden_cards_are_not_listed_as_in_sight(key):
    match = list(positions(key, about_three(key), seed=5, every=60))[1]
    before = in_sight(match, snapshot(match, 0))
    other = match.table.clone()
    redeal(other, match.game.zones, 0, Chance(3))
    match.table = other
    assert in_sight(match, snapshot(match, 0)) == before


def test_key_r_shows_cards_at_the_cursor_and_in_sight():
    async def scene(table):
        await table.press("down")
        seen, pointed = table.screen.snapshot, table.screen.query_one(Choices).pointed
        option, *cards = option_and_cards(Lookup.of(table.match, seen), pointed)
        visible = in_sight(table.match, seen)
        await table.press("r")
        assert isinstance(table.screen, CardsDrawer)
        assert page(table).startswith(f"At the cursor {option.name} {option.text}")
        assert all(text_of(card) in page(table) for card in (*cards, *visible))
        assert "Skills: Combat" in " ".join(table.text.split())
        await table.press("escape")
        assert table.screen.query_one(Choices).pointed == pointed

    at_table(scene, request("ninja-burger", None, 3))


def test_search_narrows_the_cards_and_finds_those_of_the_deck():
    async def scene(table):
        await table.press("r", *"double delivery")
        assert "Elsewhere in the deck" in table.text
        assert "Twice the ingredients from one worker" in page(table)
        assert "Gourmet" not in page(table)
        await table.press(*"zz")
        assert "No card matches 'double deliveryzz'." in table.text

    at_table(scene, request("burger-boss", None, 3))


@pytest.mark.parametrize(
    ("key", "words", "card"),
    [("ninja-burger", "katana", "Official Ninja Burger Katana"), ("burger-boss", "twice", "Double Delivery")],
)
def test_search_in_the_rules_also_finds_cards(key, words, card):
    async def scene(table):
        await table.press("slash", *words)
        assert isinstance(table.screen, RulesDrawer)
        assert card in page(table)
        assert "Cards" in page(table)

    at_table(scene, request(key, None, 3))


def test_cards_cannot_be_read_during_a_break():
    async def scene(table, wait):
        await started(table)
        await table.press("p", "r")
        assert "During a break no card is read." in table.text

    live(scene)


def test_card_search_requires_all_words():
    match = next(positions("ninja-burger", 3, seed=1))
    deck = whole_deck(match, snapshot(match, 0))
    both = matching_cards(deck, "KATANA combat")
    assert 0 < len(both) < len(deck)
    assert all("katana" in f"{card.name} {card.text}".casefold() for card in both)
