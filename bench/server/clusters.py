"""Clusters for load tests: workers on one port, or one server per port with tables assigned by hash."""

from __future__ import annotations

import zlib

from bench.server.cluster_process import ClusterProcess
from bench.server.server_process import ServerProcess


class PlainCluster(ClusterProcess):
    """Workers on one port, with a direct connection to the database."""

    def _database(self) -> str:
        return self.direct


class HashedServers(PlainCluster):
    """Servers of one worker each on one database; the id of a table decides which server is asked."""

    def __init__(self, count: int, *more: str) -> None:
        super().__init__(1, *more)
        self._others = [ServerProcess() for _ in range(count - 1)]
        for other in self._others:
            own = {str(self.port): str(other.port), self.folder.name: other.folder.name}
            other.command = [own.get(word, word) for word in self.command]

    @property
    def urls(self) -> list[str]:
        return [self.url, *(other.url for other in self._others)]

    def url_of(self, table_id: str) -> str:
        return self.urls[zlib.crc32(table_id.encode()) % len(self.urls)]

    def processes(self) -> list[int]:
        return [self.child.pid, *(other.child.pid for other in self._others)]

    def start(self) -> None:
        super().start()
        for other in self._others:
            other.start()

    def __exit__(self, *_: object) -> None:
        for other in self._others:
            other.__exit__()
        super().__exit__()
