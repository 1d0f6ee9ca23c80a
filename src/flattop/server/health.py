"""Health of a server worker: problems that keep it from serving, and damage that a restart would not fix."""

from __future__ import annotations

import shutil
from pathlib import Path

from flattop.server.logs import Log
from flattop.server.store.base import Store, one_line
from flattop.server.store.leases import Leases

MAX_CHARACTERS = 200  # of a fault of the database in the log
LATE_SECONDS = 120.0  # since the last round of housekeeping, after which something is wrong
MIN_FREE_BYTES = 16 << 20  # on the disk


class HealthState:
    """Current problems: save errors, database damage and broken tables. Each change is logged once."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.broken: dict[str, str] = {}  # tables that cannot be loaded, with the reason
        self.integrity_errors: list[str] | None = None  # None until the first check
        self._save_error = ""

    def set_broken(self, table: str, error: Exception) -> None:
        """Record that a table cannot be loaded; the others are not affected."""
        reason = one_line(error)
        if self.broken.get(table) != reason:
            self.broken[table] = reason
            self._log("the table is broken", table=table, error=error)

    def set_loaded(self, table: str) -> None:
        if self.broken.pop(table, None):
            self._log("the table can be loaded again", table=table)

    def set_integrity(self, errors: list[str]) -> None:
        """Record the result of a check of the whole database."""
        for error in errors if errors != self.integrity_errors else ():
            self._log("the database is damaged", fault=error[:MAX_CHARACTERS])
        self.integrity_errors = errors

    def set_save_error(self, error: Exception | None) -> None:
        """Record the error of the last save; None if it succeeded."""
        reason = one_line(error) if error else ""
        if reason != self._save_error:
            if error:
                self._log("saving fails", error=error)
            else:
                self._log("saving works again")
        self._save_error = reason

    def lasting_problems(self) -> list[str]:
        """Problems that a restart would not fix."""
        count = len(self.broken)
        broken = [f"{count} of the tables cannot be played on; the log names them."] if count else []
        return broken + (["The database is damaged; the log says where."] if self.integrity_errors else [])


def own_problems(folder: Path, store: Store, housekeeping_age: float) -> list[str]:
    """Problems of this server worker that keep it from serving now."""
    free = shutil.disk_usage(folder).free
    problems = {
        "The writer has stopped: nothing can be saved.": not store.writer_is_alive,
        "The database file was removed or replaced: nothing is kept.": store.file_is_lost,
        f"The disk is nearly full: {free >> 20} MB are left.": free < MIN_FREE_BYTES,
        f"The housekeeping has not run for {housekeeping_age:.0f} seconds.": housekeeping_age > LATE_SECONDS,
    }
    return [sentence for sentence, holds in problems.items() if holds]


def database_problems(store: Store, leases: Leases) -> list[str]:
    """Problems with the database that keep a server worker from serving now."""
    error, why = store.last_error, leases.last_error
    saving = [f"The last save failed: {one_line(error)}."] if error else []
    return [*saving, *([f"The database does not answer: {why}."] if why else [])]
