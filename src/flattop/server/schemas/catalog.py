"""Games and campaigns; docs/protocol.md explains the fields."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from flattop.server.schemas.base import SeatKind


class OptionInfo(Struct):
    default: Any
    values: list[Any]
    text: str
    free: bool
    names: dict[str, str] = {}  # display names of values
    title: str = ""
    seats: Literal["", "one", "several"] = ""  # whether it also takes seat numbers, counted from 1


class ChapterInfo(Struct):
    """One chapter of a campaign, with its goal for each number of seats."""

    value: Any
    title: str
    adds: list[str]
    length: str
    goals: dict[int, str]


class CampaignInfo(Struct):
    """The chapters of a campaign, and the labels of its results."""

    option: str
    chapter: str
    measure: str
    stars: list[str]
    chapters: list[ChapterInfo]


class PresetInfo(Struct):
    """A named set of options."""

    key: str
    title: str
    text: str
    minutes: list[int]
    options: dict[str, Any]


class GameSummary(Struct, kw_only=True):
    key: str
    title: str
    about: str
    mode: str
    seats: list[int]
    usual: int  # default number of seats
    options: dict[str, OptionInfo]
    campaign: CampaignInfo | None
    minutes: list[int]  # least and most minutes by the rule book; empty if unknown
    difficulty: str
    presets: list[PresetInfo]
    hush: str  # why chat is off during the game, or empty
    ratings: dict[str, list[int]]  # by rank: rating and its 95 % interval; house has 1000


class VerbText(Struct):
    label: str
    nouns: list[str]


class EventText(Struct):
    line: str
    nouns: list[str]
    motion: Literal["", "reveal", "move", "pass", "fall", "roll", "pay"]


class KindText(Struct):
    names: dict[str, str]
    format: str
    start: int


class ZoneText(Struct):
    title: str
    kind: str
    per_seat: bool


class RuleText(Struct):
    id: str
    section: str
    text: str


class ClosedPlay(Struct):
    """An action that is not legal now, with the reason and its rule."""

    words: str
    sentence: str
    rule: str


class RulesNow(Struct):
    """Rule ids of the current step of one seat, and its actions that are not legal now."""

    rules: list[str]
    closed: list[ClosedPlay]


class GameInfo(GameSummary, kw_only=True):
    verbs: dict[str, VerbText]
    events: dict[str, EventText]
    kinds: dict[str, KindText]
    zones: dict[str, ZoneText]
    coach: list[str]
    pack: Any
    rules: list[RuleText]


class GameWords(Struct):
    """Texts of a game: rules, card descriptions, and explanations of card symbols."""

    rules: list[RuleText]
    told: dict[str, dict[str, str]]
    about: dict[str, Any]


class ChapterResult(Struct):
    """Result of one table; `table` is null if the guest may not watch its replay."""

    table: str | None
    won: bool
    stars: int
    points: int
    seconds: float
    at: int


class ChapterProgress(Struct):
    """Results of a team in one chapter."""

    chapter: Any
    tried: int
    won: int
    best: ChapterResult
    fastest: ChapterResult | None


class TeamMember(Struct):
    kind: SeatKind
    name: str
    you: bool


class TeamProgress(Struct):
    id: str
    members: list[TeamMember]
    last: int
    next: Any
    chapters: list[ChapterProgress]


class CampaignPage(Struct):
    game: str
    teams: list[TeamProgress]
    page: int
    pages: int
