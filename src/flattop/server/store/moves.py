"""Moves: what many tables have played at once, in one statement, which is a commit of its own.

Each row has an entry of a table's log and, where they belong to it, an answer and how the table stands.  A
view of the writer's connection takes the rows and a trigger shares them out, so that the interpreter is given
away and waited for once per commit, and not once per statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from flattop.server.store.writes import ANSWER, EVENT, STANDS, Write

MOST = 64  # rows that one statement carries; each number of them stays prepared
NONE = None, None, None
ONE_PLAY = [EVENT, ANSWER], [EVENT, ANSWER, STANDS]  # what most jobs consist of
Row = tuple[Any, ...]
SET_UP = (
    "PRAGMA temp_store = MEMORY",
    """
    CREATE TEMP VIEW move AS SELECT 0 AS table_id, 0 AS seq, 0 AS entry, 0 AS chain, 0 AS at,
        0 AS guest, 0 AS message, 0 AS answer, 0 AS state, 0 AS turn, 0 AS clocks
    """,
    """
    CREATE TEMP TRIGGER moved INSTEAD OF INSERT ON move BEGIN
        INSERT INTO event VALUES (new.table_id, new.seq, new.entry, new.chain, new.at);
        INSERT INTO answer SELECT new.table_id, new.guest, new.message, new.answer
            WHERE new.guest IS NOT NULL;
        UPDATE game_table SET state = new.state, turn = new.turn, clocks = new.clocks
            WHERE id = new.table_id AND new.state IS NOT NULL;
    END
    """,
)


def rows(writes: Sequence[Write]) -> list[Row]:
    """What a job of plain moves saves; nothing if there is anything else to it."""
    if [sql for sql, _ in writes] in ONE_PLAY:
        event, answer, *stands = [values for _, values in writes]
        return [(*event, *answer[1:], *(stands[0][:3] if stands else NONE))]
    kept: dict[str, list[Row]] = {EVENT: [], ANSWER: [], STANDS: []}
    for sql, values in writes:
        if sql not in kept:
            return []
        kept[sql].append(values)
    events, answers, stands = kept.values()
    if not events or len(answers) > 1 or len(stands) > 1:
        return []
    answered, standing = answers[0][1:] if answers else NONE, stands[0][:3] if stands else NONE
    return [*[(*event, *NONE, *NONE) for event in events[:-1]], (*events[-1], *answered, *standing)]


@cache
def statement(count: int) -> str:
    row = ", ".join("?" * 11)
    return f"INSERT INTO move VALUES {', '.join([f'({row})'] * count)}"
