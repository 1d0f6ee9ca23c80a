"""Worker process that chooses actions for bots. It only receives determinizations, never a real table."""

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
from flattop.server.workers import worker_process


def main() -> None:
    """Answer jobs until the server is gone. Arguments: megabytes of memory, niceness."""
    with worker_process.connected(niceness=int((*sys.argv, "0", "0")[2])) as (source, sink):
        while job := worker_process.read(source):
            worker_process.write(sink, {"action": answer(pickle.loads(job))})


def answer(job: dict[str, Any]) -> list[Any]:
    """The action of a bot."""
    obs = observation(job)
    if not obs.options and not obs.anytime:  # in a real-time game a bot may have nothing to do but wait
        return list(WAIT)
    return list(bot(job["rank"], job["game"], Chance(job["seed"] + 1), job["part"]).choose(obs))


def observation(job: dict[str, Any]) -> Observation:
    """Restore what `encode_job` has removed from the table; return the observation of the seat."""
    t = job["table"]
    t.pack = pack(job["game"], job["deck"], t.seats, json.dumps(dict(t.settings)))
    t.chance = Chance(job["seed"])
    t.ask_afresh()
    return Observation(game(job["game"]), t, job["seat"])


@lru_cache(maxsize=64)
def pack(key: str, deck: str | None, seats: int, settings: str) -> Any:
    """The cards of a table. Some options change how a deck is read."""
    return game(key).table(seats, Chance(0), json.loads(settings), Path(deck) if deck else None).pack


if __name__ == "__main__":
    main()
