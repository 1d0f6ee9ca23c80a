"""Rows of a table, its seats and its result, as the server works with them."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from flattop.bots import RANKS
from flattop.games import game
from flattop.match import AutoAnswers
from flattop.server.schemas.base import SeatKind, State
from flattop.server.schemas.rest import ClockTerms
from flattop.server.store.schema import TABLES

COLUMNS = [name for name in TABLES["game_table"].columns if name not in ("n", "archived")]
AS_JSON = {"options", "clock", "header", "turn", "clocks", "shown_out"}


def new_invite() -> str:
    return secrets.token_urlsafe(12)


@dataclass(slots=True)
class SeatRow:
    """A seat. `guest` stays set when a bot plays for an absent player."""

    kind: SeatKind
    name: str = ""
    guest: str | None = None
    auto_answers: AutoAnswers | None = None

    @property
    def is_bot(self) -> bool:
        return self.kind in RANKS


@dataclass(slots=True)
class TableRow:
    """A table without its events and its chat."""

    game: str
    options: dict[str, Any]
    seed: bytes
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    invite: str = field(default_factory=new_invite)
    deck: str | None = None  # digest of a custom deck
    private: bool = False
    spectators: bool = False
    practice: bool = False  # every undo is allowed, and the result does not count
    clock: ClockTerms | None = None
    owner: str | None = None
    header: dict[str, Any] | None = None
    state: State = "waiting"
    turn: list[int] = field(default_factory=list)
    clocks: list[list[float]] | None = None  # per seat: seconds left for the move and in the time bank
    rematch: str | None = None
    since: int = field(default_factory=lambda: int(time.time()))
    shown_out: list[str] = field(default_factory=list)  # guests that the owner has removed
    seats: list[SeatRow] = field(default_factory=list)

    @property
    def is_closed(self) -> bool:
        """True if the game was ended early: it is over, and every seat is still on turn."""
        return self.state == "over" and bool(self.turn)

    @property
    def is_earlier(self) -> bool:
        """True if the game was dealt under another edition of the rules."""
        return self.header is not None and self.header.get("edition") != game(self.game).edition

    def close(self) -> None:
        self.state, self.turn = "over", list(range(len(self.seats)))

    def seat_of(self, guest: str | None) -> int | None:
        if guest is not None:
            for i, seat in enumerate(self.seats):
                if seat.guest == guest:
                    return i
        return None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished table, of a campaign or a solo game."""

    table: str
    game: str
    chapter: Any  # without a campaign, the conditions of the game
    won: bool
    stars: int
    points: int
    ticks: int
    at: int | None = None  # Unix time of the end; None is now
