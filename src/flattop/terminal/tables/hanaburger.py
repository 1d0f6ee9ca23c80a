"""Hanaburger: two burgers for all, the open hands of the others, and the own cards with their clues."""

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
    folded,
    layer,
    padded,
)

STACK_WIDTH = 20
MAX_BACK_WIDTH = 36
FEW_MISTAKES = 3
MARKS = {"met": "✓", "possible": "·", "impossible": "✗"}
LEGEND = (
    "L Salad, S Sauce, M Meat or Patty, C Cheese or Egg, B Middle Bun; burgers are shown from the bottom up. "
    "✓ met, · missing, ✗ impossible. +green: told, -green: ruled out, ▲ pointed at since the last turn. "
    "● clean Hint token, ○ dirty one."
)


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    final = f" · {view['final']} turns left" if view["final"] >= 0 else ""
    piles = f"{len(view['deck'])} cards to draw · {len(view['order_deck'])} orders to come"
    return f"${view['coins']} · {piles}{final}"


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the burgers and the open hands; in a small window the hands first, so that none is cut off."""
    blocks = [draw_burger(snapshot, ctx, place) for place in range(2)]
    burgers = [line for block in blocks for line in block]
    if ctx.roomy:
        width = burger_width(ctx)
        burgers = beside(*[[padded(line, width) for line in block] for block in blocks], gap=2)
    others = [seat for seat in range(len(ctx.people)) if seat != snapshot["seat"]]
    hands = [line for seat in others for line in draw_open_hand(snapshot, ctx, seat)]
    table = [*burgers, *hands] if ctx.roomy else [*hands, *burgers]
    return [tokens_line(snapshot, ctx), *table, *discards_line(snapshot, ctx)]


def tokens_line(snapshot: Snapshot, ctx: DrawContext) -> Text:
    view, settings, palette = snapshot["view"], ctx.settings, ctx.palette
    line = Text.assemble(("hints ", palette.quiet), ("●" * view["hints"], palette.good))
    line.append("○" * (settings["hint_tokens"] - view["hints"]), palette.quiet)
    line.append("  mistakes left ", palette.quiet)
    few = view["mistakes"] <= FEW_MISTAKES
    line.append(f"{view['mistakes']} of {settings['mistake_tokens']}", palette.bad if few else palette.ink)
    line.append(f"  served {len(view['served'])}", palette.quiet)
    if view["shown"] >= 0:
        line.append("  turned up ", palette.quiet).append_text(card_text(ctx, view["shown"]))
    return line


# -- burgers


def draw_burger(snapshot: Snapshot, ctx: DrawContext, place: int) -> list[Text]:
    """Draw a burger below its order; as a stack if there is room."""
    faces = snapshot["view"]["burgers"][place]
    head = draw_order(snapshot, ctx, place)
    if ctx.roomy:
        layers = [
            layer(ctx.pack.type_of[face], STACK_WIDTH, ctx.palette, ctx.pack.faces[face].name)
            for face in reversed(faces)
        ]
        return [*head, *layers, bottom_bun(STACK_WIDTH, ctx.palette)]
    tiles = [face_text(ctx, face) for face in faces] or [ctx.quiet("only its Bottom Bun")]
    return [*head, *flowed(tiles, ctx.width, gap=" ", indent=2)]


def draw_order(snapshot: Snapshot, ctx: DrawContext, place: int) -> list[Text]:
    """Draw the order of a burger: its name, the type that comes next, and each need with its mark."""
    view, palette, width = snapshot["view"], ctx.palette, burger_width(ctx)
    line = ctx.tag("onto", place)
    line.append(f"burger {place + 1} ", f"bold {palette.ink}")
    order = view["orders"][place]
    if order < 0:
        return folded(line.append("has no order any more", palette.quiet), width, 4)
    line.append(ctx.pack.top_buns[order].name, f"bold {palette.lamp}")
    line.append(f"  {view['heights'][place]} high, ${view['pays'][place]}", palette.quiet)
    kind = view["wanted"][place]
    if kind == "any":
        pieces = [ctx.quiet("takes anything")]
    else:
        pieces = [Text.assemble(("asks ", palette.quiet), chip(kind, palette))]
    colours = {"met": palette.good, "impossible": palette.bad}
    for words, state in zip(view["asked"][place], view["prospects"][place][1:], strict=True):
        pieces.append(Text(f"{MARKS[state]} {words}", colours.get(state, palette.ink)))
    needs = [row for piece in flowed(pieces, width, indent=2) for row in folded(piece, width, 4)]
    return [*folded(line, width, 4), *needs]


def burger_width(ctx: DrawContext) -> int:
    """Return the width for one burger; large burgers stand side by side."""
    return ctx.width // 2 - 2 if ctx.roomy else ctx.width


def face_text(ctx: DrawContext, face: int) -> Text:
    kind = ctx.pack.type_of[face]
    return Text(f"{LETTERS[kind]} {ctx.pack.faces[face].name}", ctx.palette.fill(kind))


def card_text(ctx: DrawContext, card: int) -> Text:
    if card < 0:
        return ctx.quiet("a card")
    halves = [face_text(ctx, 2 * card), face_text(ctx, 2 * card + 1)]
    return halves[0] if ctx.pack.is_bun[card] else Text("/").join(halves)


# -- hands of the others, and discards


def draw_open_hand(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    view = snapshot["view"]
    name = Text.assemble(ctx.tag("hint", seat), ctx.person(seat, snapshot))
    if seat == view["active"] and not snapshot["over"]:
        name.append(" on turn", ctx.palette.lamp)
    cards = [
        Text.assemble(card_text(ctx, card), clue_marks(snapshot, ctx, seat, slot))
        for slot, card in enumerate(view["hands"][seat])
    ]
    return [name, *flowed(cards, ctx.width, gap="  ", indent=2)]


def clue_marks(snapshot: Snapshot, ctx: DrawContext, seat: int, slot: int) -> Text:
    """Return the clues that the holder of a card has: told, ruled out, and whether a hint is new."""
    view, line = snapshot["view"], Text()
    if any(slot in hint for hint in view["pointed_at"][seat]):
        line.append(" ▲", f"bold {ctx.palette.lamp}")
    for sign, lists, ink in (("+", "told", ctx.palette.good), ("-", "ruled_out", ctx.palette.quiet)):
        for end, name in (("", lists), ("↓", f"{lists}_below")):
            for clue in view[name][seat][slot]:
                line.append(f" {sign}{end}{ctx.game.text.namers['clue'](ctx.pack, clue)}", ink)
    return line


def discards_line(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Count the cards of each type in the discard pile."""
    cards = snapshot["view"]["discards"]
    kinds = [ctx.pack.type_of[2 * card + half] for card in cards for half in (0, 1)]
    line = ctx.quiet(f"discards {len(cards)}: ")
    for kind in ("salad", "sauce", "meat", "cheese", "bun"):
        count = kinds.count(kind) // (2 if kind == "bun" else 1)
        line.append_text(chip(kind, ctx.palette)).append(f"{count} ", ctx.palette.quiet)
    return [line] if cards else []


# -- own hand


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the backs of the own cards, oldest first, with their clues; or the halves of a card turned up."""
    seat = snapshot["seat"]
    if seat is None:
        return []
    shown = snapshot["view"]["shown"]
    if shown >= 0 and snapshot["view"]["active"] == seat:
        faces = (2 * shown, 2 * shown + 1)
        return [Text.assemble(ctx.tag("show", face), face_text(ctx, face)) for face in faces]
    slots = range(len(snapshot["view"]["hands"][seat]))
    width = min(MAX_BACK_WIDTH, (ctx.width - len(slots)) // max(len(slots), 1))
    return beside(*[draw_back(snapshot, ctx, seat, slot, width) for slot in slots])


def draw_back(snapshot: Snapshot, ctx: DrawContext, seat: int, slot: int, width: int) -> list[Text]:
    """Draw an unseen card with its keys, its clues, and what follows from them if the table helps with it."""
    card = snapshot["view"]["hands"][seat][slot]
    back = Text(f"▒ card {slot + 1} ▒", f"bold {ctx.palette.ink}")
    keys = Text.assemble(ctx.tag("place", slot), ctx.tag("discard", slot))
    head = Text.assemble(keys, back if card < 0 else card_text(ctx, card))
    lines = folded(head, width, 2)
    facts = [clue_marks(snapshot, ctx, seat, slot)]
    if ctx.settings["memory"] != "marks":
        certain = snapshot["view"]["certain"][seat][slot]
        facts.append(Text(f" = {ctx.game.text.namers['clues'](ctx.pack, certain)}", ctx.palette.ink))
    for fact in facts:
        words = [word for word in fact.split(" ") if word.plain]
        lines += flowed(words, width, gap=" ") if words else []
    return [padded(line, width) for line in lines]
