"""Kitchen Rush: tables and spaces with their timers, the stores, the goal, and every player's dishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import Countdown, DrawContext, beside, flowed, folded, padded, time_bar

LEGEND = (
    "At a table: the plate (I to IV), a □ for each row that the dish cooks, and what goes into it. "
    "○ a free space, × not available, L locked, ! out of order; 1a 12s: timer a of seat 1 runs 12 seconds "
    "more, 1a !0: it has run out and still blocks. W1, W2: Temps. M meat, V vegetables, S salad, C cheese, "
    "B bread, P pasta; sa salt, pe pepper, he herbs, cu curry, sf saffron. ◉ coins, ★ Reputation. "
    "The key of a place is always the same: 1 to 9, 0, y or z; for a Temp a capital letter, A to L."
)
PLAYER_TIMERS, TEMPS = range(8), range(8, 10)
PLACE_KEYS, TEMP_KEYS = "1234567890yz", "ABCDEFGHIJKL"  # by area
FIXED_KEYS = {
    ("place", timer, area): key
    for timers, keys in ((PLAYER_TIMERS, PLACE_KEYS), (TEMPS, TEMP_KEYS))
    for timer in timers
    for area, key in enumerate(keys)
}
FOODS, SPICES, SIZES = "MVSCBP", ("sa", "pe", "he", "cu", "sf"), ("I", "II", "III", "IV")
SPACE_STATES = {-2: "○", -3: "×", -4: "L", -5: "!"}
TABLE_STATES = {-2: "free", -3: "held", -4: "reserved"}
TIMER_WIDTH = 8
GOAL_PARTS = {"served_each": "right each", "served": "right", "coins": "◉", "reputation": "★"}


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    clock = view["clock"]
    goal = "  ".join(f"{GOAL_PARTS[part]} {have}/{need}" for part, (have, need) in view["goal"].items())
    time = "game paused" if clock["paused"] else clock["phase"]
    if ctx.settings["pace"] == "stepped":  # otherwise the countdown shows it
        seconds = -(-clock["left"] // 10)
        time = f"{seconds // 60}:{seconds % 60:02d} {time}"
    scenario = ctx.settings["scenario"]
    return f"scenario {scenario} · shift {clock['shift']}/{clock['shifts']} · {time} · goal {goal}"


def countdown(snapshot: Snapshot, ctx: DrawContext) -> Countdown | None:
    """Return the countdown of the shift, or of the grace period after it."""
    clock = snapshot["view"]["clock"]
    if clock["phase"] == "over":
        return None
    total = (
        10 * ctx.pack.seconds("grace", ctx.settings["grace"])
        if clock["phase"] == "closing"
        else clock["limit"]
    )
    caption = f"shift {clock['shift']} of {clock['shifts']}, {clock['phase']}"
    return Countdown(clock["left"], total, caption)


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    view = snapshot["view"]
    tables = [draw_table(snapshot, ctx, table) for table in range(len(view["tables"]))]
    lines = flowed([*tables, ctx.quiet(f"queue {len(view['deck'])}")], ctx.width, gap="   ")
    scenario = ctx.settings["scenario"]
    areas = [
        draw_area(snapshot, ctx, number)
        for number, area in enumerate(ctx.pack.area)
        if area.from_scenario <= scenario
    ]
    width = max(area.cell_len for area in areas)
    lines += flowed([padded(area, width) for area in areas], ctx.width)
    lines += draw_timers(snapshot, ctx)
    lines += [*draw_stores(snapshot, ctx), *draw_office(snapshot, ctx)]
    for seat in range(len(ctx.people)):
        if seat != snapshot["seat"]:
            lines += draw_player(snapshot, ctx, seat)
    if not snapshot["over"] and view["accounts"]:
        lines += draw_accounts(snapshot, ctx)
    return [row for line in lines for row in folded(line, ctx.width, 4)]


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the own dishes in the place of a hand, where they never scroll away."""
    return draw_player(snapshot, ctx, snapshot["seat"]) if snapshot["seat"] is not None else []


# -- the restaurant


def draw_table(snapshot: Snapshot, ctx: DrawContext, table: int) -> Text:
    """Draw the patron of a table: what they pay, and plate, cooking rows and ingredients of each dish."""
    card = snapshot["view"]["tables"][table]
    keys = [ctx.tag("order", table), ctx.tag("throw_out", table)]
    line = Text.assemble(*keys, (f"table {table + 1} ", ctx.palette.quiet))
    if card < 0:
        return line.append(TABLE_STATES[card], ctx.palette.quiet)
    patron = ctx.pack.patron[card]
    line.append(f"{patron.name} ", ctx.palette.ink)
    line.append(f"◉{patron.coins}{'★' * patron.stars} ", ctx.palette.ink_of("cheese"))
    dishes = [
        f"{SIZES[recipe.size]} {'□' * recipe.cook or '-'} {ingredients(recipe.food, recipe.spices)}"
        for recipe in ctx.pack.recipes
        if recipe.card == card
    ]
    return line.append(", ".join(dishes), ctx.palette.quiet)


def draw_area(snapshot: Snapshot, ctx: DrawContext, area: int) -> Text:
    """Draw the spaces of an area with their timers.  A desk has the name and cost of its office card."""
    view = snapshot["view"]
    kind, _, desk = ctx.pack.area[area].key.partition("-")
    card = view["desks"][int(desk) - 1] if kind == "desk" else -1
    name = str(ctx.pack.area[area].name)
    if card >= 0:
        name = f"{ctx.pack.office_card[card].name} ◉{ctx.pack.office_card[card].cost}"
    placements = [action for action in ctx.keys if action[0] == "place" and action[2] == area]
    line = Text().append_text(ctx.tag(*placements[0]) if placements else Text())
    line.append(f"{name} ", f"bold {ctx.palette.ink}")
    timers = {timer["timer"]: timer for timer in view["timers"]}
    spaces = []
    for occupant in view["spaces"][area]:
        if occupant < 0:
            spaces.append(ctx.quiet(SPACE_STATES[occupant]))
        else:
            timer = timers[occupant]
            left = f"{-(-timer['left'] // 10)}s" if timer["left"] else "!0"
            spaces.append(Text(f"{timer['name']} {left}", timer_colour(ctx, timer)))
    return line.append_text(Text(" ").join(spaces or [ctx.quiet("any")]))


def draw_timers(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw every timer on a space as a bar, if the clock runs by itself."""
    timers = [timer for timer in snapshot["view"]["timers"] if timer["area"] >= 0]
    if ctx.settings["pace"] == "stepped" or not timers:
        return []
    pieces = []
    for timer in timers:
        colour = timer_colour(ctx, timer)
        piece = Text(f"{timer['name']} ", f"bold {colour}")
        piece.append(time_bar(timer["left"], timer["length"], TIMER_WIDTH), colour)
        if timer["left"]:
            piece.append(f"{-(-timer['left'] // 10):>2}s", ctx.palette.ink)
        else:
            piece.append(" !0", f"bold {ctx.palette.bad}")
        pieces.append(piece)
    return flowed(pieces, ctx.width)


def timer_colour(ctx: DrawContext, timer: Any) -> str:
    return ctx.palette.seat(timer["owner"]) if timer["owner"] >= 0 else ctx.palette.ink


def draw_stores(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw rooms, bag, plates and sink, as far as the scenario uses them."""
    view, scenario = snapshot["view"], ctx.settings["scenario"]
    pieces = [ctx.quiet("Rooms")]
    for number, room in enumerate("ABC"):
        if number < 2 or scenario >= 5:
            pieces.append(Text(f"{room} {counts(FOODS, view['rooms'][number])}", ctx.palette.ink))
    if scenario >= 2:
        pieces.append(Text(f"bag {counts(SPICES, view['bag'])}", ctx.palette.ink))
    plates = f"plates {counts(SIZES, view['cupboard'])}"
    dirty = f"dirty {counts(SIZES, view['sink'])}" if scenario >= 3 else ""
    return [*flowed(pieces, ctx.width), Text(f"{plates}   {dirty}".rstrip(), ctx.palette.ink)]


def counts(letters: Sequence[str], numbers: Any) -> str:
    return " ".join(f"{letter}{number or '-'}" for letter, number in zip(letters, numbers, strict=True))


def draw_office(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw coins, salaries, Reputation, Awards and strikes, as far as the scenario uses them."""
    view, scenario = snapshot["view"], ctx.settings["scenario"]
    facts = [f"◉ {view['coins']}"] if scenario >= 3 else []
    facts += [f"salaries due {view['bill']}"] if scenario >= 5 else []
    facts += [f"★ {view['reputation']}"] if scenario >= 6 else []
    facts += [f"Award {ctx.pack.award[card].name}" for card in view["awards"]]
    facts += [
        f"{timer['name']} {timer['state']}" for timer in view["timers"] if timer["state"] == "on strike"
    ]
    return flowed([Text(fact, ctx.palette.ink) for fact in facts], ctx.width) if facts else []


# -- players


def draw_player(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw a seat with its timers in hand and its job, then a line per dish."""
    view = snapshot["view"]
    free = [timer for timer in view["timers"] if timer["state"] == "in hand" and timer["owner"] in (seat, -1)]
    line = ctx.person(seat, snapshot).append("  ")
    line.append("in hand " + (" ".join(timer["name"] for timer in free) or "-"), ctx.palette.quiet)
    job = view["doing"][seat]
    if job:
        line.append(f"  at {ctx.pack.area[job['area']].name}", f"bold {ctx.palette.lamp}")
    if view["right"][seat]:
        line.append(f"  {view['right'][seat]} right so far", ctx.palette.good)
    dishes = [draw_dish(ctx, dish) for dish in view["boards"][seat]]
    return [line, *(row for dish in dishes for row in folded(dish, ctx.width, 4))]


def draw_dish(ctx: DrawContext, dish: Any) -> Text:
    """Draw a dish: plate, cooked rows, pay, missing ingredients, and what is wrong with it."""
    palette = ctx.palette
    recipe, patron = ctx.pack.recipes[dish["dish"]], ctx.pack.patron[dish["card"]]
    plate = SIZES[dish["size"]] if dish["size"] >= 0 else f"({SIZES[dish['wants_size']]})"
    rows = "■" * dish["row"] + "□" * max(0, dish["cook"] - dish["row"])
    missing = ingredients(dish["missing_food"], dish["missing_spices"])
    wrong = ingredients(dish["wrong_food"], dish["wrong_spices"])
    is_spoiled = dish["row"] > dish["cook"] or (dish["row"] and any(dish["missing_food"]))
    line = Text(f"  {recipe.name or patron.name:<24} ", palette.ink)
    line.append(f"{plate:<5}{rows or '-':<4}", palette.ink)
    line.append(f"◉{patron.coins}{'★' * patron.stars} ", palette.ink_of("cheese"))
    line.append(f"lacks {missing}" if missing else "complete", palette.quiet if missing else palette.good)
    if wrong or is_spoiled:
        line.append(f"  ✗ {wrong or 'spoiled'}", f"bold {palette.bad}")
    if dish["served"]:
        line.append("  served", palette.good)
    return line


def ingredients(food: Any, spices: Any) -> str:
    pairs = [*zip(FOODS, food, strict=True), *zip(SPICES, spices, strict=True)]
    return " ".join(f"{number}{letter}" for letter, number in pairs if number)


def draw_accounts(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the income and expenses of the last shift."""
    entries = [
        Text(f"{name} {coins:+d}" if name != "opening" else f"began with {coins}")
        for name, coins in snapshot["view"]["till"].items()
    ]
    return beside([ctx.quiet("Last shift:")], flowed(entries, ctx.width - 14), gap=1)
