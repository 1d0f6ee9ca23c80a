"""A mission of Ninja Burger as a path of rolls, who may reply, and the deal that is being made."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.dice import die, small_die
from flattop.terminal.tables.stage import Stage, beside, flowed, folded, seat_letter

WAYS = 216
FAILED = -99
HANG = 6  # how far the rest of a long line stands to the right
MEANING = {
    "honor": "♥",
    "money": "$",
    "draw": " card",
    "discard": " card",
    "lose_item": " item",
    "take_item": " item",
}


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else ""


def consequences(effects: Any) -> str:
    """What a mission pays or costs, in signs."""
    return " ".join(_consequence(effect) for effect in effects) or "nothing"


def _consequence(effect: Any) -> str:
    if effect.op == "honor":
        return f"{signed(effect.amount)}♥"
    if effect.op == "money":
        return f"{'+' if effect.amount > 0 else '−'}${abs(effect.amount)}"
    sign = "+" if effect.op in ("draw", "take_item") else "−"
    return f"{sign}{effect.n}{MEANING[effect.op]}"


# -- the path


def mission(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The mission that is being attempted, roll by roll, with every addend of the current one."""
    view = snapshot["view"]
    if view["active"] < 0:
        return []
    card = stage.pack.missions[view["missions"][view["active"]][0]]
    title = Text.assemble(
        stage.person(view["active"], snapshot), "  ", (card.name, f"bold {stage.palette.ink}")
    )
    title.append(
        f"  made {consequences(card.success)}, failed {consequences(card.failure)}", stage.palette.quiet
    )
    lines = [title, *[_made_extra(stage, made) for made in view["path"] if made[1] >= 0]]
    lines += [_step(snapshot, stage, card, number) for number in range(len(card.steps))]
    lines += current(snapshot, stage)
    if view["wide"]:
        names = ", ".join(stage.pack.fortune[kind].name for kind in view["wide"])
        lines.append(stage.quiet(f"    on every roll: {names}"))
    return [row for line in lines for row in folded(line, stage.width, HANG)]


def _made_extra(stage: Stage, made: list[Any]) -> Text:
    name = stage.pack.fortune[made[1]].name
    return Text.assemble(("  + ✓ ", stage.palette.good), (f"{name}, made by {made[3]}", stage.palette.quiet))


def _step(snapshot: Snapshot, stage: Stage, card: Any, number: int) -> Text:
    """One printed roll: made, being made, or still to come with its chances."""
    view = snapshot["view"]
    made = next((made for made in view["path"] if made[0] == number), None)
    if made:
        words = f"{label(stage, made[2])}, made by {made[3]}"
        return Text.assemble((f"  {number + 1} ✓ ", stage.palette.good), (words, stage.palette.quiet))
    now = view["rolling"].get("roll") == number + 1
    sign = "✕" if now and view["rolling"]["state"] == "failed" else "▶" if now else "·"
    ink = stage.palette.bad if sign == "✕" else stage.palette.lamp if now else stage.palette.quiet
    line = Text.assemble((f"  {number + 1} {sign} ", f"bold {ink}"))
    for i, (skill, value, ways) in enumerate(view["steps"][number]):
        line.append(" or " if i else "", stage.palette.quiet)
        line.append_text(stage.tag("use", skill) if now else Text())
        line.append(f"{label(stage, skill)} {value}", stage.palette.ink)
        line.append(f" {100 * ways / WAYS:.1f} %", stage.palette.quiet)
    if stage.roomy:
        line.append(f"   {card.steps[number].text}", f"italic {stage.palette.quiet}")
    return line


def label(stage: Stage, skill: str) -> str:
    return str(stage.pack.skills.labels.get(skill, skill)).replace("Customer Service", "Service")


def current(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The roll that is being made: what it adds up to, its chance, and the dice."""
    rolling = snapshot["view"]["rolling"]
    if not rolling.get("skill"):
        return []
    pieces = [_addend(snapshot, stage, i) for i in range(len(snapshot["view"]["addends"]))]
    pieces.append(Text(f"= {rolling['effective']} or less", f"bold {stage.palette.ink}"))
    thrown = rolling["state"] != "announced" and rolling.get("dice")
    if not thrown:
        pieces.append(Text(f"{rolling['percent']} %", f"bold {stage.palette.lamp}"))
    lines = flowed(pieces, stage.width, indent=4)
    return [*lines, *_dice(stage, rolling)] if thrown else lines


def _addend(snapshot: Snapshot, stage: Stage, i: int) -> Text:
    source, card, amount = snapshot["view"]["addends"][i]
    name = _source(stage, source, card) if i else label(stage, snapshot["view"]["rolling"]["skill"])
    number = signed(amount) if i else str(amount)
    return Text.assemble((f"{number} ", f"bold {stage.palette.ink}"), (name, stage.palette.quiet))


def _source(stage: Stage, source: str, card: int) -> str:
    if source in ("item", "card", "times"):
        return str(stage.pack.fortune[card].name)
    return {"course": "course", "printed": "this roll", "mission": "all rolls"}[source]


def _dice(stage: Stage, rolling: dict[str, Any]) -> list[Text]:
    gap = rolling["total"] - rolling["effective"]
    short = gap > 0 and rolling["state"] == "failed"
    words = Text(f"{rolling['total']}: {gap} short" if short else f"{rolling['total']}: made")
    words.stylize(f"bold {stage.palette.bad if short else stage.palette.good}")
    if stage.roomy:
        boxes = [die(value, stage.palette) for value in rolling["dice"]]
        return beside([Text("   ")], *boxes, [Text(), Text(), words])
    small = [small_die(value, stage.palette) for value in rolling["dice"]]
    return [Text.assemble("    ", Text(" ").join(small), "  ", words)]


# -- the duel


def duel(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The duellists side by side with their margins."""
    view = snapshot["view"]
    if not view["duellists"]:
        return []
    margins = dict(view["margins"])
    line = Text("The Challenge  ", f"bold {stage.palette.lamp}")
    for seat in view["duellists"]:
        margin = margins.get(seat)
        word = "…" if margin is None else "✕ failed" if margin == FAILED else f"✓ by {margin}"
        line.append_text(stage.person(seat, snapshot)).append(f" {word}   ", stage.palette.ink)
    return [row for part in (line, *current(snapshot, stage)) for row in folded(part, stage.width, HANG)]


# -- replies and deals


def replies(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """Who may reply now, and who has passed."""
    replying = snapshot["view"]["replying"]
    if not replying:
        return []
    line = stage.quiet("    replies ")
    for seat in replying["order"]:
        sign = "▶" if seat == replying["asked"] else "✓" if seat in replying["passed"] else "…"
        line.append(f" {seat_letter(seat)}{sign}", f"bold {stage.palette.seat(seat)}")
    return [line]


def bargain(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The two trays of a deal; its author sees his draft, everybody what is offered."""
    deal = snapshot["view"]["bargain"]
    if not deal:
        return []
    terms = _offered(deal) if deal["offered"] else _draft(snapshot, deal)
    title = Text.assemble(("Deal  ", f"bold {stage.palette.lamp}"), stage.person(deal["author"], snapshot))
    if terms is None:
        return [
            title.append(" is drawing up a deal with ").append_text(stage.person(deal["partner"], snapshot))
        ]
    other = Text("      ").append_text(stage.person(deal["partner"], snapshot))
    return [*_tray(stage, title, terms, 0), *_tray(stage, other, terms, 1)]


Terms = tuple[list[int], list[int], int, int]


def _offered(deal: dict[str, Any]) -> Terms:
    return deal["gives"], deal["wants"], deal["money"], deal["swap"]


def _draft(snapshot: Snapshot, deal: dict[str, Any]) -> Terms | None:
    draft = snapshot["view"]["draft"][deal["author"]]
    if snapshot["seat"] != deal["author"]:
        return None
    mine, theirs = (snapshot["view"]["items"][deal[who]] for who in ("author", "partner"))
    flags = draft[2:]
    gives = [item for item, chosen in zip(mine, flags[: len(mine)], strict=True) if chosen]
    wants = [item for item, chosen in zip(theirs, flags[len(mine) :], strict=True) if chosen]
    return gives, wants, draft[0], draft[1]


def _tray(stage: Stage, who: Text, terms: Terms, side: int) -> list[Text]:
    """What one of the two would give, in as many lines as it needs."""
    money = terms[2] if side == 0 else -terms[2]
    goods = [stage.pack.fortune[kind].name for kind in (terms[0] if side == 0 else terms[1])]
    goods += [f"${money}"] if money > 0 else []
    goods += ["the Mission"] if terms[3] else []
    words = [Text(good, f"bold {stage.palette.ink}") for good in goods or ["nothing"]]
    commas = [word.append(",") for word in words[:-1]]
    return flowed([who.append(" gives", stage.palette.quiet), *commas, words[-1]], stage.width, gap=" ")
