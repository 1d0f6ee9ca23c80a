"""The tables as Arrow tables and Parquet files.  Only this module needs pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flattop.extras import missing
from flattop.kernel import FlattopError
from flattop.lab.corpus.rows import TABLES, GameRows

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
except ImportError:
    raise FlattopError(
        f"tables need {missing('pyarrow', 'corpus')}, or write --format records alone"
    ) from None

ROW_GROUP = 50_000  # rows of a row group, at least
TYPES = {
    "int8": pa.int8(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "bool": pa.bool_(),
    "string": pa.string(),
    "list<int8>": pa.list_(pa.int8()),
    "list<int32>": pa.list_(pa.int32()),
    "list<string>": pa.list_(pa.string()),
}


@cache
def schema_of(name: str) -> Any:
    return pa.schema([pa.field(column.name, TYPES[column.kind]) for column in TABLES[name]])


def tables(games: Sequence[GameRows]) -> dict[str, Any]:
    """Return Arrow tables by name.  Games are numbered from 0; `TableFile.add` renumbers them."""
    rows = {
        "games": [[game.game] for game in games],
        "decisions": [game.decisions for game in games],
        "events": [game.events for game in games],
    }
    return {
        name: pa.Table.from_pylist(
            [{"game": number, **row} for number, rows in enumerate(by_game) for row in rows],
            schema_of(name),
        )
        for name, by_game in rows.items()
    }


class TableFile:
    """A Parquet file that is written in row groups."""

    def __init__(self, path: Path, name: str) -> None:
        self._writer = pq.ParquetWriter(path, schema_of(name), compression="zstd")
        self._pending: list[Any] = []

    def add(self, table: Any, first: int) -> None:
        """Add the rows of games that are numbered from `first`."""
        numbers = pc.add(table["game"], first)
        self._pending.append(table.set_column(0, table.field(0), numbers))
        if sum(map(len, self._pending)) >= ROW_GROUP:
            self._write_row_group()

    def close(self) -> None:
        if self._pending:
            self._write_row_group()
        self._writer.close()

    def _write_row_group(self) -> None:
        self._writer.write_table(pa.concat_tables(self._pending))
        self._pending.clear()
