"""The pack: the house deck, and custom decks with errors."""

import copy
import tomllib

import pytest

from flattop.games.burger_up.burger_go import scoring
from flattop.games.burger_up.cards import NAMERS, load, pack
from flattop.games.burger_up.schema import GO_SCORING
from flattop.kernel import BadDeck, Chance
from flattop.match import Observation
from tests.games.decks import custom_deck, house_text

PAYS = """
[burger_go]
most_salads = 8
second_salads = 5
cheese_and_egg = [2, 4, 8, 13, 18]
meat_alone = 1
meat_on_sauce = 7
most_buns = 4
fewest_buns = 5
"""
LINES = [
    "3 Salads, the most: Ann. 8 coins for one = 8.",
    "1 Salad, second: Ben. 5 coins for one = 5.",
    "Ann: 1 Meat or Patty on Sauce at 7 and 2 Meats and Patties alone at 1 = 9 coins.",
    "2 Middle Buns, the most: Ann and Ben. 4 coins shared by 2 = 2.",
    "1 Middle Bun, the fewest: Ben. A loss of 5 coins for one = -5.",
    "Ann lays Bacon on Ketchup: worth 7.",
]
SHOW = (
    "It joins your row. Most Salads in a round earn 8 and the second most 5; 1 to 5 Cheese & Egg earn "
    "2, 4, 8, 13 and 18; a Meat or Patty earns 1, and 7 on a Sauce that lay there before; at the end most "
    "Middle Buns earn 4 and fewest lose 5."
)
RAW = tomllib.loads(house_text(load))


def put(path, value):
    """Return a change of the deck: a value at a path of keys and indices."""

    def change(raw):
        *way, last = path
        for key in way:
            raw = raw[key]
        raw[last] = value

    return change


def drop(*path):
    def change(raw):
        for key in path[:-1]:
            raw = raw[key]
        del raw[path[-1]]

    return change


def twice(table):
    return lambda raw: raw[table].append(raw[table][0])


BUN = {"name": "Middle Bun", "type": "bun", "next": "any", "perfect": False}
SALTY = {"kind": "has_name", "name": "Salt", "min": 1}
FAULTS = {
    "another schema": (put(["schema"], 2), ["schema", "2"]),
    "a deck without a name": (put(["deck"], 7), ["deck"]),
    "an unknown table": (put(["sauces"], []), ["sauces"]),
    "a missing table": (drop("top_bun"), ["top_bun"]),
    "a total the game cannot have": (
        put(["expect", "ingredient_cards"], 71),
        ["expect.ingredient_cards", "71"],
    ),
    "a total that does not hold": (put(["expect", "perfect_halves"], 18), ["Perfect", "19", "18"]),
    "too few ingredients": (put(["expect", "ingredients"], 21), ["ingredient", "20", "21"]),
    "a missing total": (drop("expect", "sizes"), ["expect", "sizes"]),
    "a missing card": (drop("card", 70), ["halves", "Middle Bun"]),
    "a card twice": (twice("card"), ["card[72].id", "I01", "card[0]"]),
    "an id that is no text": (put(["card", 3, "id"], [1]), ["card[3].id"]),
    "an unknown name": (put(["card", 4, "b", "name"], "Bakon"), ["card[4] I05.b.name", "Bakon", "Bacon"]),
    "a type that does not fit": (
        put(["card", 4, "b", "type"], "salad"),
        ["card[4] I05.b.type", "salad", "meat"],
    ),
    "an unknown type": (put(["card", 4, "b", "type"], "fish"), ["I05.b.type", "fish"]),
    "an unknown next": (put(["card", 4, "a", "next"], "fish"), ["I05.a.next", "fish"]),
    "a half without mark": (drop("card", 4, "a", "perfect"), ["I05.a", "perfect"]),
    "an unknown field": (put(["card", 4, "a", "colour"], "red"), ["I05.a", "colour"]),
    "a half that is no entry": (put(["card", 4, "a"], "Bacon"), ["I05.a", "Bacon"]),
    "half a Middle Bun": (put(["card", 4, "b"], BUN), ["I05.b", "both halves"]),
    "a Perfect Middle Bun": (put(["card", 70, "a", "perfect"], True), ["I71.a.perfect"]),
    "a Middle Bun that wants a type": (put(["card", 70, "a", "next"], "meat"), ["I71.a.next"]),
    "an unknown basis": (put(["card", 4, "basis"], "rumour"), ["I05.basis", "rumour"]),
    "halves miscounted": (put(["ingredient", 0, "halves"], 12), ["beef_patty.halves", "11", "12"]),
    "a name used twice": (
        put(["ingredient", 0, "name"], "Bacon"),
        ["ingredient[3].name", "Bacon", "used already by ingredient[0]"],
    ),
    "a keyword twice": (
        put(["ingredient", 0, "keywords"], ["Meat", "Meat"]),
        ["beef_patty.keywords", "Meat"],
    ),
    "a Middle Bun with a keyword": (put(["ingredient", 19, "keywords"], ["Meat"]), ["middle_bun.keywords"]),
    "a second kind of bun": (
        put(["ingredient", 4, "type"], "bun"),
        ["lettuce.keywords", "a Middle Bun has none"],
    ),
    "a missing type": (drop("type", 0), ["type", "salad"]),
    "one colour for two types": (put(["type", 0, "colour"], "red"), ["type", "colour", "red"]),
    "an empty name": (put(["size", 0, "name"], " "), ["sandwich.name", "empty"]),
    "sizes with a gap": (put(["size", 1, "min"], 5), ["size[1] gourmet.min", "5", "4"]),
    "a limit to the last size": (put(["size", 3, "max"], 12), ["colossal.max"]),
    "a size that pays by text": (put(["size", 0, "pays"], "1"), ["sandwich.pays", "'1'"]),
    "a set-up of no game": (put(["setup", 0, "game"], "burger-down"), ["setup[0] burger-down.game"]),
    "a set-up twice": (put(["setup", 1, "players"], 2), ["setup", "3"]),
    "too many orders": (put(["setup", 0, "orders"], 22), ["setup[0] burger-up.orders", "22"]),
    "no basis of a number": (drop("setup", 0, "basis", "hand"), ["burger-up.basis", "hand"]),
    "an unknown basis of a number": (
        put(["setup", 0, "basis", "hand"], "x"),
        ["setup[0] burger-up.basis.hand"],
    ),
    "set-ups that are no list": (put(["setup"], 3), ["setup"]),
    "an unknown number": (put(["numbers", "luck"], {"value": 1, "basis": "house"}), ["numbers", "luck"]),
    "a missing number": (drop("numbers", "idle_rounds"), ["numbers", "idle_rounds"]),
    "a number below zero": (put(["numbers", "order_coin", "value"], -1), ["numbers.order_coin.value: -1"]),
    "numbers that are no table": (put(["numbers"], []), ["numbers"]),
    "older counts for other seats": (put(["alternatives", "orders_v1", "5"], 21), ["orders_v1", "'5'"]),
    "an older count too high": (put(["alternatives", "orders_v1", "4"], 22), ["orders_v1.4", "22"]),
    "an older count that is true": (put(["alternatives", "orders_v1", "4"], True), ["orders_v1.4", "True"]),
    "an unknown level": (put(["difficulty", 0, "id"], "gentle"), ["difficulty[0]", "gentle"]),
    "a level without a hand": (put(["difficulty", 0, "hand"], 0), ["easy.hand", "0"]),
    "a coin of no value": (put(["components", "coins", "gold"], 2), ["components.coins", "gold"]),
    "a word missing in the vocabulary": (drop("check_kind", "no_keyword"), ["check_kind", "no_keyword"]),
    "a word with another field": (
        put(["check_kind", "no_keyword", "fields"], ["name"]),
        ["no_keyword.fields", "name"],
    ),
    "an unknown check": (
        put(["top_bun", 0, "checks", 0, "kind"], "is_tasty"),
        ["checks[0].kind", "is_tasty"],
    ),
    "an order for an unknown food": (
        put(["top_bun", 1, "checks", 0], SALTY),
        ["vegetarian_cowboy.checks[0].name", "Salt"],
    ),
    "an order for an unknown keyword": (
        put(["top_bun", 0, "checks", 0, "keyword"], "Fish"),
        ["checks[0]", "Fish"],
    ),
    "a check without its field": (drop("top_bun", 0, "checks", 0, "min"), ["checks[0]", "min"]),
    "a check with a field too many": (put(["top_bun", 0, "checks", 1, "min"], 2), ["checks[1]", "min"]),
    "an order that no burger can meet": (
        put(["top_bun", 4, "checks", 0, "min"], 8),
        ["garden_delight.checks[0].min", "8"],
    ),
    "an order number twice": (put(["top_bun", 1, "number"], 1), ["top_bun[1].number: 1 is used already"]),
    "an order number too high": (put(["top_bun", 1, "number"], 22), ["vegetarian_cowboy.number", "22"]),
    "limits crossed": (put(["top_bun", 2, "min_ingredients"], 4), ["breakfast_to_go.max_ingredients", "3"]),
    "an order without a text": (put(["top_bun", 2, "text"], ""), ["breakfast_to_go.text"]),
}


@pytest.mark.rule("BG-02", "BG-16")
def test_the_house_deck_holds_72_cards_with_two_typed_halves_each():
    house = load()
    assert len(house.cards) == 72
    assert len(house.faces) == len(house.type_of) == 144
    assert [kind.colour for kind in house.types] == ["green", "red", "brown", "yellow", "hollow"]
    assert house.type_of[4 * 2] == "sauce"
    assert house.food_of[4 * 2 + 1].name == "Bacon"


def test_cards_and_faces_have_names():
    assert NAMERS["card"](load(), 4) == "Ketchup / Bacon"
    assert NAMERS["face"](load(), 9) == "Bacon"
    assert NAMERS["card"](load(), 66) == "Middle Bun"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_deck_is_refused_with_file_entry_and_field(fault):
    change, words = FAULTS[fault]
    raw = copy.deepcopy(RAW)
    change(raw)
    with pytest.raises(BadDeck) as caught:
        pack(raw, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize("value", [3, [], {}, [[]], [3], [{}], [{"id": {}}], 1.5])
@pytest.mark.parametrize("table", sorted(RAW))
def test_nonsense_in_place_of_any_table_is_a_fault_of_the_deck(table, value):
    with pytest.raises(BadDeck):
        pack({**RAW, table: value}, "mine.toml")


def test_custom_deck_is_played_with_its_own_names(tmp_path, go):
    text = house_text(load).replace('"Aioli"', '"Pesto"')
    t = go.game.table(2, Chance(4), deck=custom_deck(tmp_path, text))
    assert "Pesto" in {half.name for half in t.pack.faces}
    go.finish(t)


def test_deck_sets_what_is_paid_and_texts_quote_it(tmp_path, go):
    t = go.game.table(2, Chance(4), deck=custom_deck(tmp_path, f"{house_text(load)}\n{PAYS}"))
    pays = t.pack.burger_go
    assert scoring.salad_coins([3, 1], pays) == [8, 5]
    assert [scoring.cheese_coins(cards, pays) for cards in range(7)] == [0, 2, 4, 8, 13, 18, 18]
    assert scoring.meat_coins(["meat", "sauce", "meat"], pays) == 8
    assert scoring.bun_coins([2, 1], pays) == [4, -5]
    events = [
        ("most_salads", (0,), 3, 1, 8),
        ("second_salads", (1,), 1, 1, 5),
        ("meat_paid", 0, 1, 2, 9),
        ("most_buns", (0, 1), 2, 2, 2),
        ("fewest_buns", (1,), 1, 1, 5),
        ("sauced", 0, 9, 8),
    ]
    assert [go.game.text.event(t, event, ["Ann", "Ben"]) for event in events] == LINES
    obs = Observation(go.game, t, 0)
    told = go.game.describer(t.pack, ["Ann", "Ben"], obs.view, 0).option(("show", go.face("I04a")))
    assert told == SHOW


@pytest.mark.parametrize("field", GO_SCORING.__struct_fields__)
def test_every_number_that_is_paid_changes_a_game(go, field):
    def coins(pays):
        games = [
            go.game.deal(3, Chance(seed), go.game.settings(3), pack(RAW | pays, "m.toml"))
            for seed in range(6)
        ]
        for t in games:
            go.finish(t)
        return [t.coins for t in games]

    value = getattr(GO_SCORING, field)
    changed = [n + 7 for n in value] if field == "cheese_and_egg" else value + 7
    assert coins({"burger_go": {field: changed}}) != coins({})
