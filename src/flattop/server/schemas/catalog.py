"""Games and campaigns as they go over the wire; docs/protocol.md tells what it means."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from flattop.server.schemas.fields import SeatKind


class OptionInfo(Struct):
    default: Any
    values: list[Any]
    text: str
    free: bool
    names: dict[str, str] = {}  # what people call a value, where it says little
    title: str = ""
    seats: Literal["", "one", "several"] = ""  # whether it names seats, written from 1 on, besides its values


class ChapterInfo(Struct):
    """One chapter of a campaign; its goal by number of seats."""

    value: Any
    title: str
    adds: list[str]
    length: str
    goals: dict[int, str]


class CampaignInfo(Struct):
    """The chapters of a game, and what the words of its results mean."""

    option: str
    chapter: str
    measure: str
    stars: list[str]
    chapters: list[ChapterInfo]


class PresetInfo(Struct):
    """Options that go together."""

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
    usual: int  # seats that are laid where nobody says how many; 0 where the game does not say
    options: dict[str, OptionInfo]
    campaign: CampaignInfo | None
    minutes: list[int]  # from, to, by the book; none where nobody has measured
    difficulty: str
    presets: list[PresetInfo]
    hush: str  # why nobody may chat while it is played, or nothing
    ratings: dict[str, list[int]]  # by rank: how strong, from, to with 95 %; house has 1000


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
    """Something that is not open now, in words, and the rule against it."""

    words: str
    sentence: str
    rule: str


class RulesNow(Struct):
    """What counts right now for one seat: ids of the rules of the step that asks it, and what is closed."""

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
    """What is said of a game: its rules, its cards in words, and what their marks mean."""

    rules: list[RuleText]
    told: dict[str, dict[str, str]]
    about: dict[str, Any]


class ChapterResult(Struct):
    """What one table came to; no table for who may not look back at it."""

    table: str | None
    won: bool
    stars: int
    points: int
    seconds: float
    at: int


class ChapterProgress(Struct):
    """What a team has reached in one chapter."""

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
