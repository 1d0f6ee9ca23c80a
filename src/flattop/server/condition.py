"""The condition of the server: what its keeper has to look after, and tables that cannot be played on."""

from __future__ import annotations

from collections.abc import Callable

TOLD = 200  # characters of a fault that the log shows


class Condition:
    """What is not well; whatever is new is said once in the log."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self.broken: dict[str, str] = {}  # tables that cannot be played on, and why

    def breaks(self, table: str, why: str) -> None:
        """A table cannot be read or played again; the others go on."""
        why = " ".join(why.split())[:TOLD]
        if self.broken.get(table) != why:
            self.broken[table] = why
            self._log(f"table {table} is broken: {why}")

    def mended(self, table: str) -> None:
        if self.broken.pop(table, None):
            self._log(f"table {table} can be played on again")
