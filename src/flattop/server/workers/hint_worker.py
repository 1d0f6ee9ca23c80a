"""A worker that advises people: it is given imagined tables on its standard input, never a real one."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any, BinaryIO

from flattop.bots.hints import find_hints
from flattop.kernel import Chance
from flattop.server.workers import framing
from flattop.server.workers.bot_worker import sight_of

STOP = b"stop"  # the answer is not wanted any more
NICENESS = 5  # whoever waits for a move comes first


def main() -> None:
    """Answer one question after the other, each better and better, until the server is gone."""
    source, sink = framing.begin(int(sys.argv[1]) if len(sys.argv) > 1 else 0, NICENESS)
    heard: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(source, heard), daemon=True).start()
    framing.write(sink, {"ready": True})
    while message := heard.get():
        if message != STOP:  # one that came too late
            for hint in hints(pickle.loads(message), heard):
                framing.send(sink, hint)
            framing.write(sink, {"hint": None})


def listen(source: BinaryIO, heard: SimpleQueue[bytes]) -> None:
    """Hear what is said while the worker thinks; once the server is gone nobody would hear the answer."""
    while message := framing.read(source):
        heard.put(message)
    os._exit(0)


def hints(job: dict[str, Any], heard: SimpleQueue[bytes]) -> Iterator[bytes]:
    """Messages for whoever has asked."""
    obs, chance = sight_of(job), Chance(job["luck"] + 1)
    for advice in find_hints(obs, chance, job["people"], job["stages"], heard.empty):
        yield framing.packed({"hint": {"type": "hint", "id": job["id"], **advice.as_json()}})


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)  # the server is gone in the middle of a thought
