"""Frames as they come and go a thousand times a second: one whole text message each, and nothing else.

Whatever is not as plain as that is left to the library, which knows all of the protocol.
"""

from __future__ import annotations

from flattop.server.padding import padded

try:
    from websockets.speedups import apply_mask
except ImportError:  # it was built without a compiler
    from websockets.utils import apply_mask

TEXT = 0x81  # a text, and all of it
MASKED = 0x80
SHORT, LONG, HUGE = 126, 127, 65_536  # lengths that are written in two bytes more, in eight, and none of ours
LONGER = bytes((TEXT, SHORT))  # where the head of one begins that is not short, as none of ours is


def text_frame(message: str) -> bytes:
    """A message of the server as it is written: in one of a few lengths."""
    text = padded(message.encode())
    size = len(text)
    if size < HUGE:
        return LONGER + size.to_bytes(2) + text
    return bytes((TEXT, LONG)) + size.to_bytes(8) + text


def whole_text(chunk: bytes, most: int) -> str | None:
    """The message of a client that a chunk consists of; None if there is more to it, or less."""
    if len(chunk) < 6 or chunk[0] != TEXT:
        return None
    head, size = _measured(chunk)
    if len(chunk) != head + size or size > most:
        return None
    try:
        return apply_mask(chunk[head:], chunk[head - 4 : head]).decode()
    except UnicodeDecodeError:
        return None


def ends_whole(chunk: bytes) -> bool:
    """Whether a chunk that begins with a frame has whole frames and whole messages alone."""
    start = 0
    while len(chunk) - start >= 6 and chunk[start] & 0x80:
        head, size = _measured(chunk[start : start + 8])
        if not head:
            return False
        start += head + size
    return start == len(chunk)


def _measured(chunk: bytes) -> tuple[int, int]:
    """The length of a frame's head and of what follows; none of a frame that no honest client sends."""
    size = chunk[1] - MASKED
    if 0 <= size < SHORT:
        return 6, size
    if size == SHORT and len(chunk) >= 8 and (size := chunk[2] << 8 | chunk[3]) >= SHORT:
        return 8, size
    return 0, 0
