"""Rebuilds the match of a table from its log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flattop.kernel import RulesBug
from flattop.match import Match, ParsedRecord, replay, reproducible_part
from flattop.match.editions import reproduces
from flattop.server.store.base import Damaged
from flattop.server.store.queries import History
from flattop.server.store.rows import TableRow

REPLAY_ERRORS = (LookupError, TypeError, AttributeError, ArithmeticError, RulesBug, RecursionError)


def replay_table(
    row: TableRow, history: History, deck: Path | None, pause: Callable[[], None] = lambda: None
) -> Match:
    """Replay a log and compare all hashes in it and the digest of its last entry.

    Raises `Damaged` if they differ, or `OtherEdition` if the rules have changed since.
    """
    record = _record(row, history)
    try:
        match = replay(record, deck=deck, pause=pause)
    except REPLAY_ERRORS as error:
        raise Damaged(f"its log cannot be replayed: {error!r}") from error
    if history.chain and not reproduces(match, record, history.chain):
        raise Damaged("its log was changed")
    return match


def last_known(row: TableRow, history: History, deck: Path | None) -> Match | None:
    """The match of a table with outdated rules, at the last point where today's rules still agree.

    It is paused, so no seat is asked for a move.
    """
    known = reproducible_part(_record(row, history), history.chains, deck)
    match = replay(known, deck=deck) if known else None
    if match:
        match.paused = True
    return match


def _record(row: TableRow, history: History) -> ParsedRecord:
    return ParsedRecord(f"table {row.id}", row.header or {}, tuple(history.entries))
