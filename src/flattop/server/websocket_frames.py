"""WebSocket frames: encoding of our own, and limits for those that a client sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flattop.server.limits import Limits, TokenBucket
from flattop.server.padding import padded
from flattop.server.schemas.base import CloseCode

PROTOCOL_ERROR = 1002
MAX_QUEUED = 1_000  # unread messages, after which the socket is closed
TEXT, BINARY, CLOSE = 0x81, 0x82, 0x88  # first byte of a frame that is a whole message
PING = b"\x89\x00"
KIND = 0x8F  # bits of the first byte without the reserved ones
MASKED = 0x80  # bit of the second byte
LENGTH_16, LENGTH_64 = 126, 127  # length bytes: the length follows in two bytes, or in eight
MAX_LENGTH_16 = 65_536
TEXT_16 = bytes((TEXT, LENGTH_16))  # header of most server messages: padding makes them too long for one byte


class Violation(NamedTuple):
    """The close code and reason for a violation, and the name of its counter."""

    code: int
    reason: str
    counted_as: str


FLOODED = Violation(CloseCode.TOO_MANY, "Too many pings or message fragments.", "flooded")
TOO_MANY_UNREAD = Violation(CloseCode.TOO_MANY, "Too many messages at once.", "flooded")
UNMASKED = Violation(PROTOCOL_ERROR, "Frames of a client must be masked.", "sent broken frames")


class FrameLimiter:
    """Follows the frames of one client, and limits those that are not a whole message."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._bucket = TokenBucket(limits.frames, limits.frame_burst, now)
        self.unread = 0  # messages that have begun to arrive and were not read by the server
        self._rest = b""  # the beginning of a frame header
        self._skip = 0  # bytes of a payload that are still to come

    def receive(self, chunk: bytes) -> Violation | None:
        """Count the frames that begin in a chunk."""
        chunk = self._rest + chunk
        start, size = self._skip, len(chunk)
        while start + 2 <= size:
            if not chunk[start + 1] & MASKED:
                return UNMASKED
            length = chunk[start + 1] & ~MASKED
            extra = 2 if length == LENGTH_16 else 8 if length == LENGTH_64 else 0
            if start + 2 + extra > size:
                break
            if extra:
                length = int.from_bytes(chunk[start + 2 : start + 2 + extra])
            if chunk[start] & KIND in (TEXT, BINARY):
                self.unread += 1
                if self.unread > MAX_QUEUED:
                    return TOO_MANY_UNREAD
            elif not self._bucket.take():
                return FLOODED
            start += 6 + extra + length
        self._rest, self._skip = chunk[start:], max(0, start - size)
        return None


def text_frame(message: str) -> bytes:
    """Encode a server message as one padded frame."""
    text = padded(message.encode())
    size = len(text)
    if size < MAX_LENGTH_16:
        return TEXT_16 + size.to_bytes(2) + text
    return bytes((TEXT, LENGTH_64)) + size.to_bytes(8) + text


def close_frame(code: int, reason: str) -> bytes:
    payload = code.to_bytes(2) + reason.encode()
    return bytes((CLOSE, len(payload))) + payload
