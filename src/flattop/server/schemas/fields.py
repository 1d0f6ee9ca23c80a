"""Fields that several structs share, with their bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from flattop.bots import RANKS

Name = Annotated[str, Meta(min_length=1, max_length=30, description="What the others call you.")]
MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Noun = Annotated[int, Meta(ge=-(2**53), le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(max_length=64)]
State = Literal["waiting", "playing", "over"]
if TYPE_CHECKING:  # the ranks stand in one table, which is no place to look for types
    Rank = str
    Vacancy = str
    Place = str
    SeatKind = str
else:
    Rank = Literal[*RANKS]
    Vacancy = Literal["open", *RANKS]
    Place = Literal["you", "open", *RANKS]
    SeatKind = Literal["person", "open", *RANKS]


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """From a client: nothing unknown gets in."""


def choices(asked: type, field: str) -> tuple[str, ...]:
    """What may be said in a field of a request, or in each of its entries, where it is one of a few words."""
    kind = get_type_hints(asked).get(field)
    return next((get_args(one) for one in (kind, *get_args(kind)) if get_origin(one) is Literal), ())
