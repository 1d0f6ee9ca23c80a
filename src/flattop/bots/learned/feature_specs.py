"""Outlines: per game, what of a sight the learned evaluation reads, and at which questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outline:
    """What there is to say about one game beside its zones.

    Positions are like each other at the same question, so that only the questions of `steps` are learned from
    and looked at; none named means any.  Where nobody else sits at the table, a position is like the last one
    once the zone `beat` has changed.  `leave_out` are zones that tell nothing of how it will end, and
    `sums` are zones whose numbers add up to something.
    """

    steps: tuple[str, ...] = ()
    beat: str = ""
    leave_out: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()


SHOP = Outline(
    steps=("Market.offer",),
    leave_out=("idle", "turn", "hand_limit", "discard", "asked", "phase", "placements_left"),
    sums=("pays", "heights"),
)

OUTLINES: Mapping[str, Outline] = {
    "burger-go": Outline(steps=("Choice.wait",), leave_out=("choices",), sums=("tally",)),
    "burger-boss": Outline(
        steps=("TurnUp.choose",),
        leave_out=("served_at", "left", "named", "held", "phase", "discard"),
        sums=("totals", "grills"),
    ),
    "burgerfuck": Outline(leave_out=("beat", "grace", "closing", "checklist")),
    "burger-up": SHOP,
    "party-up": SHOP,
    "solo-up": Outline(
        beat="turn",
        leave_out=("asked", "discard", "level"),
        sums=("pays", "heights"),
    ),
    "between-two-burgers": Outline(steps=("Choice.wait",), leave_out=("placing", "wishes", "revealed")),
    "hanaburger": Outline(
        steps=("Turns.turn",),
        leave_out=("asked", "certain", "excluded", "shown", "chosen", "slot"),
        sums=("pays",),
    ),
    "burger-trucker": Outline(
        steps=("Build.bustle",),
        leave_out=("accounts", "last_line", "last_takers", "last_burgers", "line_asked", "asked"),
        sums=("pays",),
    ),
    "ninja-burger": Outline(
        steps=("Secret.wait", "Discard.choose", "SkillRoll.choose_skill"),
        leave_out=("throws", "path", "gauges", "wide", "times_played", "discards", "dealt", "draft"),
        sums=("money",),
    ),
}
PLAIN = Outline()


def outline(key: str) -> Outline:
    """What is said about a game; a game of one's own is read as it is."""
    return OUTLINES.get(key, PLAIN)
