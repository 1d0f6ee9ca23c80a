"""The cards: the contents of the deck file, with lookup tables for the rules.

Among them are the cards that can be used on a roll, a skill or a mission.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from typing import NamedTuple

from flattop.games.ninja_burger.schema import (
    ANY,
    OTHER,
    Effect,
    Effects,
    Fortune,
    Mission,
    Ninja,
    Numbers,
    PlayIf,
    Skill,
    Skills,
    Window,
)
from flattop.kernel import Action
from flattop.kernel.toml import Entry

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


class Pack(Entry, frozen=True, dict=True, rename={"deliveries": "missions"}):
    """The contents of a deck file, with derived lookup tables."""

    ninjas: tuple[Ninja, ...]
    deliveries: tuple[Mission, ...]
    errands: tuple[Mission, ...]
    fortune: tuple[Fortune, ...]
    rules: Numbers
    skills: Skills

    # -- missions

    @cached_property
    def missions(self) -> tuple[Mission, ...]:
        """All Mission cards by number, the Errands last."""
        return self.deliveries + self.errands

    def is_errand(self, mission: int) -> bool:
        return mission >= len(self.deliveries)

    @cached_property
    def skill_demand(self) -> dict[str, float]:
        """The average number of rolls on each skill per delivery.

        An alternative counts as a share of a roll.
        """
        shares: dict[str, float] = {}
        for step in (step for mission in self.deliveries for step in mission.steps):
            for alternative in step.any:
                share = 1 / len(step.any) / len(self.deliveries)
                shares[alternative.skill] = shares.get(alternative.skill, 0.0) + share
        return shares

    # -- ninjas

    @cached_property
    def never_fails_at(self) -> tuple[frozenset[str], ...]:
        """The skills at which each ninja always succeeds."""
        return tuple(
            frozenset(e.skill for e in ninja.abilities if e.op == "auto_success") for ninja in self.ninjas
        )

    @cached_property
    def immune(self) -> tuple[frozenset[str], ...]:
        """The categories of Interesting Times that cannot be played on each ninja."""
        return tuple(
            frozenset(e.category for e in ninja.abilities if e.op == "immune") for ninja in self.ninjas
        )

    @cached_property
    def may_retry(self) -> tuple[bool, ...]:
        """For each ninja, True if it can have the free second try (NB-R18)."""
        return tuple(all(e.op != "prevent" for e in ninja.abilities) for ninja in self.ninjas)

    @cached_property
    def ability(self) -> tuple[Effect | None, ...]:
        """The ability of each ninja that the player chooses to use, if any."""
        return tuple(
            next((e for e in ninja.abilities if e.op in ("reroll", "substitute_skill")), None)
            for ninja in self.ninjas
        )

    @cached_property
    def missions_drawn(self) -> tuple[int, ...]:
        """The number of Missions each ninja draws in Phase 2."""
        return tuple(
            next((e.draw for e in ninja.abilities if e.op == "mission_choice"), 1) for ninja in self.ninjas
        )

    @cached_property
    def pay_ability(self) -> tuple[int, ...]:
        """The extra money of each ninja on pay day."""
        return tuple(sum(e.amount for e in ninja.abilities if "pay" in e.when) for ninja in self.ninjas)

    # -- fortune cards

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The Fortune deck as kinds, one entry per card."""
        return tuple(kind for kind, card in enumerate(self.fortune) for _ in range(card.copies))

    @cached_property
    def is_stuff(self) -> tuple[bool, ...]:
        return tuple(card.kind == "stuff" for card in self.fortune)

    @cached_property
    def is_course(self) -> tuple[bool, ...]:
        return tuple(card.kind == "course" for card in self.fortune)

    @cached_property
    def price(self) -> tuple[int, ...]:
        return tuple(card.price for card in self.fortune)

    @cached_property
    def cheapest(self) -> int:
        """The price of the cheapest Stuff. A seat with less money cannot buy anything."""
        return min((card.price for card in self.fortune if card.kind == "stuff"), default=1 << 30)

    @cached_property
    def in_play(self) -> tuple[dict[str, int], ...]:
        """The bonus of each item while it lies in front of its owner, by skill."""
        return tuple(_bonuses(card, "in_play") for card in self.fortune)

    @cached_property
    def on_roll(self) -> tuple[dict[str, int], ...]:
        """The bonus or penalty of each card for the one roll it is put on, by skill."""
        return tuple(_bonuses(card, "roll") for card in self.fortune)

    @cached_property
    def on_mission(self) -> tuple[int, ...]:
        """The bonus or penalty of each card for every roll of a mission."""
        return tuple(_bonuses(card, "mission").get(ANY, 0) for card in self.fortune)

    @cached_property
    def course(self) -> tuple[tuple[str, int], ...]:
        """The skill each course raises, and the new value; meaningless for other cards."""
        return tuple((card.effects[0].skill, card.effects[0].value) for card in self.fortune)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        return tuple(card.copies for card in self.fortune)

    def playable(self, window: Window) -> Kinds:
        """The cards with an effect in this window."""
        return self._playable.get(window, NONE)

    @cached_property
    def _playable(self) -> dict[str, Kinds]:
        windows = sorted({window for card in self.fortune for window in card.windows})
        return {
            window: frozenset(kind for kind, card in enumerate(self.fortune) if window in card.windows)
            for window in windows
        }

    def fit(self, window: Window, skill: Skill, unlisted: bool) -> Fit:
        """The cards that can be used on a roll on this skill.

        `unlisted` is true if the ninja's card does not list the skill.
        """
        key = (window, skill, unlisted)
        if key not in self._fits:
            self._fits[key] = fitting(self, window, skill, unlisted)
        return self._fits[key]

    @cached_property
    def _fits(self) -> dict[tuple[str, str, bool], Fit]:
        return {}

    def times(self, window: Window, ninja: int, where: str | int) -> Kinds:
        """Interesting Times that may be played on a ninja.

        Before a roll, `where` is its skill; otherwise it is the number of the mission.
        """
        key = (window, ninja, where)
        if key not in self._times:
            self._times[key] = frozenset(
                kind
                for kind, card in enumerate(self.fortune)
                if card.kind == "times"
                and card.play_if.window == window
                and card.category not in self.immune[ninja]
                and (
                    card.play_if.skill in ("", where)
                    if isinstance(where, str)
                    else matches_mission(card.play_if, self.missions[where])
                )
            )
        return self._times[key]

    @cached_property
    def needs_dice(self) -> Kinds:
        """Cards that need dice on the table."""
        return frozenset(kind for kind, card in enumerate(self.fortune) if card.play_if.dice)

    @cached_property
    def needs_ordinary_throw(self) -> Kinds:
        """Cards that cannot be played on a brilliant throw."""
        return frozenset(kind for kind, card in enumerate(self.fortune) if card.play_if.not_brilliant)

    @cached_property
    def _times(self) -> dict[tuple[str, int, str | int], Kinds]:
        return {}

    @cached_property
    def effects_at(self) -> dict[tuple[str, int], Effects]:
        """The effects in printed order, by kind of event and number of the mission, ninja or card."""
        effects: dict[tuple[str, int], Effects] = {}
        for i, mission in enumerate(self.missions):
            effects["reward", i], effects["penalty", i] = mission.success, mission.failure
        for i, ninja in enumerate(self.ninjas):
            effects["drawback", i] = tuple(e for e in ninja.abilities if "on_fail" in e.when)
            effects["ability", i] = tuple(e for e in (self.ability[i],) if e)
        for i, card in enumerate(self.fortune):
            for window in card.windows:
                effects[window, i] = tuple(e for e in card.effects if window in e.when)
            effects["failed_extra", i] = tuple(inner for e in card.effects for inner in e.fail_effects)
        return effects

    def extra_roll(self, kind: int) -> Effect:
        """The extra roll that a card of Interesting Times demands."""
        return next(e for e in self.fortune[kind].effects if e.op == "extra_roll")

    def actions(self, verb: str) -> tuple[Action, ...]:
        """The actions of a verb for every kind of Fortune card, built once and shared."""
        if verb not in self._actions:
            self._actions[verb] = tuple((verb, kind) for kind in range(len(self.fortune)))
        return self._actions[verb]

    @cached_property
    def _actions(self) -> dict[str, tuple[Action, ...]]:
        return {}


def _bonuses(card: Fortune, scope: str) -> dict[str, int]:
    bonuses: dict[str, int] = {}
    for e in card.effects:
        if e.op == "skill_bonus" and e.scope == scope:
            bonuses[e.skill] = bonuses.get(e.skill, 0) + e.amount
    return bonuses
