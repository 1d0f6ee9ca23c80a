"""Worker process that computes hints. It only receives determinizations, never a real table."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any, BinaryIO

from flattop.bots.hints import find_hints
from flattop.kernel import Chance
from flattop.server.workers import worker_process
from flattop.server.workers.bot_worker import observation

STOP = b"stop"  # message: the current question is no longer wanted
NICENESS = 5  # bots that players wait for have priority


def main() -> None:
    """Answer questions, each with better and better hints, until the server is gone."""
    messages: SimpleQueue[bytes] = SimpleQueue()
    with worker_process.connected(NICENESS) as (source, sink):
        threading.Thread(target=receive, args=(source, messages), daemon=True).start()
        while message := messages.get():
            if message != STOP:  # one that came too late is ignored
                for hint in hints(pickle.loads(message), messages):
                    worker_process.write(sink, {"hint": hint})
                worker_process.write(sink, {"hint": None})


def receive(source: BinaryIO, messages: SimpleQueue[bytes]) -> None:
    """Receive messages while the worker computes, and exit when the server is gone."""
    while message := worker_process.read(source):
        messages.put(message)
    os._exit(0)


def hints(job: dict[str, Any], messages: SimpleQueue[bytes]) -> Iterator[dict[str, Any]]:
    """Better and better hints, until a message arrives."""
    obs, chance = observation(job), Chance(job["seed"] + 1)
    for hint in find_hints(obs, chance, job["people"], job["stages"], messages.empty):
        yield {"type": "hint", "id": job["id"], **hint.as_json()}


if __name__ == "__main__":
    main()
