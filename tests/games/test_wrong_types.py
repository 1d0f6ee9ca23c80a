"""A wrong type anywhere in a deck, of any game, gives one sentence that names its place."""

import tomllib

import pytest

from flattop.games import CATALOG, game
from flattop.games.ninja_burger.schema import Effect
from flattop.kernel import BadDeck

WRONG = {
    str: (7, []),
    int: ("x", 1.5),
    float: ("x", []),
    bool: ("x", 7),
    list: (7, {"x": 1}),
    dict: (7, ["x"]),
}
DECKS = {game(key).deck: key for key in CATALOG}  # one game for each deck


def entries(value, place=()):
    """Return every table of a deck with its place; tables that differ only by number are grouped."""
    if isinstance(value, dict):
        yield place, value
        for key, inner in value.items():
            yield from entries(inner, (*place, key))
    elif isinstance(value, list):
        for inner in value:
            yield from entries(inner, (*place, "*"))


def first_of_each(raw):
    return dict(reversed(list(entries(raw))))


def refusal(load, raw):
    """Return the error of a deck. An error that no check foresaw would not be a `BadDeck` here."""
    with pytest.raises(BadDeck) as refused:
        load._pack(raw, "deck.toml")
    return str(refused.value)


@pytest.mark.parametrize("key", DECKS.values())
def test_wrong_type_error_names_the_place_of_each_field(key):
    load = game(key).pack
    raw = tomllib.loads(load.house_deck.read_text("utf-8"))
    for place, entry in first_of_each(raw).items():
        for name, value in list(entry.items()):
            for wrong in WRONG[type(value)]:
                entry[name] = wrong
                said = refusal(load, raw)
                assert said.startswith("deck.toml: "), (place, name, wrong)
                assert "\n" not in said
                assert len(said) < 500
            entry[name] = value


@pytest.mark.parametrize("wrong", [7.5, [[]], {"op": 1}, [{"op": []}], 2**70])
def test_wrong_type_error_names_the_place_of_each_effect_field(wrong):
    load = game("ninja-burger").pack
    raw = tomllib.loads(load.house_deck.read_text("utf-8"))
    for place, entry in first_of_each(raw).items():
        if "op" in entry and place[0] != "primitives":
            for name in Effect.__struct_encode_fields__:
                before = dict(entry)
                entry[name] = wrong
                assert refusal(load, raw).startswith("deck.toml: "), (place, name)
                entry.clear()
                entry.update(before)
