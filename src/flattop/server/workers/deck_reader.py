"""Decks of strangers are read in a process of their own, which may only take so much time and memory."""

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
from flattop.server.workers.framing import Worker
from flattop.storage import private_folder

START_SECONDS = 60.0
SECONDS = 3  # of the processor's time for one deck
PATIENCE = 20.0  # seconds by the clock on the wall
MEGABYTES = 256  # of address space; house decks need 40
MOST_BYTES = 65_536  # of an answer
WAITING = 20  # decks in the queue, at most
FAULTS = (TimeoutError, OSError, EOFError, msgspec.MsgspecError, asyncio.IncompleteReadError)
TOO_MUCH = "deck: it takes too much time or memory to read"


class WorkerAnswer(msgspec.Struct):
    fault: str = ""
    unsaved: str = ""


class DeckReader:
    """One deck after the other; a worker that fails is ended, and the next deck gets a new one."""

    def __init__(self, folder: Path, module: str = "flattop.server.workers.deck_worker") -> None:
        self._folder = folder
        self.worker = Worker(
            [sys.executable, "-m", module, str(MEGABYTES), str(SECONDS), str(folder)], MOST_BYTES
        )
        self._lock, self._waiting = asyncio.Lock(), 0

    async def check(self, game: Game, deck: str, seats: int, options: Mapping[str, Any]) -> None:
        """Refuse a deck from which no such table can be dealt."""
        job = {"game": game.key, "deck": deck, "seats": seats, "options": dict(options)}
        if self._waiting >= WAITING:
            raise Refusal(429, "too-many", "Many decks are being read; try again in a moment.")
        self._waiting += 1
        try:
            async with self._lock:
                answer = await self._answer(json.dumps(job).encode())
        finally:
            self._waiting -= 1
        if answer.unsaved:
            raise not_saved()
        if answer.fault:
            raise refusal(BadDeck(answer.fault))

    async def _answer(self, job: bytes) -> WorkerAnswer:
        try:
            await self._start()
            async with asyncio.timeout(PATIENCE):
                return msgspec.json.decode(await self.worker.exchange(job), type=WorkerAnswer)
        except FAULTS:
            await self.stop()
            return WorkerAnswer(fault=TOO_MUCH)
        except asyncio.CancelledError:
            await self.stop()  # its answer would be taken for the next one's
            raise

    async def _start(self) -> None:
        running = self.worker.running
        if running is None or running.returncode is not None:
            private_folder(self._folder)
            await self.worker.start()
            async with asyncio.timeout(START_SECONDS):
                await self.worker.answer()  # it is ready

    async def stop(self) -> None:
        await self.worker.stop()
