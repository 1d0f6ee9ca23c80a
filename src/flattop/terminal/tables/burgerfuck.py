"""BurgerFuck on a screen: grid, Card Facility with Stage and Red List, seats, and the hand by suit."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.dial import Dial
from flattop.terminal.tables.stage import Stage, beside, flowed, folded, padded, seat_letter

LEGEND = (
    "Pawns are the letters of their seats, the last one in brackets. In the rows of suits the Red List names "
    "its ranks and an Ace stands for a Concert on Stage: no card of that suit till the turn named has ended. "
    "Seats: ▣ cards, ● Orbs, s Small Tokens, L Large Tokens, ▶ Turn Marker, then cards shown to all. In the "
    "hand: ! Red, ✗ banned by a Concert, ⚡ can Strike, ◷ fresh, -4 a Bribe of 4 Small Tokens; the number in "
    "front is the key that plays the card."
)
SIDE = 7  # of the grid
RANKS = "A23456789TJQK"
JOKER = 52
RED_SUITS = (1, 2)
CELL, LARGE_CELL = 3, 4
FACILITY_WIDTH = 31
NAMED_FROM = 34  # so wide, and a seat has its name beside its counters


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    whose = f"turn {view['turn']} of {stage.people[view['marker']]}"
    extra = view["large"][view["marker"]]
    plays = f" · extra Plays {view['extra_plays']} of {extra}" if extra else ""
    return f"{whose[:40]} · deck {len(view['deck'])}{plays}"


def dial(snapshot: Snapshot, stage: Stage) -> Dial | None:
    """The moment that a live turn waits for Strikes."""
    whole = round(10 * stage.settings["grace"])
    if snapshot["over"] or stage.settings["strikes"] != "live" or not whole:
        return None
    words = "grace: strike now" if snapshot["view"]["grace"] else "the turn goes on"
    return Dial(snapshot["view"]["grace"], whole, words)


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Grid, facility and seats side by side; with more height the seats go below the facility."""
    grid = _large_grid(snapshot, stage) if stage.roomy else _grid(snapshot, stage)
    rest = stage.width - grid[0].cell_len - 2
    if stage.roomy:
        places = [*_facility(snapshot, stage), Text(), *_seats(snapshot, stage, rest)]
        return [*beside(grid, [padded(line, rest) for line in places]), *_checklist(snapshot, stage)]
    rows = [row for line in _facility(snapshot, stage) for row in folded(line, FACILITY_WIDTH, 2)]
    facility = [padded(row, FACILITY_WIDTH) for row in rows]
    rest -= FACILITY_WIDTH + 1
    seats = [padded(line, rest) for line in _seats(snapshot, stage, rest)]
    return [*beside(grid, facility, seats), *_checklist(snapshot, stage)]


# -- the Strategy Grid


def _grid(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Rows from the top, and over each column the key that drops a pawn there."""
    rows = [_grid_row(snapshot, stage, row) for row in reversed(range(SIDE))]
    return [padded(line, CELL * SIDE + 1) for line in (_chutes(stage), *rows)]


def _large_grid(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The same with a frame around every cell."""
    rule = Text("├" + "┼".join(["───"] * SIDE) + "┤", stage.palette.rim)
    lines = [Text.assemble(" ", _chutes(stage, " "))]
    for row in reversed(range(SIDE)):
        lines += [rule, _grid_row(snapshot, stage, row, "│")]
    lines.append(Text("└" + "┴".join(["───"] * SIDE) + "┘", stage.palette.rim))
    return [padded(line, LARGE_CELL * SIDE + 2) for line in lines]


def _chutes(stage: Stage, gap: str = "") -> Text:
    return Text(gap).join([_chute(stage, column) for column in range(SIDE)])


def _chute(stage: Stage, column: int) -> Text:
    tag = stage.tag("drop", column)
    return tag if tag.plain else stage.quiet(f" {column + 1} ")


def _grid_row(snapshot: Snapshot, stage: Stage, row: int, frame: str = "") -> Text:
    last, bar = _last_pawn(snapshot), Text(frame, stage.palette.rim)
    cells = [
        _cell(pawns, row, (column, row) == last, stage)
        for column, pawns in enumerate(snapshot["view"]["grid"])
    ]
    return Text.assemble(bar, bar.join(cells), bar)


def _cell(pawns: list[int], row: int, newest: bool, stage: Stage) -> Text:
    if row >= len(pawns):
        return Text.assemble((" · ", stage.palette.rim))
    letter = seat_letter(pawns[row])
    style = f"bold {stage.palette.seat(pawns[row])}"
    return Text.assemble((f"[{letter}]" if newest else f" {letter} ", style))


def _last_pawn(snapshot: Snapshot) -> tuple[int, int]:
    """Where the last pawn came to rest, as the log tells it."""
    grid = snapshot["view"]["grid"]
    columns = (event[2] for event, _ in reversed(snapshot["log"]) if event[0] == "dropped")
    column = next(columns, 0)
    return column, len(grid[column]) - 1


# -- the Card Facility, the Stage, the Red List and the Landfill


def _facility(snapshot: Snapshot, stage: Stage) -> list[Text]:
    view = snapshot["view"]
    owner = "the Table" if view["top_by"] < 0 else stage.people[view["top_by"]]
    top = Text.assemble("Pile ", _card(view["play_pile"][-1], stage, " {} "), f" by {owner}")
    suits = [_suit_row(view, stage, suit) for suit in range(4)]
    waste = f"Landfill: {_count(len(view['card_disposal']), 'card')}, {_count(view['orb_disposal'], 'Orb')}"
    table = "the Table holds 1 card" if view["table_hand"] else "Jokers are Red"
    return [top, _beneath(view, stage), *suits, stage.quiet(waste), stage.quiet(table)]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _beneath(view: dict[str, Any], stage: Stage) -> Text:
    pile = view["play_pile"]
    line = stage.quiet(f"{_count(len(pile), 'card')}, under it ")
    for card in reversed(pile[-4:-1]):
        line.append_text(_card(card, stage, "{} "))
    return line if len(pile) > 1 else stage.quiet("1 card")


def _suit_row(view: dict[str, Any], stage: Stage, suit: int) -> Text:
    """The Red ranks of a suit, and its Concert."""
    red = set(view["red_list"])
    line = Text.assemble((f"{stage.pack.suits[suit].sign} ", f"bold {_ink(suit, stage)}"))
    for rank, letter in enumerate(RANKS):
        is_red = 13 * suit + rank in red
        line.append(letter if is_red else "·", f"bold {stage.palette.bad}" if is_red else stage.palette.rim)
    if view["stage"][suit] >= 0:
        return line.append(f" A till {view['closing'][suit]}", f"bold {stage.palette.lamp}")
    return line.append(
        " red" if any(13 * suit + rank in red for rank in range(13)) else "", stage.palette.quiet
    )


# -- seats


def _seats(snapshot: Snapshot, stage: Stage, width: int) -> list[Text]:
    """Everybody clockwise from oneself: name and counters in a line, or in two, or a letter alone."""
    order = stage.clockwise(snapshot)
    if len(order) <= 4 and width < NAMED_FROM:
        lines = [
            line for seat in order for line in (_name(snapshot, stage, seat), _purse(snapshot, stage, seat))
        ]
    else:
        name = _name if width >= NAMED_FROM else _letter
        lines = [
            Text.assemble(name(snapshot, stage, seat), _purse(snapshot, stage, seat, " ")) for seat in order
        ]
    return [row for line in lines for row in folded(line, width, 4)]


def _letter(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    style = f"bold {stage.palette.paper} on {stage.palette.seat(seat)}"
    won = "★" if seat in snapshot["winners"] else ""
    return Text.assemble(_marker(snapshot, seat), (f" {seat_letter(seat)} ", style), won)


def _name(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    won = (" ★ wins", f"bold {stage.palette.good}") if seat in snapshot["winners"] else ""
    return Text.assemble(_marker(snapshot, seat), stage.person(seat, snapshot), won)


def _marker(snapshot: Snapshot, seat: int) -> str:
    return "▶" if snapshot["view"]["marker"] == seat else " "


def _purse(snapshot: Snapshot, stage: Stage, seat: int, indent: str = "   ") -> Text:
    view = snapshot["view"]
    cards = (f"{indent}▣{len(view['hands'][seat])}", f"bold {stage.palette.ink}")
    counters = f" ●{view['orbs'][seat]} s{view['small'][seat]} L{view['large'][seat]} "
    line = Text.assemble(cards, (counters, stage.palette.ink))
    if seat != snapshot["seat"] and not snapshot["over"]:
        for card in view["hands"][seat][: view["shown"][seat]]:
            line.append_text(_card(card, stage, " {}"))
    return line


# -- the hand


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The own cards by suit, each with its key, its price and what it is good for."""
    seat = snapshot["seat"]
    if seat is None or not snapshot["view"]["hands"][seat]:
        return []
    cards = snapshot["view"]["hands"][seat]
    return flowed([_held(card, snapshot, stage) for card in sorted(set(cards))], stage.width, gap="  ")


def _held(card: int, snapshot: Snapshot, stage: Stage) -> Text:
    view, seat = snapshot["view"], snapshot["seat"]
    own = view["hands"][seat]
    open_to = [action for action, _ in (*snapshot["options"], *snapshot["anytime"]) if len(action) > 1]
    lit = next((a for a in open_to if a[0] in ("play", "strike", "scrap", "mark") and a[1] == card), None)
    piece = Text.assemble(stage.tag(*lit) if lit else "", _card(card, stage, " {} "))
    if own.count(card) > 1:
        piece.append(f"×{own.count(card)}", stage.palette.quiet)
    return piece.append(_marks(card, lit, snapshot), f"bold {stage.palette.ink}")


def _marks(card: int, lit: tuple[Any, ...] | None, snapshot: Snapshot) -> str:
    """Red, banned, strikeable, fresh and the price, as signs."""
    view = snapshot["view"]
    fresh = view["fresh"][snapshot["seat"]]
    marks = "!" if card in view["red_list"] else ""
    marks += "✗" if card < JOKER and view["stage"][card // 13] >= 0 else ""
    marks += "⚡" if lit and lit[0] == "strike" else ""
    marks += "◷" if fresh and card in view["hands"][snapshot["seat"]][-fresh:] else ""
    return marks + (f"-{lit[2]}" if lit and lit[0] == "play" and lit[2] else "")


# -- pieces


def _card(card: int, stage: Stage, form: str) -> Text:
    suit = card // 13 if card < JOKER else -1
    return Text.assemble(
        (form.format(stage.pack.signs[card]), f"bold {_ink(suit, stage)} on {stage.palette.card}")
    )


def _ink(suit: int, stage: Stage) -> str:
    """Red suits in another ink than black ones; the sign says which it is besides."""
    return stage.palette.bad if suit in RED_SUITS else stage.palette.ink


def _checklist(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Before the first pawn, if the table wants it."""
    view = snapshot["view"]
    if view["turn"] > 1 or any(view["grid"]) or not view["checklist"]:
        return []
    head, *boxes = view["checklist"]
    words = [head, *[f"☐ {box}" for box in boxes]]
    return [Text(), *[line for text in words for line in _wrapped(text, stage)]]


def _wrapped(words: str, stage: Stage) -> list[Text]:
    return flowed([stage.quiet(word) for word in words.split()], stage.width, gap=" ")
