"""The match of a table as its log tells it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flattop.kernel import RulesBug
from flattop.match import Match, OtherEdition, ParsedRecord, replay, reproducible_part
from flattop.server.store.base import Damaged
from flattop.server.store.queries import History
from flattop.server.store.rows import TableRow

NONSENSE = (LookupError, TypeError, AttributeError, ArithmeticError, RulesBug, RecursionError)


def played_again(
    row: TableRow, history: History, deck: Path | None, pause: Callable[[], None] = lambda: None
) -> Match:
    """Every hash on the way must agree, and the digest of the last line; `Damaged` says what does not.

    Where the rules were others then, it is `OtherEdition` that says so.
    """
    written = _written(row, history)
    try:
        match = replay(written, deck=deck, pause=pause)
    except NONSENSE as error:
        raise Damaged(f"its log makes no sense: {error!r}") from None
    if history.chain and match.record.chain != history.chain:
        ours = match.game.edition
        if written.edition != ours:
            raise OtherEdition(written.name, match.game.title, written.edition, ours)
        raise Damaged("its log was changed")
    return match


def last_known(row: TableRow, history: History, deck: Path | None) -> Match | None:
    """The match of a table whose rules have changed, as it stood when they last told it as it was played.

    It stands still: nobody is asked anything there.
    """
    known = reproducible_part(_written(row, history), history.chains, deck)
    match = replay(known, deck=deck) if known else None
    if match:
        match.paused = True
    return match


def _written(row: TableRow, history: History) -> ParsedRecord:
    return ParsedRecord(f"table {row.id}", row.header or {}, tuple(history.entries))
