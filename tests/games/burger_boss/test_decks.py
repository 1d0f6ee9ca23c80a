"""The deck file: the house deck, custom decks, and every error in a deck."""

import re

import pytest

from flattop.games.burger_boss.cards import load
from flattop.kernel import Chance
from tests.games.decks import changed, custom_deck, house_text, refusal

from .scenes import GAME, do, scene


def test_custom_deck_is_played(tmp_path):
    path = changed(
        tmp_path,
        load,
        ("price = 5,", "price = 8,"),
        ("supermarket = [2, 4, 6]", "supermarket = [1, 4, 9]"),
        ("bun = 20\npatty = 15", "bun = 15\npatty = 20"),
        ("gives = { bun = 2 }, places = 1", "gives = { bun = 3 }, places = 2"),
        ("places = 3, draw = 1", "places = 0, draw = 3"),
        ("recycle = 1", "recycle = 0"),
    )
    chance = Chance(4)
    for seats in (2, 5):
        t = GAME.table(seats, chance, {}, path)
        assert t.stock[1] == 20
        while not t.over:
            seat, options = next(iter(t.asks.items()))
            t.push(seat, list(options)[chance.below(len(options))])
            assert min(t.money) >= 0
        assert len(t.left) + sum(map(len, t.served)) == 30


@pytest.mark.parametrize("customers", [6, 40])
def test_a_deck_may_have_more_or_fewer_customers(tmp_path, customers):
    line = next(line for line in house_text(load).splitlines() if '"C01"' in line)
    text = re.sub(r'(?m)^    { id = "C.*\n', "", house_text(load)).replace(
        "customers = 30", f"customers = {customers}"
    )
    lines = [line.replace('"C01"', f'"C{n:02}"') for n in range(1, customers + 1)]
    deck = custom_deck(tmp_path, text.replace("customer = [\n", "\n".join(["customer = [", *lines, ""])))
    t, chance = GAME.table(3, Chance(4), {}, deck), Chance(4)
    while not t.over:
        seat, options = next(iter(t.asks.items()))
        t.push(seat, list(options)[chance.below(len(options))])
    assert len(t.left) + sum(map(len, t.served)) == customers


@pytest.mark.rule("BB-57", "BB-59")
def test_a_deck_sets_what_discount_and_tip_are_worth(tmp_path):
    tip, discount = ('play = "open", text = "$2 more', 'play = "attached", text = "$2 off')
    path = changed(
        tmp_path,
        load,
        (tip, tip.replace("text", "dollars = 5, text")),
        (discount, discount.replace("text", "dollars = 3, text")),
    )
    pack = load(path)
    assert (pack.tip, pack.discount) == (5, 3)
    assert (load().tip, load().discount) == (2, 2)
    t = scene("sales", queue={"R1": "HAM"}, grills={0: [("BBP", 1)]}, hands={0: "TIP"}, money={0: 0})
    t.pack = pack
    do(t, 0, "use TIP, sell 0, to R1")
    assert t.money[0] == 5 + 1 + 5
    steal = changed(tmp_path, load, ('key = "STEAL"', 'key = "STEAL", dollars = 4'))
    assert "special[2] STEAL.dollars: only DISCOUNT and TIP have it" in refusal(load, steal)


def test_every_deck_entry_has_a_source():
    pack = load()
    for entries in (
        pack.sizes,
        pack.restaurants,
        pack.spaces,
        pack.orders,
        pack.customers,
        pack.specials,
        pack.missions,
    ):
        assert {entry.basis for entry in entries} <= {"book", "public", "house"}


HAM = '{ key = "HAM", name = "Hamburger", bun = 2, patty = 1, cheese = 0, tomato = 0, lettuce = 0, price = 5'
M1 = 'test = "orders_with", ingredient = "cheese", need = 2, bonus = 5'
BROKEN = [
    # what is changed, into what, and what the error says
    ("[counts]", "[counts", "not TOML"),
    ('key = "burger-boss"', 'key = "burger-go"', r"key: 'burger-go'"),
    ('title = "Burger Boss"', "title = 3", "title: 3 is not a text"),
    ('"cheese", "tomato", "lettuce"]', '"cheese", "tomato"]', "ingredients"),
    ("[grill]", "[grilll]", "unknown field 'grilll'; did you mean 'grill'?"),
    ("customers = 30", "customers = 31", r"customer: 30 customers, there must be 31"),
    ('{ id = "C30", who = "Rock Star", order = "DDL", basis = "house" },', "", "customer: 29 customers"),
    ('id = "C02"', 'id = "C01"', r"customer\[1\].id: 'C01' is used already"),
    ('id = "C02"', "id = [1]", r"customer\[1\].id: \[1\] is not a text"),
    ('order = "HAM", basis', 'order = "HAN", basis', r"customer\[0\] C01.order: 'HAN' .*mean 'HAM'"),
    ('who = "Bus Driver"', 'who = " "', r"customer\[0\] C01.who: it is empty"),
    (HAM, HAM.replace("bun = 2", "bun = -1"), r"order\[0\] HAM.bun: -1"),
    (HAM, HAM.replace("bun = 2", "bun = 21"), r"order\[0\] HAM.bun: 21, it must be from 0 to 20"),
    (HAM, HAM.replace("bun = 2, patty = 1", "bun = 0, patty = 0"), r"order\[0\] HAM: no ingredient"),
    (HAM, HAM.replace("price = 5", "price = -5"), r"order\[0\] HAM.price"),
    (HAM, HAM.replace("price = 5", "price = 5.5"), r"order\[0\] HAM.price: 5.5 is not a whole number"),
    (HAM, HAM.replace("price = 5", "cost = 5"), r"order\[0\] HAM: unknown field 'cost'"),
    (HAM, HAM.replace(", price = 5", ""), r"order\[0\] HAM: no 'price'"),
    ("bun = 20", "bun = 19", "supply: 64 tokens"),
    ("bun = 20\npatty = 15\ncheese = 10", "bun = 50\npatty = 15\ncheese = -20", "supply.cheese: -20"),
    ('key = "DOUBLE"', 'key = "TRIPLE"', r"special\[0\] TRIPLE.key: 'TRIPLE' is none of"),
    ("copies = 3", "copies = 4", "special: 15 specials"),
    ("copies = 3", "copies = 1000000000000", "copies: 1000000000000, it must be from 0 to 14"),
    ('copies = 3, play = "attached"', 'copies = 3, play = "open"', r"special\[0\] DOUBLE.play"),
    (M1, M1.replace("need = 2", "need = 0"), r"mission\[0\] M1.need: 0"),
    (M1, M1.replace("cheese", "ketchup"), r"mission\[0\] M1.ingredient: 'ketchup' is none of"),
    (M1, M1.replace('ingredient = "cheese", ', ""), r"mission\[0\] M1.ingredient: 'orders_with' reads"),
    (M1, M1.replace("orders_with", "luck"), r"mission\[0\] M1.test: 'luck' is none of"),
    (M1, M1 + ', size = "super"', r"mission\[0\] M1.size: 'orders_with' reads"),
    ('size = "super", need', 'size = "huge", need', r"mission\[5\] M6.size: 'huge' is none of"),
    ('order = "HAM", need', 'order = "XXX", need', r"mission\[4\] M5.order: 'XXX'"),
    ('{ card = "bakery", dice = [1]', '{ card = "bakers", dice = [1]', r"space\[0\] bakers.card: 'bakers'"),
    ('card = "bakery", dice = [1]', 'card = "bakery", dice = [7]', r"space\[0\] bakery.dice\[0\]: 7"),
    ('card = "bakery", dice = [1]', 'card = "bakery", dice = []', r"space\[0\] bakery.dice"),
    ('card = "bakery", dice = [1]', 'card = "bakery", dice = [2]', "space: 2 spaces of 'bakery' for a 2"),
    ("gives = { bun = 1 }", "gives = { bun = 0 }", r"space\[0\] bakery.gives.bun: 0"),
    ("gives = { bun = 1 }", "gives = { rice = 1 }", r"space\[0\] bakery.gives: 'rice'"),
    ("gives = { bun = 1 }", "gives = {}", r"space\[0\] bakery.gives: 0 kinds"),
    ("gives = { bun = 1 }", "gives = { bun = 1, patty = 1 }", r"space\[0\] bakery.gives: 2 kinds"),
    ("places = 0, rising = true", "places = 0, rising = false", r"cheese_shop.rising"),
    ("places = 3, draw = 1", "places = 3, draw = 0", r"specials.draw"),
    ("places = 3, buy = 3", "places = 3, buy = 4", "prices.supermarket: 3 prices, there must be 4"),
    ("places = 1, own = true", "places = 2, own = true", r"kitchen.places: 2"),
    ("supermarket = [2, 4, 6]", "supermarket = [6, 4, 2]", "prices.supermarket: .*no price may be lower"),
    ("worker_pair = [0, 5]", "worker_pair = [0]", "prices.worker_pair: 1 entries, there must be 2"),
    ("worker_pair = [0, 5]", "worker_pair = [-1, 5]", r"prices.worker_pair\[0\]: -1"),
    ("max = 5", "max = 9", "seats.max: 9, there must be 5"),
    ("workers = 4", "workers = 6", "limits.workers: 6, there must be 4"),
    ("track = 3", "track = 4", "grill.track: 4, there must be 3; the option grill_track"),
    ("step_rounds = 2", "step_rounds = 3", "queue.step_rounds: 3.*close_up_from"),
    ("spaces_per_size = 2", "spaces_per_size = 3", "queue.spaces_per_size"),
    ("money = 3", "money = -3", "start.money: -3"),
    ("money = 3", 'money = "lots"', "start.money: 'lots' is not a whole number"),
    ('colour = "blue"', 'colour = "red"', "restaurant.*colour: 'red' is used already"),
    ('basis = "book", ours = ["plain"]', 'basis = "rumour", ours = ["plain"]', "basis: 'rumour' is none of"),
    ('ours = ["plain"]', 'ours = ["plane"]', r"restaurant\[0\] hipster.ours\[0\]: 'plane'.*mean 'plain'"),
    ('key = "large"', 'key = "regular"', r"size\[1\].key: 'regular' is used already"),
    ("bonus = 3", "bonus = -3", r"size\[2\] super.bonus"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), BROKEN)
def test_a_broken_deck_is_refused_with_file_entry_and_field(tmp_path, old, new, said):
    message = refusal(load, changed(tmp_path, load, (old, new)))
    assert re.search(said, message), message


@pytest.mark.parametrize("card", ["bakery", "cheese_shop", "kitchen", "expansion"])
def test_a_deck_without_one_of_the_cards_is_refused(tmp_path, card):
    lines = [line for line in house_text(load).splitlines() if f'card = "{card}"' not in line]
    assert card in refusal(load, custom_deck(tmp_path, "\n".join(lines)))


def test_a_second_space_of_a_card_with_one_is_refused(tmp_path):
    old = '{ card = "supermarket", dice = [1, 2, 3, 4, 5, 6]'
    half = (
        old.replace("1, 2, 3, 4, 5, 6", "1, 2, 3") + ', gives = {}, places = 3, buy = 3, basis = "book" },\n'
    )
    both = half + old.replace("1, 2, 3, 4, 5, 6", "4, 5, 6")
    assert "2 spaces of 'supermarket'" in refusal(load, changed(tmp_path, load, (old, both)))


@pytest.mark.parametrize("name", ["space", "order", "customer", "special", "mission", "size", "restaurant"])
def test_value_in_place_of_a_list_is_refused(tmp_path, name):
    raw = re.sub(rf"(?ms)^{name} = \[\n.*?^\]\n", f"{name} = 3\n", house_text(load))
    assert f"{name}: 3 is not a list" in refusal(load, custom_deck(tmp_path, raw))
