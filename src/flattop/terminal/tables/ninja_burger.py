"""Ninja Burger: the mission as a path of rolls, duel, replies and deal, the rivals, and the own ninja."""

from __future__ import annotations

from typing import Any, NamedTuple

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import DrawContext, beside, die, flowed, folded, seat_letter, small_die

LEGEND = (
    "♥ Honor. Rolls: ✓ made by so much, ▶ being made, ✕ failed, · to come, + an extra roll; the number is "
    "what three dice may total at most, with its chance. ↻ a free second try, ☎ at the meeting, ✓ done and "
    "✕ failed this round. Below the first number after the total, or from the second on, the game ends."
)
PHASES = ("set-up", "Pay", "Draw", "Reveal", "Meeting", "Missions", "Bonus", "Discard", "Check")
GAUGE_WIDTH = 20
ROLLS = 216  # of three dice
FAILED = -99
HANG = 6  # indent of folded lines
EFFECTS = {
    "honor": "♥",
    "money": "$",
    "draw": " card",
    "discard": " card",
    "lose_item": " item",
    "take_item": " item",
}
KINDS = {"stuff": "Stuff", "course": "Course", "times": "Times", "trick": "Trick"}
SHORT_SKILLS = {
    "combat": "Com",
    "stealth": "Ste",
    "disguise": "Dis",
    "climbing": "Cli",
    "service": "Ser",
    "other": "Oth",
}
CARD_VERBS = ("play", "buy", "study", "discard", "cancel", "reroll")
ITEM_VERBS = ("use_item", "lend", "lose", "hand_over", "put_item", "want_item", "reroll")


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    if not view["round"]:
        return "choose a ninja"
    gauges = view["gauges"]
    starter = f"{seat_letter(view['starter'])} opens" if view["starter"] >= 0 else ""
    ends = f"lead {gauges['lead']}/{gauges['winning lead']}"
    total = f"total {gauges['total']} ({gauges['low']}-{gauges['high']})"
    return f"round {view['round']} · {view['phase']} {PHASES[view['phase']]} · {starter} · {ends} · {total}"


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    lines = [*draw_gauges(snapshot, ctx), *draw_mission(snapshot, ctx), *draw_duel(snapshot, ctx)]
    lines += [*draw_replies(snapshot, ctx), *draw_deal(snapshot, ctx)]
    for seat in ctx.others(snapshot):
        lines += draw_rival(snapshot, ctx, seat)
    return lines


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the own ninja, items and cards in the place of a hand, where they never scroll away."""
    return draw_own_place(snapshot, ctx, snapshot["seat"]) if snapshot["seat"] is not None else []


def draw_gauges(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the total of Honor between its two limits, and the lead, if there is room."""
    view, palette = snapshot["view"], ctx.palette
    if not ctx.roomy or not view["round"]:
        return []
    gauges: dict[str, Any] = view["gauges"]
    span = gauges["high"] - gauges["low"]
    at = min(GAUGE_WIDTH, max(0, round(GAUGE_WIDTH * (gauges["total"] - gauges["low"]) / span)))
    first_round = gauges["low from round"]
    low = "" if view["round"] >= first_round else f", not before round {first_round}"
    line = Text.assemble(
        (f"all Honor {gauges['total']}  ", f"bold {palette.ink}"),
        (f"{gauges['low']}{low} ", palette.quiet),
        ("━" * at + "●" + "━" * (GAUGE_WIDTH - at), palette.lamp),
        (f" {gauges['high']}   ", palette.quiet),
        (f"lead {'●' * min(gauges['lead'], 9)}", f"bold {palette.ink}"),
        ("○" * max(0, gauges["winning lead"] - gauges["lead"]), palette.quiet),
    )
    return [line, Text()]


# -- the mission


def draw_mission(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the mission that is attempted roll by roll, with the addends of the current roll."""
    view, palette = snapshot["view"], ctx.palette
    if view["active"] < 0:
        return []
    card = ctx.pack.missions[view["missions"][view["active"]][0]]
    title = Text.assemble(ctx.person(view["active"], snapshot), "  ", (card.name, f"bold {palette.ink}"))
    title.append(f"  made {effects_text(card.success)}, failed {effects_text(card.failure)}", palette.quiet)
    lines = [title]
    for _, extra, _, margin in view["path"]:
        if extra >= 0:
            text = f"{ctx.pack.fortune[extra].name}, made by {margin}"
            lines.append(Text.assemble(("  + ✓ ", palette.good), (text, palette.quiet)))
    lines += [draw_roll(snapshot, ctx, card, number) for number in range(len(card.steps))]
    lines += draw_current_roll(snapshot, ctx)
    if view["wide"]:
        names = ", ".join(ctx.pack.fortune[kind].name for kind in view["wide"])
        lines.append(ctx.quiet(f"    on every roll: {names}"))
    return [row for line in lines for row in folded(line, ctx.width, HANG)]


def effects_text(effects: Any) -> str:
    """Return what a mission pays or costs, in signs."""
    words = []
    for effect in effects:
        if effect.op == "honor":
            words.append(f"{signed(effect.amount)}♥")
        elif effect.op == "money":
            words.append(f"{'+' if effect.amount > 0 else '−'}${abs(effect.amount)}")
        else:
            sign = "+" if effect.op in ("draw", "take_item") else "−"
            words.append(f"{sign}{effect.n}{EFFECTS[effect.op]}")
    return " ".join(words) or "nothing"


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else ""


def draw_roll(snapshot: Snapshot, ctx: DrawContext, card: Any, number: int) -> Text:
    """Draw one printed roll: made, current or failed, or to come with its chances."""
    view, palette = snapshot["view"], ctx.palette
    for step, _, skill, margin in view["path"]:
        if step == number:
            text = f"{skill_name(ctx, skill)}, made by {margin}"
            return Text.assemble((f"  {number + 1} ✓ ", palette.good), (text, palette.quiet))
    is_current = view["rolling"].get("roll") == number + 1
    sign, colour = ("▶", palette.lamp) if is_current else ("·", palette.quiet)
    if is_current and view["rolling"]["state"] == "failed":
        sign, colour = "✕", palette.bad
    line = Text.assemble((f"  {number + 1} {sign} ", f"bold {colour}"))
    for i, (skill, value, ways) in enumerate(view["steps"][number]):
        line.append(" or " if i else "", palette.quiet)
        line.append_text(ctx.tag("use", skill) if is_current else Text())
        line.append(f"{skill_name(ctx, skill)} {value}", palette.ink)
        line.append(f" {100 * ways / ROLLS:.1f} %", palette.quiet)
    if ctx.roomy:
        line.append(f"   {card.steps[number].text}", f"italic {palette.quiet}")
    return line


def skill_name(ctx: DrawContext, skill: str) -> str:
    return str(ctx.pack.skills.labels.get(skill, skill)).replace("Customer Service", "Service")


def draw_current_roll(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the current roll: its addends, their sum, and its chance or the dice."""
    rolling, palette = snapshot["view"]["rolling"], ctx.palette
    if not rolling.get("skill"):
        return []
    pieces = []
    for i, (source, card, amount) in enumerate(snapshot["view"]["addends"]):
        if i == 0:
            number, name = str(amount), skill_name(ctx, rolling["skill"])
        elif source in ("item", "card", "times"):
            number, name = signed(amount), str(ctx.pack.fortune[card].name)
        else:
            names = {"course": "course", "printed": "this roll", "mission": "all rolls"}
            number, name = signed(amount), names[source]
        pieces.append(Text.assemble((f"{number} ", f"bold {palette.ink}"), (name, palette.quiet)))
    pieces.append(Text(f"= {rolling['effective']} or less", f"bold {palette.ink}"))
    if rolling["state"] == "announced" or not rolling.get("dice"):
        pieces.append(Text(f"{rolling['percent']} %", f"bold {palette.lamp}"))
        return flowed(pieces, ctx.width, indent=4)
    return [*flowed(pieces, ctx.width, indent=4), *draw_dice(ctx, rolling)]


def draw_dice(ctx: DrawContext, rolling: dict[str, Any]) -> list[Text]:
    """Draw the three dice with their total, and whether they are low enough."""
    gap = rolling["total"] - rolling["effective"]
    is_short = gap > 0 and rolling["state"] == "failed"
    result = Text(f"{rolling['total']}: {gap} short" if is_short else f"{rolling['total']}: made")
    result.stylize(f"bold {ctx.palette.bad if is_short else ctx.palette.good}")
    if ctx.roomy:
        boxes = [die(value, ctx.palette) for value in rolling["dice"]]
        return beside([Text("   ")], *boxes, [Text(), Text(), result])
    small = [small_die(value, ctx.palette) for value in rolling["dice"]]
    return [Text.assemble("    ", Text(" ").join(small), "  ", result)]


# -- duel, replies and deal


def draw_duel(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the duellists with their margins."""
    view = snapshot["view"]
    if not view["duellists"]:
        return []
    margins = dict(view["margins"])
    line = Text("The Challenge  ", f"bold {ctx.palette.lamp}")
    for seat in view["duellists"]:
        margin = margins.get(seat)
        result = "…" if margin is None else "✕ failed" if margin == FAILED else f"✓ by {margin}"
        line.append_text(ctx.person(seat, snapshot)).append(f" {result}   ", ctx.palette.ink)
    lines = [line, *draw_current_roll(snapshot, ctx)]
    return [row for part in lines for row in folded(part, ctx.width, HANG)]


def draw_replies(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw the seats that may reply: asked now, passed, or still to come."""
    replying = snapshot["view"]["replying"]
    if not replying:
        return []
    line = ctx.quiet("    replies ")
    for seat in replying["order"]:
        sign = "▶" if seat == replying["asked"] else "✓" if seat in replying["passed"] else "…"
        line.append(f" {seat_letter(seat)}{sign}", f"bold {ctx.palette.seat(seat)}")
    return [line]


class DealTerms(NamedTuple):
    """Items that the author gives and wants, money that the author pays, and whether Missions are swapped."""

    gives: list[int]
    wants: list[int]
    money: int
    swap: int


def draw_deal(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    """Draw both sides of a deal.  A draft is visible only to its author."""
    deal = snapshot["view"]["bargain"]
    if not deal:
        return []
    title = Text.assemble(("Deal  ", f"bold {ctx.palette.lamp}"), ctx.person(deal["author"], snapshot))
    partner = ctx.person(deal["partner"], snapshot)
    terms = deal_terms(snapshot, deal)
    if terms is None:
        return [title.append(" is drawing up a deal with ").append_text(partner)]
    sides = [
        (title, terms.gives, terms.money),
        (Text("      ").append_text(partner), terms.wants, -terms.money),
    ]
    lines: list[Text] = []
    for giver, items, money in sides:
        goods = [ctx.pack.fortune[kind].name for kind in items]
        goods += [f"${money}"] if money > 0 else []
        goods += ["the Mission"] if terms.swap else []
        *words, last = [Text(good, f"bold {ctx.palette.ink}") for good in goods or ["nothing"]]
        pieces = [giver.append(" gives", ctx.palette.quiet), *(word.append(",") for word in words), last]
        lines += flowed(pieces, ctx.width, gap=" ")
    return lines


def deal_terms(snapshot: Snapshot, deal: dict[str, Any]) -> DealTerms | None:
    """Return the terms that are offered, or the author's draft: money, swap, then a flag for each item."""
    if deal["offered"]:
        return DealTerms(deal["gives"], deal["wants"], deal["money"], deal["swap"])
    if snapshot["seat"] != deal["author"]:
        return None
    money, swap, *flags = snapshot["view"]["draft"][deal["author"]]
    own, theirs = (snapshot["view"]["items"][deal[side]] for side in ("author", "partner"))
    gives = [item for item, chosen in zip(own, flags[: len(own)], strict=True) if chosen]
    wants = [item for item, chosen in zip(theirs, flags[len(own) :], strict=True) if chosen]
    return DealTerms(gives, wants, money, swap)


# -- rivals


def draw_rival(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw a rival in a line or two, with the skills of the ninja if there is room."""
    view = snapshot["view"]
    missions = view["missions"][seat]
    names = ", ".join(ctx.pack.missions[m].name if m >= 0 else "face down" for m in missions)
    mission = Text.assemble(("» ", ctx.palette.quiet), (names, ctx.palette.ink))
    pieces = [
        ctx.padded_person(seat, snapshot),
        honor_and_money(snapshot, ctx, seat),
        ctx.quiet(f"{len(view['hands'][seat])} cards"),
        ninja_name(snapshot, ctx, seat),
        mission if missions else ctx.quiet("–"),
    ]
    lines = flowed(pieces, ctx.width)
    if items := item_texts(snapshot, ctx, seat):
        lines += flowed(items, ctx.width, indent=5)
    if ctx.roomy and view["ninjas"][seat] >= 0:
        skills = ctx.pack.ninjas[view["ninjas"][seat]].skills
        words = [ctx.quiet(f"{skill_name(ctx, skill)} {value}") for skill, value in skills.items()]
        lines += [*flowed(words, ctx.width, indent=4), Text()]
    return [row for line in lines for row in folded(line, ctx.width, HANG)]


def honor_and_money(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    """Return Honor, money, and marks: at the meeting, free second try, mission done or failed."""
    view = snapshot["view"]
    line = Text(f"♥{view['honor'][seat]:<3}", f"bold {ctx.palette.ink_of('sauce')}")
    line.append(f"${view['money'][seat]:<4}", f"bold {ctx.palette.ink_of('cheese')}")
    marks = "☎" if seat in view["attending"] else " "
    marks += "↻" if seat in view["free_tries"] else " "
    marks += {1: "✓", 0: "✕"}.get(view["results"][seat], " ")
    return line.append(marks, ctx.palette.ink)


def ninja_name(snapshot: Snapshot, ctx: DrawContext, seat: int) -> Text:
    ninja = snapshot["view"]["ninjas"][seat]
    return Text(ctx.pack.ninjas[ninja].name if ninja >= 0 else "no ninja yet", ctx.palette.ink)


def item_texts(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Return the items of a seat with their keys and bonuses, then its courses."""
    view, items = snapshot["view"], []
    for item in view["items"][seat]:
        bonuses = " ".join(f"{signed(n)} {skill_name(ctx, s)}" for s, n in ctx.pack.in_play[item].items())
        used = ", used" if item in view["used"] else ""
        text = f"[{ctx.pack.fortune[item].name}{' ' + bonuses if bonuses else ''}{used}]"
        items.append(Text.assemble(option_keys(ctx, ITEM_VERBS, item), (text, ctx.palette.ink)))
    for course in view["courses"][seat]:
        name = ctx.pack.fortune[course].name.replace("Training Course in", "course")
        items.append(ctx.quiet(name))
    return items


def option_keys(ctx: DrawContext, verbs: tuple[str, ...], noun: Any) -> Text:
    """Return the keys of everything that can be done with a card or item now."""
    return Text.assemble(*[ctx.tag(verb, noun) for verb in verbs])


# -- the own place


def draw_own_place(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw ninja, Mission, skills, items and cards of the viewer, or the ninjas to choose from."""
    ninja = snapshot["view"]["ninjas"][seat]
    if ninja < 0:
        lines = draw_candidates(snapshot, ctx, seat)
    else:
        pieces = [ctx.person(seat, snapshot), honor_and_money(snapshot, ctx, seat)]
        pieces += [ninja_name(snapshot, ctx, seat), *own_missions(snapshot, ctx, seat)]
        lines = flowed(pieces, ctx.width)
        card = ctx.pack.ninjas[ninja]
        lines += flowed([ctx.quiet(word) for word in short_skills(ctx, card)], ctx.width, gap=" ", indent=4)
        if card.ability_text and ctx.roomy:
            lines.append(ctx.quiet(f"    {card.ability_text}"))
        if items := item_texts(snapshot, ctx, seat):
            lines += flowed(items, ctx.width, indent=4)
        lines += draw_cards(snapshot, ctx, seat)
    return [row for line in lines for row in folded(line, ctx.width, HANG)]


def short_skills(ctx: DrawContext, card: Any) -> list[str]:
    return [f"{SHORT_SKILLS.get(s, skill_name(ctx, s))} {value}" for s, value in card.skills.items()]


def draw_candidates(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw the ninjas to choose from, with skills and ability."""
    lines = [ctx.person(seat, snapshot)]
    for ninja in snapshot["view"]["dealt"][seat]:
        card = ctx.pack.ninjas[ninja]
        name = (f" {card.name}  ", f"bold {ctx.palette.ink}")
        lines.append(Text.assemble(ctx.tag("pick", ninja), name, "  ".join(short_skills(ctx, card))))
        if card.ability_text:
            lines.append(ctx.quiet(f"     {card.ability_text}"))
    return lines


def own_missions(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Return the viewer's Missions with their rolls and effects."""
    texts = []
    for mission in snapshot["view"]["missions"][seat]:
        card = ctx.pack.missions[mission]
        rolls = ", ".join(
            "/".join(f"{skill_name(ctx, way.skill)}{signed(way.mod)}" for way in step.any)
            for step in card.steps
        )
        line = Text.assemble(
            ctx.tag("keep", mission), ("» ", ctx.palette.quiet), (card.name, f"bold {ctx.palette.ink}")
        )
        effects = f"{effects_text(card.success)} / {effects_text(card.failure)}"
        texts.append(line.append(f" {rolls}: {effects}", ctx.palette.quiet))
    return texts


def draw_cards(snapshot: Snapshot, ctx: DrawContext, seat: int) -> list[Text]:
    """Draw the cards of the viewer: one per line with its text if there is room, otherwise by name."""
    palette, lines = ctx.palette, []
    for kind in snapshot["view"]["hands"][seat]:
        card = ctx.pack.fortune[kind]
        name = f"{card.name} ${card.price}" if card.kind == "stuff" else card.name
        keys = option_keys(ctx, CARD_VERBS, kind)
        if ctx.roomy:
            line = Text.assemble("    ", keys, (f"{KINDS[card.kind]:<7}", palette.quiet))
            lines.append(line.append(name, f"bold {palette.ink}").append(f"  {card.text}", palette.quiet))
        else:
            lines.append(Text.assemble(keys, (f"{KINDS[card.kind][:2]}:{name}", palette.ink)))
    if ctx.roomy or not lines:
        return lines
    return flowed(lines, ctx.width, gap=" ", indent=4)
