"""What lies before a ninja: card, Honor, money, items, Mission, and the own hand with its texts."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.ninja_mission import consequences, label, signed
from flattop.terminal.tables.stage import Stage, flowed, folded, padded

KINDS = {"stuff": "Stuff", "course": "Course", "times": "Times", "trick": "Trick"}
SHORT = {
    "combat": "Com",
    "stealth": "Ste",
    "disguise": "Dis",
    "climbing": "Cli",
    "service": "Ser",
    "other": "Oth",
}
HANG = 6  # how far the rest of a long line stands to the right
VERBS = ("play", "buy", "study", "discard", "cancel", "reroll")
ITEM_VERBS = ("use_item", "lend", "lose", "hand_over", "put_item", "want_item", "reroll")


def place(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """A rival in a line or two, with his skills where there is room."""
    view = snapshot["view"]
    pieces = [padded(_name(snapshot, stage, seat), _widest(snapshot, stage)), _purse(snapshot, stage, seat)]
    pieces += [stage.quiet(f"{len(view['hands'][seat])} cards"), _ninja(snapshot, stage, seat)]
    pieces.append(_mission(snapshot, stage, seat))
    lines = flowed(pieces, stage.width)
    if items := _items(snapshot, stage, seat):
        lines += flowed(items, stage.width, indent=5)
    if stage.roomy and view["ninjas"][seat] >= 0:
        lines += [*_skills(snapshot, stage, seat), Text()]
    return [row for line in lines for row in folded(line, stage.width, HANG)]


def _widest(snapshot: Snapshot, stage: Stage) -> int:
    return max(_name(snapshot, stage, seat).cell_len for seat in range(len(stage.people)))


def _name(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    return stage.person(seat, snapshot)


def _purse(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    view = snapshot["view"]
    line = Text(f"♥{view['honor'][seat]:<3}", f"bold {stage.palette.ink_of('sauce')}")
    line.append(f"${view['money'][seat]:<4}", f"bold {stage.palette.ink_of('cheese')}")
    return line.append(_marks(snapshot, seat), stage.palette.ink)


def _marks(snapshot: Snapshot, seat: int) -> str:
    """At the meeting, a free try left, done or failed."""
    view = snapshot["view"]
    came = "☎" if seat in view["attending"] else " "
    free = "↻" if seat in view["free_tries"] else " "
    return f"{came}{free}" + {1: "✓", 0: "✕"}.get(view["results"][seat], " ")


def _ninja(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    ninja = snapshot["view"]["ninjas"][seat]
    return Text(stage.pack.ninjas[ninja].name if ninja >= 0 else "no ninja yet", stage.palette.ink)


def _mission(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """The Mission's name as far as it is to be seen."""
    missions = snapshot["view"]["missions"][seat]
    if not missions:
        return stage.quiet("–")
    names = [stage.pack.missions[m].name if m >= 0 else "face down" for m in missions]
    return Text.assemble(("» ", stage.palette.quiet), (", ".join(names), stage.palette.ink))


def _items(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    view = snapshot["view"]
    used = view["used"]
    items = [
        Text.assemble(_tags(stage, ITEM_VERBS, item), (_item(stage, item, item in used), stage.palette.ink))
        for item in view["items"][seat]
    ]
    courses = [
        stage.quiet(stage.pack.fortune[c].name.replace("Training Course in", "course"))
        for c in view["courses"][seat]
    ]
    return items + courses


def _item(stage: Stage, item: int, used: bool) -> str:
    card = stage.pack.fortune[item]
    bonuses = " ".join(f"{signed(n)} {label(stage, s)}" for s, n in stage.pack.in_play[item].items())
    return f"[{card.name}{' ' + bonuses if bonuses else ''}{', used' if used else ''}]"


def _skills(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    skills = stage.pack.ninjas[snapshot["view"]["ninjas"][seat]].skills
    words = [stage.quiet(f"{label(stage, skill)} {value}") for skill, value in skills.items()]
    return flowed(words, stage.width, indent=4)


def _tags(stage: Stage, verbs: tuple[str, ...], noun: Any) -> Text:
    """The keys of whatever can be done with a thing now."""
    return Text.assemble(*[stage.tag(verb, noun) for verb in verbs])


# -- the own place


def own_place(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    view = snapshot["view"]
    if view["ninjas"][seat] < 0:
        return _candidates(snapshot, stage, seat)
    head = [_name(snapshot, stage, seat), _purse(snapshot, stage, seat), _ninja(snapshot, stage, seat)]
    lines = flowed([*head, *_own_mission(snapshot, stage, seat)], stage.width)
    lines += _own_skills(snapshot, stage, seat)
    if items := _items(snapshot, stage, seat):
        lines += flowed(items, stage.width, indent=4)
    lines += _hand(snapshot, stage, seat)
    return [row for line in lines for row in folded(line, stage.width, HANG)]


def _candidates(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """Ninjas to choose from, each with its skills and its ability."""
    lines = [_name(snapshot, stage, seat)]
    for ninja in snapshot["view"]["dealt"][seat]:
        card = stage.pack.ninjas[ninja]
        skills = "  ".join(f"{SHORT.get(s, label(stage, s))} {value}" for s, value in card.skills.items())
        lines.append(
            Text.assemble(stage.tag("pick", ninja), (f" {card.name}  ", f"bold {stage.palette.ink}"), skills)
        )
        if card.ability_text:
            lines.append(stage.quiet(f"     {card.ability_text}"))
    return [row for line in lines for row in folded(line, stage.width, HANG)]


def _own_mission(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    lines = []
    for mission in snapshot["view"]["missions"][seat]:
        card = stage.pack.missions[mission]
        rolls = ", ".join(
            "/".join(f"{label(stage, a.skill)}{signed(a.mod)}" for a in step.any) for step in card.steps
        )
        line = Text.assemble(
            stage.tag("keep", mission), ("» ", stage.palette.quiet), (card.name, f"bold {stage.palette.ink}")
        )
        line.append(
            f" {rolls}: {consequences(card.success)} / {consequences(card.failure)}", stage.palette.quiet
        )
        lines.append(line)
    return lines


def _own_skills(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    card = stage.pack.ninjas[snapshot["view"]["ninjas"][seat]]
    words = [
        stage.quiet(f"{SHORT.get(skill, label(stage, skill))} {value}")
        for skill, value in card.skills.items()
    ]
    lines = flowed(words, stage.width, gap=" ", indent=4)
    return [*lines, stage.quiet(f"    {card.ability_text}")] if card.ability_text and stage.roomy else lines


def _hand(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """Cards with their texts where there is room, else by name."""
    kinds = snapshot["view"]["hands"][seat]
    if stage.roomy:
        return [_long_card(stage, kind) for kind in kinds]
    return flowed([_card(stage, kind) for kind in kinds], stage.width, gap=" ", indent=4) if kinds else []


def _card(stage: Stage, kind: int) -> Text:
    card = stage.pack.fortune[kind]
    price = f" ${card.price}" if card.kind == "stuff" else ""
    name = (f"{KINDS[card.kind][:2]}:{card.name}{price}", stage.palette.ink)
    return Text.assemble(_tags(stage, VERBS, kind), name)


def _long_card(stage: Stage, kind: int) -> Text:
    card = stage.pack.fortune[kind]
    price = f" ${card.price}" if card.kind == "stuff" else ""
    line = Text.assemble("    ", _tags(stage, VERBS, kind), (f"{KINDS[card.kind]:<7}", stage.palette.quiet))
    return line.append(f"{card.name}{price}", f"bold {stage.palette.ink}").append(
        f"  {card.text}", stage.palette.quiet
    )
