"""Records: the file format of a game, from which it can be replayed anywhere.

A record is a text file in UTF-8, one JSON object per line, without a byte order mark.  The first line is
the header, each further line is an entry.  A line ends with "\\n" and is written without spaces, with its
keys in the order shown here.

Every line has a last key "chain": the first 16 hex digits of the SHA-256 over all lines up to this one,
each without its chain and without the line break.  So a changed line is found at that very line.

Header:

    "flattop"      1, the version of this format
    "game"         key of the game
    "edition"      edition of its rules
    "engine"       version of Flattop that wrote the record
    "hash"         version of the state hashes; records without it have version 1 (see `kernel/digest.py`)
    "options"      values of the options that differ from their defaults; earlier versions wrote all options
    "deck"         first 16 hex digits of the SHA-256 of the deck file
    "people"       names of the players, by seat
    "commitment"   SHA-256 of the seed; empty if the seed is a plain number
    "seed"         32 bytes as hex digits, or a plain number (see `seed.py`)
    "ranks"        only if they are known: for each seat "person", or the rank of a bot
    "practice"     only if it is true: the game counts nowhere, and bots consent to every undo
    "what_if"      only in a game that continues others: the numbers of actions that it shares with them

A server shows neither the seed nor the record before the game is over.

Entries:

    {"play": [seat, verb, noun, …]}       an action; seats count from 0, the clock is seat -1
    {"undo": [seat]}                      the seat's last action is undone
    {"undo": [seat], "anew": true}        the same after something was drawn or shown: cards that no seat
                                          knows are dealt again by a seed derived from the seed and the
                                          number of actions before, and secret answers are asked again;
                                          with "unmarked": true the table forgets who had answered
    {"pause": [seat]}, {"resume": [seat]} in between the clocks stop and no seat can play
    {"luck": seed}                        play continues with another seed; valid only after the
                                          numbers of actions in "what_if"
    {"edition": n}                        the rules of this edition apply from here on
    {"state": hash, "after": n}           state hash after n actions; every 50 actions, and where a game
                                          was interrupted
    {"end": {"points": …, "winners": …, "reason": …}, "state": hash, "after": n, "seed": …}

Actions are plays, undos, pauses and resumes.  A record whose last line is incomplete is read up to the
line before.  A bundle is a file of several records, plain or compressed with gzip.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

import msgspec

from flattop.kernel import FlattopError

FORMAT = 1
EVERY = 50  # actions between two state hashes
ACTIONS = ("play", "undo", "pause", "resume")
KINDS = (*ACTIONS, "luck", "edition", "state", "end")
BEGINNING = b'{"flattop":'  # of every record
GZIP = b"\x1f\x8b"  # the first bytes of every gzip file
MOST_LINE = 1 << 20  # bytes of a line; a compressed file may be a thousand times as large as it looks
MOST_RECORD = 1 << 26  # bytes of a record
# Characters that a terminal would obey instead of show: control characters and marks of text direction.
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")

Entry = dict[str, Any]
Source = str | bytes | os.PathLike[str]  # a file, or the text of a record


class BadRecord(FlattopError):
    """A file is not a record, or the record was changed."""


_deck_digests: dict[tuple[Path, int], str] = {}  # by path and time of the last change


def deck_digest(path: Path) -> str:
    """Return the digest of a deck file."""
    key = path, path.stat().st_mtime_ns
    if key not in _deck_digests:
        _deck_digests[key] = sha256(path.read_bytes()).hexdigest()[:16]
    return _deck_digests[key]


# -- writing

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_encode_play = msgspec.json.encode  # the same bytes for numbers and strings, in a tenth of the time


class Record:
    """A record being written. With a sink, every line is written to it before the next action."""

    def __init__(self, header: Entry, sink: TextIO | None = None) -> None:
        self.header = {"flattop": FORMAT, **header}
        self.hash_version: int = header.get("hash", 1)
        self.sink = sink
        self._bodies: list[bytes] = []  # lines without their chains
        self._digest, self._digested = sha256(), 0  # the digest, and the number of lines in it
        self.edition: object = None  # of the rules that apply now
        self.hashed_at = -1  # number of actions before the last state hash
        self.add(self.header)

    def add(self, entry: Entry) -> None:
        if "play" in entry:
            body = _encode_play(entry)
        else:
            self.edition = entry.get("edition", self.edition)
            if "state" in entry:
                self.hashed_at = entry["after"]
            body = _encode(entry).encode()
        self._bodies.append(body)
        if self.sink is not None:
            self.sink.write(_line(body, self.chain) + "\n")
            self.sink.flush()

    @property
    def chain(self) -> str:
        """The digest of all lines so far."""
        if self._digested < len(self._bodies):
            self._digest.update(b"".join(self._bodies[self._digested :]))
            self._digested = len(self._bodies)
        return self._digest.hexdigest()[:16]

    @property
    def lines(self) -> list[str]:
        """All lines, each with its chain."""
        digest, lines = sha256(), []
        for body in self._bodies:
            digest.update(body)
            lines.append(_line(body, digest.hexdigest()[:16]))
        return lines

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _line(body: bytes, chain: str) -> str:
    return f'{body[:-1].decode()},"chain":"{chain}"}}'


# -- reading


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A record as read from a file, up to its last complete line."""

    name: str
    header: Entry
    entries: tuple[Entry, ...]
    cut: int = 0  # the number of an incomplete last line; 0 if there is none

    @property
    def actions(self) -> int:
        return sum(not entry.keys().isdisjoint(ACTIONS) for entry in self.entries)

    @property
    def edition(self) -> Any:
        """The last edition of the rules by which the game was played."""
        named = (entry["edition"] for entry in reversed(self.entries) if "edition" in entry)
        return next(named, self.header.get("edition"))

    @property
    def finished(self) -> bool:
        return bool(self.entries) and "end" in self.entries[-1]


def read(source: Source) -> ParsedRecord:
    """Read a record from a file or from its text; raise BadRecord if it is not valid."""
    if isinstance(source, str) and (source.startswith("{") or "\n" in source):
        source = source.encode(errors="replace")
    if isinstance(source, bytes):
        return parse(source, "record")
    path = Path(source)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_RECORD + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    if len(raw) > MOST_RECORD:
        raise _too_large(path)
    return parse(raw, path.name)


def parse(raw: bytes, name: str) -> ParsedRecord:
    """Parse a record and check its chain; `name` is used in error messages."""
    _check_beginning(raw, name)
    lines = raw.split(b"\n")
    is_cut = bool(lines.pop())  # a complete record ends with a line break
    entries: list[Entry] = []
    digest = sha256()
    for number, line in enumerate(lines, 1):
        where = f"{name}: line {number}"
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            raise BadRecord(f"{where} was changed: it is not JSON") from None
        if not isinstance(entry, dict):
            raise BadRecord(f"{where}: {entry!r} is not an entry of a record")
        chain = entry.pop("chain", None)
        digest.update(_encode(entry).encode(errors="replace"))
        again = _encode({**entry, "chain": chain}).encode(errors="replace")
        if chain != digest.hexdigest()[:16] or again != line:
            raise BadRecord(f"{where} was changed: it does not agree with its chain")
        if unsafe := next(filter(None, map(UNSAFE.search, _strings(entry))), None):
            raise BadRecord(f"{where}: the character U+{ord(unsafe[0]):04X} is not allowed in a text")
        entries.append(entry)
    if not entries or entries[0].get("flattop") != FORMAT:
        raise BadRecord(f"{name}: line 1: not the header of a Flattop record")
    return ParsedRecord(name, entries[0], tuple(entries[1:]), len(lines) + 1 if is_cut else 0)


def _strings(value: Any) -> Iterator[str]:
    """Yield all texts of parsed JSON, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _check_beginning(raw: bytes, name: str) -> None:
    """Tell a file that is not a record from a record that was changed."""
    if raw.startswith(BOM_UTF8):
        raise BadRecord(f"{name}: line 1 begins with a byte order mark; save it as UTF-8 without one")
    if not raw:
        raise BadRecord(f"{name}: line 1 is missing, the file is empty; a record begins with a header")
    if not raw.startswith(BEGINNING):
        raise BadRecord(f"{name}: line 1 is not the header of a Flattop record ({BEGINNING.decode()}…)")
    if not re.match(rb"%s%d\b" % (BEGINNING, FORMAT), raw):
        raise BadRecord(f"{name}: line 1: unknown format; this version reads format {FORMAT}")


def _unreadable(path: Path, error: Exception) -> BadRecord:
    return BadRecord(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}")


def _too_large(path: Path) -> BadRecord:
    return BadRecord(
        f"{path.name}: a line of more than {MOST_LINE:,} bytes, or a record of more than {MOST_RECORD:,}"
    )


# -- bundles


def records(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every record of a file or bundle, with its name for error messages."""
    pieces = _pieces(path)
    first, second = next(pieces, b""), next(pieces, None)
    if second is None:
        yield path.name, first
        return
    for number, raw in enumerate(chain([first, second], pieces), 1):
        yield f"{path.name}, record {number}", raw


def _pieces(path: Path) -> Iterator[bytes]:
    """Yield the bytes of each record; a header begins a new one.

    The file is read only once, because it may be a pipe.
    """
    lines: list[bytes] = []
    size = 0
    try:
        with path.open("rb") as raw:
            is_compressed = raw.peek(2)[:2] == GZIP
            with gzip.open(raw) if is_compressed else raw as file:
                while line := file.readline(MOST_LINE + 1):
                    if lines and line.startswith(BEGINNING):
                        yield b"".join(lines)
                        lines, size = [], 0
                    lines.append(line)
                    size += len(line)
                    if len(line) > MOST_LINE or size > MOST_RECORD:
                        raise _too_large(path)
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(path, error) from None
    if lines:
        yield b"".join(lines)
