"""Games and campaigns as they go over the wire; docs/protocol.md tells what it means."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from flattop.server.schemas.messages import SeatKind


class OptionCard(Struct):
    default: Any
    values: list[Any]
    text: str
    free: bool


class ChapterCard(Struct):
    """One chapter of a campaign; its goal by number of seats."""

    value: Any
    title: str
    adds: list[str]
    length: str
    goals: dict[int, str]


class CampaignCard(Struct):
    """The chapters of a game, and what the words of its results mean."""

    option: str
    chapter: str
    measure: str
    stars: list[str]
    chapters: list[ChapterCard]


class GameCard(Struct, kw_only=True):
    key: str
    title: str
    about: str
    mode: str
    seats: list[int]
    options: dict[str, OptionCard]
    campaign: CampaignCard | None


class VerbCard(Struct):
    label: str
    nouns: list[str]


class EventCard(Struct):
    line: str
    nouns: list[str]


class KindCard(Struct):
    names: dict[str, str]
    format: str
    start: int


class ZoneCard(Struct):
    title: str
    kind: str
    per_seat: bool


class RuleCard(Struct):
    id: str
    section: str
    text: str


class GameSheet(GameCard, kw_only=True):
    verbs: dict[str, VerbCard]
    events: dict[str, EventCard]
    kinds: dict[str, KindCard]
    zones: dict[str, ZoneCard]
    coach: list[str]
    pack: Any
    rules: list[RuleCard]


class ResultCard(Struct):
    """What one table came to; no table for who may not look back at it."""

    table: str | None
    won: bool
    stars: int
    points: int
    seconds: float
    at: int


class ReachedCard(Struct):
    """What a team has reached in one chapter."""

    chapter: Any
    tried: int
    won: int
    best: ResultCard
    fastest: ResultCard | None


class MemberCard(Struct):
    kind: SeatKind
    name: str
    you: bool


class TeamCard(Struct):
    id: str
    members: list[MemberCard]
    last: int
    next: Any
    chapters: list[ReachedCard]


class CampaignPage(Struct):
    game: str
    teams: list[TeamCard]
    page: int
    pages: int
