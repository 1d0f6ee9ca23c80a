"""The page is sent every card in the words that the line client tells, with the deck and once."""

import pytest

from flattop.games import CATALOG, game
from flattop.server import catalog


@pytest.mark.parametrize("key", CATALOG)
def test_a_deck_comes_with_its_cards_in_words(key):
    own, told = game(key), catalog.pack(key, None)["told"]
    describer = own.describer(own.pack(None), (), {}, None)
    assert {*told} == {kind for kind, words in own.told.card.items() if words.of}
    for kind, cards in told.items():
        for noun in describer.nouns(kind):
            assert cards[str(noun)] == describer.card(kind, noun)
            assert cards[str(noun)]
            assert "{" not in cards[str(noun)]
