"""The rota: tables of bots alone that nobody watches are played a few at a time, guest by guest in turn."""

from __future__ import annotations

from collections.abc import Callable

from flattop.server.scheduling import Rotation
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import TableServices

TURN = 120.0  # seconds after which a table lets the next one play


class Rota:
    """Watched tables and those with a person seated play whenever they like; the others need a place here."""

    def __init__(self, server: TableServices) -> None:
        self.server = server
        self.awaken: Callable[[str], None] = lambda table_id: None  # the registry's
        self._playing: dict[str, float] = {}  # since when
        self._waiting = Rotation()  # ids alone: they may sleep

    def may_play(self, table: LiveTable) -> bool:
        """Whether the bots of a table may move now; if not, it is called when its turn has come."""
        if table.subscribers or table.persons():
            self.leave(table.row.id)
            return True
        if self._is_over_time(table.row.id):
            del self._playing[table.row.id]
        if table.row.id not in self._playing:
            self.wait(table.row.id, table.row.owner)
        return table.row.id in self._playing

    def _is_over_time(self, table_id: str) -> bool:
        since = self._playing.get(table_id)
        return since is not None and len(self._waiting) > 0 and self.server.now() - since > TURN

    def wait(self, table_id: str, owner: str | None) -> None:
        """Stand in line, unless it plays already."""
        if table_id not in self._playing:
            self._waiting.put(table_id, owner or "")
            self._fill()

    def leave(self, table_id: str) -> None:
        """Nothing to do here any more, or not by turns."""
        if table_id in self._playing or table_id in self._waiting:
            self._waiting.drop(table_id)
            self.stop(table_id)

    def stop(self, table_id: str) -> None:
        """Give up the place; a table that waits goes on waiting."""
        if self._playing.pop(table_id, None) is not None:
            self._fill()

    def close(self) -> None:
        """Nobody is called any more."""
        self._waiting, self.awaken = Rotation(), lambda table_id: None

    def _fill(self) -> None:
        while len(self._waiting) and len(self._playing) < self.server.limits.unwatched:
            table_id = self._waiting.take()
            self._playing[table_id] = self.server.now()
            self.awaken(table_id)
