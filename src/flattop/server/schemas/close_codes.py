"""Why the server closes a socket, by code; docs/protocol.md tells what it means."""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """A code, and whether it is final: then coming back would only be turned away again."""

    final: bool

    def __new__(cls, code: int, final: bool = False) -> CloseCode:
        """A member whose value is the code alone."""
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
