"""Kitchen Rush on a screen: tables and spaces with their timers, the stores, every board and the goal."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.dial import Dial
from flattop.terminal.pieces.dial import sand as bar
from flattop.terminal.tables.stage import Stage, beside, flowed, folded, padded

LEGEND = (
    "At a table: the plate (I to IV), a □ for each row that the dish cooks, and what goes into it. "
    "○ a free space, × not available, L locked, ! out of order; 1a 12s: timer a of seat 1 runs 12 seconds "
    "more, 1a !0: it has run out and still blocks. W1, W2: Temps. M meat, V vegetables, S salad, C cheese, "
    "B bread, P pasta; sa salt, pe pepper, he herbs, cu curry, sf saffron. ◉ coins, ★ Reputation."
)
FOODS, SPICES, SIZES = "MVSCBP", ("sa", "pe", "he", "cu", "sf"), ("I", "II", "III", "IV")
MARKERS = {-2: "○", -3: "×", -4: "L", -5: "!"}
SEATED = {-2: "free", -3: "held", -4: "reserved"}
SAND = 8  # cells of a timer's bar
PARTS = {"served_each": "right each", "served": "right", "coins": "◉", "reputation": "★"}


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    clock = view["clock"]
    goal = "  ".join(f"{PARTS[part]} {have}/{need}" for part, (have, need) in view["goal"].items())
    time = "game paused" if clock["paused"] else clock["phase"]
    if stage.settings["pace"] == "stepped":  # else the dial has it, to the second
        time = f"{_minutes(clock['left'])} {time}"
    scenario = stage.settings["scenario"]
    return f"scenario {scenario} · shift {clock['shift']}/{clock['shifts']} · {time} · goal {goal}"


def dial(snapshot: Snapshot, stage: Stage) -> Dial | None:
    """The countdown of the shift, or of the grace after it."""
    clock = snapshot["view"]["clock"]
    if clock["phase"] == "over":
        return None
    whole = 10 * stage.settings["grace"] if clock["phase"] == "closing" else clock["limit"]
    return Dial(clock["left"], whole, f"shift {clock['shift']} of {clock['shifts']}, {clock['phase']}")


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The restaurant from the door to the office, then the boards of the others."""
    own = snapshot["seat"]
    others = [seat for seat in range(len(stage.people)) if seat != own]
    lines = [
        *_tables(snapshot, stage),
        *_areas(snapshot, stage),
        *_sand(snapshot, stage),
        *_stores(snapshot, stage),
    ]
    lines += _office(snapshot, stage)
    for seat in others:
        lines += _board(snapshot, stage, seat)
    if not snapshot["over"] and snapshot["view"]["accounts"]:
        lines += accounts(snapshot, stage)
    return [row for line in lines for row in folded(line, stage.width, 4)]


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The own board lies where a hand would: it never scrolls away."""
    return _board(snapshot, stage, snapshot["seat"]) if snapshot["seat"] is not None else []


# -- the restaurant


def _tables(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Who sits where, what they pay and what their dishes are made of; and how many queue outside."""
    seated = [_table(snapshot, stage, table) for table in range(len(snapshot["view"]["tables"]))]
    return flowed([*seated, stage.quiet(f"queue {len(snapshot['view']['deck'])}")], stage.width, gap="   ")


def _table(snapshot: Snapshot, stage: Stage, table: int) -> Text:
    card = snapshot["view"]["tables"][table]
    keys = [stage.tag("order", table), stage.tag("throw_out", table)]
    line = Text.assemble(*keys, (f"table {table + 1} ", stage.palette.quiet))
    if card < 0:
        return line.append(SEATED[card], stage.palette.quiet)
    patron = stage.pack.patron[card]
    line.append(f"{patron.name} ", stage.palette.ink)
    line.append(f"◉{patron.coins}{'★' * patron.stars} ", stage.palette.ink_of("cheese"))
    recipes = [recipe for recipe in stage.pack.recipes if recipe.card == card]
    return line.append(", ".join(_recipe(recipe) for recipe in recipes), stage.palette.quiet)


def _recipe(recipe: Any) -> str:
    """A dish as its plate, the rows it cooks, and what goes into it."""
    return f"{SIZES[recipe.size]} {'□' * recipe.cook or '-'} {_needed(recipe.food, recipe.spices)}"


def _areas(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Every area of the scenario with its spaces, two or more to a line."""
    areas = [n for n, area in enumerate(stage.pack.area) if area.from_scenario <= stage.settings["scenario"]]
    wide = max(_area(snapshot, stage, area).cell_len for area in areas)
    return flowed([padded(_area(snapshot, stage, area), wide) for area in areas], stage.width)


def _area(snapshot: Snapshot, stage: Stage, area: int) -> Text:
    line = Text()
    keys = [action for action in stage.keys if action[0] == "place" and action[2] == area]
    line.append_text(stage.tag(*keys[0]) if keys else Text())
    line.append(f"{_area_name(snapshot, stage, area)} ", f"bold {stage.palette.ink}")
    timers = {entry["timer"]: entry for entry in snapshot["view"]["timers"]}
    spaces = [_space(stage, timers, lies) for lies in snapshot["view"]["spaces"][area]]
    return line.append_text(Text(" ").join(spaces or [stage.quiet("any")]))


def _area_name(snapshot: Snapshot, stage: Stage, area: int) -> str:
    """A desk is called by the card that lies there, with what that costs."""
    name, _, desk = stage.pack.area[area].key.partition("-")
    card = snapshot["view"]["desks"][int(desk) - 1] if name == "desk" else -1
    if card < 0:
        return str(stage.pack.area[area].name)
    office = stage.pack.office_card[card]
    return f"{office.name} ◉{office.cost}"


def _space(stage: Stage, timers: dict[int, Any], lies: int) -> Text:
    if lies < 0:
        return stage.quiet(MARKERS[lies])
    timer = timers[lies]
    left = f"{-(-timer['left'] // 10)}s" if timer["left"] else "!0"
    return Text(f"{timer['name']} {left}", _colour(stage, timer))


def _sand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Where the clock runs by itself, every timer on a space as a bar that runs down."""
    out = [timer for timer in snapshot["view"]["timers"] if timer["area"] >= 0]
    if stage.settings["pace"] == "stepped" or not out:
        return []
    return flowed([_glass(stage, timer) for timer in out], stage.width)


def _glass(stage: Stage, timer: Any) -> Text:
    left = f"{-(-timer['left'] // 10):>2}s" if timer["left"] else " !0"
    line = Text(f"{timer['name']} ", f"bold {_colour(stage, timer)}")
    line.append(bar(timer["left"], timer["length"], SAND), _colour(stage, timer))
    return line.append(left, stage.palette.ink if timer["left"] else f"bold {stage.palette.bad}")


def _colour(stage: Stage, timer: Any) -> str:
    return stage.palette.seat(timer["owner"]) if timer["owner"] >= 0 else stage.palette.ink


def _stores(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Rooms, bag, cupboard and sink as counted letters."""
    view, kitchen = snapshot["view"], stage.settings["scenario"]
    rooms = [
        f"{name} {_counted(FOODS, view['rooms'][n])}" for n, name in enumerate("ABC") if n < 2 or kitchen >= 5
    ]
    pieces = [stage.quiet("Rooms"), *(Text(room, stage.palette.ink) for room in rooms)]
    if kitchen >= 2:
        pieces.append(Text(f"bag {_counted(SPICES, view['bag'])}", stage.palette.ink))
    plates = f"plates {_counted(SIZES, view['cupboard'])}"
    dirty = f"dirty {_counted(SIZES, view['sink'])}" if kitchen >= 3 else ""
    return [*flowed(pieces, stage.width), Text(f"{plates}   {dirty}".rstrip(), stage.palette.ink)]


def _counted(letters: Any, counts: Any) -> str:
    """Nothing of a kind is shown by a dash as well."""
    return " ".join(f"{letter}{number or '-'}" for letter, number in zip(letters, counts, strict=True))


def _office(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Coins and the coming bill, Reputation, Awards and desks, as far as they are in play."""
    view, kitchen = snapshot["view"], stage.settings["scenario"]
    told = [f"◉ {view['coins']}"] if kitchen >= 3 else []
    told += [f"salaries due {view['bill']}"] if kitchen >= 5 else []
    told += [f"★ {view['reputation']}"] if kitchen >= 6 else []
    told += [f"Award {stage.pack.award[card].name}" for card in view["awards"]]
    told += [f"{entry['name']} {entry['state']}" for entry in view["timers"] if entry["state"] == "on strike"]
    return flowed([Text(words, stage.palette.ink) for words in told], stage.width) if told else []


# -- boards


def _board(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """A seat with its timers in hand, then a line per dish."""
    view = snapshot["view"]
    free = [entry for entry in view["timers"] if entry["state"] == "in hand" and entry["owner"] in (seat, -1)]
    line = stage.person(seat, snapshot).append("  ")
    line.append("in hand " + (" ".join(entry["name"] for entry in free) or "-"), stage.palette.quiet)
    job = view["doing"][seat]
    if job:
        line.append(f"  at {stage.pack.area[job['area']].name}", f"bold {stage.palette.lamp}")
    if view["right"][seat]:
        line.append(f"  {view['right'][seat]} right so far", stage.palette.good)
    dishes = view["boards"][seat]
    return [line, *(row for dish in dishes for row in folded(_dish(stage, dish), stage.width, 4))]


def _dish(stage: Stage, dish: Any) -> Text:
    """Plate, rows and what is lacking; a sign for what is wrong."""
    recipe, patron = stage.pack.recipes[dish["dish"]], stage.pack.patron[dish["card"]]
    name = recipe.name or patron.name
    plate = SIZES[dish["size"]] if dish["size"] >= 0 else f"({SIZES[dish['wants_size']]})"
    rows = "■" * dish["row"] + "□" * max(0, dish["cook"] - dish["row"])
    lacks = _needed(dish["missing_food"], dish["missing_spices"])
    wrong = _needed(dish["wrong_food"], dish["wrong_spices"])
    overdone = dish["row"] > dish["cook"] or (dish["row"] and any(dish["missing_food"]))
    line = Text(f"  {name:<24} ", stage.palette.ink)
    line.append(f"{plate:<5}{rows or '-':<4}", stage.palette.ink)
    line.append(f"◉{patron.coins}{'★' * patron.stars} ", stage.palette.ink_of("cheese"))
    line.append(
        f"lacks {lacks}" if lacks else "complete", stage.palette.quiet if lacks else stage.palette.good
    )
    if wrong or overdone:
        line.append(f"  ✗ {wrong or 'spoiled'}", f"bold {stage.palette.bad}")
    if dish["served"]:
        line.append("  served", stage.palette.good)
    return line


def _needed(food: Any, spices: Any) -> str:
    pairs = [*zip(FOODS, food, strict=True), *zip(SPICES, spices, strict=True)]
    return " ".join(f"{number}{letter}" for letter, number in pairs if number)


def _minutes(ticks: int) -> str:
    seconds = -(-ticks // 10)
    return f"{seconds // 60}:{seconds % 60:02d}"


# -- the shift that has ended


def accounts(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Where every coin of the last shift came from and went."""
    till = snapshot["view"]["till"]
    told = [
        Text(f"{what} {coins:+d}" if what != "opening" else f"began with {coins}")
        for what, coins in till.items()
    ]
    return beside([stage.quiet("Last shift:")], flowed(told, stage.width - 14), gap=1)
