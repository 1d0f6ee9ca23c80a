"""Fitting: the cards that can be used on a roll, a skill or a mission."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, NamedTuple

from flattop.games.ninja_burger.schema import ANY, OTHER, Effect, Mission, PlayIf, Skill, Window

if TYPE_CHECKING:
    from flattop.games.ninja_burger.cards import Pack

Kinds = frozenset[int]  # kinds of Fortune cards: their numbers in the file
NONE: Kinds = frozenset()


class Fit(NamedTuple):
    """The Fortune cards that can be used on a roll on one skill, in one window."""

    tricks: Kinds  # played from hand by the ninja who rolls
    items: Kinds  # used by the ninja who rolls
    lends: Kinds  # items that a rival may lend
    second_tricks: Kinds  # cards in hand that allow a reroll
    second_items: Kinds  # items that allow a reroll
    lasting: Kinds  # items that help while in play
    useful: Kinds  # Stuff worth buying while a throw stands failed (NB-R35)

    def useful_without(self, used: Container[int]) -> Kinds:
        """Useful Stuff, except items already used in this mission (NB-R30, NB-R35)."""
        return self.lasting.union(kind for kind in self.useful if kind not in used)


def matches_mission(play_if: PlayIf, mission: Mission) -> bool:
    """True if the mission has the tags that a card asks for."""
    tags = set(mission.tags)
    return (not play_if.tags_any or not tags.isdisjoint(play_if.tags_any)) and tags.isdisjoint(
        play_if.tags_none
    )


def fits(effect: Effect, skill: Skill, unlisted: bool) -> bool:
    """True if an effect can be used on a roll on the skill (NB-R23)."""
    if effect.op == "substitute_skill":
        return effect.source in (ANY, skill) and effect.to != skill
    return effect.skill in (ANY, skill) or (effect.skill == OTHER and unlisted)


def fitting(pack: Pack, window: Window, skill: Skill, unlisted: bool) -> Fit:
    """Sort all Fortune cards by their use on a roll on the skill, in this window."""
    kinds_by_use: dict[str, set[int]] = {name: set() for name in Fit._fields}
    for kind, card in enumerate(pack.fortune):
        effects = [e for e in card.effects if window in e.when and fits(e, skill, unlisted)]
        if effects and card.kind in ("stuff", "trick"):
            second = "second_" if effects[0].op == "reroll" else ""
            kinds_by_use[f"{second}{'items' if card.kind == 'stuff' else 'tricks'}"].add(kind)
            if card.help_others:
                kinds_by_use["lends"].add(kind)
        if bonus(pack.in_play[kind], skill, unlisted) > 0:
            kinds_by_use["lasting"].add(kind)
    used = kinds_by_use["items"] | kinds_by_use["second_items"] | pack.playable("on_fail")
    kinds_by_use["useful"] = kinds_by_use["lasting"] | used
    return Fit(**{name: frozenset(kinds) for name, kinds in kinds_by_use.items()})


def bonus(bonuses: dict[str, int], skill: Skill, unlisted: bool) -> int:
    """The bonus of a card for a roll on the skill: for this skill, for any, and for Other Stuff."""
    total = bonuses.get(skill, 0) + bonuses.get(ANY, 0)
    return total + bonuses.get(OTHER, 0) if unlisted and skill != OTHER else total
