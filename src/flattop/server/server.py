"""The server: everything that its tables share, free of the framework that carries it."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

import flattop
from flattop.games import CATALOG, game
from flattop.kernel import Seat
from flattop.server.auth.guests import Guests
from flattop.server.cluster.bus import Bus, LocalBus
from flattop.server.cluster.mac import Seal
from flattop.server.cluster.peers import Post
from flattop.server.cluster.ratelimit_sync import Allowances
from flattop.server.drain import Drain
from flattop.server.health import Condition
from flattop.server.housekeeping import Housekeeping
from flattop.server.lab.lab import Lab
from flattop.server.limits import Addresses, Limits
from flattop.server.logs import error_words, logger
from flattop.server.metrics import Metrics
from flattop.server.registry import Registry
from flattop.server.scheduling import Rounds
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.rest import Health
from flattop.server.store import queries, writes
from flattop.server.store.connect import opened
from flattop.server.store.decks import Decks
from flattop.server.store.leases import Lease
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import HintRequest
from flattop.server.workers.deck_reader import DeckReader
from flattop.server.workers.hint_pool import Advisers
from flattop.server.workers.pool import WorkerPool, question, slow_lane
from flattop.server.workers.replay_pool import PastGames
from flattop.server.workers.scheduler import Scheduler
from flattop.storage import private_folder

LATE = 120.0  # seconds after which the housekeeping should have gone round
MEETING = 0.3  # seconds in which workers that are there have told us so
NO_BUS = "The bus cannot be reached: tables that live in other workers cannot be played from here."
LEAST_ROOM = 16 << 20  # bytes that should be free on the disk


class Server:
    """Store, guests, limits, metrics, workers and the live tables, opened and closed together.

    It has a folder of its own; the workers of one machine have a `common` one besides.
    """

    unopened = ""  # why it could not open, where that is so

    is_fronted = False  # whether a proxy stands before it, so that anybody may seem to come from this machine

    def __init__(
        self,
        folder: Path,
        *,
        limits: Limits | None = None,
        workers: int = 1,
        pool: WorkerPool | None = None,
        advisers: Advisers | None = None,
        pace: float = 0.0,
        patience: float = 60.0,
        speed: float = 1.0,
        heartbeat: int = 0,
        watchers: Sequence[IPv4Network | IPv6Network] = (),
        now: Callable[[], float] = time.monotonic,
        worker: str = "",
        bus: Bus | None = None,
        database: str | None = None,
        common: Path | None = None,
    ) -> None:
        self.folder, self.limits = private_folder(folder), limits or Limits()
        self.pace, self.patience, self.speed, self.heartbeat, self.now = pace, patience, speed, heartbeat, now
        self.watchers = watchers  # who may ask for the figures, besides this machine
        self.metrics, self.condition = Metrics(), Condition(self.log)
        worker = worker or secrets.token_hex(6)
        self.store, self.leases = opened(common or folder, database, self.metrics.saved, worker)
        self.is_shared = bus is not None  # whether there may be other workers
        self.post = Post(bus or LocalBus(), worker, self.fault)
        self.decks, self.guests = Decks(folder / "decks", self.store), Guests(self.store)
        self.addresses, self.plays = Addresses(self.limits, now), Rounds()
        self.allowances = Allowances(self.addresses, self.post)
        self.pool = pool or WorkerPool(workers, failed=lambda: self.metrics.count("bot_failures"))
        self.thinkers = slow_lane(workers, lambda: self.metrics.count("bot_failures"))
        self.advisers = advisers or Advisers(failed=lambda: self.metrics.count("bot_failures"))
        self.deck_reader = DeckReader(folder / "checked")
        self.scheduler = Scheduler(self, self.pool, self.thinkers)
        self.registry = Registry(self, self.decks, self.scheduler)
        self.past_games, self.housekeeping = PastGames(self, self.decks), Housekeeping(self.registry)
        self.lab = Lab(folder / "lab", self.limits, self.deck_reader, self.log)
        self.drain, self.key = Drain(self.registry), ""  # and what the keeper is known by
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Count the start, go on where bots or clocks are on, and start the housekeeping."""
        self.loop = asyncio.get_running_loop()
        for key in CATALOG:
            game(key)  # now, so that nobody has to wait for it at a table
        await self.store.open()
        self.leases.lost = self.registry.lose
        await self.leases.open()
        if self.post.bus.is_outside:
            self.post.seal = Seal(await queries.bus_key(self.store))
        await self.post.open()
        await asyncio.sleep(MEETING if self.is_shared else 0)
        await self.decks.tidy()
        await self.store.save([writes.started()])
        self.registry.open(await queries.starts(self.store))
        await asyncio.to_thread(self.lab.open)
        keeper = self.housekeeping
        jobs = keeper.resume, keeper.go_round, keeper.gather_results, keeper.look_through
        self._tasks += [self.loop.create_task(keeper.contained(job)) for job in jobs]
        self.post.parted.append(lambda worker: self.housekeeping.resume_soon())
        for watch in (self.metrics.watch_loop, self.allowances.go_round):
            self._tasks.append(self.loop.create_task(watch()))

    async def close(self) -> None:
        await self._come_to_rest()
        await self.lab.close()
        await self.registry.close()
        tables, keeper = list(self.registry.live.values()), self.housekeeping
        await asyncio.gather(*(keeper.contained(keeper.put_down, table) for table in tables))
        for table in tables:
            self.drop(table, CloseCode.SERVER_CLOSES, "The server closes.")
        await self.past_games.stop()
        await self.pool.stop()
        await self.thinkers.stop()
        await self.advisers.stop()
        await self.deck_reader.stop()
        await self.leases.close()
        await self.post.close()
        await self.store.close()

    async def _come_to_rest(self) -> None:
        """End what goes on by itself, and wait for it: it may be in the midst of a save."""
        for task in self._tasks:
            task.cancel()
        ends = self.housekeeping.stop(), self.drain.stop(), *self._tasks
        await asyncio.gather(*ends, return_exceptions=True)

    def health(self) -> tuple[Health, bool]:
        """How the server is, and whether it can do its work."""
        self.condition.saves(self.store.trouble)
        troubles = self._troubles()
        faults, age = self.condition.faults, self.housekeeping.age
        every = [*troubles, *self.condition.lasting()]
        health = Health(
            ok=not every,
            tables=len(self.registry.live),
            version=flattop.__version__,
            last_round=round(age, 1),
            broken=len(self.condition.broken),
            integrity="unchecked" if faults is None else "damaged" if faults else "sound",
            troubles=every,
        )
        return health, not troubles

    def hindrances(self) -> list[str]:
        """Why nobody should be sent here now."""
        cut_off = [] if self.post.bus.is_up else [NO_BUS]
        return [*self.drain.reasons, *self._troubles(), *cut_off]

    def _troubles(self) -> list[str]:
        """What keeps the server from its work now."""
        free, age = shutil.disk_usage(self.folder).free, self.housekeeping.age
        signs = {
            "The writer has stopped: nothing can be saved.": not self.store.writes_on,
            f"The last save failed: {self.store.trouble}.": bool(self.store.trouble),
            f"The database does not answer: {self.leases.trouble}.": bool(self.leases.trouble),
            f"The disk is nearly full: {free >> 20} MB are left.": free < LEAST_ROOM,
            f"The housekeeping has not gone round for {age:.0f} seconds.": age > LATE,
        }
        return [sentence for sentence, holds in signs.items() if holds]

    def figures(self) -> str:
        """What has happened here, as Prometheus text."""
        sockets = sum(self.addresses.sockets.values())
        tasks = len(asyncio.all_tasks(self.loop))
        return self.metrics.text(tables=len(self.registry.live), sockets=sockets, tasks=tasks)

    def log(self, line: str, table: str = "") -> None:
        logger.warning("%s", line, extra={"table": table})

    def fault(self, error: BaseException, table: str = "") -> None:
        self.metrics.count("errors")
        logger.error("fault: %s", error_words(error), exc_info=error, extra={"table": table})

    def next_version(self, lease: Lease) -> int:
        return self.registry.next_version(lease)

    def is_first_for(self, table_id: str) -> bool:
        return self.post.first_for(table_id) == self.post.me

    def wake(self, table: LiveTable) -> None:
        self.scheduler.wake(table)

    async def advise(self, table: LiveTable, seat: Seat, asking: HintRequest) -> None:
        people, stages = table.match.people, self.advisers.stages
        job = question(table.match, table.deck, seat, "", id=asking.id, people=people, stages=stages)
        await self.advisers.think(asking, job)

    def drop(self, table: LiveTable, code: CloseCode, reason: str) -> None:
        self.registry.drop(table, code, reason)
