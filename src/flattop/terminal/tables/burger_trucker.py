"""Burger Trucker: the orders or the line of Top Buns, the centre, every burger, and the card in hand."""

from __future__ import annotations

from rich.text import Text

from flattop.kernel import HIDDEN, VACANT
from flattop.match import Snapshot
from flattop.terminal.tables.drawing import (
    Countdown,
    DrawContext,
    beside,
    bottom_bun,
    chip,
    flowed,
    layer,
    padded,
    seat_letter,
)
from flattop.terminal.tables.shop import MARKS, faces_of, half_card, next_type

LEGEND = (
    "L Salad, C Cheese or Egg, M Meat or Patty, S Sauce, B Middle Bun; → what goes on next; ★ Perfect. "
    "Behind an order and each of its needs: ✓ your burger meets it, ○ it still can, ✗ it cannot. "
    "◉ coins, ⚑ place of finishing and speed coins, ☞ the card in hand, ▲ the Top Bun that was claimed."
)
ORDER_WIDTH, STACK_WIDTH = 26, 24
COUNTDOWN_TICKS = 30
PLACES = {0: "", 1: "1st", 2: "2nd", 3: "3rd", 4: "4th", -3: "out of time"}


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    clock = snapshot["view"]["clock"]
    time = ""
    if clock["phase"] == "countdown":
        time = f" · {-(clock['now'] // 10)} …"
    elif clock["phase"] == "build" and clock["beats"]:
        time = f" · beat {clock['beat']}/{clock['beats']}"
    elif clock["phase"] == "build":
        seconds = (clock["left"] if clock["limit"] else clock["now"]) // 10
        time = f" · {seconds // 60}:{seconds % 60:02} {'left' if clock['limit'] else 'gone'}"
    return f"round {clock['round']}/{clock['rounds']} · {clock['phase']}{time}"


def countdown(snapshot: Snapshot, ctx: DrawContext) -> Countdown | None:
    """Return the countdown before a build, or the time that is left to build."""
    clock = snapshot["view"]["clock"]
    if clock["phase"] == "countdown":
        return Countdown(-clock["now"], COUNTDOWN_TICKS, "get ready")
    if clock["phase"] == "build" and clock["limit"]:
        return Countdown(clock["left"], clock["limit"], "build!")
    return None


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    has_line = snapshot["view"]["line"]
    lines = draw_line(snapshot, ctx) if has_line else draw_orders(snapshot, ctx)
    lines += draw_centre(snapshot, ctx)
    for seat in ctx.clockwise(snapshot):
        lines += draw_place(snapshot, ctx, seat)
    return lines


# -- orders


def draw_orders(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the Incoming Orders, each need with a mark for the own burger."""
    lines: list[Text] = []
    for place, order in enumerate(snapshot["view"]["incoming"]):
        head = Text(f" {ctx.pack.top_buns[order].name}", f"bold {ctx.palette.ink}")
        head.append_text(own_mark(snapshot, ctx, place, 0))
        needs = [
            Text.assemble((words, ctx.palette.ink), own_mark(snapshot, ctx, place, number))
            for number, words in enumerate(snapshot["view"]["asked"][place], 1)
            if words != "1 or more"
        ]
        first, *rest = flowed(needs, ctx.width, gap=" · ", indent=ORDER_WIDTH)
        lines += [Text.assemble(padded(head, ORDER_WIDTH), first[ORDER_WIDTH:]), *rest]
    return lines


def own_mark(snapshot: Snapshot, ctx: DrawContext, place: int, need: int) -> Text:
    """Return a mark that says whether the own burger meets a need; none for a spectator."""
    if snapshot["seat"] is None:
        return Text()
    state = snapshot["view"]["prospects"][snapshot["seat"]][place][need]
    colours = {"met": ctx.palette.good, "impossible": ctx.palette.bad}
    return Text(f" {MARKS[state]}", colours.get(state, ""))


def draw_line(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the line of Top Buns with their coins, the order of claiming, and the text of the open one."""
    view, buns = snapshot["view"], []
    for place, (order, taker) in enumerate(zip(view["line"], view["takers"], strict=True)):
        coins = f"${view['line_coins'][place]} "
        if order == HIDDEN:
            buns.append(ctx.quiet(f"{coins}▒▒▒"))
            continue
        is_open = place + 1 == len(view["line"]) or view["line"][place + 1] == HIDDEN
        owner = f" ▲{seat_letter(taker)}" if taker >= 0 else ""
        style = f"bold {ctx.palette.ink}" if is_open else ctx.palette.quiet
        buns.append(Text(f"{coins}{ctx.pack.top_buns[order].name}{owner}", style))
    claiming = Text("Claiming: ", ctx.palette.quiet)
    for seat in view["claim_order"]:
        colour = ctx.palette.lamp if seat in snapshot["waiting"] else ctx.palette.ink
        claiming.append(f"{seat_letter(seat)} {'✓' if view['meets'][seat] else '·'}  ", colour)
    lines = [*flowed(buns, ctx.width, gap="   ", indent=1), claiming]
    turned = [order for order in view["line"] if order != HIDDEN]
    if turned:
        lines.append(Text(f" {ctx.pack.top_buns[turned[-1]].text}", ctx.palette.ink))
    return lines


def draw_centre(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    view = snapshot["view"]
    head = Text("Centre ", f"bold {ctx.palette.quiet}")
    head.append(f"{len(view['pile'])} face down", ctx.palette.quiet)
    head.append_text(ctx.tag("flip"))
    cards = [card_text(card, ctx).append_text(ctx.tag("grab", card)) for card in view["face_up"]]
    return flowed([head, *cards], ctx.width)


def card_text(card: int, ctx: DrawContext) -> Text:
    line, *other = [half_card(face, ctx) for face in faces_of(card, ctx)]
    return line.append("/").append_text(other[0]) if other else line


# -- places


def draw_place(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw a seat with its coins, place, card in hand and Top Bun, and its burger."""
    view = snapshot["view"]
    line = Text.assemble(("▸" if seat in snapshot["waiting"] else " ", f"bold {ctx.palette.lamp}"), " ")
    line.append_text(ctx.person(seat, snapshot))
    line.append(f"  ◉ {view['coins'][seat]}", f"bold {ctx.palette.ink_of('cheese')}")
    if place := PLACES[view["places"][seat]]:
        line.append(f"  ⚑ {place} +{view['speed'][seat]}", ctx.palette.good)
    if view["held"][seat] != VACANT and seat != snapshot["seat"]:
        line.append("  ☞ ", ctx.palette.ink).append_text(card_text(view["held"][seat], ctx))
    if view["claimed"][seat] != VACANT:
        line.append(f"  ▲ {ctx.pack.top_buns[view['claimed'][seat]].name}", ctx.palette.good)
    if snapshot["over"] and seat in snapshot["winners"]:
        line.append("  ★", f"bold {ctx.palette.good}")
    return [line, *draw_burger(snapshot, ctx, seat)]


def draw_burger(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw the own burger as a stack if there is room, and others as a row from bottom to top."""
    view, is_plugin = snapshot["view"], seat == snapshot["seat"]
    faces = view["burgers"][seat]
    size = next((size.name for size in ctx.pack.sizes if size.id == view["sizes"][seat]), "empty")
    pay = f" ${view['pays'][seat]}" if faces else ""
    summary = Text(f"{view['heights'][seat]} {size}{pay} ", f"bold {ctx.palette.ink}")
    wanted = Text() if view["places"][seat] else next_type(view["wanted"][seat], ctx)
    if ctx.roomy and is_plugin:
        rows = [wanted]
        for face in reversed(faces):
            rows.append(
                layer(ctx.pack.faces[face].type, STACK_WIDTH, ctx.palette, half_card(face, ctx).plain)
            )
        rows += [bottom_bun(STACK_WIDTH, ctx.palette), summary]
        return beside([Text("   ")] * len(rows), rows)
    pieces = [summary]
    for face in faces:
        half = ctx.pack.faces[face]
        star = "★" if half.perfect else ""
        pieces.append(chip(half.type, ctx.palette, f"{half.name}{star}" if is_plugin else star))
    return flowed([*pieces, wanted], ctx.width, gap=" " if is_plugin else "", indent=3)


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the card in hand with the keys of its ends, or what finishing pays now."""
    if snapshot["seat"] is None:
        return []
    card = snapshot["view"]["held"][snapshot["seat"]]
    finish = ctx.tag("finish")
    if card == VACANT:
        coins = f"finish now: ${snapshot['view']['next_speed']} for speed"
        return [Text.assemble((coins, ctx.palette.quiet), finish)] if finish else []
    pieces = [half_card(face, ctx).append_text(ctx.tag("place", face)) for face in faces_of(card, ctx)]
    back = Text.assemble(("put back", ctx.palette.quiet), ctx.tag("put_back"))
    return flowed([Text("☞"), *pieces, back], ctx.width)
