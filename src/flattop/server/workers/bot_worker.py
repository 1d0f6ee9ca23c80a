"""A worker that thinks for bots: it is given imagined tables on its standard input, never a real one."""

from __future__ import annotations

import json
import pickle
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from flattop.bots import bot
from flattop.games import game
from flattop.kernel import WAIT, Chance
from flattop.match import Observation
from flattop.server.workers import framing


def main() -> None:
    """Answer one question after the other, until the server is gone."""
    megabytes, niceness = (int(word) for word in (*sys.argv[1:], "0", "0")[:2])
    source, sink = framing.begin(megabytes, niceness)
    framing.write(sink, {"ready": True})
    while question := framing.read(source):
        framing.write(sink, {"action": answer(pickle.loads(question))})


def answer(job: dict[str, Any]) -> list[Any]:
    """What a bot of the rank does in the seat."""
    obs, luck = sight_of(job), job["luck"]
    if not obs.options and not obs.anytime:  # in a race there may be nothing to do but to wait
        return list(WAIT)
    return list(bot(job["rank"], job["game"], Chance(luck + 1), job["part"]).choose(obs))


def sight_of(job: dict[str, Any]) -> Observation:
    """What the seat sees at the imagined table that was sent."""
    t = job["table"]
    t.pack = pack(job["game"], job["deck"], t.seats, json.dumps(dict(t.settings)))
    t.chance = Chance(job["luck"])
    t.ask_afresh()
    return Observation(game(job["game"]), t, job["seat"])


@lru_cache(maxsize=64)
def pack(key: str, deck: str | None, seats: int, settings: str) -> Any:
    """The cards as a table with these options has them: some options change how they are read."""
    return game(key).table(seats, Chance(0), json.loads(settings), Path(deck) if deck else None).pack


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)  # the server is gone in the middle of a thought
