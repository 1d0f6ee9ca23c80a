"""What is printed on the cards: one record for each entry of the deck file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Skill = str
Window = Literal[
    "static", "pay", "mission_draw", "meeting", "off_mission", "mission_start", "before_roll", "after_fail",
    "after_success", "before_reward", "on_success", "on_fail", "rival_fail", "response",
]  # fmt: skip
Op = Literal[
    "skill_bonus", "set_skill", "reroll", "auto_success", "substitute_skill", "extra_roll", "honor", "money",
    "draw", "discard", "lose_item", "take_item", "cancel", "prevent", "immune", "mission_choice",
    "mission_swap",
]  # fmt: skip
Kind = Literal["stuff", "course", "times", "trick"]
Category = Literal["witness", "hazard", "foe", "customer"]

BASIC = ("combat", "stealth", "disguise", "climbing", "service")
OTHER = "other"
ANY = "any"
CATEGORIES = ("witness", "hazard", "foe", "customer")
KINDS = ("stuff", "course", "times", "trick")
ARGUMENTS = {  # what each primitive says besides window, target and uses
    "skill_bonus": ("skill", "amount", "scope"), "set_skill": ("skill", "value"),
    "reroll": ("skill", "result"), "auto_success": ("skill",), "substitute_skill": ("from", "to"),
    "extra_roll": ("any", "at", "on_fail", "fail_effects"), "honor": ("amount",), "money": ("amount",),
    "draw": ("n",), "discard": ("n", "pick"), "lose_item": ("n", "pick"),
    "take_item": ("from", "n", "pick", "pay"), "cancel": ("what",), "prevent": ("what",),
    "immune": ("what", "category"), "mission_choice": ("draw", "keep"), "mission_swap": ("with", "errands"),
}  # fmt: skip
WINDOWS = (
    "static", "pay", "mission_draw", "meeting", "off_mission", "mission_start", "before_roll", "after_fail",
    "after_success", "before_reward", "on_success", "on_fail", "rival_fail", "response",
)  # fmt: skip
CONDITIONS = ("window", "skill", "tags_any", "tags_none", "dice", "not_brilliant", "delivery")
RENAMED = {"from": "source", "with": "partner"}  # words that Python keeps for itself


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the skills that a roll may be made on, with the modifier printed for it."""

    skill: Skill
    mod: int


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive with its arguments: what happens, when it may happen, and to whom."""

    op: Op
    when: tuple[Window, ...] = ()
    target: Literal["self", "rival", "any_player"] = "self"
    uses: int = 0
    per: Literal["", "mission", "round"] = ""
    skill: Skill = ""
    amount: int = 0
    scope: Literal["", "roll", "mission", "in_play"] = ""
    value: int = 0
    result: Literal["", "fail", "success"] = ""
    source: str = ""
    to: str = ""
    any: tuple[Alternative, ...] = ()
    at: Literal["", "start", "end"] = ""
    on_fail: Literal["", "fail_mission", "effects"] = ""
    fail_effects: tuple[Effect, ...] = ()
    n: int = 0
    pick: Literal["", "owner", "taker"] = ""
    pay: int = 0
    what: str = ""
    category: str = ""
    draw: int = 0
    keep: int = 0
    partner: str = ""
    errands: bool = False


Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class PlayIf:
    """The circumstances in which a card may be played."""

    window: str = ""
    skill: Skill = ""
    tags_any: tuple[str, ...] = ()
    tags_none: tuple[str, ...] = ()
    dice: bool = False
    not_brilliant: bool = False
    delivery: bool = False


@dataclass(frozen=True, slots=True)
class Ninja:
    id: str
    name: str
    flavour: str
    skills: dict[str, int]
    abilities: Effects
    ability_text: str
    basis: str


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered roll of a mission."""

    any: tuple[Alternative, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Mission:
    id: str
    name: str
    flavour: str
    tags: tuple[str, ...]
    mission_mod: int
    steps: tuple[Step, ...]
    success: Effects
    failure: Effects
    basis: str


@dataclass(frozen=True, slots=True)
class Fortune:
    id: str
    name: str
    kind: Kind
    copies: int
    flavour: str
    text: str
    effects: Effects
    basis: str
    price: int = 0
    use: Literal["", "once", "permanent"] = ""
    help_others: bool = False
    category: str = ""
    play_if: PlayIf = field(default_factory=PlayIf)


@dataclass(frozen=True, slots=True)
class Meta:
    format: int
    ninjas: int
    missions: int
    deliveries: int
    errands: int
    fortune: int
    fortune_kinds: dict[str, int]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rule book."""

    min_players: int
    max_players: int
    dice: str
    start_honor: int
    start_money: int
    start_hand: int
    ninjas_dealt: int
    ninjas_dealt_six_players: int
    pay: int
    pay_bonus_top_honor: int
    fortune_per_pay: int
    fortune_per_meeting: int
    hand_limit: int
    money_unit: int
    win_lead: int
    win_total_per_player: int
    lose_total_per_player: int
    low_total_first_round: int
    brilliant_max: int
    replacement_ninja_cards: int


@dataclass(frozen=True, slots=True)
class Skills:
    basic: tuple[str, ...]
    extra: tuple[str, ...]
    default: str
    labels: dict[str, str]


@dataclass(frozen=True, slots=True)
class Primitive:
    op: str
    args: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Moment:
    id: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Condition:
    key: str
    meaning: str


LISTS: dict[str, tuple[type[Any], str]] = {
    "primitives": (Primitive, "op"),
    "windows": (Moment, "id"),
    "conditions": (Condition, "key"),
    "ninjas": (Ninja, "id"),
    "missions": (Mission, "id"),
    "errands": (Mission, "id"),
    "fortune": (Fortune, "id"),
}
TABLES: dict[str, type[Any]] = {"meta": Meta, "rules": Numbers, "skills": Skills}
