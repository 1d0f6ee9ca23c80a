"""Checks custom decks in a worker process with limited time and memory.

The worker process runs this module as its program.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from flattop.games import game
from flattop.kernel import Action, BadDeck, Chance, FlattopError, Game, Seat, Table, view
from flattop.server.errors import Refusal, not_saved, refusal
from flattop.server.workers import worker_process
from flattop.server.workers.worker_process import WorkerFailed, WorkerProcess
from flattop.storage import private_folder

CPU_SECONDS = 3  # for one deck
GAMES, PLAY_SECONDS = 5, 0.5  # random games with one deck, and their CPU time in all
SLOW_MOVE = 0.1  # CPU seconds of a move; those of accepted decks take less than a fifth of it
ANSWER_SECONDS = 20.0
MEGABYTES = 256  # of address space; the built-in decks need 40
MAX_BYTES = 65_536  # of an answer
MAX_WAITING = 20  # decks in the queue
NICENESS = 5  # running games have priority
TOO_LARGE = "deck: it takes too much time or memory to read"


class DeckAnswer(msgspec.Struct):
    fault: str = ""
    unsaved: str = ""


class DeckReader:
    """Checks one deck after the other. A worker that fails is replaced for the next deck."""

    def __init__(self, folder: Path, module: str = "flattop.server.workers.deck_check") -> None:
        self._folder = folder
        command = [sys.executable, "-m", module, str(MEGABYTES), str(CPU_SECONDS), str(folder)]
        self.worker = WorkerProcess(command, MAX_BYTES)
        self._lock, self._waiting = asyncio.Lock(), 0

    async def check(self, game: Game, deck: str, seats: int, options: Mapping[str, Any]) -> None:
        """Refuse a deck from which such a table cannot be dealt."""
        job = {"game": game.key, "deck": deck, "seats": seats, "options": dict(options)}
        if self._waiting >= MAX_WAITING:
            raise Refusal(429, "too-many", "Many decks are being read; try again in a moment.")
        self._waiting += 1
        try:
            async with self._lock:
                answer = await self._ask(json.dumps(job).encode())
        finally:
            self._waiting -= 1
        if answer.unsaved:
            raise not_saved()
        if answer.fault:
            raise refusal(BadDeck(answer.fault))

    async def _ask(self, job: bytes) -> DeckAnswer:
        try:
            private_folder(self._folder)
            return await self.worker.call(job, ANSWER_SECONDS, DeckAnswer)
        except WorkerFailed:
            return DeckAnswer(fault=TOO_LARGE)
        except OSError as error:
            return DeckAnswer(unsaved=str(error))

    async def stop(self) -> None:
        await self.worker.stop()


def main() -> None:
    """Read decks until the server is gone. Arguments: megabytes, CPU seconds per deck, folder."""
    seconds, folder = int(sys.argv[2]), Path(sys.argv[3])
    with worker_process.connected(NICENESS) as (source, sink):
        while job := worker_process.read(source):
            worker_process.limit_seconds(seconds)
            worker_process.write(sink, answer(json.loads(job), folder / "deck"))


def answer(job: dict[str, Any], path: Path) -> dict[str, str]:
    """The fault of the deck, or the reason why it could not be read; empty if a table can be dealt."""
    try:
        path.write_bytes(job["deck"].encode())
        chosen = game(job["game"])
        chosen.table(job["seats"], Chance(1), job["options"], path)
        if slow := slow_step(chosen, job, path):
            return {"fault": f"deck: its rules take too long: {slow:.0f} ms for one move"}
    except OSError as error:
        return {"unsaved": str(error)}
    except FlattopError as error:
        return {"fault": str(error)}
    except (MemoryError, RecursionError):
        return {"fault": "deck: it takes too much memory"}
    except Exception as error:
        return {"fault": f"deck: no table can be dealt from it: {error!r}"[:400]}
    finally:
        path.unlink(missing_ok=True)
    return {}


def slow_step(chosen: Game, job: dict[str, Any], path: Path) -> float:
    """Play random games; return the milliseconds of the first move that is too slow, or 0.

    A slow move is measured again on the table before it, since the first one may have filled caches.
    """
    began = time.process_time()
    for seed in range(GAMES):
        rnd, t = random.Random(seed), chosen.table(job["seats"], Chance(seed), job["options"], path)
        while not t.over and time.process_time() - began < PLAY_SECONDS:
            seat = rnd.choice(list(t.asks))
            action = rnd.choice(list(t.asks[seat]))
            before = t.clone()
            first = move_time(chosen, t, seat, action)
            if first > SLOW_MOVE and (again := move_time(chosen, before, seat, action)) > SLOW_MOVE:
                return 1000 * again
    return 0.0


def move_time(chosen: Game, t: Table, seat: Seat, action: Action) -> float:
    """Play an action, and return the CPU seconds until the view and the next options are known."""
    began = time.process_time()
    t.play(seat, action)
    view(t, chosen.zones, None)
    for options in t.asks.values():
        list(options)
    return time.process_time() - began


if __name__ == "__main__":
    main()
