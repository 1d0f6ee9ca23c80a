"""Feature specs: the zones that the learned evaluation reads, and the decisions it is trained on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FeatureSpec:
    """The inputs of the evaluation for one game.

    The network is trained and used only at decisions in `steps`, because positions at the same decision are
    comparable; without any, all decisions count.  In a solo game a position counts once the zone
    `changed_zone` has changed.  `ignored` lists zones that say nothing about the outcome, and `summed` zones
    whose numbers add up to something meaningful.
    """

    steps: tuple[str, ...] = ()
    changed_zone: str = ""
    ignored: tuple[str, ...] = ()
    summed: tuple[str, ...] = ()


SHOP = FeatureSpec(
    steps=("Market.offer",),
    ignored=("idle", "turn", "hand_limit", "discard", "asked", "phase", "placements_left"),
    summed=("pays", "heights"),
)

FEATURE_SPECS: Mapping[str, FeatureSpec] = {
    "burger-go": FeatureSpec(steps=("Choice.wait",), ignored=("choices",), summed=("tally",)),
    "burger-boss": FeatureSpec(
        steps=("TurnUp.choose",),
        ignored=("served_at", "left", "named", "held", "phase", "discard"),
        summed=("totals", "grills"),
    ),
    "burgerfuck": FeatureSpec(ignored=("beat", "grace", "closing", "checklist")),
    "burger-up": SHOP,
    "party-up": SHOP,
    "solo-up": FeatureSpec(
        changed_zone="turn",
        ignored=("asked", "discard", "level"),
        summed=("pays", "heights"),
    ),
    "between-two-burgers": FeatureSpec(steps=("Choice.wait",), ignored=("placing", "wishes", "revealed")),
    "hanaburger": FeatureSpec(
        steps=("Turns.turn",),
        ignored=("asked", "certain", "excluded", "shown", "chosen", "slot"),
        summed=("pays",),
    ),
    "burger-trucker": FeatureSpec(
        steps=("Build.bustle",),
        ignored=("accounts", "last_line", "last_takers", "last_burgers", "line_asked", "asked"),
        summed=("pays",),
    ),
    "ninja-burger": FeatureSpec(
        steps=("Secret.wait", "Discard.choose", "SkillRoll.choose_skill"),
        ignored=("throws", "path", "gauges", "wide", "times_played", "discards", "dealt", "draft"),
        summed=("money",),
    ),
}
DEFAULT = FeatureSpec()  # all zones at all decisions


def feature_spec(key: str) -> FeatureSpec:
    return FEATURE_SPECS.get(key, DEFAULT)
