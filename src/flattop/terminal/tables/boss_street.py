"""The street of Burger Boss: customers by meal size, and the game cards with their spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.dice import small_die
from flattop.terminal.pieces.food import burger, chips, stacked
from flattop.terminal.tables.stage import Stage, beside, folded, padded

KINDS = ("bun", "patty", "cheese", "tomato", "lettuce")
TITLES = {
    "bakery": "Bakery", "butchers": "Butchers", "cheese_shop": "Cheese Shop", "fruit_veg": "Fruit & Veg",
    "specials": "Specials", "supermarket": "Supermarket", "workers": "Workers", "expansion": "Expansion",
}  # fmt: skip
COLUMN = 13
TALLEST = 7  # layers of the tallest order, buns included


def foods(tokens: Iterable[int]) -> list[str]:
    return [KINDS[token] for token in tokens]


def recipe(stage: Stage, customer: int) -> list[str]:
    """What a customer wants, token by token."""
    return [
        kind for kind, count in zip(KINDS, stage.pack.recipes[customer], strict=True) for _ in range(count)
    ]


# -- the queue


def queue(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Customers under the size they wait at, with what they pay now."""
    spaces = range(len(snapshot["view"]["queue"]))
    customers = [_customer(snapshot, stage, space) for space in spaces]
    return [_sizes(stage), *_keys(stage, spaces), *beside(*customers, gap=0)]


def _keys(stage: Stage, spaces: Iterable[int]) -> list[Text]:
    """While a dish is being sold: over each customer the key that serves there."""
    tags = [stage.tag("to", space) for space in spaces]
    return [Text.assemble(*[padded(tag, COLUMN) for tag in tags])] if any(tags) else []


def _sizes(stage: Stage) -> Text:
    wide = COLUMN * stage.pack.queue.spaces_per_size
    line = Text()
    for size in stage.pack.sizes:
        line.append(f"{f'{size.name} +${size.bonus} ':─<{wide - 1}} ", f"bold {stage.palette.ink}")
    return line


def _customer(snapshot: Snapshot, stage: Stage, space: int) -> list[Text]:
    customer, bonus = snapshot["view"]["queue"][space], stage.pack.bonus[space]
    lines = _order(stage, customer, bonus) if customer >= 0 else _nobody(stage)
    return [padded(line, COLUMN - 1).append(" ") for line in lines]


def _order(stage: Stage, customer: int, bonus: int) -> list[Text]:
    """A customer card: who, what, and price plus bonus; large where there is room."""
    name = Text(short_name(stage, customer), stage.palette.ink)
    sign = "$" if stage.roomy else ""
    pays = Text(f"{sign}{stage.pack.pays[customer]}+{bonus}", f"bold {stage.palette.ink_of('cheese')}")
    if not stage.roomy:
        return [name, Text.assemble(chips(stacked(recipe(stage, customer)), stage.palette), " ", pays)]
    stack = burger(recipe(stage, customer), COLUMN - 3, stage.palette)
    air = [Text()] * (TALLEST - len(stack))
    who, *more = folded(stage.quiet(stage.pack.customers[customer].who), COLUMN - 1)
    return [who, *(more or [Text()]), *air, *stack, name, pays]


def _nobody(stage: Stage) -> list[Text]:
    place = stage.quiet("┄┄┄┄┄┄┄┄┄┄")
    return [Text()] * (TALLEST + 1) + [place, Text(), Text()] if stage.roomy else [place, Text()]


def short_name(stage: Stage, customer: int) -> str:
    """The name of an order, cut down to a column."""
    name = str(stage.pack.wanted[customer].name).replace("Double", "Dbl")
    return name if len(name) < COLUMN else name.replace(" Burger", "").replace("burger", "")


# -- the game cards


def street(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Two columns of cards, each with what its numbers bring."""
    cards = [_card(snapshot, stage, card) for card in TITLES]
    for card in cards:
        card.rstrip()
    half = len(cards) // 2
    left, right = cards[:half], cards[half:]
    wide = max(stage.width // 2 - 1, *(card.cell_len for card in left))
    lines = beside([padded(card, wide) for card in left], right)
    return [_ruled(stage), *lines] if stage.roomy else lines


def supply(snapshot: Snapshot, stage: Stage) -> Text:
    """What is left of each ingredient, and the next customer if the deck lies face up."""
    line = stage.quiet("    supply ")
    for kind, count in snapshot["view"]["supply"].items():
        line = Text.assemble(line, chips([kind], stage.palette), f" {count}  ")
    deck = snapshot["view"]["deck"]
    if not deck or deck[-1] < 0:
        return line
    order = chips(stacked(recipe(stage, deck[-1])), stage.palette)
    return Text.assemble(line, stage.quiet("next "), short_name(stage, deck[-1]), " ", order)


def _ruled(stage: Stage) -> Text:
    return Text("─" * stage.width, stage.palette.rim)


def _card(snapshot: Snapshot, stage: Stage, card: str) -> Text:
    line = padded(stage.tag("place", card), 3)
    line.append(f" {TITLES[card]:<12}", f"bold {stage.palette.ink}")
    spaces = [space for space in stage.pack.spaces if space.card == card]
    dice = snapshot["view"]["game_cards"][card]
    if len(spaces) > 1:
        return line.append_text(_numbered(spaces, dice, stage))
    return line.append_text(_open(spaces[0], dice, stage))


def _numbered(spaces: list[Any], dice: list[list[int]], stage: Stage) -> Text:
    """Printed numbers with what they bring; a number that is taken shows its die."""
    taken, line, last = {die for placed in dice for die in placed}, Text(), None
    for space in spaces:
        if last is not None and space.gives != last:
            line.append_text(_brings(last, stage))
        last = space.gives
        value = space.dice[0]
        line.append_text(small_die(value, stage.palette) if value in taken else Text(str(value)))
        line.append(" ")
    return line.append_text(_brings(last or {}, stage))


def _brings(gives: dict[str, int], stage: Stage) -> Text:
    tokens = [kind for kind, count in gives.items() for _ in range(count)]
    return Text("→").append_text(chips(tokens, stage.palette)).append("  ")


def _open(space: Any, dice: list[list[int]], stage: Stage) -> Text:
    """A card for any value: its free places, the dice that lie there, and what it is for."""
    line = Text()
    for placed in dice:
        line.append_text(Text("·").join(small_die(die, stage.palette) for die in placed)).append(" ")
    line.append("○ " * max(0, space.places - len(dice)))
    if space.gives:
        line.append_text(_brings(space.gives, stage))
        line.append(f"next {dice[-1][0]}+" if dice and space.rising else "any number", stage.palette.quiet)
    return line.append_text(stage.quiet(_what_for(space.card, stage)))


def _what_for(card: str, stage: Stage) -> str:
    prices = stage.pack.prices
    words = {
        "specials": "draw a card",
        "supermarket": f"any, ${prices.supermarket[0]} each",
        "workers": _choice_of(prices.worker_single, prices.worker_pair),
        "expansion": _choice_of(prices.expansion_single, prices.expansion_pair),
    }
    return words.get(card, "")


def _choice_of(single: tuple[int, ...], pair: tuple[int, ...]) -> str:
    return f"${'/'.join(map(str, single))} pair ${'/'.join(map(str, pair))}"
