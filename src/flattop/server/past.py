"""The match of a table as its log tells it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flattop.kernel import RulesBug
from flattop.match import Match, Written, replay
from flattop.server.store.base import Damaged
from flattop.server.store.queries import History
from flattop.server.store.rows import TableRow

NONSENSE = (LookupError, TypeError, AttributeError, ArithmeticError, RulesBug, RecursionError)


def played_again(
    row: TableRow, history: History, deck: Path | None, pause: Callable[[], None] = lambda: None
) -> Match:
    """Every hash on the way must agree, and the digest of the last line; `Damaged` says what does not."""
    written = Written(f"table {row.id}", row.header or {}, tuple(history.entries))
    try:
        match = replay(written, deck=deck, pause=pause)
    except NONSENSE as error:
        raise Damaged(f"its log makes no sense: {error!r}") from None
    if history.chain and match.record.chain != history.chain:
        raise Damaged("its log was changed")
    return match
