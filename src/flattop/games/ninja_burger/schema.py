"""Structs for the entries of the deck file, with the allowed range of each field."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from flattop.kernel import BadDeck, nearest
from flattop.kernel.deck import Key, Name, demand, one_of
from flattop.kernel.toml import Entry

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
Category = Literal["", "witness", "hazard", "foe", "customer"]
Dollars = Annotated[int, Meta(ge=0, le=1000, multiple_of=50)]
UpToThree = Annotated[int, Meta(ge=0, le=3)]
Modifier = Annotated[int, Meta(ge=-9, le=9)]
Rating = Annotated[int, Meta(ge=3, le=18)]
Few = Annotated[int, Meta(ge=1, le=9)]
Basis = Annotated[
    str,
    Meta(pattern="^(book|public|house)( |$)", extra={"hint": "it must begin with book, public or house"}),
]

RENAMED = {"from": "source", "with": "partner"}  # Python keywords
UNIT = 50  # dollars of a token (NB-02)
BY_OPTION = Meta(extra={"hint": "an option changes it"})
BASIC = ("combat", "stealth", "disguise", "climbing", "service")
OTHER = "other"
ANY = "any"
ARGUMENTS = {  # arguments of each primitive, besides window, target and uses
    "skill_bonus": ("skill", "amount", "scope"), "set_skill": ("skill", "value"),
    "reroll": ("skill", "result"), "auto_success": ("skill",), "substitute_skill": ("from", "to"),
    "extra_roll": ("any", "at", "on_fail", "fail_effects"), "honor": ("amount",), "money": ("amount",),
    "draw": ("n",), "discard": ("n", "pick"), "lose_item": ("n", "pick"),
    "take_item": ("from", "n", "pick", "pay"), "cancel": ("what",), "prevent": ("what",),
    "immune": ("what", "category"), "mission_choice": ("draw", "keep"), "mission_swap": ("with", "errands"),
}  # fmt: skip
OPTIONAL = ("amount", "fail_effects", "pay", "errands")  # may be left out
COMMON = ("op", "when", "target", "uses", "per")
WINDOWS = get_args(Window)
CONDITIONS = ("window", "skill", "tags_any", "tags_none", "dice", "not_brilliant", "delivery")


class Alternative(Entry, frozen=True):
    """A skill that a roll may be made on, with its printed modifier."""

    skill: Skill
    mod: Modifier


Choice = Annotated[tuple[Alternative, ...], Meta(min_length=1, max_length=4)]


class Effect(Entry, frozen=True, rename={"source": "from", "partner": "with"}):
    """One primitive with its arguments: effect, windows and target."""

    op: Op
    when: tuple[Window, ...] = ()
    target: Literal["self", "rival", "any_player"] = "self"
    uses: Annotated[int, Meta(ge=0, le=1)] = 0
    per: Literal["", "mission", "round"] = ""
    skill: Skill = ""
    amount: Annotated[int, Meta(ge=-1000, le=1000)] = 0
    scope: Literal["", "roll", "mission", "in_play"] = ""
    value: Rating = 0
    result: Literal["", "fail", "success"] = ""
    source: str = ""
    to: str = ""
    any: Choice = ()
    at: Literal["", "start", "end"] = ""
    on_fail: Literal["", "fail_mission", "effects"] = ""
    fail_effects: tuple[Effect, ...] = ()
    n: Few = 0
    pick: Literal["", "owner", "taker"] = ""
    pay: Literal[0] = 0
    what: str = ""
    category: Category = ""
    draw: Annotated[int, Meta(ge=2, le=5)] = 0
    keep: Annotated[int, Meta(ge=1, le=1)] = 0
    partner: str = ""
    errands: bool = False

    def __post_init__(self) -> None:
        """Require exactly the arguments of the primitive."""
        allowed, given = ARGUMENTS[self.op], self.given
        for name in given:
            if name not in allowed:
                raise BadDeck(f": unknown field {name!r} of {self.op!r}{nearest(name, allowed)}")
        for name in allowed:
            demand(name in given or name in OPTIONAL, "", f"no {name!r}")
        often = bool(self.uses) == bool(self.per)
        demand(often, ".uses", f"{self.uses} per {self.per!r}; it is once per mission or round, or not")

    @property
    def given(self) -> list[str]:
        """The arguments given in the file, by their names there."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        return [written for written, name in names if getattr(self, name) and written not in COMMON]


Effects = tuple[Effect, ...]


class PlayIf(Entry, frozen=True):
    """The circumstances in which a card may be played."""

    window: str = ""
    skill: Skill = ""
    tags_any: tuple[str, ...] = ()
    tags_none: tuple[str, ...] = ()
    dice: bool = False
    not_brilliant: bool = False
    delivery: bool = False


class Printed(Entry, frozen=True):
    """A card of any kind, with its source."""

    id: Key
    name: Name
    flavour: str
    basis: Basis


class Ninja(Printed, frozen=True):
    skills: dict[str, Rating]
    abilities: Effects
    ability_text: str

    def __post_init__(self) -> None:
        for skill in (*BASIC, OTHER):
            demand(skill in self.skills, ".skills", f"no {skill!r}")
        used = sum(e.op in ("reroll", "substitute_skill") for e in self.abilities)
        demand(used < 2, ".abilities", f"{used} of them are used on purpose, there may be one")


class Step(Entry, frozen=True):
    """One numbered roll of a mission."""

    any: Choice
    text: str


class Mission(Printed, frozen=True):
    tags: tuple[str, ...]
    mission_mod: Modifier
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=5)]
    success: Effects
    failure: Effects


class Fortune(Printed, frozen=True):
    kind: Kind
    copies: Annotated[int, Meta(ge=1, le=72)]
    text: str
    effects: Annotated[Effects, Meta(min_length=1)]
    price: Dollars = 0
    use: Literal["", "once", "permanent"] = ""
    help_others: bool = False
    category: Category = ""
    play_if: PlayIf = PlayIf()

    @property
    def windows(self) -> set[str]:
        """The windows in which the card has an effect."""
        return {window for e in self.effects for window in e.when}


class Totals(Entry, frozen=True):
    """The cards in the box (NB-01)."""

    format: Literal[1]
    ninjas: Literal[16]
    missions: Literal[56]
    deliveries: Literal[50]
    errands: Literal[6]
    fortune: Literal[72]
    fortune_kinds: dict[Kind, int]


class Numbers(Entry, frozen=True):
    """The numbers of the rule book. Most are fixed because rules and options depend on them."""

    min_players: Literal[3]
    max_players: Literal[6]
    dice: Literal["3d6"]
    start_honor: Few
    start_money: Dollars
    start_hand: Annotated[int, Meta(ge=0, le=6)]
    ninjas_dealt: Literal[3]
    ninjas_dealt_six_players: Literal[2]
    pay: Dollars
    pay_bonus_top_honor: Dollars
    fortune_per_pay: UpToThree
    fortune_per_meeting: UpToThree
    hand_limit: Annotated[int, Meta(ge=1, le=12)]
    money_unit: Literal[50]
    win_lead: Annotated[Literal[5], BY_OPTION]
    win_total_per_player: Annotated[Literal[10], BY_OPTION]
    lose_total_per_player: Literal[4]
    low_total_first_round: Literal[3]
    brilliant_max: Literal[4]
    replacement_ninja_cards: Annotated[Literal[1], BY_OPTION]


class Skills(Entry, frozen=True):
    basic: tuple[
        Literal["combat"], Literal["stealth"], Literal["disguise"], Literal["climbing"], Literal["service"]
    ]
    extra: tuple[str, ...]
    default: Literal["other"]
    labels: dict[str, Name]

    def __post_init__(self) -> None:
        for word in self.all:
            sound = self.all.count(word) == 1 and word not in ("any", "basic", "")
            demand(sound, ".extra", f"{word!r} cannot be the name of a further skill")
            demand(word in self.labels, ".labels", f"no label for {word!r}")
        for word in self.labels:
            one_of(word, self.all, ".labels")

    @property
    def all(self) -> tuple[Skill, ...]:
        return (*self.basic, *self.extra, self.default)


class Primitive(Entry, frozen=True):
    op: str
    args: tuple[str, ...]
    meaning: str


class Moment(Entry, frozen=True):
    id: str
    meaning: str


class Condition(Entry, frozen=True):
    key: str
    meaning: str
