"""Padding: messages have one of a few lengths, which reveal little to an observer of encrypted traffic."""

from __future__ import annotations

import gzip

MIN_SIZE = 1024  # bytes; longer messages are padded to the next power of two
GZIP_HEADER = 10  # bytes of a gzip header without optional fields
FEXTRA = 0x04  # flag in the fourth byte of the header: an extra field follows it
MAX_EXTRA = 65_535  # bytes of the extra field


def full_length(length: int) -> int:
    """Return the padded length."""
    return MIN_SIZE if length <= MIN_SIZE else 1 << (length - 1).bit_length()


def padded(text: bytes) -> bytes:
    """Pad JSON with trailing spaces."""
    return text.ljust(full_length(len(text)))


def packed(text: bytes) -> bytes:
    """Compress with gzip, and pad with an extra header field, since spaces would be compressed away."""
    plain = gzip.compress(text, 9, mtime=0)
    missing = full_length(len(plain) + 2) - len(plain) - 2
    if missing > MAX_EXTRA:
        return plain
    header = plain[:3] + bytes((plain[3] | FEXTRA,)) + plain[4:GZIP_HEADER]
    return header + missing.to_bytes(2, "little") + bytes(missing) + plain[GZIP_HEADER:]
