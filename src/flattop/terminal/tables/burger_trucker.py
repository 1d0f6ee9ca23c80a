"""Burger Trucker on a screen: orders or the line above, the open centre, every burger, the card in hand."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flattop.kernel import HIDDEN, VACANT
from flattop.match import Snapshot
from flattop.terminal.pieces.dial import Dial
from flattop.terminal.pieces.food import LETTERS, base, chip, layer
from flattop.terminal.tables.shop_burgers import TYPES
from flattop.terminal.tables.shop_counter import MARKS, end
from flattop.terminal.tables.stage import Stage, beside, flowed, padded, seat_letter

LEGEND = (
    "L Salad, C Cheese or Egg, M Meat or Patty, S Sauce, B Middle Bun; → what goes on next; ★ Perfect. "
    "Behind an order and each of its needs: ✓ your burger meets it, ○ it still can, ✗ it cannot. "
    "◉ coins, ⚑ place of finishing and speed coins, ☞ the card in hand, ▲ the Top Bun that was claimed."
)
HEAD, WIDTH = 26, 24
PLACES = {0: "", 1: "1st", 2: "2nd", 3: "3rd", 4: "4th", -3: "out of time"}


def headline(snapshot: Snapshot, stage: Stage) -> str:
    clock = snapshot["view"]["clock"]
    return f"round {clock['round']}/{clock['rounds']} · {clock['phase']}{_time(clock)}"


def _time(clock: dict[str, Any]) -> str:
    if clock["phase"] == "countdown":
        return f" · {-(clock['now'] // 10)} …"
    if clock["phase"] != "build":
        return ""
    if clock["beats"]:
        return f" · beat {clock['beat']}/{clock['beats']}"
    seconds = (clock["left"] if clock["limit"] else clock["now"]) // 10
    return f" · {seconds // 60}:{seconds % 60:02} {'left' if clock['limit'] else 'gone'}"


def dial(snapshot: Snapshot, stage: Stage) -> Dial | None:
    """The countdown before a build, and the time to build where that is limited."""
    clock = snapshot["view"]["clock"]
    if clock["phase"] == "countdown":
        return Dial(-clock["now"], 30, "get ready")
    if clock["phase"] == "build" and clock["limit"]:
        return Dial(clock["left"], clock["limit"], "build!")
    return None


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """What is wanted, what can be taken, and everybody's burger, one's own first."""
    lines = _line(snapshot, stage) if snapshot["view"]["line"] else _orders(snapshot, stage)
    lines += _centre(snapshot, stage)
    for seat in stage.clockwise(snapshot):
        lines += _place(snapshot, stage, seat)
    return lines


# -- orders


def _orders(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The Incoming Orders, each need with a mark for the own burger."""
    lines: list[Text] = []
    for place, order in enumerate(snapshot["view"]["incoming"]):
        head = Text(f" {stage.pack.top_buns[order].name}", f"bold {stage.palette.ink}")
        head.append_text(_mark(snapshot, stage, place, 0))
        needs = [
            Text.assemble((words, stage.palette.ink), _mark(snapshot, stage, place, number))
            for number, words in enumerate(snapshot["view"]["asked"][place], 1)
            if words != "1 or more"
        ]
        rows = flowed(needs, stage.width, gap=" · ", indent=HEAD)
        lines += [Text.assemble(padded(head, HEAD), rows[0][HEAD:]), *rows[1:]]
    return lines


def _mark(snapshot: Snapshot, stage: Stage, place: int, need: int) -> Text:
    """How the own burger stands to it; nothing for someone who only watches."""
    if snapshot["seat"] is None:
        return Text()
    state = snapshot["view"]["prospects"][snapshot["seat"]][place][need]
    colours = {"met": stage.palette.good, "impossible": stage.palette.bad}
    return Text(f" {MARKS[state]}", colours.get(state, ""))


def _line(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The line from the left with its coins, and in which order the open one is offered."""
    view = snapshot["view"]
    pieces = [_bun(snapshot, stage, place) for place in range(len(view["line"]))]
    order = Text("Claiming: ", stage.palette.quiet)
    for seat in view["claim_order"]:
        lit = stage.palette.lamp if seat in snapshot["waiting"] else stage.palette.ink
        order.append(f"{seat_letter(seat)} {'✓' if view['meets'][seat] else '·'}  ", lit)
    return [*flowed(pieces, stage.width, gap="   ", indent=1), order, *_open_one(snapshot, stage)]


def _bun(snapshot: Snapshot, stage: Stage, place: int) -> Text:
    view = snapshot["view"]
    order, taker = view["line"][place], view["takers"][place]
    words = f"${view['line_coins'][place]} "
    if order == HIDDEN:
        return stage.quiet(f"{words}▒▒▒")
    opened = place + 1 == len(view["line"]) or view["line"][place + 1] == HIDDEN
    whose = f" ▲{seat_letter(taker)}" if taker >= 0 else ""
    style = f"bold {stage.palette.ink}" if opened else stage.palette.quiet
    return Text(f"{words}{stage.pack.top_buns[order].name}{whose}", style)


def _open_one(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """What the Top Bun that lies open asks for."""
    turned = [order for order in snapshot["view"]["line"] if order != HIDDEN]
    return [Text(f" {stage.pack.top_buns[turned[-1]].text}", stage.palette.ink)] if turned else []


# -- the centre


def _centre(snapshot: Snapshot, stage: Stage) -> list[Text]:
    view = snapshot["view"]
    pieces = [Text("Centre ", f"bold {stage.palette.quiet}")]
    pieces[0].append(f"{len(view['pile'])} face down", stage.palette.quiet)
    pieces[0].append_text(stage.tag("flip"))
    pieces += [_card(card, stage).append_text(stage.tag("grab", card)) for card in view["face_up"]]
    return flowed(pieces, stage.width)


def _card(card: int, stage: Stage) -> Text:
    """Both ends of a card; a Middle Bun is the same on both."""
    line = end(2 * card, stage)
    return line if stage.pack.is_bun[card] else line.append("/").append_text(end(2 * card + 1, stage))


# -- places


def _place(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    if stage.roomy and seat == snapshot["seat"]:
        return [_purse(snapshot, stage, seat), *_stack(snapshot, stage, seat)]
    return [_purse(snapshot, stage, seat), *_row(snapshot, stage, seat)]


def _purse(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """Who it is, coins, place, the card in hand and the Top Bun."""
    view = snapshot["view"]
    line = Text.assemble(("▸" if seat in snapshot["waiting"] else " ", f"bold {stage.palette.lamp}"), " ")
    line.append_text(stage.person(seat, snapshot))
    line.append(f"  ◉ {view['coins'][seat]}", f"bold {stage.palette.ink_of('cheese')}")
    if place := PLACES[view["places"][seat]]:
        line.append(f"  ⚑ {place} +{view['speed'][seat]}", stage.palette.good)
    if view["held"][seat] != VACANT and seat != snapshot["seat"]:
        line.append("  ☞ ", stage.palette.ink).append_text(_card(view["held"][seat], stage))
    if view["claimed"][seat] != VACANT:
        line.append(f"  ▲ {stage.pack.top_buns[view['claimed'][seat]].name}", stage.palette.good)
    if snapshot["over"] and seat in snapshot["winners"]:
        line.append("  ★", f"bold {stage.palette.good}")
    return line


def _row(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """A burger in a line from bottom to top; one's own with names."""
    own = seat == snapshot["seat"]
    pieces = [_summary(snapshot, stage, seat)]
    for face in snapshot["view"]["burgers"][seat]:
        half = stage.pack.faces[face]
        star = "★" if half.perfect else ""
        pieces.append(chip(half.type, stage.palette, f"{half.name}{star}" if own else star))
    return flowed([*pieces, _next(snapshot, stage, seat)], stage.width, gap=" " if own else "", indent=3)


def _stack(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """The own burger drawn upwards from its Bottom Bun."""
    rows = [_next(snapshot, stage, seat)]
    for face in reversed(snapshot["view"]["burgers"][seat]):
        half = stage.pack.faces[face]
        name = f"{LETTERS[half.type]} {half.name}{'★' if half.perfect else ''}"
        rows.append(layer(half.type, WIDTH, stage.palette, name))
    rows += [base(WIDTH, stage.palette), _summary(snapshot, stage, seat)]
    return beside([Text("   ")] * len(rows), rows)


def _summary(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """Height, size and pay."""
    view = snapshot["view"]
    size = next((size.name for size in stage.pack.sizes if size.id == view["sizes"][seat]), "empty")
    pay = f" ${view['pays'][seat]}" if view["burgers"][seat] else ""
    return Text(f"{view['heights'][seat]} {size}{pay} ", f"bold {stage.palette.ink}")


def _next(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """What goes on top next, by letter and word; nothing any more once the seat is done."""
    kind = snapshot["view"]["wanted"][seat]
    if snapshot["view"]["places"][seat]:
        return Text()
    if kind == "any":
        return Text("→ * anything", stage.palette.quiet)
    return Text(f"→ {LETTERS[kind]} {TYPES[kind]}", f"bold {stage.palette.ink_of(kind)}")


# -- the card in hand


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The held card with its two ends and their keys, and what finishing would bring now."""
    if snapshot["seat"] is None:
        return []
    card = snapshot["view"]["held"][snapshot["seat"]]
    finish = stage.tag("finish")
    if card == VACANT:
        coins = f"finish now: ${snapshot['view']['next_speed']} for speed"
        return [Text.assemble((coins, stage.palette.quiet), finish)] if finish else []
    faces = [2 * card] if stage.pack.is_bun[card] else [2 * card, 2 * card + 1]
    pieces = [end(face, stage).append_text(stage.tag("place", face)) for face in faces]
    back = Text.assemble(("put back", stage.palette.quiet), stage.tag("put_back"))
    return flowed([Text("☞"), *pieces, back], stage.width)
