"""The cards as data: the standard deck, and custom files."""

import pytest

from flattop.games.burgerfuck.cards import JOKER, load
from flattop.kernel import Chance
from tests.games.decks import changed, custom_deck, house_text, refusal


@pytest.mark.rule("BF-49", "BF-61")
def test_the_standard_deck_is_what_the_book_says(bf):
    pack = load()
    values = [pack.value[bf.card(f"{rank}S")] for rank in "A23456789TJQK"]
    assert values == [*range(1, 10), 10, 10, 10, 10]
    assert sum(pack.is_face) == 12
    assert bf.names(pack.aces) == "AS AH AD AC"
    assert bf.names(pack.twins[bf.card("5C")]) == "5S 5C"
    assert pack.twins[JOKER] == ()
    assert pack.signs[bf.card("TH")] == "10♥"
    assert pack.signs[JOKER] == "Joker"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("schema = 1", "schema = 2", "schema: 2"),
        ("schema = 1", 'schema = 1\nsize = "big"', "unknown field 'size'"),
        ('key = "H"', 'key = "S"', "suit: they must be S, H, D, C, in this order"),
        ('key = "K"', 'key = "E"', "must be A, 2, 3"),
        ("per_deck = 2", "per_deck = 3", "joker.per_deck: 3, there must be 2"),
        ('colour = "red"', 'colour = "black"', "two suits are black"),
        ('colour = "red"', 'colour = "green"', "is none of"),
        ('burn = "exchange"', 'burn = "take_tokens"', "suit[2].burn: 'take_tokens' is used already"),
        ('burn = "exchange"', 'burn = "explode"', "is none of"),
        ("value = 7", "value = 0", "from 1 to 20"),
        ("ranked = 13", "ranked = 21", "from 0 to 20"),
        ("value = 7", 'value = "7"', "not a whole number"),
        ('effect = "concert"\n', "", "exactly one rank"),
        ("value = 7", 'value = 7\neffect = "concert"', "exactly one rank"),
        ('effect = "concert"', 'effect = "concert"\nface = true', "no effect of its own"),
        ('name = "Joker"', "", "no 'name'"),
        ('name = "Hearts"', 'nmae = "Hearts"', "did you mean 'name'"),
    ],
)
def test_a_broken_deck_is_refused_with_file_and_field(tmp_path, old, new, complaint):
    assert complaint in refusal(load, changed(tmp_path, load, (old, new)))


def test_custom_deck_with_other_names_and_values_can_be_played(bf, tmp_path):
    text = house_text(load).replace('name = "Hearts"', 'name = "Burgers"').replace("value = 10", "value = 20")
    path = custom_deck(tmp_path, text)
    for seed in range(5):
        t = bf.game.table(3, Chance(seed), deck=path)
        assert t.pack.suits[1].name == "Burgers"
        assert bf.finish(t).over
