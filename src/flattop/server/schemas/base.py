"""Field types with their bounds, close codes and the JSON encoder, shared by all schemas."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from flattop.bots import RANKS

Name = Annotated[str, Meta(min_length=1, max_length=30, description="The name other players see.")]
MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Noun = Annotated[int, Meta(ge=-(2**53), le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(max_length=64)]
State = Literal["waiting", "playing", "over"]
if TYPE_CHECKING:  # type checkers cannot read literals from the RANKS table
    Rank = str
    Vacancy = str
    Place = str
    SeatKind = str
else:
    Rank = Literal[*RANKS]
    Vacancy = Literal["open", *RANKS]
    Place = Literal["you", "open", *RANKS]
    SeatKind = Literal["person", "open", *RANKS]

encode_json: Callable[[Any], bytes] = msgspec.json.Encoder().encode


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """Base class of structs sent by clients: unknown fields are rejected."""


class CloseCode(IntEnum):
    """Codes with which the server closes a socket.

    After a final code a client should not reconnect, since it would be refused again.
    """

    final: bool

    def __new__(cls, code: int, final: bool = False) -> CloseCode:
        """Create a member whose value is the code without the `final` flag."""
        member = int.__new__(cls, code)
        member._value_, member.final = code, final
        return member

    NO_TEXT = 1007
    TOO_LARGE = 1009
    SERVER_CLOSES = 1012
    BAD_HELLO = 4400
    SHOWN_OUT = 4401, True
    NO_SPECTATORS = 4403, True
    NO_TABLE = 4404, True
    OTHER_PROTOCOL = 4406, True
    TOO_SLOW = 4408
    CANNOT_RESUME = 4409, True
    CLOSED = 4410, True
    TOO_MANY = 4429
    FAULT = 4500
    NOT_SAVED = 4503


def choices(schema: type, field: str) -> tuple[str, ...]:
    """Return the allowed words of a `Literal` field, or of a list field of literals, else ()."""
    kind = get_type_hints(schema).get(field)
    return next((get_args(hint) for hint in (kind, *get_args(kind)) if get_origin(hint) is Literal), ())
