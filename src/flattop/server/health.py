"""The condition of the server: what its keeper has to look after, and tables that cannot be played on."""

from __future__ import annotations

from collections.abc import Callable

TOLD = 200  # characters of a fault that the log shows


class Condition:
    """What is not well; whatever is new is said once in the log."""

    def __init__(self, log: Callable[..., None]) -> None:
        self._log = log
        self.broken: dict[str, str] = {}  # tables that cannot be played on, and why
        self.faults: list[str] | None = None  # of the database's file, once it was looked through
        self._unsaved = ""

    def breaks(self, table: str, why: str) -> None:
        """A table cannot be read or played again; the others go on."""
        why = " ".join(why.split())[:TOLD]
        if self.broken.get(table) != why:
            self.broken[table] = why
            self._log(f"it is broken: {why}", table)

    def looked_through(self, faults: list[str]) -> None:
        """The database's file was looked through in the background."""
        for fault in faults if faults != self.faults else ():
            self._log(f"the database is damaged: {fault[:TOLD]}")
        self.faults = faults

    def saves(self, trouble: str) -> None:
        """How the last save went."""
        if trouble != self._unsaved:
            self._log(f"nothing can be saved: {trouble}" if trouble else "saving works again")
        self._unsaved = trouble

    def lasting(self) -> list[str]:
        """What a restart would not mend."""
        count = len(self.broken)
        broken = [f"{count} of the tables cannot be played on; the log names them."] if count else []
        return broken + (["The database is damaged; the log says where."] if self.faults else [])

    def mended(self, table: str) -> None:
        if self.broken.pop(table, None):
            self._log("it can be played on again", table)
