"""Bundles: many records one after the other in one file, plain or gzipped, read one at a time."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from flattop.match.record import BEGINNING, BadRecord

GZIP = b"\x1f\x8b"  # as every gzipped file begins


def records(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every record of a file, with the name by which a fault in it is told."""
    whole = _pieces(path)
    first, second = next(whole, b""), next(whole, None)
    if second is None:
        yield path.name, first
        return
    for number, raw in enumerate(chain([first, second], whole), 1):
        yield f"{path.name}, record {number}", raw


def _pieces(path: Path) -> Iterator[bytes]:
    """The bytes of record after record: each begins with a header."""
    lines: list[bytes] = []
    try:
        with path.open("rb") as raw:
            for line in _unzipped(raw):
                if lines and line.startswith(BEGINNING):
                    yield b"".join(lines)
                    lines = []
                lines.append(line)
    except (OSError, EOFError, zlib.error) as error:
        raise BadRecord(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if lines:
        yield b"".join(lines)


def _unzipped(raw: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file that is read once, for it may be a pipe."""
    begins = raw.peek(2)[:2]  # type: ignore[attr-defined]
    return iter(gzip.open(raw) if begins == GZIP else raw)
