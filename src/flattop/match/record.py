"""Records: a header and one line per action, enough to play a game again anywhere.

A record is JSON lines.  Each line carries the chain, a digest of all lines up to it, so that a changed
byte shows in its very line.  A line is one of

    {"flattop": 1, "game": …, "edition": …, "engine": …, "options": …, "deck": …, "people": …,
     "commitment": …, "seed": …, and where it is so "ranks": …, "practice": true}
    {"play": [seat, verb, noun, …]}
    {"undo": [seat]}                       or with "anew": true where luck was drawn or something shown since:
                                           what nobody knows is dealt anew, by luck that follows from the seed
                                           and the number of actions before; sealed answers are asked again
    {"pause": [seat]}, {"resume": [seat]}  the clocks stand still in between, and nobody plays
    {"luck": seed}                         other luck from here on: what if it had gone on differently
    {"edition": n}                         the rules of that edition from here on, where others held before
    {"state": hash, "after": n}            every 50 actions, and where a game was left
    {"end": {"points": …, "winners": …, "reason": …}, "state": hash, "after": n, "seed": …}
"""

from __future__ import annotations

import json
import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

import msgspec

from flattop.kernel import FlattopError, Table, plain

FORMAT = 1
EVERY = 50  # actions between two state hashes
ACTIONS = ("play", "undo", "pause", "resume")
KINDS = (*ACTIONS, "luck", "edition", "state", "end")

BEGINNING = b'{"flattop":'  # as every record is written

Entry = dict[str, Any]
Source = str | bytes | os.PathLike[str]  # a file, or the text of a record


class BadRecord(FlattopError):
    """A file is no record, or not the one that was written."""


def state_hash(t: Table) -> str:
    """The same for equal tables in any process."""
    return sha256(_quickly(plain(t))).hexdigest()[:16]


@cache
def _digest(path: Path, changed: int) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]


def deck_digest(path: Path) -> str:
    """Which deck file it was."""
    return _digest(path, path.stat().st_mtime_ns)


_compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_quickly = msgspec.json.encode  # writes whole numbers and words as the other does, in a tenth of the time


class Record:
    """A record being written; with a sink, every line is on disk before the next action."""

    def __init__(self, header: Entry, sink: TextIO | None = None) -> None:
        self.header = {"flattop": FORMAT, **header}
        self.sink = sink
        self._bodies: list[bytes] = []  # lines without their chains
        self._digest, self._digested = sha256(), 0  # of so many of them
        self.edition: object = None  # of the rules that hold now
        self.vouched = -1  # actions before the last hash
        self.add(self.header)

    def add(self, entry: Entry) -> None:
        body = _quickly(entry) if "play" in entry else self._slowly(entry)
        self._bodies.append(body)
        if self.sink is not None:
            self.sink.write(_line(body, self.chain) + "\n")
            self.sink.flush()

    def _slowly(self, entry: Entry) -> bytes:
        """As whatever is rare is written; what it says of the game as a whole is remembered."""
        self.edition = entry.get("edition", self.edition)
        if "state" in entry:
            self.vouched = entry["after"]
        return _compact(entry).encode()

    @property
    def chain(self) -> str:
        """A digest of all lines so far."""
        if self._digested < len(self._bodies):
            self._digest.update(b"".join(self._bodies[self._digested :]))
            self._digested = len(self._bodies)
        return self._digest.hexdigest()[:16]

    @property
    def lines(self) -> list[str]:
        """All lines, each with the chain up to it."""
        digest, lines = sha256(), []
        for body in self._bodies:
            digest.update(body)
            lines.append(_line(body, digest.hexdigest()[:16]))
        return lines

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _line(body: bytes, chain: str) -> str:
    return f'{body[:-1].decode()},"chain":"{chain}"}}'


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A record as read from a file: up to its last whole line."""

    name: str
    header: Entry
    entries: tuple[Entry, ...]
    cut: int = 0  # the number of a last line that breaks off, 0 if all are whole

    @property
    def actions(self) -> int:
        return sum(not entry.keys().isdisjoint(ACTIONS) for entry in self.entries)

    @property
    def edition(self) -> Any:
        """Of the rules by which it was played last."""
        named = (entry["edition"] for entry in reversed(self.entries) if "edition" in entry)
        return next(named, self.header.get("edition"))

    @property
    def finished(self) -> bool:
        return bool(self.entries) and "end" in self.entries[-1]


def read(source: Source) -> ParsedRecord:
    """Read a record from a file or from its text; one line that says what is wrong if it is none."""
    if isinstance(source, str) and (source.startswith("{") or "\n" in source):
        source = source.encode(errors="replace")
    if isinstance(source, bytes):
        return parse(source, "record")
    path = Path(source)
    try:
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return parse(raw, path.name)


def parse(raw: bytes, name: str) -> ParsedRecord:
    _check_beginning(raw, name)
    lines = raw.split(b"\n")
    broken_off = bool(lines.pop())  # a whole record ends in a line break
    entries = list(_checked(lines, name))
    if not entries or entries[0].get("flattop") != FORMAT:
        raise BadRecord(f"{name}: line 1: not the header of a Flattop record")
    return ParsedRecord(name, entries[0], tuple(entries[1:]), len(lines) + 1 if broken_off else 0)


def _check_beginning(raw: bytes, name: str) -> None:
    """A file that never was a record is told apart from a record that was changed."""
    if raw.startswith(BOM_UTF8):
        raise BadRecord(f"{name}: line 1 begins with a byte order mark; save it as UTF-8 without one")
    if not raw:
        raise BadRecord(f"{name}: line 1 is missing, the file is empty; a record begins with a header")
    if not raw.startswith(BEGINNING):
        raise BadRecord(f"{name}: line 1 is not the header of a Flattop record ({BEGINNING.decode()}…)")
    if not re.match(rb"%s%d\b" % (BEGINNING, FORMAT), raw):
        raise BadRecord(f"{name}: line 1 names another format than {FORMAT}, the one that is read here")


def _checked(lines: list[bytes], name: str) -> Iterator[Entry]:
    """Every line with its chain taken off, as long as the chain holds."""
    digest = sha256()
    for number, line in enumerate(lines, 1):
        entry = _entry(line, f"{name}: line {number}")
        chain = entry.pop("chain", None)
        digest.update(_compact(entry).encode(errors="replace"))
        again = _compact({**entry, "chain": chain}).encode(errors="replace")
        if chain != digest.hexdigest()[:16] or again != line:
            raise BadRecord(f"{name}: line {number} was changed: it does not agree with its chain")
        yield entry


def _entry(line: bytes, where: str) -> Entry:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"{where} was changed: it is not JSON") from None
    if not isinstance(entry, dict):
        raise BadRecord(f"{where}: {entry!r} is no entry of a record")
    return entry
