"""A worker that works out the chances along one record, given on its standard input, and ends."""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any, BinaryIO

from flattop.kernel import FlattopError
from flattop.lab import Budget, Fault, chances
from flattop.server.workers import framing
from flattop.server.workers.replay_worker import checked

NICENESS = 10  # bots that somebody waits for come first


def main() -> None:
    source, sink = framing.begin(int(sys.argv[1]) if len(sys.argv) > 1 else 0, NICENESS)
    job = framing.read(source)
    if job:
        threading.Thread(target=end_with_the_server, args=(source,), daemon=True).start()
        framing.write(sink, answer(json.loads(job)))


def end_with_the_server(source: BinaryIO) -> None:
    """Nobody would hear the answer once the server is gone."""
    source.read(1)
    os._exit(0)


def answer(job: dict[str, Any]) -> dict[str, Any]:
    try:
        cursor = checked(job["past"])
        report = chances(cursor.record, cursor.deck, Budget(job["playouts"], job["seconds"]))
    except (FlattopError, Fault, MemoryError) as error:
        return {"fault": str(error) or type(error).__name__}
    return {"chances": report.as_json()}


if __name__ == "__main__":
    main()
