"""A worker that thinks for bots: it is given imagined tables on its standard input, never a real one."""

from __future__ import annotations

import json
import pickle
import struct
import sys
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from flattop.bots import bot
from flattop.games import game
from flattop.kernel import Chance
from flattop.match import Sight

LENGTH = struct.Struct(">I")


def main() -> None:
    """Answer one question after the other, until the server is gone."""
    limit_memory(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot that prints must not speak to the server
    say(sink, {"ready": True})
    while question := asked(source):
        say(sink, {"action": answer(pickle.loads(question))})


def limit_memory(megabytes: int) -> None:
    """Where the system can, give no more memory than this."""
    if megabytes <= 0 or sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def asked(source: BinaryIO) -> bytes:
    head = source.read(LENGTH.size)
    return source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def say(sink: BinaryIO, words: dict[str, Any]) -> None:
    body = json.dumps(words).encode()
    sink.write(LENGTH.pack(len(body)) + body)
    sink.flush()


def answer(job: dict[str, Any]) -> list[Any]:
    """What a bot of the rank does in the seat."""
    played, t, luck = game(job["game"]), job["table"], job["luck"]
    t.pack, t.chance = pack(job["game"], job["deck"]), Chance(luck)
    t.ask_afresh()
    return list(bot(job["rank"], job["game"], Chance(luck + 1)).choose(Sight(played, t, job["seat"])))


@cache
def pack(key: str, deck: str | None) -> Any:
    return game(key).pack(Path(deck) if deck else None)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)  # the server is gone in the middle of a thought
