"""The deck file, and the checks between its entries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flattop.games.ninja_burger.cards import Pack
from flattop.games.ninja_burger.schema import (
    ANY,
    ARGUMENTS,
    CONDITIONS,
    RENAMED,
    UNIT,
    WINDOWS,
    Alternative,
    Condition,
    Effect,
    Fortune,
    Moment,
    Primitive,
    Skills,
    Totals,
)
from flattop.kernel.deck import (
    Deck,
    Loader,
    between,
    demand,
    different,
    expect,
    in_order,
    known,
    one_of,
    part_of,
    placed,
    same,
)
from flattop.kernel.toml import convert

ROLLS = ("before_roll", "after_fail")
COSTS = ("honor", "money", "discard", "lose_item")
ON_RIVALS = ("mission_start", "before_roll", "after_success", "before_reward")
SHARED = {(op, window) for op in ("skill_bonus", "auto_success", "substitute_skill") for window in ROLLS}
ALLOWED: dict[str, set[tuple[str, str]]] = {  # allowed pairs of primitive and window, by kind of card
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


class NinjaDeck(Pack, Deck, frozen=True):
    """The deck file as written."""

    meta: Totals
    primitives: tuple[Primitive, ...]
    windows: tuple[Moment, ...]
    conditions: tuple[Condition, ...]

    def check(self) -> None:
        """Check totals, references and effects."""
        in_order((primitive.op for primitive in self.primitives), ARGUMENTS, "primitives")
        in_order((moment.id for moment in self.windows), WINDOWS, "windows")
        in_order((condition.key for condition in self.conditions), CONDITIONS, "conditions")
        expect(len(self.ninjas), self.meta.ninjas, "ninjas", "ninjas")
        expect(len(self.deliveries), self.meta.deliveries, "deliveries", "missions")
        expect(len(self.errands), self.meta.errands, "errands", "errands")
        expect(len(self.cards), self.meta.fortune, "cards", "fortune")
        for kind, count in self.meta.fortune_kinds.items():
            copies = sum(card.copies for card in self.fortune if card.kind == kind)
            expect(copies, count, f"cards of the kind {kind!r}", "fortune")
        different((mission.id for mission in self.missions), "missions and errands: an id")
        for where, ninja in placed("ninjas", self.ninjas):
            for skill in ninja.skills:
                one_of(skill, self.skills.all, f"{where}.skills")
            for i, effect in enumerate(ninja.abilities):
                check_effect("ability", effect, self.skills, f"{where}.abilities[{i}]")
        self._check_missions()
        tags = {tag for mission in self.missions for tag in mission.tags}
        for where, card in placed("fortune", self.fortune):
            check_card(card, self.skills, tags, where)

    def _check_missions(self) -> None:
        for where, mission in (*placed("missions", self.deliveries), *placed("errands", self.errands)):
            for i, step in enumerate(mission.steps):
                check_choice(step.any, self.skills, f"{where}.steps[{i}]")
            for name, effects in (("success", mission.success), ("failure", mission.failure)):
                for i, effect in enumerate(effects):
                    check_effect("mission", effect, self.skills, f"{where}.{name}[{i}]")
        at_stake = any(e.op == "honor" for m in self.deliveries for e in (*m.success, *m.failure))
        demand(at_stake, "missions", "no delivery gives or takes Honor, so no game would end")


def pack(raw: dict[str, Any], file: str) -> Pack:
    return part_of(convert(NinjaDeck, raw, file), Pack)


load = Loader(Path(__file__).with_name("cards.toml"), pack)


def check_effect(holder: str, effect: Effect, skills: Skills, where: str) -> None:
    """Check one effect: its holder, its target and its arguments."""
    windows = effect.when or ("",)
    for window in windows:
        fits = (effect.op, window) in ALLOWED[holder] and windows.count(window) == 1
        demand(fits, where, f"{effect.op!r} at {window or 'no window'!r} cannot stand there")
    fits = effect.target in TARGETS.get(holder, ("self",))
    demand(fits, f"{where}.target", f"{effect.target!r} cannot stand there")
    for name, words in SKILLS.get(effect.op, {}).items():
        one_of(getattr(effect, RENAMED.get(name, name)), [*skills.all, *words], f"{where}.{name}")
    fixed = FIXED[effect.op](effect) if effect.op in FIXED else {}
    for name, wanted in fixed.items():
        same(getattr(effect, RENAMED.get(name, name)), wanted, f"{where}.{name}")
    if effect.op in ("skill_bonus", "honor"):
        between(effect.amount, -9, 9, f"{where}.amount")
    whole = effect.op != "money" or effect.amount % UNIT == 0
    demand(whole, f"{where}.amount", f"{effect.amount} is not a multiple of {UNIT}")
    if effect.op == "extra_roll":
        check_extra_roll(effect, skills, where)
    check_uses(holder, effect, where)


def check_uses(holder: str, effect: Effect, where: str) -> None:
    repeated = holder == "ability" and effect.op in ("reroll", "substitute_skill")
    once = not repeated or effect.per == "mission"
    demand(once, f"{where}.uses", "such an ability is used once per mission")
    per_round = effect.op == "mission_choice" and holder == "ability"
    per_mission = holder == "stuff" and effect.per == "mission"
    fits = not effect.uses or repeated or per_round or per_mission
    demand(fits, f"{where}.uses", f"{effect.op!r} cannot be repeated there")


def check_extra_roll(effect: Effect, skills: Skills, where: str) -> None:
    check_choice(effect.any, skills, where)
    fits = effect.on_fail and (effect.on_fail == "effects") == bool(effect.fail_effects)
    demand(bool(fits), f"{where}.on_fail", f"{effect.on_fail!r} with {len(effect.fail_effects)} effects")
    for i, inner in enumerate(effect.fail_effects):
        check_effect("mission", inner, skills, f"{where}.fail_effects[{i}]")


def check_choice(choice: tuple[Alternative, ...], skills: Skills, where: str) -> None:
    """Check one roll: a choice of different skills."""
    different((alternative.skill for alternative in choice), f"{where}.any")
    for i, alternative in enumerate(choice):
        one_of(alternative.skill, skills.all, f"{where}.any[{i}].skill")


def bonus_scope(effect: Effect) -> dict[str, str]:
    if "static" in effect.when:
        return {"scope": "in_play"}
    return {"scope": "mission", "skill": ANY} if "mission_start" in effect.when else {"scope": "roll"}


SKILLS: dict[str, dict[str, tuple[str, ...]]] = {  # arguments that are skills, and other allowed words
    "skill_bonus": {"skill": (ANY,)},
    "set_skill": {"skill": ()},
    "reroll": {"skill": (ANY,)},
    "auto_success": {"skill": (ANY,)},
    "substitute_skill": {"from": (ANY,), "to": ("basic",)},
}
FIXED: dict[str, Callable[[Effect], dict[str, Any]]] = {  # arguments that the window determines
    "skill_bonus": bonus_scope,
    "reroll": lambda e: {"result": "success" if "after_success" in e.when else "fail"},
    "extra_roll": lambda e: {"at": "start" if "mission_start" in e.when else "end"},
    "discard": lambda e: {"pick": "owner"},
    "lose_item": lambda e: {"pick": "owner"},
    "take_item": lambda e: (
        {"from": "rival", "pick": "owner"} if "rival_fail" in e.when else {"from": "discard", "pick": "taker"}
    ),
    "cancel": lambda e: {"what": "times"},
    "prevent": lambda e: {"what": "free_retry" if "static" in e.when else "honor_loss"},
    "immune": lambda e: {"what": "times"},
    "mission_swap": lambda e: {"with": "attending_rival", "errands": False},
}


# -- whole cards


def check_card(card: Fortune, skills: Skills, tags: set[str], where: str) -> None:
    """Check what depends on the whole card: price, uses, lending, circumstances."""
    for i, effect in enumerate(card.effects):
        check_effect(card.kind, effect, skills, f"{where}.effects[{i}]")
    alone = len(card.effects) == 1 or all(e.op not in ALONE for e in card.effects)
    demand(alone, f"{where}.effects", f"one of them must stand alone: {', '.join(ALONE)}")
    for scope in ("roll", "mission"):
        bonuses = sum(e.scope == scope for e in card.effects)
        demand(bonuses < 2, f"{where}.effects", f"two bonuses for one {scope}")
    is_stuff = card.kind == "stuff"
    words = f"{card.use!r}; Stuff is used once or permanent, other cards have no use"
    demand(is_stuff == bool(card.use), f"{where}.use", words)
    demand(is_stuff or not card.price, f"{where}.price", "only Stuff has a price")
    demand(is_stuff or not card.help_others, f"{where}.help_others", "only Stuff can be lent")
    fits = bool(card.category) == (card.kind == "times")
    demand(fits, f"{where}.category", f"{card.category!r}; Interesting Times have one, and they alone")
    if is_stuff:
        check_item(card, where)
    check_circumstances(card, skills, tags, f"{where}.play_if")


def check_item(card: Fortune, where: str) -> None:
    for i, effect in enumerate(card.effects):
        wanted = "permanent" if "static" in effect.when or effect.uses else "once"
        demand(card.use == wanted, f"{where}.effects[{i}]", f"such an effect makes the item {wanted!r}")
        own = effect.target != "any_player" or effect.op == "skill_bonus"
        demand(own, f"{where}.effects[{i}].target", "only a bonus can be lent")
        single = not effect.uses or card.copies == 1
        demand(single, f"{where}.copies", "an item with uses exists once")
    lent = any(e.target == "any_player" for e in card.effects)
    mixed = lent and any(e.target != "any_player" and set(e.when) & set(ROLLS) for e in card.effects)
    demand(not mixed, f"{where}.effects", "an item that can be lent has no other effect on a roll")
    words = f"{card.help_others} does not fit the targets of its effects"
    demand(card.help_others == lent, f"{where}.help_others", words)


def check_circumstances(card: Fortune, skills: Skills, tags: set[str], where: str) -> None:
    play_if, times = card.play_if, card.kind == "times"
    fits = card.windows == {play_if.window} if times else play_if.window in {"", *card.windows}
    demand(fits, f"{where}.window", f"{play_if.window!r} is not the window of its effects")
    if play_if.skill:
        one_of(play_if.skill, skills.all, f"{where}.skill")
        check_window(card, "before_roll", f"{where}.skill")
    for tag in (*play_if.tags_any, *play_if.tags_none):
        known(tag, tags, "tag of a mission", where)
        looked_at = play_if.window in ("mission_start", "before_reward")
        demand(looked_at, where, "tags are looked at when a mission starts or pays")
    forced = any(e.result == "success" for e in card.effects)
    able = not forced or (play_if.dice and play_if.not_brilliant)
    demand(able, where, "a forced reroll needs dice and not_brilliant")
    if play_if.dice or play_if.not_brilliant:
        check_window(card, "after_success", f"{where}.dice")


def check_window(card: Fortune, window: str, where: str) -> None:
    fits = card.kind == "times" and card.play_if.window == window
    demand(fits, where, f"it is looked at by Interesting Times at {window!r} alone")
