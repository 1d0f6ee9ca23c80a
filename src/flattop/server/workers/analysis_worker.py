"""Worker process that estimates the win chances during one finished game, and ends."""

from __future__ import annotations

import json
import os
import threading
from typing import Any, BinaryIO

from flattop.kernel import FlattopError
from flattop.lab import Budget, Fault, chances
from flattop.server.logs import log
from flattop.server.workers import worker_process
from flattop.server.workers.replay_worker import finished_cursor

NICENESS = 10  # bots that players wait for have priority


def main() -> None:
    with worker_process.connected(NICENESS) as (source, sink):
        if job := worker_process.read(source):
            threading.Thread(target=exit_with_server, args=(source,), daemon=True).start()
            worker_process.write(sink, answer(json.loads(job)))


def exit_with_server(source: BinaryIO) -> None:
    """Wait until the server closes our standard input, then exit."""
    source.read(1)
    os._exit(0)


def answer(job: dict[str, Any]) -> dict[str, Any]:
    try:
        cursor = finished_cursor(job["past"])
        report = chances(cursor.record, cursor.deck, Budget(job["playouts"], job["seconds"]))
    except (FlattopError, Fault, MemoryError) as error:
        log("win chances failed", error=error)
        return {}
    return {"chances": report.as_json()}


if __name__ == "__main__":
    main()
