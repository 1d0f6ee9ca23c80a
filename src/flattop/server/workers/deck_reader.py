"""Checks custom decks in a worker process with limited time and memory."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from flattop.kernel import BadDeck, Game
from flattop.server.errors import Refusal, not_saved, refusal
from flattop.server.workers.worker_process import WORKER_ERRORS, WorkerProcess
from flattop.storage import private_folder

CPU_SECONDS = 3  # for one deck
ANSWER_SECONDS = 20.0
MEGABYTES = 256  # of address space; the decks of the house need 40
MAX_BYTES = 65_536  # of an answer
MAX_WAITING = 20  # decks in the queue
TOO_LARGE = "deck: it takes too much time or memory to read"


class DeckAnswer(msgspec.Struct):
    fault: str = ""
    unsaved: str = ""


class DeckReader:
    """Checks one deck after the other. A worker that fails is replaced for the next deck."""

    def __init__(self, folder: Path, module: str = "flattop.server.workers.deck_worker") -> None:
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
            await self.worker.ensure_ready()
            async with asyncio.timeout(ANSWER_SECONDS):
                return msgspec.json.decode(await self.worker.exchange(job), type=DeckAnswer)
        except WORKER_ERRORS:
            await self.stop()
            return DeckAnswer(fault=TOO_LARGE)
        except asyncio.CancelledError:
            await self.stop()  # else its answer would be taken for that of the next deck
            raise

    async def stop(self) -> None:
        await self.worker.stop()
