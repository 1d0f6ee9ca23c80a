"""Skill modifiers: the effective skill of a roll, its parts, and the exact odds of three dice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from flattop.games.ninja_burger.cards import Pack, bonus
from flattop.games.ninja_burger.schema import OTHER, Alternative, Skill
from flattop.kernel import VACANT, Seat

if TYPE_CHECKING:
    from flattop.games.ninja_burger.skill_roll import SkillRoll
    from flattop.games.ninja_burger.table import NinjaTable

WAYS = 6**3  # number of throws of three dice
BRILLIANT = 4  # a natural 3 or 4 always succeeds (NB-R24)
_BY_TOTAL = [sum(sum(dice) == total for dice in product(range(1, 7), repeat=3)) for total in range(19)]
_UP_TO = tuple(sum(_BY_TOTAL[: max(total, BRILLIANT) + 1]) for total in range(19))


class Addend(NamedTuple):
    """One part of an effective skill."""

    source: str
    card: int  # or the ninja, or the mission
    amount: int


def is_unlisted(pack: Pack, ninja: int, skill: Skill) -> bool:
    """True if the ninja's card does not list the skill, so that the roll is on Other Stuff (NB-12)."""
    return skill not in pack.ninjas[ninja].skills


def rating(pack: Pack, ninja: int, courses: Iterable[int], skill: Skill) -> int:
    """The number on the ninja card, raised by the best course for it (NB-49, NB-R23)."""
    sheet = pack.ninjas[ninja].skills
    unlisted = skill not in sheet
    value = sheet[OTHER] if unlisted else sheet[skill]
    for course in courses:
        name, raised = pack.course[course]
        if raised > value and (name == skill or (unlisted and name == OTHER)):
            value = raised
    return value


def item_bonus(pack: Pack, items: Iterable[int], skill: Skill, unlisted: bool) -> int:
    """The bonus of the items in play for a roll on the skill (NB-R22)."""
    total = 0
    for item in items:
        if bonuses := pack.in_play[item]:
            total += bonus(bonuses, skill, unlisted)
    return total


def effective_skill(t: NinjaTable, roll: SkillRoll) -> int:
    """Rating, printed modifier, mission modifier, Interesting Times, items, cards on the roll (NB-R22)."""
    pack, seat, skill = t.pack, roll.seat, roll.skill
    ninja = t.ninjas[seat]
    unlisted = skill not in pack.ninjas[ninja].skills
    value = rating(pack, ninja, t.courses[seat], skill) + roll.mod + mission_modifier(t)
    if t.items[seat]:
        value += item_bonus(pack, t.items[seat], skill, unlisted)
    for card in roll.cards:
        value += bonus(pack.on_roll[card], skill, unlisted)
    return value


def expected_skill(t: NinjaTable, seat: Seat, alternative: Alternative) -> int:
    """The effective skill of a roll of the mission, as things are now."""
    pack, ninja, skill = t.pack, t.ninjas[seat], alternative.skill
    items = item_bonus(pack, t.items[seat], skill, is_unlisted(pack, ninja, skill))
    return rating(pack, ninja, t.courses[seat], skill) + alternative.mod + mission_modifier(t) + items


def mission_modifier(t: NinjaTable) -> int:
    """The modifier of every roll of the mission, extra rolls included (NB-76)."""
    if t.active < 0:
        return 0
    modifier = t.pack.missions[t.missions[t.active][0]].mission_mod
    for card in t.wide:
        modifier += t.pack.on_mission[card]
    return modifier


def addends(t: NinjaTable, roll: SkillRoll) -> list[Addend]:
    """The parts of the effective skill, which add up to it."""
    pack, seat, skill = t.pack, roll.seat, roll.skill
    ninja = t.ninjas[seat]
    unlisted = is_unlisted(pack, ninja, skill)
    printed = rating(pack, ninja, (), skill)
    addends = [Addend("skill", ninja, printed)]
    addends.append(Addend("course", VACANT, rating(pack, ninja, t.courses[seat], skill) - printed))
    addends.append(Addend("printed", roll.card, roll.mod))
    if t.active >= 0:
        mission = t.missions[t.active][0]
        addends.append(Addend("mission", mission, pack.missions[mission].mission_mod))
    addends += [Addend("times", card, pack.on_mission[card]) for card in t.wide]
    addends += [Addend("item", item, bonus(pack.in_play[item], skill, unlisted)) for item in t.items[seat]]
    addends += [Addend("card", card, bonus(pack.on_roll[card], skill, unlisted)) for card in roll.cards]
    return [addends[0], *(addend for addend in addends[1:] if addend.amount)]


def ways(effective: int) -> int:
    """The number of the 216 throws that make a roll on this effective skill (NB-43, NB-44)."""
    return _UP_TO[min(max(effective, 0), 18)]


def success_chance(effective: int) -> float:
    """The probability of one throw to make the roll."""
    return ways(effective) / WAYS


def is_made(total: int, effective: int) -> bool:
    """True if the total is at most the effective skill, or a brilliant success."""
    return total <= effective or total <= BRILLIANT
