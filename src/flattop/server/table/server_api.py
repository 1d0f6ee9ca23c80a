"""Interfaces that live tables use: the services of the server, and the subscribers, which are connections.

They keep this package independent of `server.py` and `websocket.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Unpack

from flattop.kernel import Seat
from flattop.server.auth.guests import Guests
from flattop.server.fair_queues import Asker, StartThrottle
from flattop.server.health import HealthState
from flattop.server.limits import AddressLimits, Limits, address_block
from flattop.server.logs import Event, Fields
from flattop.server.metrics import Metrics
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import HintGiven
from flattop.server.store.base import Store
from flattop.server.store.leases import Lease, Leases

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


@dataclass(frozen=True, slots=True, eq=False)
class HintRequest:
    """A guest's request for hints; `id` is the id of the message, `send` is called for each hint."""

    address: str
    guest: str
    id: str
    send: Callable[[HintGiven], None]
    is_wanted: Callable[[], bool]

    @property
    def asker(self) -> Asker:
        return (address_block(self.address), self.guest)


class TableServices(Protocol):
    """Services that a live table needs from the server."""

    store: Store
    leases: Leases
    guests: Guests
    metrics: Metrics
    limits: Limits
    addresses: AddressLimits
    health_state: HealthState
    pace: float  # seconds that a bot takes at least for a move
    patience: float  # seconds after which a disconnected player counts as absent
    speed: float  # of the clock of real-time games; 1 is normal
    heartbeat: int  # ticks after which time is saved at the latest; 0 means one second
    now: Callable[[], float]
    commands: StartThrottle  # commands start in its order, table by table

    def next_version(self, lease: Lease) -> int:
        """Return the first version number of a table that was just loaded."""

    def is_first_for(self, table_id: str) -> bool:
        """Return whether this worker, of all workers, loads the table when a bot or clock is due."""

    def wake(self, table: LiveTable) -> None:
        """Schedule the bots and clocks of a table that has changed."""

    async def find_hints(self, table: LiveTable, seat: Seat, request: HintRequest) -> None:
        """Send better and better hints while they are wanted; none if the hint workers fail."""

    def drop(self, table: LiveTable, code: CloseCode, reason: str) -> None:
        """Remove the table from memory and close its sockets; the next request loads it from its log."""

    def log(self, event: Event, **fields: Unpack[Fields]) -> None:
        """Write a line for the operator to the log."""

    def fault(self, error: BaseException, table: str = "") -> None:
        """Log and count an internal error, which clients never see."""


class Subscriber(Protocol):
    """A client connection at a table."""

    address: str
    guest: str | None
    invite: str | None
    wanted_hint: str  # message id of the hint the client waits for; a change cancels the search

    def send(self, *messages: str) -> None: ...

    def close(self, code: CloseCode, reason: str) -> None: ...
