"""Burger Boss: the queue of customers, the street of game cards, the rivals, and the own kitchen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import (
    DrawContext,
    beside,
    bottom_aligned,
    burger,
    chip,
    chips,
    die,
    flowed,
    folded,
    padded,
    seat_letter,
    small_die,
    stacked,
)

LEGEND = (
    "B bun, P patty, C cheese, T tomato, L lettuce. 7+1: price and size bonus. ○ free place, ⚂3 a die on a "
    "card, ●○○ how far a dish is on its track, ✓R1 a waiting customer wants it. The order card names seats "
    "by their letters."
)
KINDS = ("bun", "patty", "cheese", "tomato", "lettuce")
TITLES = {
    "bakery": "Bakery", "butchers": "Butchers", "cheese_shop": "Cheese Shop", "fruit_veg": "Fruit & Veg",
    "specials": "Specials", "supermarket": "Supermarket", "workers": "Workers", "expansion": "Expansion",
}  # fmt: skip
COLUMN = 13
TALLEST = 7  # layers of the tallest order, buns included
GRILL_WIDTH = 12


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    order = " ".join(
        f"{seat_letter(seat)}{view['totals'][seat]}" if view["totals"][seat] > 0 else seat_letter(seat)
        for seat in view["order"]
    )
    begun = f"round {view['round']}" if view["round"] else "set-up"
    named = [f"die {view['named']}"] if view["named"] else []
    return " · ".join([begun, *named, f"order {order}", f"{len(view['deck'])} to come"])


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    lines = [*draw_queue(snapshot, ctx), *draw_street(snapshot, ctx), supply_line(snapshot, ctx)]
    for seat in ctx.others(snapshot):
        lines += draw_rival(snapshot, ctx, seat)
    return lines


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the own kitchen in the place of a hand, where it never scrolls away."""
    return draw_own_place(snapshot, ctx, snapshot["seat"]) if snapshot["seat"] is not None else []


def foods(tokens: Iterable[int]) -> list[str]:
    return [KINDS[token] for token in tokens]


# -- the queue


def draw_queue(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the customers below their meal sizes, and the keys that serve them."""
    width = COLUMN * ctx.pack.queue.spaces_per_size
    sizes = Text()
    for size in ctx.pack.sizes:
        sizes.append(f"{f'{size.name} +${size.bonus} ':─<{width - 1}} ", f"bold {ctx.palette.ink}")
    lines = [sizes]
    customers = snapshot["view"]["queue"]
    tags = [ctx.tag("to", space) for space in range(len(customers))]
    if any(tags):
        lines.append(Text.assemble(*[padded(tag, COLUMN) for tag in tags]))
    blocks = []
    for space, customer in enumerate(customers):
        if customer >= 0:
            block = draw_customer(ctx, customer, ctx.pack.bonus[space])
        else:
            empty = ctx.quiet("┄┄┄┄┄┄┄┄┄┄")
            block = [Text()] * (TALLEST + 1) + [empty, Text(), Text()] if ctx.roomy else [empty, Text()]
        blocks.append([padded(line, COLUMN - 1).append(" ") for line in block])
    return [*lines, *beside(*blocks, gap=0)]


def draw_customer(ctx: DrawContext, customer: int, bonus: int) -> list[Text]:
    """Draw the order of a customer with price and bonus; as a burger if there is room."""
    name = Text(short_name(ctx, customer), ctx.palette.ink)
    sign = "$" if ctx.roomy else ""
    pay = Text(f"{sign}{ctx.pack.pays[customer]}+{bonus}", f"bold {ctx.palette.ink_of('cheese')}")
    if not ctx.roomy:
        return [name, Text.assemble(chips(stacked(recipe(ctx, customer)), ctx.palette), " ", pay)]
    stack = burger(recipe(ctx, customer), COLUMN - 3, ctx.palette)
    air = [Text()] * (TALLEST - len(stack))
    who, *more = folded(ctx.quiet(ctx.pack.customers[customer].who), COLUMN - 1)
    return [who, *(more or [Text()]), *air, *stack, name, pay]


def recipe(ctx: DrawContext, customer: int) -> list[str]:
    """Return the ingredients that a customer wants."""
    return [kind for kind, count in zip(KINDS, ctx.pack.recipes[customer], strict=True) for _ in range(count)]


def short_name(ctx: DrawContext, customer: int) -> str:
    """Return the name of an order, shortened to the width of a column."""
    name = str(ctx.pack.wanted[customer].name).replace("Double", "Dbl")
    return name if len(name) < COLUMN else name.replace(" Burger", "").replace("burger", "")


# -- the street


def draw_street(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the game cards in two columns."""
    cards = [draw_game_card(snapshot, ctx, card) for card in TITLES]
    for card in cards:
        card.rstrip()
    half = len(cards) // 2
    width = max(ctx.width // 2 - 1, *(card.cell_len for card in cards[:half]))
    lines = beside([padded(card, width) for card in cards[:half]], cards[half:])
    return [Text("─" * ctx.width, ctx.palette.rim), *lines] if ctx.roomy else lines


def draw_game_card(snapshot: Snapshot, ctx: DrawContext, card: str) -> Text:
    """Draw a game card: its numbers with what they give, or the free places of a card for any number."""
    line = padded(ctx.tag("place", card), 3)
    line.append(f" {TITLES[card]:<12}", f"bold {ctx.palette.ink}")
    spaces = [space for space in ctx.pack.spaces if space.card == card]
    dice = snapshot["view"]["game_cards"][card]
    if len(spaces) == 1:
        return line.append_text(open_space(spaces[0], dice, ctx))
    taken = {value for placed in dice for value in placed}
    for number, space in enumerate(spaces):
        value = space.dice[0]
        line.append_text(small_die(value, ctx.palette) if value in taken else Text(str(value)))
        line.append(" ")
        if number + 1 == len(spaces) or spaces[number + 1].gives != space.gives:
            line.append_text(gives_text(space.gives, ctx))
    return line


def open_space(space: Any, dice: list[list[int]], ctx: DrawContext) -> Text:
    """Return the dice on a card for any number, its free places, and its use."""
    line = Text()
    for placed in dice:
        line.append_text(Text("·").join(small_die(value, ctx.palette) for value in placed)).append(" ")
    line.append("○ " * max(0, space.places - len(dice)))
    if space.gives:
        line.append_text(gives_text(space.gives, ctx))
        line.append(f"next {dice[-1][0]}+" if dice and space.rising else "any number", ctx.palette.quiet)
    prices = ctx.pack.prices
    uses = {
        "specials": "draw a card",
        "supermarket": f"any, ${prices.supermarket[0]} each",
        "workers": prices_text(prices.worker_single, prices.worker_pair),
        "expansion": prices_text(prices.expansion_single, prices.expansion_pair),
    }
    return line.append_text(ctx.quiet(uses.get(space.card, "")))


def gives_text(gives: dict[str, int], ctx: DrawContext) -> Text:
    tokens = [kind for kind, count in gives.items() for _ in range(count)]
    return Text("→").append_text(chips(tokens, ctx.palette)).append("  ")


def prices_text(single: tuple[int, ...], pair: tuple[int, ...]) -> str:
    return f"${'/'.join(map(str, single))} pair ${'/'.join(map(str, pair))}"


def supply_line(snapshot: Snapshot, ctx: DrawContext) -> Text:
    """Return what is left of each ingredient, and the next customer if the deck is face up."""
    line = ctx.quiet("    supply ")
    for kind, count in snapshot["view"]["supply"].items():
        line = Text.assemble(line, chips([kind], ctx.palette), f" {count}  ")
    deck = snapshot["view"]["deck"]
    if not deck or deck[-1] < 0:
        return line
    order = chips(stacked(recipe(ctx, deck[-1])), ctx.palette)
    return Text.assemble(line, ctx.quiet("next "), short_name(ctx, deck[-1]), " ", order)


# -- rivals


def draw_rival(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw a rival in a line or two: money, dice, cold storage, grills, and numbers of cards."""
    view = snapshot["view"]
    names = [name_and_money(snapshot, ctx, other) for other in range(len(ctx.people))]
    pieces = [padded(names[seat], max(line.cell_len for line in names))]
    pieces += [dice_line(snapshot, ctx, seat), cold_line(snapshot, ctx, seat)]
    grills = [grill_line(snapshot, ctx, seat, grill) for grill in range(len(view["grills"][seat]))]
    pieces.append(Text.assemble(ctx.quiet("grill "), ctx.quiet(" | ").join(grills)))
    pieces.append(ctx.quiet(f"cards {len(view['hands'][seat])} sold {len(view['served'][seat])}"))
    return flowed(pieces, ctx.width)


def name_and_money(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    line = ctx.person(seat, snapshot)
    return line.append(f" ${snapshot['view']['money'][seat]}", f"bold {ctx.palette.ink_of('cheese')}")


def dice_line(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    """Return rolled and working dice, with ? for hidden ones, and the number of workers at home."""
    view = snapshot["view"]
    dice = [small_die(value, ctx.palette) for value in [*view["rolled"][seat], *view["working"][seat]]]
    line = Text(" ").join(dice) if dice else ctx.quiet("–")
    if view["home"][seat]:
        line.append_text(ctx.quiet(f" home {len(view['home'][seat])}"))
    return line


def cold_line(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    cold = snapshot["view"]["cold"][seat]
    slots = ctx.pack.limits.cold_slots_per_kitchen * snapshot["view"]["kitchens"][seat]
    line = ctx.quiet("cold ").append_text(chips(foods(cold), ctx.palette))
    return line.append("·" * (slots - len(cold)), ctx.palette.quiet)


def grill_line(snapshot: Snapshot, ctx: DrawContext, seat: int, grill: int) -> Text:
    dish = snapshot["view"]["grills"][seat][grill]
    if not dish:
        return ctx.quiet("–")
    line = chips(stacked(foods(dish)), ctx.palette).append(" ")
    return line.append_text(track_text(snapshot, ctx, seat, grill))


def track_text(snapshot: Snapshot, ctx: DrawContext, seat: int, grill: int) -> Text:
    """Return the place of a dish on its grill track, and the waiting customers who want it."""
    at, steps = snapshot["view"]["tracks"][seat][grill], ctx.settings["grill_track"]
    is_last = at == steps - 1
    track = "".join("●" if step == at else "○" for step in range(steps))
    line = Text(track, ctx.palette.bad if is_last else ctx.palette.quiet)
    line.append(" last!" if is_last else "")
    dish = snapshot["view"]["grills"][seat][grill]
    counts = tuple(dish.count(kind) for kind in range(len(KINDS)))
    for space, customer in enumerate(snapshot["view"]["queue"]):
        if customer >= 0 and ctx.pack.recipes[customer] == counts:
            name = f" ✓{ctx.pack.sizes[space // 2].name[0]}{space % 2 + 1}"
            line.append(name, f"bold {ctx.palette.good}")
    return line


# -- the own kitchen


def draw_own_place(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw restaurant, kitchen, special cards and secret missions of the viewer."""
    view, palette = snapshot["view"], ctx.palette
    line = name_and_money(snapshot, ctx, seat)
    sign = view["restaurants"][seat]
    if sign >= 0:
        place = ctx.pack.restaurants[sign]
        line.append(f"  {place.plain if ctx.settings['signs'] == 'plain' else place.name}", palette.ink)
    line.append(f"  served {len(view['served'][seat])}", palette.quiet)
    line.append(f"  workers {view['workers'][seat]}", palette.quiet)
    hired = view["hired"][seat]
    line.append(f" +{hired} next round" if hired else "", palette.quiet)
    names = ", ".join(ctx.pack.specials[kind].name for kind in view["hands"][seat] if kind >= 0) or "none"
    specials = Text.assemble(ctx.quiet("specials "), (names, palette.ink))
    lines = [line, *draw_kitchen(snapshot, ctx, seat, specials)]
    for number in view["missions"][seat]:
        mission = ctx.pack.missions[number]
        name = Text.assemble(ctx.quiet("    mission "), (mission.name, f"bold {palette.ink}"))
        lines.append(Text.assemble(name, (f" ${mission.bonus}: {mission.text}", palette.quiet)))
    return lines


def draw_kitchen(snapshot: Snapshot, ctx: DrawContext, seat: int, specials: Text) -> list[Text]:
    """Draw dice, cold storage and grills of the viewer; large if there is room."""
    view = snapshot["view"]
    grills = range(len(view["grills"][seat]))
    if ctx.roomy:
        dice = [
            die(value, ctx.palette, ctx.key("die", value) or ctx.key("rest", value))
            for value in [*view["rolled"][seat], *view["working"][seat]]
        ]
        burgers = [draw_grill(snapshot, ctx, seat, grill) for grill in grills]
        blocks = [[Text("   ")], *dice, draw_fridge(snapshot, ctx, seat), *burgers]
        return [*beside(*bottom_aligned(blocks)), Text.assemble("    ", specials)]
    pieces = [dice_line(snapshot, ctx, seat), cold_line(snapshot, ctx, seat)]
    for grill in grills:
        dish = grill_line(snapshot, ctx, seat, grill)
        pieces.append(Text.assemble(grill_keys(ctx, grill), ctx.quiet("grill "), dish))
    return flowed([*pieces, specials], ctx.width, indent=4)


def grill_keys(ctx: DrawContext, grill: int) -> Text:
    """Return the key that cooks on a grill or sells from it."""
    return Text.assemble(ctx.tag("sell", grill), ctx.tag("grill", grill))


def draw_fridge(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw cold storage as a box, with one row of slots per kitchen."""
    cold, kitchens = snapshot["view"]["cold"][seat], snapshot["view"]["kitchens"][seat]
    per_row = ctx.pack.limits.cold_slots_per_kitchen
    slots = [Text(f" {chip(food, ctx.palette).plain} ", ctx.palette.fill(food)) for food in foods(cold)]
    slots += [Text(" · ", ctx.palette.quiet)] * (per_row * kitchens - len(cold))
    edge = Text("│", ctx.palette.rim)
    rows = [Text("").join([edge, *slots[i * per_row : (i + 1) * per_row], edge]) for i in range(kitchens)]
    width = 3 * per_row
    top = Text(f"╭{' cold ':─^{width}}╮", ctx.palette.rim)
    return [top, *rows, Text(f"╰{'─' * width}╯", ctx.palette.rim)]


def draw_grill(snapshot: Snapshot, ctx: DrawContext, seat: int, grill: int) -> list[Text]:
    """Draw a dish as a burger on its grill, with its track below."""
    dish = snapshot["view"]["grills"][seat][grill]
    title = Text.assemble(grill_keys(ctx, grill), ctx.quiet(f"grill {grill + 1}"))
    track = track_text(snapshot, ctx, seat, grill) if dish else ctx.quiet("empty")
    griddle = Text("▔" * GRILL_WIDTH, ctx.palette.rim)
    return [*burger(foods(dish), GRILL_WIDTH, ctx.palette), griddle, Text(" ").join([title, track])]
