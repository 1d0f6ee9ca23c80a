"""Who is answered: a socket at the table, and the message of it that is carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from msgspec import UNSET

from flattop.kernel import Illegal
from flattop.server.errors import Refusal, refusal
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.codec import encode
from flattop.server.schemas.events import Refused

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


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


def refuse(table: LiveTable, reply: Reply, error: Refusal | Illegal) -> None:
    """Say why not; whoever asks again by the same id hears the same."""
    why = refusal(error) if isinstance(error, Illegal) else error
    table.server.metrics.count("refusals")
    answer = encode(Refused(reply.id, why.code, why.sentence, why.rule or UNSET))
    if why.status != 503:  # those may be over when it is sent again
        table.answers.remember(reply.subscriber.guest or "", reply.id, answer)
    reply.subscriber.send(answer)
