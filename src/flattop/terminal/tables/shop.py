"""The common pieces of Burger Up, Party Up, Solo Up and Burger Trucker: orders, Market, burgers and hands."""

from __future__ import annotations

from rich.text import Text

from flattop.kernel import VACANT
from flattop.match import Snapshot
from flattop.terminal.tables.drawing import (
    LETTERS,
    DrawContext,
    beside,
    bottom_aligned,
    bottom_bun,
    chip,
    columns,
    flowed,
    layer,
    padded,
)

CARD_WIDTH = 14  # least width of a card in the hand
ORDER_WIDTH = 32  # width of the name of an order
STACK_WIDTH = 20
BURGERS = 4  # most burgers of a seat
MARKS = {"met": "✓", "possible": "○", "impossible": "✗"}
TYPES = {
    "salad": "Salad",
    "sauce": "Sauce",
    "meat": "Meat",
    "cheese": "Cheese",
    "bun": "Middle Bun",
    "any": "anything",
}
LEGEND = (
    "L Salad, C Cheese or Egg, M Meat or Patty, S Sauce, B Middle Bun, * anything; ★ Perfect. "
    "Behind an order and each of its needs one mark per own burger: ✓ met, ○ still possible, ✗ impossible. "
    "◉ coins, ♨ uses of the Spatula, ▲ upgraded, ⚑ orders completed."
)


# -- orders and Market


def draw_orders(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw one order per line: name, coins, and each need with a mark for every own burger."""
    view, lines = snapshot["view"], []
    for place, order in enumerate(view["pending"]):
        if order == VACANT:
            lines.append(ctx.quiet(f" {place + 1} –"))
            continue
        coins = f" ${view['order_coins'][place]}" if "order_coins" in view else ""
        head = Text(f" {place + 1} ", ctx.palette.quiet)
        head.append(f"{ctx.pack.top_buns[order].name}{coins}", f"bold {ctx.palette.ink}")
        head.append_text(own_marks(snapshot, ctx, place, 0))
        for burger in range(len(view["burgers"][0])):
            head.append_text(ctx.tag("serve", burger, order))
        needs = [
            Text.assemble((words, ctx.palette.ink), own_marks(snapshot, ctx, place, number))
            for number, words in enumerate(view["asked"][place], 1)
            if words != "1 or more"
        ]
        first, *rest = flowed(needs, ctx.width, gap=" · ", indent=ORDER_WIDTH)
        lines += [Text.assemble(padded(head, ORDER_WIDTH), first[ORDER_WIDTH:]), *rest]
    return lines


def own_marks(snapshot: Snapshot, ctx: DrawContext, place: int, need: int) -> Text:
    """Return a mark per own burger that says whether it meets a need; none for a spectator."""
    marks, seat = Text(" "), snapshot["seat"]
    for prospects in [] if seat is None else snapshot["view"]["prospects"][seat]:
        state = prospects[place][need]
        colours = {"met": ctx.palette.good, "impossible": ctx.palette.bad}
        marks.append(MARKS[state], colours.get(state, ""))
    return marks


def draw_market(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the cards on offer, with their keys while they can be bought."""
    view = snapshot["view"]
    pieces = [Text("Market", f"bold {ctx.palette.quiet}")]
    for card in view["market"]:
        if card == VACANT:
            pieces.append(ctx.quiet("–"))
        else:
            ends = [half_card(face, ctx) for face in faces_of(card, ctx)]
            pieces.append(Text("/").join(ends).append_text(ctx.tag("buy", card)))
    pieces.append(ctx.quiet(f"deck {len(view['deck'])} · discards {len(view['discard'])}"))
    return flowed(pieces, ctx.width)


def faces_of(card: int, ctx: DrawContext) -> list[int]:
    """Return the faces of a card; a Middle Bun has the same one on both ends."""
    return [card * 2] if ctx.pack.is_bun[card] else [card * 2, card * 2 + 1]


def half_card(face: int, ctx: DrawContext) -> Text:
    """Return one end of a card: letter, name, and a star if it is Perfect."""
    half = ctx.pack.faces[face]
    star = "★" if half.perfect else ""
    return Text(f"{LETTERS[half.type]} {half.name}{star}", ctx.palette.fill(half.type))


# -- burgers


def draw_place(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw the coins and burgers of a seat; burgers as stacks if there is room."""
    view = snapshot["view"]
    line = Text.assemble(("▸" if seat in snapshot["waiting"] else " ", f"bold {ctx.palette.lamp}"), " ")
    line.append_text(ctx.person(seat, snapshot))
    line.append(f"  ◉ {view['coins'][seat]}", f"bold {ctx.palette.ink_of('cheese')}")
    line.append(f"  ♨ {view['spatulas'][seat]}", ctx.palette.ink)
    line.append("  ▲ upgraded" if view["upgraded"][seat] else "", ctx.palette.good)
    line.append(f"  ⚑ {len(view['completed'][seat])}", ctx.palette.ink)
    line.append(f"  {len(view['hands'][seat])} in hand", ctx.palette.quiet)
    if snapshot["over"]:
        line.append(f"  {snapshot['points'][seat]} points", f"bold {ctx.palette.good}")
        line.append(" ★" if seat in snapshot["winners"] else "", f"bold {ctx.palette.good}")
    if ctx.roomy and (seat == snapshot["seat"] or len(ctx.people) < 3):
        return [line, *draw_stacks(snapshot, ctx, seat)]
    return [line, *draw_rows(snapshot, ctx, seat)]


def draw_rows(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw each burger as a row from bottom to top; own burgers have the names of their cards."""
    lines: list[Text] = []
    is_plugin = seat == snapshot["seat"]
    for burger, stack in enumerate(snapshot["view"]["burgers"][seat]):
        pieces = [burger_summary(snapshot, ctx, seat, burger)]
        for face in stack:
            half = ctx.pack.faces[face]
            star = "★" if half.perfect else ""
            piece = chip(half.type, ctx.palette, f"{half.name}{star}" if is_plugin else star)
            pieces.append(piece.append_text(spatula_keys(face, ctx)))
        pieces.append(next_type(snapshot["view"]["wanted"][seat][burger], ctx))
        lines += flowed(pieces, ctx.width, gap=" " if is_plugin else "", indent=3)
    return lines


def draw_stacks(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw the burgers next to each other as stacks on their Bottom Buns."""
    blocks = []
    for burger, stack in enumerate(snapshot["view"]["burgers"][seat]):
        lines = [next_type(snapshot["view"]["wanted"][seat][burger], ctx)]
        for face in reversed(stack):
            half = ctx.pack.faces[face]
            drawn = layer(half.type, STACK_WIDTH, ctx.palette, half_card(face, ctx).plain)
            lines += beside([drawn], [spatula_keys(face, ctx)], gap=0)
        summary = burger_summary(snapshot, ctx, seat, burger)
        blocks.append([*lines, bottom_bun(STACK_WIDTH, ctx.palette), summary])
    blocks = bottom_aligned(blocks)
    return list(columns([[Text("  ")] * len(blocks[0]), *blocks], ctx.width, gap=2))


def burger_summary(snapshot: Snapshot, ctx: DrawContext, seat: int, burger: int) -> Text:
    """Return number, height, size and pay of a burger."""
    view = snapshot["view"]
    size = next((size.name for size in ctx.pack.sizes if size.id == view["sizes"][seat][burger]), "empty")
    pay = f" ${view['pays'][seat][burger]}" if view["burgers"][seat][burger] else ""
    return Text(f"{burger + 1}: {view['heights'][seat][burger]} {size}{pay} ", f"bold {ctx.palette.ink}")


def spatula_keys(face: int, ctx: DrawContext) -> Text:
    """Return the keys that remove or move a card with the Spatula."""
    keys = ctx.tag("scrape", face >> 1)
    for burger in range(BURGERS):
        keys.append_text(ctx.tag("shift", face >> 1, burger))
    return keys


def next_type(kind: str, ctx: DrawContext) -> Text:
    """Return the type that must be placed next on a burger."""
    if kind == "any":
        return Text("→ * anything", ctx.palette.quiet)
    return Text(f"→ {LETTERS[kind]} {TYPES[kind]}", f"bold {ctx.palette.ink_of(kind)}")


# -- hand


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the own cards with both ends, and beside an end the key of each burger that it fits."""
    if snapshot["seat"] is None:
        return []
    cards = snapshot["view"]["hands"][snapshot["seat"]]
    return list(columns([draw_card(card, ctx) for card in cards], ctx.width)) if cards else []


def draw_card(card: int, ctx: DrawContext) -> list[Text]:
    """Draw a card in three lines: one end, a cut with the key that discards it, the other end."""
    ends = []
    for face in faces_of(card, ctx):
        keys = Text.assemble(*[ctx.tag("place", face, burger) for burger in range(BURGERS)])
        ends.append((half_card(face, ctx), keys))
    width = max(CARD_WIDTH, *(len(end) + len(keys) for end, keys in ends))
    lines = [Text.assemble((f"{end.plain:<{width - keys.cell_len}}", end.style), keys) for end, keys in ends]
    key = ctx.tag("toss", card)
    cut = Text.assemble(("┄" * ((width - key.cell_len) // 2), ctx.palette.rim), key)
    cut.append("┄" * (width - cut.cell_len), ctx.palette.rim)
    lower = lines[1] if len(lines) > 1 else Text(f"{'◯':^{width}}", ctx.palette.fill("bun"))
    return [lines[0], cut, lower]
