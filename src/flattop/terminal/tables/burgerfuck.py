"""BurgerFuck: Strategy Grid, Card Facility with Stage and Red List, seats, and the hand by suit."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import (
    Countdown,
    DrawContext,
    beside,
    flowed,
    folded,
    padded,
    seat_letter,
)

LEGEND = (
    "Pawns are the letters of their seats, the last one in brackets. In the rows of suits the Red List names "
    "its ranks and an Ace stands for a Concert on Stage: no card of that suit till the turn named has ended. "
    "Seats: ▣ cards, ● Orbs, s Small Tokens, L Large Tokens, ▶ Turn Marker, then cards shown to all. In the "
    "hand: ! Red, ✗ banned by a Concert, ⚡ can Strike, ◷ fresh, -4 a Bribe of 4 Small Tokens; the number in "
    "front is the key that plays the card."
)
GRID_SIZE = 7
RANKS = "A23456789TJQK"
SUIT_SIZE = len(RANKS)
JOKER = 52
RED_SUITS = (1, 2)
CELL, LARGE_CELL = 3, 4
FACILITY_WIDTH = 31
NAMES_FROM_WIDTH = 34  # from this width on, names are beside the counters of the seats
BENEATH_SHOWN = 3  # cards under the top of the pile
PLAY_VERBS = ("play", "strike", "scrap", "mark")


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    turn = f"turn {view['turn']} of {ctx.people[view['marker']]}"
    extra = view["large"][view["marker"]]
    plays = f" · extra Plays {view['extra_plays']} of {extra}" if extra else ""
    return f"{turn[:40]} · deck {len(view['deck'])}{plays}"


def countdown(snapshot: Snapshot, ctx: DrawContext) -> Countdown | None:
    """Return the time in which a live turn waits for Strikes."""
    total = round(10 * ctx.settings["grace"])
    if snapshot["over"] or ctx.settings["strikes"] != "live" or not total:
        return None
    caption = "grace: strike now" if snapshot["view"]["grace"] else "the turn goes on"
    return Countdown(snapshot["view"]["grace"], total, caption)


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw grid, facility and seats side by side; if there is room, the seats below the facility."""
    grid, facility = draw_grid(snapshot, ctx), draw_facility(snapshot, ctx)
    width = ctx.width - grid[0].cell_len - 2
    if ctx.roomy:
        right = [*facility, Text(), *draw_seats(snapshot, ctx, width)]
        return [*beside(grid, [padded(line, width) for line in right]), *draw_checklist(snapshot, ctx)]
    rows = [row for line in facility for row in folded(line, FACILITY_WIDTH, 2)]
    width -= FACILITY_WIDTH + 1
    seats = [padded(line, width) for line in draw_seats(snapshot, ctx, width)]
    middle = [padded(row, FACILITY_WIDTH) for row in rows]
    return [*beside(grid, middle, seats), *draw_checklist(snapshot, ctx)]


# -- the Strategy Grid


def draw_grid(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the grid below the keys that drop a pawn into a column; with frames if there is room."""
    chutes = []
    for column in range(GRID_SIZE):
        tag = ctx.tag("drop", column)
        chutes.append(tag if tag.plain else ctx.quiet(f" {column + 1} "))
    rows = [draw_grid_row(snapshot, ctx, row) for row in reversed(range(GRID_SIZE))]
    if not ctx.roomy:
        return [padded(line, CELL * GRID_SIZE + 1) for line in (Text("").join(chutes), *rows)]
    rule = Text("├" + "┼".join(["───"] * GRID_SIZE) + "┤", ctx.palette.rim)
    lines = [Text.assemble(" ", Text(" ").join(chutes))]
    for line in rows:
        lines += [rule, line]
    lines.append(Text("└" + "┴".join(["───"] * GRID_SIZE) + "┘", ctx.palette.rim))
    return [padded(line, LARGE_CELL * GRID_SIZE + 2) for line in lines]


def draw_grid_row(snapshot: Snapshot, ctx: DrawContext, row: int) -> Text:
    """Draw one row of the grid; the last pawn, which the log names, is in brackets."""
    grid = snapshot["view"]["grid"]
    last_column = next((event[2] for event, _ in reversed(snapshot["log"]) if event[0] == "dropped"), 0)
    cells = []
    for column, pawns in enumerate(grid):
        if row >= len(pawns):
            cells.append(Text.assemble((" · ", ctx.palette.rim)))
            continue
        letter = seat_letter(pawns[row])
        is_last = (column, row) == (last_column, len(grid[last_column]) - 1)
        style = f"bold {ctx.palette.seat(pawns[row])}"
        cells.append(Text.assemble((f"[{letter}]" if is_last else f" {letter} ", style)))
    frame = Text("│" if ctx.roomy else "", ctx.palette.rim)
    return Text.assemble(frame, frame.join(cells), frame)


# -- the Card Facility, the Stage, the Red List and the Landfill


def draw_facility(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    view = snapshot["view"]
    owner = "the Table" if view["top_by"] < 0 else ctx.people[view["top_by"]]
    pile = view["play_pile"]
    top = Text.assemble("Pile ", card_text(pile[-1], ctx, " {} "), f" by {owner}")
    beneath = ctx.quiet("1 card")
    if len(pile) > 1:
        beneath = ctx.quiet(f"{plural(len(pile), 'card')}, under it ")
        for card in reversed(pile[-1 - BENEATH_SHOWN : -1]):
            beneath.append_text(card_text(card, ctx, "{} "))
    suits = [suit_line(view, ctx, suit) for suit in range(4)]
    waste = f"Landfill: {plural(len(view['card_disposal']), 'card')}, {plural(view['orb_disposal'], 'Orb')}"
    table = "the Table holds 1 card" if view["table_hand"] else "Jokers are Red"
    return [top, beneath, *suits, ctx.quiet(waste), ctx.quiet(table)]


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def suit_line(view: dict[str, Any], ctx: DrawContext, suit: int) -> Text:
    """Return the Red ranks of a suit, and its Concert."""
    line = Text.assemble((f"{ctx.pack.suits[suit].sign} ", f"bold {suit_colour(suit, ctx)}"))
    red_ranks = [rank for rank in range(SUIT_SIZE) if SUIT_SIZE * suit + rank in view["red_list"]]
    for rank, letter in enumerate(RANKS):
        if rank in red_ranks:
            line.append(letter, f"bold {ctx.palette.bad}")
        else:
            line.append("·", ctx.palette.rim)
    if view["stage"][suit] >= 0:
        return line.append(f" A till {view['closing'][suit]}", f"bold {ctx.palette.lamp}")
    return line.append(" red" if red_ranks else "", ctx.palette.quiet)


# -- seats


def draw_seats(snapshot: Snapshot, ctx: DrawContext, width: int) -> list[Text]:
    """Draw all seats clockwise: name and counters in one line, in two, or a letter instead of the name."""
    lines: list[Text] = []
    order = ctx.clockwise(snapshot)
    for seat in order:
        marker = "▶" if snapshot["view"]["marker"] == seat else " "
        has_won = seat in snapshot["winners"]
        won = (" ★ wins", f"bold {ctx.palette.good}") if has_won else ""
        name = Text.assemble(marker, ctx.person(seat, snapshot), won)
        if len(order) <= 4 and width < NAMES_FROM_WIDTH:
            lines += [name, counters(snapshot, ctx, seat, "   ")]
            continue
        if width < NAMES_FROM_WIDTH:
            style = f"bold {ctx.palette.paper} on {ctx.palette.seat(seat)}"
            name = Text.assemble(marker, (f" {seat_letter(seat)} ", style), "★" if has_won else "")
        lines.append(Text.assemble(name, counters(snapshot, ctx, seat, " ")))
    return [row for line in lines for row in folded(line, width, 4)]


def counters(snapshot: Snapshot, ctx: DrawContext, seat: int, indent: str) -> Text:
    """Return the counters of a seat, and the cards that it has shown to all."""
    view = snapshot["view"]
    cards = (f"{indent}▣{len(view['hands'][seat])}", f"bold {ctx.palette.ink}")
    tokens = f" ●{view['orbs'][seat]} s{view['small'][seat]} L{view['large'][seat]} "
    line = Text.assemble(cards, (tokens, ctx.palette.ink))
    if seat != snapshot["seat"] and not snapshot["over"]:
        for card in view["hands"][seat][: view["shown"][seat]]:
            line.append_text(card_text(card, ctx, " {}"))
    return line


# -- hand


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the own cards by suit, each with its key and its marks."""
    seat = snapshot["seat"]
    if seat is None or not snapshot["view"]["hands"][seat]:
        return []
    own = snapshot["view"]["hands"][seat]
    options = [action for action, _ in (*snapshot["options"], *snapshot["anytime"]) if len(action) > 1]
    pieces = []
    for card in sorted(set(own)):
        option = next((a for a in options if a[0] in PLAY_VERBS and a[1] == card), None)
        piece = Text.assemble(ctx.tag(*option) if option else "", card_text(card, ctx, " {} "))
        if own.count(card) > 1:
            piece.append(f"×{own.count(card)}", ctx.palette.quiet)
        pieces.append(piece.append(card_marks(card, option, snapshot), f"bold {ctx.palette.ink}"))
    return flowed(pieces, ctx.width, gap="  ")


def card_marks(card: int, option: tuple[Any, ...] | None, snapshot: Snapshot) -> str:
    """Return signs for Red, banned, can Strike, fresh, and the Bribe."""
    view = snapshot["view"]
    fresh = view["fresh"][snapshot["seat"]]
    marks = "!" if card in view["red_list"] else ""
    marks += "✗" if card < JOKER and view["stage"][card // SUIT_SIZE] >= 0 else ""
    marks += "⚡" if option and option[0] == "strike" else ""
    marks += "◷" if fresh and card in view["hands"][snapshot["seat"]][-fresh:] else ""
    return marks + (f"-{option[2]}" if option and option[0] == "play" and option[2] else "")


def card_text(card: int, ctx: DrawContext, form: str) -> Text:
    suit = card // SUIT_SIZE if card < JOKER else -1
    style = f"bold {suit_colour(suit, ctx)} on {ctx.palette.card}"
    return Text.assemble((form.format(ctx.pack.signs[card]), style))


def suit_colour(suit: int, ctx: DrawContext) -> str:
    return ctx.palette.bad if suit in RED_SUITS else ctx.palette.ink


def draw_checklist(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the checklist before the first pawn, if the table uses it."""
    view = snapshot["view"]
    if view["turn"] > 1 or any(view["grid"]) or not view["checklist"]:
        return []
    head, *boxes = view["checklist"]
    lines = [Text()]
    for text in (head, *(f"☐ {box}" for box in boxes)):
        lines += flowed([ctx.quiet(word) for word in text.split()], ctx.width, gap=" ")
    return lines
