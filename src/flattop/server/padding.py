"""Lengths that tell nothing: whoever only sees how long a message is sees one of a few lengths."""

from __future__ import annotations

import gzip

LEAST = 1024  # bytes; what is longer has twice as many, or twice that, and so on
PLAIN = 10  # bytes of gzip's head without anything that may be left out
EXTRA = 0x04  # in its fourth byte: a field follows the head that says nothing of the text
MOST_EXTRA = 65_535  # bytes of that field


def full_length(length: int) -> int:
    """The length that something of this length is sent with."""
    return LEAST if length <= LEAST else 1 << (length - 1).bit_length()


def padded(text: bytes) -> bytes:
    """JSON, and after it as many blanks as make it one of the few lengths."""
    return text.ljust(full_length(len(text)))


def packed(text: bytes) -> bytes:
    """The same by gzip, which would take the blanks away: they are in a field of its head."""
    plain = gzip.compress(text, 9, mtime=0)
    missing = full_length(len(plain) + 2) - len(plain) - 2
    if missing > MOST_EXTRA:
        return plain
    marked = plain[:3] + bytes((plain[3] | EXTRA,)) + plain[4:PLAIN]
    return marked + missing.to_bytes(2, "little") + bytes(missing) + plain[PLAIN:]
