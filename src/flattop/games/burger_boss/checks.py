"""What a deck file must say so that nothing in play can break."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flattop.games.burger_boss.schema import (
    CARDS,
    INGREDIENTS,
    LISTS,
    SPECIALS,
    TABLES,
    Mission,
    Order,
    Space,
)
from flattop.kernel import BadDeck, nearest
from flattop.kernel.data import expect

if TYPE_CHECKING:
    from flattop.games.burger_boss.cards import Pack

MOST_MONEY = 99  # dollars on one card or one step of a price
PRINTED = {  # BB-02, BB-03: pieces that the rule book counts
    "customers": 30, "specials": 14, "missions": 8, "restaurants": 5,
    "expansions": 10, "game_cards": 8, "dice": 20, "tokens": 65,
}  # fmt: skip
FIXED: dict[str, dict[str, Any]] = {  # numbers on which the rules rest
    "seats": {"min": 3, "max": 5, "variant": (2,)},
    "start": {"workers": 2, "kitchens": 1, "missions": 1},
    "limits": {
        "workers": 4, "kitchens": 3, "working_dice_min": 1,
        "cold_slots_per_kitchen": 4, "grills_per_kitchen": 1,
    },
    "queue": {"spaces_per_size": 2, "first_deal": 2, "step_rounds": 2},
    "grill": {"track": 3},
}  # fmt: skip
INSTEAD = {"step_rounds": "close_up_from", "track": "grill_track"}  # options that change them
NEEDS = {  # what each test of a mission reads
    "orders_with": "ingredient", "orders_named": "order", "sales_at": "size",
    "orders_priced": "price", "kitchens": "",
}  # fmt: skip
MARKS = ("rising", "pair", "draw", "buy", "own")
MARK = {  # what makes each card that card
    "cheese_shop": "rising", "workers": "pair", "expansion": "pair",
    "specials": "draw", "supermarket": "buy", "kitchen": "own",
}  # fmt: skip
GIVING = ("bakery", "butchers", "cheese_shop", "fruit_veg")


def check_file(raw: dict[str, Any], file: str) -> None:
    """The file is of this game, has no entry unknown, and every key is a text."""
    known = {"key", "title", "ingredients", *LISTS, *TABLES}
    for name in raw:
        if name not in known:
            raise BadDeck(f"{file}: unknown entry {name!r}{nearest(name, known)}")
    if raw.get("key") != "burger-boss":
        raise BadDeck(f"{file}: key: {raw.get('key')!r}, there must be 'burger-boss'")
    if not isinstance(raw.get("title"), str):
        raise BadDeck(f"{file}: title: {raw.get('title')!r} is not a text")
    if raw.get("ingredients") != list(INGREDIENTS):
        raise BadDeck(f"{file}: ingredients: {raw.get('ingredients')!r}, there must be {list(INGREDIENTS)}")
    for name, (_, key, _) in LISTS.items():
        for i, entry in enumerate(raw[name] if isinstance(raw.get(name), list) else ()):
            if key and isinstance(entry, dict) and not isinstance(entry.get(key, ""), str):
                raise BadDeck(f"{file}: {name}[{i}].{key}: {entry[key]!r} is not a text")


def check_pack(pack: Pack, file: str) -> None:
    """Totals, references and bounds of everything in the deck."""
    for name, (_, _, field) in LISTS.items():
        _check_ours(getattr(pack, field), f"{file}: {name}")
    for name in TABLES:
        _check_ours([getattr(pack, name)], f"{file}: {name}")
    _check_counts(pack, file)
    _check_fixed(pack, file)
    _check_names(pack, file)
    for i, order in enumerate(pack.orders):
        _check_order(order, pack, f"{file}: order[{i}] {order.key}")
    _check_customers(pack, file)
    _check_specials(pack, file)
    for i, mission in enumerate(pack.missions):
        _check_mission(mission, pack, f"{file}: mission[{i}] {mission.key}")
    for i, space in enumerate(pack.spaces):
        _check_space(space, f"{file}: space[{i}] {space.card}")
    _check_cards(pack, file)
    _check_prices(pack, file)


def between(value: int, low: int, high: int, where: str) -> None:
    """A number within its bounds."""
    if not low <= value <= high:
        raise BadDeck(f"{where}: {value}, it must be from {low} to {high}")


def one_of(word: str, words: Iterable[str], where: str) -> None:
    """A reference to something that exists."""
    known = list(words)
    if word not in known:
        raise BadDeck(f"{where}: {word!r} is none of {', '.join(known)}{nearest(word, known)}")


def _check_ours(entries: Iterable[Any], where: str) -> None:
    for i, entry in enumerate(entries):
        for name in entry.ours:
            one_of(name, type(entry).__slots__, f"{where}[{i}].ours")


def _check_counts(pack: Pack, file: str) -> None:
    for name, printed in PRINTED.items():
        expect(getattr(pack.counts, name), printed, name, f"{file}: counts.{name}")
    expect(len(pack.sizes), 3, "sizes", f"{file}: size")
    expect(len(pack.restaurants), PRINTED["restaurants"], "restaurants", f"{file}: restaurant")
    expect(len(pack.customers), PRINTED["customers"], "customers", f"{file}: customer")
    expect(len(pack.missions), PRINTED["missions"], "missions", f"{file}: mission")
    copies = sum(special.copies for special in pack.specials)
    expect(copies, PRINTED["specials"], "specials", f"{file}: special")
    expect(sum(pack.tokens), PRINTED["tokens"], "tokens", f"{file}: supply")


def _check_fixed(pack: Pack, file: str) -> None:
    for table, numbers in FIXED.items():
        for field, number in numbers.items():
            found = getattr(getattr(pack, table), field)
            if found != number:
                hint = f"; the option {INSTEAD[field]} changes it" if field in INSTEAD else ""
                raise BadDeck(f"{file}: {table}.{field}: {found}, there must be {number}{hint}")
    for kind, count in zip(INGREDIENTS, pack.tokens, strict=True):
        between(count, 0, PRINTED["tokens"], f"{file}: supply.{kind}")
    between(pack.start.money, 0, MOST_MONEY, f"{file}: start.money")
    between(pack.grill.recycle, 0, MOST_MONEY, f"{file}: grill.recycle")
    between(pack.grill.end_of_game, 0, MOST_MONEY, f"{file}: grill.end_of_game")
    for i, size in enumerate(pack.sizes):
        between(size.bonus, 0, MOST_MONEY, f"{file}: size[{i}] {size.key}.bonus")


def _check_names(pack: Pack, file: str) -> None:
    """Everything has a name, and no two restaurants look alike (BB-07)."""
    for field in ("name", "colour", "plain"):
        seen: set[str] = set()
        for i, restaurant in enumerate(pack.restaurants):
            word = getattr(restaurant, field)
            if word in seen:
                raise BadDeck(f"{file}: restaurant[{i}] {restaurant.key}.{field}: {word!r} is used already")
            seen.add(word)
    for name, (_, key, field) in LISTS.items():
        for i, entry in enumerate(getattr(pack, field)):
            title = "who" if name == "customer" else "name"
            for word in (key, title) if key else ():
                if not getattr(entry, word).strip():
                    raise BadDeck(f"{file}: {name}[{i}].{word}: it is empty")


def _check_order(order: Order, pack: Pack, where: str) -> None:
    for kind, count, most in zip(INGREDIENTS, order.recipe, pack.tokens, strict=True):
        between(count, 0, most, f"{where}.{kind}")
    if not sum(order.recipe):
        raise BadDeck(f"{where}: no ingredient in it")
    between(order.price, 0, MOST_MONEY, f"{where}.price")


def _check_customers(pack: Pack, file: str) -> None:
    menu = [order.key for order in pack.orders]
    for i, customer in enumerate(pack.customers):
        one_of(customer.order, menu, f"{file}: customer[{i}] {customer.id}.order")


def _check_specials(pack: Pack, file: str) -> None:
    if tuple(special.key for special in pack.specials) != SPECIALS:
        raise BadDeck(f"{file}: special: the five kinds must be {', '.join(SPECIALS)}, in this order")
    for i, special in enumerate(pack.specials):
        where, play = f"{file}: special[{i}] {special.key}", "attached" if i < 2 else "open"
        between(special.copies, 0, PRINTED["specials"], f"{where}.copies")
        if special.play != play:
            raise BadDeck(f"{where}.play: {special.play!r}, there must be {play!r}")


def _check_mission(mission: Mission, pack: Pack, where: str) -> None:
    between(mission.need, 1, PRINTED["customers"], f"{where}.need")
    between(mission.bonus, 0, MOST_MONEY, f"{where}.bonus")
    between(mission.amount, 1, PRINTED["tokens"], f"{where}.amount")
    between(mission.price, 0, MOST_MONEY, f"{where}.price")
    needed = NEEDS[mission.test]
    for field in filter(None, NEEDS.values()):
        if bool(getattr(mission, field)) != (field == needed):
            raise BadDeck(f"{where}.{field}: {mission.test!r} reads {needed or 'no field'!r}, and that alone")
    if mission.order:
        one_of(mission.order, [order.key for order in pack.orders], f"{where}.order")
    if mission.size:
        one_of(mission.size, [size.key for size in pack.sizes], f"{where}.size")


def _check_space(space: Space, where: str) -> None:
    if not space.dice or len(set(space.dice)) != len(space.dice):
        raise BadDeck(f"{where}.dice: {list(space.dice)}, there must be values, each once")
    for value in space.dice:
        between(value, 1, 6, f"{where}.dice")
    between(space.places, int(space.own), 1 if space.own else PRINTED["dice"], f"{where}.places")
    for mark in MARKS:
        if bool(getattr(space, mark)) != (MARK.get(space.card) == mark):
            raise BadDeck(f"{where}.{mark}: {getattr(space, mark)!r} does not fit this card")
    between(space.draw, 0, PRINTED["specials"], f"{where}.draw")
    between(space.buy, 0, PRINTED["tokens"], f"{where}.buy")
    expect(len(space.gives), int(space.card in GIVING), "kinds of tokens", f"{where}.gives")
    for name, amount in space.gives.items():
        one_of(name, INGREDIENTS, f"{where}.gives")
        between(amount, 1, PRINTED["tokens"], f"{where}.gives.{name}")


def _check_cards(pack: Pack, file: str) -> None:
    """Every card is there, and takes each value in one space at most."""
    for card in CARDS:
        if card in MARK:
            spaces = sum(space.card == card for space in pack.spaces)
            expect(spaces, 1, f"spaces of {card!r}", f"{file}: space")
        values = [value for space in pack.spaces if space.card == card for value in space.dice]
        if not values:
            raise BadDeck(f"{file}: space: no space of the card {card!r}")
        for value in values:
            expect(values.count(value), 1, f"spaces of {card!r} for a {value}", f"{file}: space")


def _check_prices(pack: Pack, file: str) -> None:
    steps = {"supermarket": next(space.buy for space in pack.spaces if space.card == "supermarket")}
    steps |= {"worker_single": 2, "worker_pair": 2, "expansion_single": 2, "expansion_pair": 2}
    for name, count in steps.items():
        ladder = getattr(pack.prices, name)
        expect(len(ladder), count, "prices", f"{file}: prices.{name}")
        for price in ladder:
            between(price, 0, MOST_MONEY, f"{file}: prices.{name}")
        if list(ladder) != sorted(ladder):
            raise BadDeck(f"{file}: prices.{name}: {list(ladder)}, no price may be lower than the one before")
