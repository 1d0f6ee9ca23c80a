"""Burger Go!: rows by type, numbered in order of play, and the hand as two-ended cards."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import (
    LETTERS,
    TEXTURES,
    DrawContext,
    beside,
    columns,
    flowed,
    name_lines,
)

CARDS = 7
GROUPS = ("salad", "cheese", "meat", "sauce", "bun")
LADDER = (1, 3, 6, 10, 15)
ON_SAUCE = 9
MAX_CARD_WIDTH, CARDS_SIDE_BY_SIDE = 16, 5
LEGEND = (
    "L Salad, C Cheese or Egg, M Meat or Patty, S Sauce, B Middle Bun; the number before the letter says "
    "when it was played. ◉ coins, ♛ most Salads (♛/2: shared by two), [6] step of the Cheese ladder, "
    "=9 Meat on Sauce."
)


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    piles = f"deck {len(view['deck'])} · discards {len(view['discards'])}"
    return f"round {view['round']} of {ctx.settings['rounds']} · card {view['card']} of {CARDS} · {piles}"


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw all places clockwise from the viewer: the next seat gets the viewer's hand."""
    lines: list[Text] = []
    for seat in ctx.clockwise(snapshot):
        line = ctx.padded_person(seat, snapshot).append("  ")
        line.append(f"◉ {snapshot['view']['coins'][seat]:<3}", f"bold {ctx.palette.ink_of('cheese')}")
        line.append("  ").append_text(seat_state(snapshot, ctx, seat)).append("  ")
        line.append_text(scoring_state(snapshot, ctx, seat))
        lines += [line, *draw_row(snapshot, ctx, seat)]
    return lines


def seat_state(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    if snapshot["over"]:
        return Text("★ wins" if seat in snapshot["winners"] else "", f"bold {ctx.palette.good}")
    if seat in snapshot["waiting"]:
        return Text("… choosing", ctx.palette.quiet)
    return Text("✓ decided", ctx.palette.good)


def scoring_state(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    """Return Salads and their rank, the step of the Cheese ladder, and the Middle Buns of the whole game."""
    palette, own = ctx.palette, types_in_row(snapshot, ctx, seat)
    salads = [types_in_row(snapshot, ctx, other).count("salad") for other in range(len(ctx.people))]
    line = Text(f"L {salads[seat]}{salad_rank(salads, seat)}", palette.ink_of("salad"))
    line.append("  C ", palette.ink_of("cheese"))
    reached = min(own.count("cheese"), len(LADDER))
    for step, coins in enumerate(LADDER, 1):
        if step == reached:
            line.append(f"[{coins}]", palette.fill("cheese"))
        else:
            line.append(str(coins), palette.quiet)
        line.append("·" if step < len(LADDER) else "", palette.quiet)
    buns = len(snapshot["view"]["kept"][seat]) + own.count("bun")
    return line.append(f"  B {buns}", palette.ink_of("bun"))


def salad_rank(counts: list[int], seat: int) -> str:
    """Return ♛ for most Salads, with the number of seats that share it, or 2nd."""
    steps = sorted({count for count in counts if count}, reverse=True)
    if not counts[seat] or counts[seat] not in steps[:2]:
        return ""
    if counts[seat] == steps[0]:
        return " ♛" if counts.count(steps[0]) == 1 else f" ♛/{counts.count(steps[0])}"
    return " 2nd" if counts.count(steps[0]) == 1 else ""


def types_in_row(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[str]:
    return [ctx.pack.type_of[face] for face in snapshot["view"]["rows"][seat]]


# -- rows


def draw_row(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw the row of a seat by type, in two lines per card if there is room.

    A Sauce with a Meat on it is drawn together with that Meat.
    """
    if not snapshot["view"]["rows"][seat]:
        return [ctx.quiet("    nothing played yet this round")] + [Text()] * ctx.roomy
    beneath, types = snapshot["view"]["beneath"][seat], types_in_row(snapshot, ctx, seat)
    covered = {place for place in beneath if place >= 0}
    order = [i for group in GROUPS for i, kind in enumerate(types) if kind == group and i not in covered]
    if ctx.roomy:
        stacks = [draw_stack(snapshot, ctx, seat, i) for i in order]
        return [*columns([[Text("   "), Text()], *stacks], ctx.width), Text()]
    tiles: list[Text] = []
    for i in order:
        tile = draw_tile(snapshot, ctx, seat, i)
        if beneath[i] >= 0:
            sauce = draw_tile(snapshot, ctx, seat, beneath[i])
            tile = Text.assemble(tile, ("+", ctx.palette.quiet), sauce)
            tile.append(f"={ON_SAUCE}", f"bold {ctx.palette.ink}")
        tiles.append(tile)
    return flowed(tiles, ctx.width, gap=" ", indent=3)


def draw_stack(snapshot: Snapshot, ctx: DrawContext, seat: int, i: int) -> list[Text]:
    """Draw a card in two lines: Meat above its Sauce, or a lid or texture above a single card."""
    tile, below = draw_tile(snapshot, ctx, seat, i), snapshot["view"]["beneath"][seat][i]
    if below < 0:
        kind = types_in_row(snapshot, ctx, seat)[i]
        if kind == "sauce":
            return [Text(f"{' open ':┄^{tile.cell_len}}", ctx.palette.quiet), tile]
        return [Text(TEXTURES[kind] * tile.cell_len, ctx.palette.fill(kind)), tile]
    sauce = draw_tile(snapshot, ctx, seat, below)
    width = max(tile.cell_len, sauce.cell_len)
    stack = [Text(f"{part.plain:<{width}}", part.style) for part in (tile, sauce)]
    return beside(stack, [Text(), Text(f"={ON_SAUCE}", f"bold {ctx.palette.ink}")], gap=0)


def draw_tile(snapshot: Snapshot, ctx: DrawContext, seat: int, i: int) -> Text:
    """Return one card of a row: number in order of play, letter, and name if there is room."""
    face = snapshot["view"]["rows"][seat][i]
    kind = ctx.pack.type_of[face]
    is_named = seat == snapshot["seat"] or ctx.roomy
    name = f" {ctx.pack.faces[face].name} " if is_named else ""
    return Text(f"{i + 1}{LETTERS[kind]}{name}", ctx.palette.fill(kind))


# -- hand


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the own cards with both ends; the number on a card is its key."""
    if snapshot["seat"] is None or not snapshot["view"]["hands"][snapshot["seat"]]:
        return []
    cards = snapshot["view"]["hands"][snapshot["seat"]]
    width = min(MAX_CARD_WIDTH, (ctx.width - len(cards)) // max(len(cards), CARDS_SIDE_BY_SIDE))
    return beside(*[draw_card(card, width, snapshot, ctx) for card in cards])


def draw_card(card: int, width: int, snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw a card with both ends, the key between them, and a highlight if it or an end can be chosen."""
    upper, lower = card * 2, card * 2 + 1
    lines = [*draw_end(upper, width, snapshot, ctx), draw_cut(card, width, ctx)]
    if ctx.pack.is_bun[card]:  # the other end of a Middle Bun is the same
        style = end_style(lower, snapshot, ctx)
        return [*lines, Text(f"{'◯':^{width}}", style), Text(" " * width, style)]
    return [*lines, *draw_end(lower, width, snapshot, ctx)]


def draw_end(face: int, width: int, snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    letter, name = LETTERS[ctx.pack.type_of[face]], ctx.pack.faces[face].name
    style = end_style(face, snapshot, ctx)
    return [Text(f"{line:<{width}}", style) for line in name_lines(letter, name, width)]


def end_style(face: int, snapshot: Snapshot, ctx: DrawContext) -> str:
    """Return full colour for ends that can be played or were laid down, and a quiet colour for others."""
    laid = snapshot["view"]["choices"][snapshot["seat"]]
    shown = [action[1] for action in ctx.keys if action[0] == "show"]
    kind = ctx.pack.type_of[face]
    if face in (laid or shown) or not (laid or shown):
        return ctx.palette.fill(kind)
    return f"{ctx.palette.colour(kind)} on {ctx.palette.card}"


def draw_cut(card: int, width: int, ctx: DrawContext) -> Text:
    """Draw the dashed line between the ends, with the key of the card, or with the keys of its ends."""
    key = ctx.key("choose", card)
    if not key:
        ends = Text()
        for sign, face in zip("▲▼", (card * 2, card * 2 + 1), strict=True):
            if tag := ctx.tag("show", face):
                ends.append(sign).append_text(tag)
        return Text.assemble(ends, ("┄" * (width - ends.cell_len), ctx.palette.rim))
    if ctx.chosen == ("choose", card):
        return ctx.lamp(f"{f'▶ {key} ◀':^{width}}")
    return Text(f"{f' {key} ':┄^{width}}", f"bold {ctx.palette.lamp}")
