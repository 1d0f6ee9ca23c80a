"""The chances along a game that is over, as they go over the wire; docs/protocol.md tells what they mean."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Measure(Struct):
    kind: Literal["win", "succeed", "score"]
    words: str
    shared: bool
    best: int | None


class ChancePoint(Struct):
    at: int
    chances: list[float]
    low: list[float]
    high: list[float]


class LuckSwing(Struct):
    swing: float
    low: float
    high: float


class DecisionSwing(Struct):
    at: int
    seat: int
    action: list[int | str]
    words: str
    instead: str | None
    before: float
    after: float
    swing: float
    low: float
    high: float
    luck: LuckSwing | None
    why: str = ""


class Chances(Struct):
    game: str
    people: list[str]
    actions: int
    measure: Measure
    curve: list[ChancePoint]
    decisions: list[DecisionSwing]
    looked_at: int
    playouts: int
    whole: bool


class ChancesAnswer(Struct):
    ready: bool
    ahead: int  # tables that are worked out first
    chances: Chances | None
    tries: int = 0  # that came to nothing, because the server had too much else to do
