"""The page is sent every card in the words that the line client tells, with the deck and once."""

import pytest

from flattop.games import CATALOG, game
from flattop.server import catalog


@pytest.mark.parametrize("key", CATALOG)
def test_a_deck_comes_with_its_cards_in_words(key):
    own, told = game(key), catalog.pack(key, None)["told"]
    describer = own.describer(own.pack(None), (), {}, None)
    assert {*told} == {kind for kind, words in own.descriptions.card.items() if words.of}
    for kind, cards in told.items():
        for noun in describer.nouns(kind):
            assert cards[str(noun)] == describer.card(kind, noun)
            assert cards[str(noun)]
            assert "{" not in cards[str(noun)]


@pytest.mark.parametrize("key", CATALOG)
def test_a_deck_says_what_its_marks_mean_and_which_rules_a_card_rests_on(key):
    own, pack = game(key), catalog.pack(key, None)
    known = {rule.id for rule in own.rules}
    for kind, about in pack["about"].items():
        assert {*about["names"]} == {*pack["told"][kind]}, "every card that is told has a name"
        rules = {*about["rules"], *(rule for ids in about["own"].values() for rule in ids)}
        assert rules <= known
    assert {*own.descriptions.cite, *own.descriptions.sign} == {*pack["about"]}, (
        "no mark or rule is of an unknown kind"
    )
    assert any(about["signs"] for about in pack["about"].values())
    assert any(about["rules"] for about in pack["about"].values())


@pytest.mark.parametrize("key", CATALOG)
def test_every_case_that_a_rule_is_cited_for_is_on_some_card(key):
    own = game(key)
    describer = own.describer(own.pack(None), (), {}, None)
    for kind, cite in own.descriptions.cite.items():
        cases = {str(noun) for noun in describer.nouns(kind)}
        for name in cite.by:
            fields = [describer.formatter.field(kind, noun, name) for noun in describer.nouns(kind)]
            cases |= {name if field is True else str(field) for field in fields}
        assert {*cite.each} <= cases, kind
