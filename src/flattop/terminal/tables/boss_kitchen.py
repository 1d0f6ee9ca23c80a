"""The kitchens of Burger Boss: the own one large with its dice, cold storage and grills, rivals in a line."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.dice import die, small_die
from flattop.terminal.pieces.food import burger, chip, chips, stacked
from flattop.terminal.tables.boss_street import KINDS, foods
from flattop.terminal.tables.stage import Stage, beside, flowed, padded

GRILL = 12


def rival(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """A rival's place in a line, or two: money, dice, cold storage, grills, and how many cards."""
    view = snapshot["view"]
    names = [_name(snapshot, stage, s) for s in range(len(stage.people))]
    name = padded(names[seat], max(line.cell_len for line in names))
    pieces = [name, _dice(snapshot, stage, seat), _shelf(snapshot, stage, seat)]
    grills = [_dish(snapshot, stage, seat, grill) for grill in range(len(view["grills"][seat]))]
    pieces.append(Text.assemble(stage.quiet("grill "), stage.quiet(" | ").join(grills)))
    pieces.append(stage.quiet(f"cards {len(view['hands'][seat])} sold {len(view['served'][seat])}"))
    return flowed(pieces, stage.width)


def _name(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    line = stage.person(seat, snapshot)
    return line.append(f" ${snapshot['view']['money'][seat]}", f"bold {stage.palette.ink_of('cheese')}")


def _dice(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """Working dice open, dice under cover as far as one may see them, and how many stay at home."""
    view = snapshot["view"]
    dice = [small_die(value, stage.palette) for value in [*view["rolled"][seat], *view["working"][seat]]]
    line = Text(" ").join(dice) if dice else stage.quiet("–")
    if view["home"][seat]:
        line.append_text(stage.quiet(f" home {len(view['home'][seat])}"))
    return line


def _shelf(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """Cold storage: what lies in it, and its empty slots."""
    cold = snapshot["view"]["cold"][seat]
    slots = stage.pack.limits.cold_slots_per_kitchen * snapshot["view"]["kitchens"][seat]
    line = stage.quiet("cold ").append_text(chips(foods(cold), stage.palette))
    return line.append("·" * (slots - len(cold)), stage.palette.quiet)


def _dish(snapshot: Snapshot, stage: Stage, seat: int, grill: int) -> Text:
    """What lies on a grill, how far it is on its track, and who wants it."""
    dish = snapshot["view"]["grills"][seat][grill]
    if not dish:
        return stage.quiet("–")
    line = chips(stacked(foods(dish)), stage.palette).append(" ")
    line.append_text(_track(snapshot, stage, seat, grill))
    return line.append_text(_wanted(snapshot, stage, dish))


def _track(snapshot: Snapshot, stage: Stage, seat: int, grill: int) -> Text:
    """The steps of the grill track; the last one is the last chance."""
    at, steps = snapshot["view"]["tracks"][seat][grill], stage.settings["grill_track"]
    last = at == steps - 1
    line = Text(
        "".join("●" if step == at else "○" for step in range(steps)),
        stage.palette.bad if last else stage.palette.quiet,
    )
    return line.append(" last!" if last else "")


def _wanted(snapshot: Snapshot, stage: Stage, dish: list[int]) -> Text:
    """The waiting customers who want just this."""
    counts = tuple(dish.count(kind) for kind in range(len(KINDS)))
    waiting = snapshot["view"]["queue"]
    spaces = [
        space
        for space, customer in enumerate(waiting)
        if customer >= 0 and stage.pack.recipes[customer] == counts
    ]
    words = "".join(f" ✓{stage.pack.sizes[space // 2].name[0]}{space % 2 + 1}" for space in spaces)
    return Text(words, f"bold {stage.palette.good}")


# -- the own place


def own_place(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    lines = [_own_line(snapshot, stage, seat)]
    lines += _large(snapshot, stage, seat) if stage.roomy else _compact(snapshot, stage, seat)
    return [*lines, *_missions(snapshot, stage, seat)]


def _own_line(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    view = snapshot["view"]
    line = _name(snapshot, stage, seat)
    sign = view["restaurants"][seat]
    if sign >= 0:
        place = stage.pack.restaurants[sign]
        line.append(
            f"  {place.plain if stage.settings['signs'] == 'plain' else place.name}", stage.palette.ink
        )
    line.append(f"  served {len(view['served'][seat])}", stage.palette.quiet)
    line.append(f"  workers {view['workers'][seat]}", stage.palette.quiet)
    hired = view["hired"][seat]
    return line.append(f" +{hired} next round" if hired else "", stage.palette.quiet)


def _compact(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    pieces = [_dice(snapshot, stage, seat), _shelf(snapshot, stage, seat)]
    for grill in range(len(snapshot["view"]["grills"][seat])):
        pieces.append(
            Text.assemble(_tag(stage, grill), stage.quiet("grill "), _dish(snapshot, stage, seat, grill))
        )
    return flowed([*pieces, _specials(snapshot, stage, seat)], stage.width, indent=4)


def _tag(stage: Stage, grill: int) -> Text:
    """The key by which a grill is named, to cook on it or to sell from it."""
    return Text.assemble(stage.tag("sell", grill), stage.tag("grill", grill))


def _large(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """Dice as boxes, cold storage as slots, dishes as burgers on their grills."""
    view = snapshot["view"]
    dice = [_box(snapshot, stage, value) for value in [*view["rolled"][seat], *view["working"][seat]]]
    grills = [_grill(snapshot, stage, seat, grill) for grill in range(len(view["grills"][seat]))]
    blocks = [[Text("   ")], *dice, _fridge(snapshot, stage, seat), *grills]
    return [*beside(*_settled(blocks)), Text.assemble("    ", _specials(snapshot, stage, seat))]


def _settled(blocks: list[list[Text]]) -> list[list[Text]]:
    """All blocks stand on the same ground."""
    height = max(len(block) for block in blocks)
    return [[Text()] * (height - len(block)) + block for block in blocks]


def _box(snapshot: Snapshot, stage: Stage, value: int) -> list[Text]:
    return die(value, stage.palette, stage.key("die", value) or stage.key("rest", value))


def _fridge(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """Four slots to a kitchen, one row each."""
    cold, kitchens = snapshot["view"]["cold"][seat], snapshot["view"]["kitchens"][seat]
    per_row = stage.pack.limits.cold_slots_per_kitchen
    slots = [_slot(stage, food) for food in foods(cold)]
    slots += [Text(" · ", stage.palette.quiet)] * (per_row * kitchens - len(cold))
    edge = Text("│", stage.palette.rim)
    rows = [Text("").join([edge, *slots[i * per_row : (i + 1) * per_row], edge]) for i in range(kitchens)]
    width = 3 * per_row
    top, bottom = (
        Text(f"╭{' cold ':─^{width}}╮", stage.palette.rim),
        Text(f"╰{'─' * width}╯", stage.palette.rim),
    )
    return [top, *rows, bottom]


def _slot(stage: Stage, food: str) -> Text:
    return Text(f" {chip(food, stage.palette).plain} ", stage.palette.fill(food))


def _grill(snapshot: Snapshot, stage: Stage, seat: int, grill: int) -> list[Text]:
    """A dish as it would be served, on the griddle, with its track below."""
    dish = snapshot["view"]["grills"][seat][grill]
    title = Text.assemble(_tag(stage, grill), stage.quiet(f"grill {grill + 1}"))
    stack = burger(foods(dish), GRILL, stage.palette)
    griddle = Text("▔" * GRILL, stage.palette.rim)
    track = (
        _track(snapshot, stage, seat, grill).append_text(_wanted(snapshot, stage, dish))
        if dish
        else stage.quiet("empty")
    )
    return [*stack, griddle, Text(" ").join([title, track])]


def _specials(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    kinds = [kind for kind in snapshot["view"]["hands"][seat] if kind >= 0]
    names = ", ".join(stage.pack.specials[kind].name for kind in kinds) or "none"
    return Text.assemble(stage.quiet("specials "), (names, stage.palette.ink))


def _missions(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """The secret mission, which only its owner sees."""
    lines = []
    for number in snapshot["view"]["missions"][seat]:
        mission = stage.pack.missions[number]
        name = Text.assemble(stage.quiet("    mission "), (mission.name, f"bold {stage.palette.ink}"))
        lines.append(Text.assemble(name, (f" ${mission.bonus}: {mission.text}", stage.palette.quiet)))
    return lines
