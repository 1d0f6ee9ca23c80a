"""Which effects may stand on which cards, and with what arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from flattop.games.ninja_burger.bounds import between, check_alternatives, dollars, known_skills, one_of
from flattop.games.ninja_burger.schema import ANY, ARGUMENTS, CATEGORIES, Effect, Fortune
from flattop.kernel import BadDeck, nearest

if TYPE_CHECKING:
    from flattop.games.ninja_burger.cards import Pack

ROLLS = ("before_roll", "after_fail")
COSTS = ("honor", "money", "discard", "lose_item")
ON_RIVALS = ("mission_start", "before_roll", "after_success", "before_reward")
SHARED = {(op, window) for op in ("skill_bonus", "auto_success", "substitute_skill") for window in ROLLS}
ALLOWED: dict[str, set[tuple[str, str]]] = {  # primitive and window, by what it is printed on
    "ability": {
        ("auto_success", "static"), ("immune", "static"), ("prevent", "static"), ("reroll", "after_fail"),
        ("mission_choice", "mission_draw"), ("money", "pay"), *((op, "on_fail") for op in COSTS),
        *(("substitute_skill", window) for window in ROLLS),
    },
    "stuff": {*SHARED, ("skill_bonus", "static"), ("reroll", "after_fail"), ("prevent", "on_fail")},
    "course": {("set_skill", "off_mission")},
    "times": {
        ("skill_bonus", "before_roll"), ("skill_bonus", "mission_start"), ("extra_roll", "mission_start"),
        ("extra_roll", "before_reward"), ("reroll", "after_success"),
        *((op, window) for op in COSTS for window in ON_RIVALS),
    },
    "trick": {
        *SHARED, ("reroll", "after_fail"), ("cancel", "response"), ("mission_swap", "meeting"),
        ("mission_choice", "mission_draw"), ("take_item", "rival_fail"),
        *((op, "on_success") for op in ("honor", "money", "draw")),
    },
    "mission": {(op, "") for op in (*COSTS, "draw", "take_item")},
}  # fmt: skip
TARGETS = {"times": ("rival",), "stuff": ("self", "any_player")}
ALONE = ("reroll", "cancel", "mission_swap", "mission_choice", "take_item")
COMMON = ("op", "when", "target", "uses", "per")


def check_arguments(raw: dict[str, Any], file: str) -> None:
    """Every effect has the arguments of its primitive, and no others."""
    for effect, where in _effects(raw, file):
        op = effect.get("op")
        if op not in ARGUMENTS:
            raise BadDeck(
                f"{where}.op: {op!r} is none of {', '.join(ARGUMENTS)}{nearest(str(op), ARGUMENTS)}"
            )
        allowed = (*COMMON, *ARGUMENTS[op])
        for name in effect:
            if name not in allowed:
                raise BadDeck(f"{where}: unknown field {name!r} of {op!r}{nearest(name, allowed)}")
        for name in ARGUMENTS[op]:
            if name not in effect and name != "fail_effects":
                raise BadDeck(f"{where}: no {name!r}")


def _effects(raw: Any, where: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Every effect of the file, however deep it lies, with its place."""
    if isinstance(raw, dict):
        for name, inner in raw.items():
            if name in ("effects", "abilities", "success", "failure", "fail_effects") and isinstance(
                inner, list
            ):
                yield from ((e, f"{where}.{name}[{i}]") for i, e in enumerate(inner) if isinstance(e, dict))
            yield from _effects(inner, f"{where}.{name}")
    elif isinstance(raw, list):
        for i, inner in enumerate(raw):
            named = f" {inner['id']}" if isinstance(inner, dict) and "id" in inner else ""
            yield from _effects(inner, f"{where}[{i}]{named}")


def check(holder: str, effect: Effect, pack: Pack, where: str) -> None:
    """One effect: where it stands, whom it hits, and its arguments."""
    windows = effect.when or ("",)
    for window in windows:
        if (effect.op, window) not in ALLOWED[holder] or windows.count(window) > 1:
            raise BadDeck(f"{where}: {effect.op!r} at {window or 'no window'!r} cannot stand there")
    if effect.target not in TARGETS.get(holder, ("self",)):
        raise BadDeck(f"{where}.target: {effect.target!r} cannot stand there")
    if effect.uses not in (0, 1) or bool(effect.uses) != bool(effect.per):
        raise BadDeck(
            f"{where}.uses: {effect.uses} per {effect.per!r}; it is once per mission or round, or not"
        )
    CHECKS[effect.op](effect, pack, where)
    _check_uses(holder, effect, where)


def _check_uses(holder: str, effect: Effect, where: str) -> None:
    repeated = holder == "ability" and effect.op in ("reroll", "substitute_skill")
    if repeated and effect.per != "mission":
        raise BadDeck(f"{where}.uses: such an ability is used once per mission")
    per_round = effect.op == "mission_choice" and holder == "ability"
    if effect.uses and not (repeated or per_round or (holder == "stuff" and effect.per == "mission")):
        raise BadDeck(f"{where}.uses: {effect.op!r} cannot be repeated there")


def _check_skill(effect: Effect, pack: Pack, where: str) -> None:
    _one_skill(effect.skill, pack, f"{where}.skill", ANY)


def _one_skill(skill: str, pack: Pack, where: str, *more: str) -> None:
    one_of(skill, [*known_skills(pack), *more], where)


def _check_bonus(effect: Effect, pack: Pack, where: str) -> None:
    _check_skill(effect, pack, where)
    between(effect.amount, -9, 9, f"{where}.amount")
    scope = "in_play" if "static" in effect.when else "mission" if "mission_start" in effect.when else "roll"
    if effect.scope != scope:
        raise BadDeck(f"{where}.scope: {effect.scope!r}, there must be {scope!r} at that window")
    if scope == "mission" and effect.skill != ANY:
        raise BadDeck(f"{where}.skill: {effect.skill!r}; on a whole mission it must be 'any'")


def _check_course(effect: Effect, pack: Pack, where: str) -> None:
    _one_skill(effect.skill, pack, f"{where}.skill")
    between(effect.value, 3, 18, f"{where}.value")


def _check_reroll(effect: Effect, pack: Pack, where: str) -> None:
    _check_skill(effect, pack, where)
    wanted = "success" if "after_success" in effect.when else "fail"
    if effect.result != wanted:
        raise BadDeck(f"{where}.result: {effect.result!r}, there must be {wanted!r} at that window")


def _check_substitution(effect: Effect, pack: Pack, where: str) -> None:
    _one_skill(effect.source, pack, f"{where}.from", ANY)
    _one_skill(effect.to, pack, f"{where}.to", "basic")


def _check_extra_roll(effect: Effect, pack: Pack, where: str) -> None:
    check_alternatives(effect.any, pack, where)
    wanted = "start" if "mission_start" in effect.when else "end"
    if effect.at != wanted:
        raise BadDeck(f"{where}.at: {effect.at!r}, there must be {wanted!r} at that window")
    if effect.on_fail == "" or (effect.on_fail == "effects") != bool(effect.fail_effects):
        raise BadDeck(f"{where}.on_fail: {effect.on_fail!r} with {len(effect.fail_effects)} effects")
    for i, inner in enumerate(effect.fail_effects):
        check("mission", inner, pack, f"{where}.fail_effects[{i}]")


def _check_dollars(effect: Effect, pack: Pack, where: str) -> None:
    dollars(effect.amount, -1000, f"{where}.amount")


def _check_loss(effect: Effect, pack: Pack, where: str) -> None:
    between(effect.n, 1, 9, f"{where}.n")
    _must_be(effect.pick, "owner", f"{where}.pick")


def _check_taking(effect: Effect, pack: Pack, where: str) -> None:
    rival = "rival_fail" in effect.when
    between(effect.n, 1, 9, f"{where}.n")
    _must_be(effect.source, "rival" if rival else "discard", f"{where}.from")
    _must_be(effect.pick, "owner" if rival else "taker", f"{where}.pick")
    between(effect.pay, 0, 0, f"{where}.pay")


def _check_prevention(effect: Effect, pack: Pack, where: str) -> None:
    _must_be(effect.what, "free_retry" if "static" in effect.when else "honor_loss", f"{where}.what")


def _check_immunity(effect: Effect, pack: Pack, where: str) -> None:
    _must_be(effect.what, "times", f"{where}.what")
    one_of(effect.category, CATEGORIES, f"{where}.category")


def _check_choice(effect: Effect, pack: Pack, where: str) -> None:
    between(effect.draw, 2, 5, f"{where}.draw")
    between(effect.keep, 1, 1, f"{where}.keep")


def _check_swap(effect: Effect, pack: Pack, where: str) -> None:
    _must_be(effect.partner, "attending_rival", f"{where}.with")
    if effect.errands:
        raise BadDeck(f"{where}.errands: there must be false")


Check = Callable[[Effect, "Pack", str], None]
CHECKS: dict[str, Check] = {
    "skill_bonus": _check_bonus,
    "set_skill": _check_course,
    "reroll": _check_reroll,
    "auto_success": _check_skill,
    "substitute_skill": _check_substitution,
    "extra_roll": _check_extra_roll,
    "honor": lambda effect, pack, where: between(effect.amount, -9, 9, f"{where}.amount"),
    "money": _check_dollars,
    "draw": lambda effect, pack, where: between(effect.n, 1, 9, f"{where}.n"),
    "discard": _check_loss,
    "lose_item": _check_loss,
    "take_item": _check_taking,
    "cancel": lambda effect, pack, where: _must_be(effect.what, "times", f"{where}.what"),
    "prevent": _check_prevention,
    "immune": _check_immunity,
    "mission_choice": _check_choice,
    "mission_swap": _check_swap,
}


def _must_be(word: str, wanted: str, where: str) -> None:
    if word != wanted:
        raise BadDeck(f"{where}: {word!r}, there must be {wanted!r}")


# -- what the effects of one card say together


def check_together(card: Fortune, pack: Pack, where: str) -> None:
    """Uses, lending, circumstances: what only the whole card shows."""
    if len(card.effects) > 1 and any(e.op in ALONE for e in card.effects):
        raise BadDeck(f"{where}.effects: one of them must stand alone: {', '.join(ALONE)}")
    for scope in ("roll", "mission"):
        if sum(e.scope == scope for e in card.effects) > 1:
            raise BadDeck(f"{where}.effects: two bonuses for one {scope}")
    if card.kind == "stuff":
        _check_item(card, where)
    elif card.help_others:
        raise BadDeck(f"{where}.help_others: only Stuff can be lent")
    _check_circumstances(card, pack, where)


def _check_item(card: Fortune, where: str) -> None:
    for i, effect in enumerate(card.effects):
        wanted = "permanent" if "static" in effect.when or effect.uses else "once"
        if card.use != wanted:
            raise BadDeck(f"{where}.effects[{i}]: such an effect makes the item {wanted!r}")
        if effect.target == "any_player" and effect.op != "skill_bonus":
            raise BadDeck(f"{where}.effects[{i}].target: only a bonus can be lent")
        if effect.uses and card.copies > 1:
            raise BadDeck(f"{where}.copies: an item with uses exists once")
    if card.help_others != any(e.target == "any_player" for e in card.effects):
        raise BadDeck(f"{where}.help_others: {card.help_others} does not fit the targets of its effects")


def _check_circumstances(card: Fortune, pack: Pack, where: str) -> None:
    play_if, windows = card.play_if, {window for e in card.effects for window in e.when}
    if card.kind == "times" and windows != {play_if.window}:
        raise BadDeck(f"{where}.play_if.window: {play_if.window!r} is not the window of its effects")
    if play_if.window and play_if.window not in windows:
        raise BadDeck(f"{where}.play_if.window: {play_if.window!r} is not the window of its effects")
    if play_if.skill:
        _one_skill(play_if.skill, pack, f"{where}.play_if.skill")
        _only(card, "before_roll", "skill", where)
    tags = {tag for mission in pack.missions for tag in mission.tags}
    for tag in (*play_if.tags_any, *play_if.tags_none):
        if tag not in tags:
            raise BadDeck(f"{where}.play_if: no mission has the tag {tag!r}{nearest(tag, tags)}")
    if (play_if.tags_any or play_if.tags_none) and play_if.window not in ("mission_start", "before_reward"):
        raise BadDeck(f"{where}.play_if: tags are looked at when a mission starts or pays")
    if any(e.result == "success" for e in card.effects) and not (play_if.dice and play_if.not_brilliant):
        raise BadDeck(f"{where}.play_if: a forced reroll needs dice and not_brilliant")
    if play_if.dice or play_if.not_brilliant:
        _only(card, "after_success", "dice", where)


def _only(card: Fortune, window: str, name: str, where: str) -> None:
    if card.kind != "times" or card.play_if.window != window:
        raise BadDeck(f"{where}.play_if.{name}: it is looked at by Interesting Times at {window!r} alone")
