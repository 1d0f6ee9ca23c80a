"""Between Two Burgers: the viewer's two burgers large at the left and right, the others in rows."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import (
    LETTERS,
    DrawContext,
    beside,
    bottom_bun,
    chip,
    flowed,
    layer,
    name_lines,
    padded,
    seat_letter,
)

PARTS = ("salad", "sauce", "meat", "cheese", "bun")
STACK_WIDTH = 18
MAX_CARD_WIDTH, CARDS_SIDE_BY_SIDE = 24, 3
LEGEND = (
    "L Salad, S Sauce, M Meat or Patty, C Cheese or Egg, B Middle Bun; burgers are shown from the bottom up. "
    "Five numbers: its points by type. ▼ the burger that counts for you, ♥ a wish, ■ a card laid face down."
)


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    turns = ctx.settings["turns_per_round"]
    where = f"round {view['round']} of 3 · turn {view['turn'] % turns + 1} of {turns}"
    common = " · one common score" if len(ctx.people) == 2 == len(view["burgers"]) else ""
    return f"{where} · hands go {view['direction']} · pile {len(view['pile'])}{common}"


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    lines = [line for seat in range(len(ctx.people)) for line in draw_seat(snapshot, ctx, seat)]
    left, right = snapshot["view"]["beside"][snapshot["seat"] or 0]
    others = [burger for burger in range(len(snapshot["view"]["burgers"])) if burger not in (left, right)]
    if ctx.roomy:
        pair = beside(draw_stack(snapshot, ctx, left), draw_stack(snapshot, ctx, right), gap=4)
        lines += [Text(), *pair, Text()]
    else:
        lines += [*draw_row(snapshot, ctx, left), *draw_row(snapshot, ctx, right)]
    for burger in others:
        lines += draw_row(snapshot, ctx, burger)
    return lines


# -- seats


def draw_seat(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw a seat with its score, its state, and the pair of cards that it has revealed."""
    line = ctx.padded_person(seat, snapshot)
    line.append(f"  score {snapshot['view']['scores'][seat]:>3}", f"bold {ctx.palette.ink}")
    cards = [card_text(ctx, card) for card in snapshot["view"]["revealed"][seat]]
    return flowed([line, seat_state(snapshot, ctx, seat), *cards], ctx.width)


def seat_state(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    view = snapshot["view"]
    if snapshot["over"]:
        return Text("★ wins" if seat in snapshot["winners"] else "", f"bold {ctx.palette.good}")
    if seat in view["placing"]:
        return Text("◀ places", ctx.palette.lamp)
    if any(view["revealed"]):
        return ctx.quiet("waits" if view["revealed"][seat] else "placed")
    picked = len(view["picks"][seat])
    return ctx.quiet("■" * picked + "·" * (2 - picked))


def card_text(ctx: DrawContext, card: int) -> Text:
    if ctx.pack.is_bun[card]:
        return chip("bun", ctx.palette, "Middle Bun")
    faces = (2 * card, 2 * card + 1)
    return Text("/").join(
        [chip(ctx.pack.type_of[face], ctx.palette, ctx.pack.faces[face].name) for face in faces]
    )


# -- burgers


def draw_row(snapshot: Snapshot, ctx: DrawContext, burger: int) -> list[Text]:
    """Draw a burger in rows, from the bottom up."""
    view = snapshot["view"]
    is_plugin = snapshot["seat"] is not None and burger in view["beside"][snapshot["seat"]]
    tiles = []
    for face in view["burgers"][burger]:
        kind, name = ctx.pack.type_of[face], ctx.pack.faces[face].name
        tiles.append(Text(f"{LETTERS[kind]} {name}" if is_plugin else LETTERS[kind], ctx.palette.fill(kind)))
    tiles = tiles or [ctx.quiet("only its Bottom Bun")]
    head = flowed(burger_facts(snapshot, ctx, burger), ctx.width)
    return [*head, *flowed(tiles, ctx.width, gap=" " if is_plugin else "", indent=2)]


def draw_stack(snapshot: Snapshot, ctx: DrawContext, burger: int) -> list[Text]:
    """Draw a burger as a stack, with its points above it."""
    layers = [
        layer(ctx.pack.type_of[face], STACK_WIDTH, ctx.palette, ctx.pack.faces[face].name)
        for face in reversed(snapshot["view"]["burgers"][burger])
    ]
    return [*burger_facts(snapshot, ctx, burger), *layers, bottom_bun(STACK_WIDTH, ctx.palette)]


def burger_facts(snapshot: Snapshot, ctx: DrawContext, burger: int) -> list[Text]:
    """Return the owners and points of a burger, its points by type, and the wishes for it."""
    view, palette = snapshot["view"], ctx.palette
    head = Text(f"burger {burger + 1} ", f"bold {palette.ink}")
    for seat, pair in enumerate(view["beside"]):
        if burger in pair:
            head.append(f" {seat_letter(seat)} ", f"bold {palette.paper} on {palette.seat(seat)}")
    head.append_text(side_text(snapshot, ctx, burger))
    head.append(f" {view['totals'][burger]}", f"bold {palette.ink}")
    parts = Text()
    for kind, points in zip(PARTS, view["parts"][burger], strict=True):
        parts.append_text(chip(kind, palette)).append(f"{points} ", palette.ink)
    wishes = []
    for seat, (pair, faces) in enumerate(zip(view["beside"], view["wishes"], strict=True)):
        for own, face in zip(pair, faces, strict=True):
            if own == burger and face >= 0:
                text = f"♥{seat_letter(seat)} {ctx.pack.faces[face].name}"
                wishes.append(Text(text, palette.seat(seat)))
    return [head, parts, *wishes]


def side_text(snapshot: Snapshot, ctx: DrawContext, burger: int) -> Text:
    """Return left or right of the viewer, and ▼ if the burger is the one that counts."""
    seat, view = snapshot["seat"], snapshot["view"]
    if seat is None or burger not in view["beside"][seat]:
        return Text()
    left, right = view["beside"][seat]
    is_lower = view["totals"][burger] == min(view["totals"][left], view["totals"][right])
    words = f" {'left' if burger == left else 'right'}{' ▼' if is_lower else ''}"
    return Text(words, ctx.palette.lamp if is_lower else ctx.palette.quiet)


# -- own cards


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the hand, or in step 3 the revealed pair; the number on a card is its key."""
    if snapshot["seat"] is None:
        return []
    view, seat = snapshot["view"], snapshot["seat"]
    cards = view["revealed"][seat] or [*view["picks"][seat], *view["hands"][seat]]
    width = min(MAX_CARD_WIDTH, (ctx.width - len(cards)) // max(len(cards), CARDS_SIDE_BY_SIDE))
    names = {face: half_name(ctx, face, width) for card in cards for face in (2 * card, 2 * card + 1)}
    is_tall = any(second for _, second in names.values())  # a long name needs a second line
    blocks = []
    for card in cards:
        if card in view["picks"][seat]:
            mark = "■ laid down"
        elif card == view["sent_left"][seat]:
            mark = "→ left"
        else:
            mark = "to the left" if ctx.key("left", card) else "┄"
        middle = Text.assemble(ctx.tag("choose", card), ctx.tag("left", card), ctx.quiet(mark))
        upper, lower = (
            draw_half(ctx, face, names[face], width, is_tall) for face in (2 * card, 2 * card + 1)
        )
        blocks.append([*upper, padded(middle, width), *lower])
    return beside(*blocks)


def half_name(ctx: DrawContext, face: int, width: int) -> tuple[str, str]:
    """Return letter and name in two lines, beside the key that plays this half, if any."""
    room = width - len(ctx.tag("show", face))
    return name_lines(LETTERS[ctx.pack.type_of[face]], ctx.pack.faces[face].name, room)


def draw_half(ctx: DrawContext, face: int, name: tuple[str, str], width: int, is_tall: bool) -> list[Text]:
    tag, fill = ctx.tag("show", face), ctx.palette.fill(ctx.pack.type_of[face])
    first, second = (Text(f"{line:<{width - len(tag)}}", fill) for line in name)
    return [Text.assemble(tag, first), *([second] if is_tall else [])]
