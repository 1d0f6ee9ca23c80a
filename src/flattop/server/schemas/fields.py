"""Fields that several structs share, with their bounds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=30, description="What the others call you.")]
MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Noun = Annotated[int, Meta(ge=-(2**53), le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(max_length=64)]
Rank = Literal["house", "random"]
Place = Literal["you", "open", "house", "random"]
SeatKind = Literal["person", "open", "house", "random"]
State = Literal["waiting", "playing", "over"]


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """From a client: nothing unknown gets in."""
