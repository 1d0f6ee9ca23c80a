"""Computed zones: the current roll, deal, duel and window, computed when a view is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from flattop.games.ninja_burger import skills
from flattop.games.ninja_burger.challenge import Challenge
from flattop.games.ninja_burger.deals import CallForHelp, Deal
from flattop.games.ninja_burger.scoring import thresholds
from flattop.games.ninja_burger.skill_roll import SkillRoll
from flattop.games.ninja_burger.skills import WAYS, Addend, ways
from flattop.games.ninja_burger.windows import CardReplies

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

FAILED = -99  # margin shown for a failed duel roll
RollState = Literal["choosing", "announced", "thrown", "failed"]


class Rolling(TypedDict, total=False):
    """The current roll; empty if there is none. `skill` and all below it follow once the skill is chosen."""

    roll: int  # number of the printed roll, from 1; 0 if the mission does not print it
    state: RollState
    card: int
    skill: str
    effective: int
    ways: int
    percent: float
    cards: tuple[int, ...]
    dice: tuple[int, ...]
    total: int


class Replying(TypedDict, total=False):
    """The open window; empty if there is none."""

    window: str
    order: tuple[int, ...]
    asked: int
    passed: list[int]


class Bargain(TypedDict, total=False):
    """The current deal; empty if there is none. `gives` and all below it follow once it is offered."""

    author: int
    partner: int
    offered: int
    gives: tuple[int, ...]
    wants: tuple[int, ...]
    money: int
    swap: int


def rolling(t: NinjaTable) -> Rolling:
    """The current roll, with its exact number of successful throws out of 216 before the dice fall."""
    roll = t.roll
    if roll is None:
        return {}
    shown: Rolling = {"roll": roll.number + 1 if roll.number >= 0 else 0, "state": state(roll)}
    if roll.card >= 0:
        shown["card"] = roll.card
    if roll.skill:
        effective = skills.effective_skill(t, roll)
        shown |= {"skill": roll.skill, "effective": effective, "ways": chances(t, roll, effective)}
        shown |= {"percent": round(100 * shown["ways"] / WAYS, 1), "cards": roll.cards}
    if roll.dice:
        shown |= {"dice": roll.dice, "total": roll.total}
    return shown


def state(roll: SkillRoll) -> RollState:
    if not roll.skill:
        return "choosing"
    if roll.failed:
        return "failed"
    return "thrown" if roll.dice and roll.at != "throw" else "announced"


def chances(t: NinjaTable, roll: SkillRoll, effective: int) -> int:
    """Successful throws out of 216; all of them if the ninja always succeeds at the skill."""
    certain = roll.auto or roll.skill in t.pack.never_fails_at[t.ninjas[roll.seat]]
    return WAYS if certain else ways(effective)


def margins(t: NinjaTable) -> list[tuple[int, int]]:
    """The duellists that have rolled in this round of The Challenge, with their margins."""
    for frame in t.stack:
        if isinstance(frame, Challenge):
            return [
                (seat, FAILED if margin is None else margin)
                for seat, margin in zip(t.duellists, frame.margins, strict=False)
            ]
    return []


def addends(t: NinjaTable) -> list[Addend]:
    """The parts of the current roll's effective skill."""
    roll = t.roll
    return skills.addends(t, roll) if roll and roll.skill else []


def steps(t: NinjaTable) -> list[list[tuple[str, int, int]]]:
    """Every printed roll of the current mission: skill, effective skill, successful throws out of 216."""
    if t.active < 0:
        return []
    never_fails = t.pack.never_fails_at[t.ninjas[t.active]]
    return [
        [
            (a.skill, value, WAYS if a.skill in never_fails else ways(value))
            for a in step.any
            for value in (skills.expected_skill(t, t.active, a),)
        ]
        for step in t.pack.missions[t.missions[t.active][0]].steps
    ]


def replying(t: NinjaTable) -> Replying:
    """The window that is open: its seats in order, the seat that is asked, and the seats that have passed."""
    for frame in reversed(t.stack):
        if isinstance(frame, CardReplies):
            passed = [frame.order[(frame.i - back) % len(frame.order)] for back in range(frame.passes, 0, -1)]
            window = type(frame).__name__
            return {"window": window, "order": frame.order, "asked": frame.order[frame.i], "passed": passed}
        if isinstance(frame, CallForHelp):
            order = t.rivals(frame.seat)
            return {
                "window": "CallForHelp",
                "order": order,
                "asked": order[frame.i],
                "passed": list(order[: frame.i]),
            }
    return {}


def gauges(t: NinjaTable) -> dict[str, int]:
    """The lead and the total Honor, with the thresholds that end the game."""
    first, second = sorted(t.honor, reverse=True)[:2]
    ends = thresholds(t.pack.rules, t.seats, t.settings)
    shown = {"lead": first - second, "total": sum(t.honor)}
    return shown | {
        "winning lead": ends.lead,
        "high": ends.high,
        "low": ends.low,
        "low from round": ends.low_from,
    }


def bargain(t: NinjaTable) -> Bargain:
    """The current deal; its terms once they are offered."""
    deal = t.in_progress(Deal)
    if not deal:
        return {}
    shown: Bargain = {"author": deal.author, "partner": deal.partner, "offered": int(deal.offered)}
    if deal.offered:
        shown |= {"gives": deal.gives, "wants": deal.wants, "money": deal.money, "swap": int(deal.swap)}
    return shown


def draft(t: NinjaTable) -> list[list[int]]:
    """Terms not yet offered, visible to their author only.

    The list has the money (below zero: asked for), the swap flag, then a flag for each item of the author
    and of the partner. Its length depends on public information only.
    """
    shown: list[list[int]] = [[] for _ in range(t.seats)]
    deal = t.in_progress(Deal)
    if deal and not deal.offered:
        mine, theirs = t.items[deal.author], t.items[deal.partner]
        flags = [*chosen(mine, deal.gives), *chosen(theirs, deal.wants)]
        shown[deal.author] = [deal.money, int(deal.swap), *flags]
    return shown


def chosen(items: tuple[int, ...], kinds: tuple[int, ...]) -> list[int]:
    """For each item a flag: 1 if it is among the kinds, counting copies."""
    return [int(items[: i + 1].count(kind) <= kinds.count(kind)) for i, kind in enumerate(items)]
