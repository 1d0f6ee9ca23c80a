"""The server: everything its tables share, independent of the web framework."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Unpack

import flattop
from flattop.games import CATALOG, game
from flattop.kernel import Seat
from flattop.server import logs
from flattop.server.auth.guests import Guests
from flattop.server.cluster.peers import Peers
from flattop.server.cluster.ratelimit_sync import RateLimitSync
from flattop.server.drain import Drain
from flattop.server.fair_queues import FairLock, StartThrottle
from flattop.server.health import HealthState, database_problems, own_problems
from flattop.server.housekeeping import Housekeeping
from flattop.server.lab.lab import Lab
from flattop.server.limits import AddressLimits, Limits
from flattop.server.logs import Event, Fields
from flattop.server.metrics import Metrics
from flattop.server.registry import Registry
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.rest import Health
from flattop.server.store import queries, writes
from flattop.server.store.base import create_store
from flattop.server.store.decks import Decks
from flattop.server.store.leases import Lease
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import HintRequest
from flattop.server.workers.bot_pool import BotPool, HintPool, encode_job, slow_pool
from flattop.server.workers.bot_scheduler import Scheduler
from flattop.server.workers.deck_check import DeckReader
from flattop.server.workers.replay_pool import ReplayPool
from flattop.storage import private_folder

MAX_COMPRESSIONS, COMPRESSIONS = 200, (40,)  # long responses that wait: in total, and per address
COMMANDS = 8  # of tables, that start in one iteration of the event loop; then timers run


class Server:
    """Store, guests, limits, metrics, worker processes and the live tables of one server worker.

    It has a folder of its own; the server workers of one machine also share the folder `common`.
    At `address` it answers the other server workers of its database.
    """

    open_error = ""  # why it could not open
    behind_proxy = False  # then every client seems to come from this machine

    def __init__(
        self,
        folder: Path,
        *,
        limits: Limits | None = None,
        workers: int = 1,
        pool: BotPool | None = None,
        hint_pool: HintPool | None = None,
        pace: float = 0.0,
        patience: float = 60.0,
        speed: float = 1.0,
        heartbeat: int = 0,
        metrics_networks: Sequence[IPv4Network | IPv6Network] = (),
        now: Callable[[], float] = time.monotonic,
        worker_id: str = "",
        database: str | None = None,
        address: str = "",
        common: Path | None = None,
    ) -> None:
        self.folder, self.limits = private_folder(folder), limits or Limits()
        self.pace, self.patience, self.speed, self.heartbeat, self.now = pace, patience, speed, heartbeat, now
        self.metrics_networks = metrics_networks  # may read the metrics, besides this machine
        self.metrics, self.health_state = Metrics(), HealthState(self.log)
        worker_id = worker_id or secrets.token_hex(6)
        self.store, self.leases = create_store(
            common or folder, database, self.metrics.observe_commit, worker_id, address
        )
        self.peers = Peers(self.leases)
        self.decks, self.guests = Decks(folder / "decks", self.store), Guests(self.store)
        self.addresses, self.commands = AddressLimits(self.limits, now), StartThrottle(COMMANDS)
        self.compressions = FairLock(MAX_COMPRESSIONS, COMPRESSIONS)
        self.rate_limit_sync = RateLimitSync(self.addresses, self.peers)
        self.pool = pool or BotPool(workers, on_failure=self._count_bot_failure)
        self.slow_pool = slow_pool(workers, self._count_bot_failure)
        self.hint_pool = hint_pool or HintPool(on_failure=self._count_bot_failure)
        self.deck_reader = DeckReader(folder / "checked")
        self.scheduler = Scheduler(self, self.pool, self.slow_pool)
        self.registry = Registry(self, self.decks, self.scheduler)
        self.replay_pool, self.housekeeping = ReplayPool(self, self.decks), Housekeeping(self.registry)
        self.lab = Lab(folder / "lab", self.limits, self.deck_reader, self.log)
        self.drain, self.key = Drain(self.registry), ""  # the key authenticates the operator
        self._tasks: list[asyncio.Task[None]] = []

    def _count_bot_failure(self) -> None:
        self.metrics.count("bot_failures")

    async def open(self) -> None:
        """Open the store and the cluster, and start the background tasks."""
        self.loop = asyncio.get_running_loop()
        for key in CATALOG:
            game(key)  # import all games now, so that no table has to wait for it
        await self.store.open()
        self.leases.on_lost, self.leases.on_renewed = self.registry.lose, self.peers.refresh
        self.leases.on_orphans = lambda count: self.log("orphaned leases were released", tables=count)
        await self.leases.open()
        await self.decks.remove_unused()
        await self.store.save([writes.count_start()])
        self.registry.open(await queries.starts(self.store))
        await asyncio.to_thread(self.lab.open)
        chores = self.housekeeping
        for chore in (chores.resume, chores.run, chores.gather_results, chores.check_integrity):
            self._tasks.append(self.loop.create_task(chores.guarded(chore)))
        self.peers.on_lost.append(lambda worker: chores.resume_soon())
        self.peers.on_interrupted.append(self.guests.clear_caches)
        for background in (self.metrics.watch_loop, self.rate_limit_sync.run):
            self._tasks.append(self.loop.create_task(background()))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        # Wait for the background tasks: they may be in the middle of a save.
        await asyncio.gather(
            self.housekeeping.stop(), self.drain.stop(), *self._tasks, return_exceptions=True
        )
        await self.lab.close()
        await self.registry.close()
        tables, chores = list(self.registry.live.values()), self.housekeeping
        await asyncio.gather(*(chores.guarded(chores.save_before_close, table) for table in tables))
        for table in tables:
            self.drop(table, CloseCode.SERVER_CLOSES, "The server closes.")
        await self.replay_pool.stop()
        await self.pool.stop()
        await self.slow_pool.stop()
        await self.hint_pool.stop()
        await self.deck_reader.stop()
        await self.leases.close()
        await self.peers.close()
        await self.store.close()

    def health(self) -> tuple[Health, bool]:
        """The health of this server worker, and True if it can serve."""
        self.health_state.set_save_error(self.store.last_error)
        problems = self._problems()
        errors = self.health_state.integrity_errors
        troubles = [*problems, *self.health_state.lasting_problems()]
        health = Health(
            ok=not troubles,
            tables=len(self.registry.live),
            version=flattop.__version__,
            last_round=round(self.housekeeping.age, 1),
            broken=len(self.health_state.broken),
            integrity="unchecked" if errors is None else "damaged" if errors else "sound",
            troubles=troubles,
        )
        return health, not problems

    def reasons_not_ready(self) -> list[str]:
        """Reasons why no new tables should be opened here now."""
        own = own_problems(self.folder, self.store, self.housekeeping.age)
        return [*self.drain.reasons, *own, *([] if self.store.is_shared else self._database_problems())]

    def shared_problems(self) -> list[str]:
        """Problems of a database that all workers share."""
        return self._database_problems() if self.store.is_shared else []

    def _problems(self) -> list[str]:
        own = own_problems(self.folder, self.store, self.housekeeping.age)
        return [*own, *self._database_problems()]

    def _database_problems(self) -> list[str]:
        return database_problems(self.store, self.leases)

    def metrics_text(self) -> str:
        sockets = sum(self.addresses.sockets.values())
        tasks = len(asyncio.all_tasks(self.loop))
        return self.metrics.text(tables=len(self.registry.live), sockets=sockets, tasks=tasks)

    # -- services for tables (see table/server_api.py)

    def log(self, event: Event, **fields: Unpack[Fields]) -> None:
        logs.log(event, **fields)

    def fault(self, error: BaseException, table: str = "") -> None:
        self.metrics.count("errors")
        logs.log("internal error", logging.ERROR, trace=True, table=table, error=error)

    def next_version(self, lease: Lease) -> int:
        return self.registry.next_version(lease)

    def is_first_for(self, table_id: str) -> bool:
        return self.peers.preferred_for(table_id) == self.peers.worker_id

    def wake(self, table: LiveTable) -> None:
        self.scheduler.wake(table)

    async def find_hints(self, table: LiveTable, seat: Seat, asking: HintRequest) -> None:
        people, stages = table.match.people, self.hint_pool.stages
        job = encode_job(table.match, table.deck, seat, "", id=asking.id, people=people, stages=stages)
        await self.hint_pool.think(asking, job)

    def drop(self, table: LiveTable, code: CloseCode, reason: str) -> None:
        self.registry.drop(table, code, reason)
