"""Can an order still be met? The answer is exact, and its cost is bounded."""

import copy
import random
import tomllib
from itertools import product

import pytest

from flattop.bots import bot
from flattop.games import CATALOG, game
from flattop.games.burger_up.cards import load, pack
from flattop.games.burger_up.outlook import StepCounter
from flattop.games.burger_up.requirements import (
    MOST_STEPS,
    NEVER,
    AtLeast,
    Different,
    Equal,
    FaceIndex,
    Height,
    NoneOf,
    OnTop,
    allow_zero,
    are_independent,
    can_still_be_met,
    is_met,
    is_simple,
    outlook_of,
)
from flattop.kernel import BadDeck, Chance
from flattop.match.game_loop import play
from tests.conformance.hostile_decks import with_deck

PACK = load()
RAW = tomllib.loads(load.house_deck.read_text("utf-8"))
INDEX = FaceIndex(PACK.faces, {food.name: food.keywords for food in PACK.ingredients})
KEYWORDS = ("Meat", "Patty", "Cheese", "Salad", "Sauce")
HOSTILE = {
    "min_ingredients": 27,
    "max_ingredients": 35,
    "checks": [
        {"kind": "has_name", "name": "Fried Egg", "min": 10},
        {"kind": "has_keyword", "keyword": "Patty", "min": 10},
        {"kind": "equal_counts", "keywords": ["Sauce", "Salad", "Patty", "Egg"], "min_each": 6},
        {"kind": "equal_counts", "keywords": ["Patty", "Egg", "Meat", "Sauce", "Salad"], "min_each": 7},
    ],
}


def deck_of(*changes):
    """The house deck with all Top Buns changed."""
    raw = copy.deepcopy(RAW)
    for order in raw["top_bun"]:
        for change in changes:
            order.update(copy.deepcopy(change))
    return pack(raw, "mine.toml")


def small_deck(chance):
    """A few foods with a few copies each and any keywords, and two Middle Buns."""
    foods, names, keywords = [], [], {"Bun": ()}
    for number in range(chance.randint(2, 5)):
        name, copies = f"food {number}", chance.randint(1, 4)
        foods.append(tuple(range(len(names), len(names) + copies)))
        names += [name] * copies
        keywords[name] = tuple(word for word in KEYWORDS if chance.random() < 0.4)
    return tuple(foods), [*names, "Bun", "Bun"], keywords


def small_order(chance, foods, names, keywords):
    def named(name):
        return frozenset(face for face, own in enumerate(names) if own == name)

    def carrying(word):
        return frozenset(face for face, own in enumerate(names) if word in keywords[own])

    def line():
        food, word = named(names[chance.choice(foods)[0]]), carrying(chance.choice(KEYWORDS))
        groups = tuple(map(carrying, chance.sample(KEYWORDS, chance.randint(1, 3))))
        return chance.choice(
            [
                AtLeast("", food, chance.randint(1, 3)),
                AtLeast("", word, chance.randint(1, 4)),
                NoneOf("", word),
                Different("", word, tuple(names), chance.randint(1, 3)),
                Equal("", groups, chance.randint(0, 2)),
                OnTop("", food, chance.choice([frozenset(), named("Bun")])),
            ]
        )

    least = chance.randint(1, 4)
    height = Height("", named("Bun"), least, least + chance.randint(0, 5))
    return (height, *(line() for _ in range(chance.randint(0, 4))))


def can_be_met_by_trying_all(needs, stack, foods):
    left = [[face for face in food if face not in stack] for food in foods]
    if is_met(needs, stack):
        return True
    for numbers in product(*[range(len(food) + 1) for food in left]):
        added = [food[:number] for food, number in zip(left, numbers, strict=True)]
        for last in [number for number, faces in enumerate(added) if faces]:
            below = [face for number, faces in enumerate(added) if number != last for face in faces]
            if is_met(needs, (*stack, *below, *added[last])):
                return True
    return False


@pytest.mark.rule("HB-R8")
def test_orders_are_impossible_exactly_if_no_added_cards_meet_them():
    chance, answers = random.Random(35), set()
    for _ in range(1500):
        foods, names, keywords = small_deck(chance)
        needs = small_order(chance, foods, names, keywords)
        stack = tuple(chance.sample(range(len(names)), chance.randint(0, min(4, len(names)))))
        if are_independent(needs[1:]) or not is_simple(needs, foods):
            continue  # a deck with such an order has enough cards for it, or is refused
        answer = can_still_be_met(needs, stack, foods)
        assert answer == can_be_met_by_trying_all(needs, stack, foods), (needs, stack, foods)
        answers.add(answer)
    assert answers == {True, False}


@pytest.mark.rule("HB-R8")
def test_an_order_of_bans_and_a_limit_alone_can_be_met_by_an_empty_burger():
    needs = (Height("", PACK.buns, 2, 5), NoneOf("", INDEX.with_keyword("Meat")))
    assert can_still_be_met(needs, (), PACK.foods)
    assert not can_still_be_met(needs, tuple(INDEX.with_keyword("Meat"))[:1], PACK.foods)


def test_no_burger_takes_more_steps_than_the_empty_one():
    chance = random.Random(1)
    for _ in range(400):
        foods, names, keywords = small_deck(chance)
        needs = small_order(chance, foods, names, keywords)
        stack = tuple(chance.sample(range(len(names)), chance.randint(0, min(4, len(names)))))
        most = needs[0].most
        plan = outlook_of(needs, foods)
        height = needs[0].most - needs[0].room(stack)
        if height >= most or max(need.missing(stack) for need in needs) >= NEVER:
            continue
        counters = StepCounter(10**6), StepCounter(10**6)
        plan.totals(plan.stock((), 0), counters[0])
        plan.totals(plan.stock(stack, height), counters[1])
        assert counters[1].left >= counters[0].left


def test_an_order_of_many_overlapping_lines_with_a_high_limit_is_judged_in_few_steps():
    needs = deck_of(HOSTILE).needs[0]
    assert outlook_of(allow_zero(needs), PACK.foods).is_within(MOST_STEPS)
    assert not can_still_be_met(needs, (), PACK.foods), "Beef Patties count as Meat, others do not"


def test_a_deck_whose_orders_would_take_too_many_steps_is_refused_in_one_line():
    words = ["Meat", "Patty", "Salad", "Sauce", "Cheese", "Egg"]
    raw = copy.deepcopy(RAW)
    for number, food in enumerate(raw["ingredient"][:-1]):
        food["keywords"] = [word for bit, word in enumerate(words) if (number + 1) * 7 >> bit & 1]
    raw["top_bun"][3] |= {
        "min_ingredients": 30,
        "max_ingredients": 72,
        "checks": [{"kind": "has_keyword", "keyword": word, "min": 20} for word in words],
    }
    with pytest.raises(BadDeck, match=r"^mine.toml: top_bun\[3\] \w+.checks: too many lines count the same"):
        pack(raw, "mine.toml")


def test_an_order_has_at_most_twelve_lines():
    line = {"kind": "has_name", "name": "Fried Egg", "min": 1}
    deck_of({"checks": [line] * 12})
    with pytest.raises(BadDeck, match=r"top_bun\[0\] .*.checks: 13 entries, there must be at most 12"):
        deck_of({"checks": [line] * 13})


@pytest.mark.parametrize("key", [key for key in CATALOG if game(key).deck == load.house_deck])
def test_house_bots_play_with_orders_that_ask_for_more_than_the_deck_has(key):
    house, raw = game(key), copy.deepcopy(RAW)
    for order in raw["top_bun"]:
        order.update(copy.deepcopy(HOSTILE))
    bots = [bot("house", key, Chance(seat)) for seat in range(house.seats[0])]
    assert play(with_deck(house, raw), bots, 1).over
