"""The deck that the page loads contains the text of every card."""

import pytest

from flattop.games import CATALOG, game
from flattop.server import catalog


@pytest.mark.parametrize("key", CATALOG)
def test_pack_contains_the_text_of_each_card(key):
    own, told = game(key), catalog.pack(key, None)["told"]
    describer = own.describer(own.pack(None), (), {}, None)
    assert {*told} == {kind for kind, words in own.descriptions.card.items() if words.of}
    for kind, cards in told.items():
        for noun in describer.nouns(kind):
            assert cards[str(noun)] == describer.card(kind, noun)
            assert cards[str(noun)]
            assert "{" not in cards[str(noun)]


@pytest.mark.parametrize("key", CATALOG)
def test_pack_explains_symbols_and_names_the_rules_of_cards(key):
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
def test_every_cited_rule_case_occurs_on_a_card(key):
    own = game(key)
    describer = own.describer(own.pack(None), (), {}, None)
    for kind, cite in own.descriptions.cite.items():
        cases = {str(noun) for noun in describer.nouns(kind)}
        for name in cite.by:
            fields = [describer.formatter.field(kind, noun, name) for noun in describer.nouns(kind)]
            cases |= {name if field is True else str(field) for field in fields}
        assert {*cite.each} <= cases, kind
