"""Who is answered: a socket at the table, and the message of it that is carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from flattop.server.schemas.close_codes import CloseCode


class Subscriber(Protocol):
    """A socket at the table, or whatever stands in for one."""

    guest: str | None
    invite: str | None
    wonders: str  # the id of the hint that is wanted; another, or none, stops the thinking about it

    def send(self, *messages: str) -> None: ...

    def close(self, code: CloseCode, reason: str) -> None: ...


@dataclass(slots=True)
class Reply:
    """Who is told that a message was carried out, by its id."""

    subscriber: Subscriber
    id: str
