"""The tables in Arrow, written to Parquet row group by row group; the only part that needs pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flattop.kernel import FlattopError
from flattop.lab.corpus.rows import TABLES, GameRows

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
except ImportError:
    lacking = "tables need the package pyarrow: pip install '.[corpus]'"
    raise FlattopError(f"{lacking}, or write --format records alone") from None

ROWS = 50_000  # of a row group, at least
KINDS = {
    "int8": pa.int8(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "bool": pa.bool_(),
    "string": pa.string(),
    "list<int8>": pa.list_(pa.int8()),
    "list<int32>": pa.list_(pa.int32()),
    "list<string>": pa.list_(pa.string()),
}

Tables = dict[str, Any]  # one of Arrow's by each name of the schema


@cache
def schema_of(name: str) -> Any:
    return pa.schema([pa.field(column.name, KINDS[column.kind]) for column in TABLES[name]])


def tables(games: Sequence[GameRows]) -> Tables:
    """The rows of some games, which are counted from 0 until their place in the corpus is known."""
    rows = {
        "games": [[game.game] for game in games],
        "decisions": [game.decisions for game in games],
        "events": [game.events for game in games],
    }
    return {name: _table(name, by_game) for name, by_game in rows.items()}


def _table(name: str, by_game: Sequence[Sequence[dict[str, Any]]]) -> Any:
    numbered = [{"game": number, **row} for number, rows in enumerate(by_game) for row in rows]
    return pa.Table.from_pylist(numbered, schema_of(name))


class TableFile:
    """One Parquet file that grows by row groups."""

    def __init__(self, path: Path, name: str) -> None:
        self._writer = pq.ParquetWriter(path, schema_of(name), compression="zstd")
        self._waiting: list[Any] = []

    def add(self, table: Any, first: int) -> None:
        """More rows, of games that are counted from `first` on."""
        numbers = pc.add(table["game"], first)
        self._waiting.append(table.set_column(0, table.field(0), numbers))
        if sum(map(len, self._waiting)) >= ROWS:
            self._write()

    def close(self) -> None:
        if self._waiting:
            self._write()
        self._writer.close()

    def _write(self) -> None:
        self._writer.write_table(pa.concat_tables(self._waiting))
        self._waiting.clear()
