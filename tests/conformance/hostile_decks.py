"""Accepted decks that are far from the house deck, and random games with them."""

from __future__ import annotations

import copy
import random
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from flattop.kernel import BadDeck, FlattopError, Game
from flattop.match import Match

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 9, 12, 20, 21, 40, 72, 99)
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
Raw = dict[str, Any]
Leaf = tuple[Any, Any]  # a table or list, and the key of a number in it


def hostile_decks(house: Game, chance: random.Random, changes: int = 40) -> Iterator[Game]:
    """Yield the game with one accepted deck after the other, each far from the house deck."""
    original = tomllib.loads(house.deck.read_text("utf-8"))
    while True:
        yield with_deck(house, hostile_deck(house, copy.deepcopy(original), chance, changes))


def hostile_deck(house: Game, raw: Raw, chance: random.Random, changes: int) -> Raw:
    """Change a deck in many places, as far as it is accepted."""
    if "top_bun" in raw and chance.random() < 0.8:
        for order in raw["top_bun"]:
            keep_if_accepted(house, raw, partial(write_order, order, raw, chance))
    for _ in range(changes if any(True for _ in leaves(raw)) else 0):
        keep_if_accepted(house, raw, partial(change, *chance.choice(list(leaves(raw))), chance))
    return raw


def with_deck(house: Game, raw: Raw) -> Game:
    pack = accepted(house, raw)
    return replace(house, pack=lambda path: pack)


def accepted(house: Game, raw: Raw) -> Any:
    """Return the pack of a deck; raise BadDeck if it is refused."""
    return house.pack._pack(copy.deepcopy(raw), "hostile.toml")


def keep_if_accepted(house: Game, raw: Raw, make_change: Callable[[], Callable[[], None]]) -> None:
    undo = make_change()
    try:
        accepted(house, raw)
    except BadDeck:
        undo()


def change(table: Any, key: Any, chance: random.Random) -> Callable[[], None]:
    before = table[key]
    table[key] = not before if isinstance(before, bool) else chance.choice(NUMBERS)
    return lambda: table.__setitem__(key, before)


def leaves(raw: Any) -> Iterator[Leaf]:
    """Yield the place of every number of a deck, but not those that only count its entries."""
    items = raw.items() if isinstance(raw, dict) else enumerate(raw)
    for key, value in items:
        if isinstance(value, (dict, list)) and key != "expect":
            yield from leaves(value)
        elif isinstance(value, int) and key not in ("schema", "number"):
            yield raw, key


def write_order(order: Raw, raw: Raw, chance: random.Random) -> Callable[[], None]:
    """Replace the lines of an order by many lines that overlap, with a high limit."""
    before = dict(order)
    keywords = sorted({word for food in raw["ingredient"] for word in food["keywords"]})
    foods = [food["name"] for food in raw["ingredient"] if food["type"] != "bun"]

    def line() -> Raw:
        keyword, food = chance.choice(keywords), chance.choice(foods)
        groups = chance.sample(keywords, chance.randint(2, len(keywords)))
        return chance.choice(
            [
                {"kind": "has_name", "name": food, "min": chance.randint(1, 6)},
                {"kind": "has_keyword", "keyword": keyword, "min": chance.randint(1, 12)},
                {"kind": "distinct_names_with_keyword", "keyword": keyword, "min": 1},
                {"kind": "equal_counts", "keywords": groups, "min_each": chance.randint(0, 7)},
                {"kind": "topmost_card_is", "name": food},
            ]
        )

    least = chance.randint(1, 30)
    order |= {
        "min_ingredients": least,
        "max_ingredients": chance.randint(least, 40),
        "checks": [line() for _ in range(chance.randint(1, 6))],
    }

    def undo() -> None:
        order.clear()
        order.update(before)

    return undo


def plays(played: Game, seats: int, seed: int, steps: int) -> Iterator[tuple[Match, float]]:
    """Yield a match of random moves after each step, and the milliseconds of CPU time of the step."""
    chance = random.Random(seed)
    options = {
        name: chance.choice(option.values)
        for name, option in played.options.items()
        if option.matters(seats)  # elsewhere only the default is accepted
    }
    try:
        match = Match(played, PEOPLE[:seats], seed, options, undoable=False)
    except FlattopError:  # options that do not go together
        return
    for _ in range(steps):
        if match.over:
            return
        seat = chance.choice(list(match.table.asks))
        action = chance.choice(list(match.table.asks[seat]))
        began = time.process_time()
        match.play(seat, action)
        for asked in list(match.table.asks.values()):
            list(asked)
        yield match, 1000 * (time.process_time() - began)
