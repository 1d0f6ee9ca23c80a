"""What a live table needs of the server around it; so the table knows nothing of what stands above it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from flattop.kernel import Seat
from flattop.server.auth.guests import Guests
from flattop.server.health import HealthState
from flattop.server.limits import Limits
from flattop.server.metrics import Metrics
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.events import HintGiven
from flattop.server.store.base import Store
from flattop.server.store.leases import Lease, Leases

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


@dataclass(frozen=True, slots=True, eq=False)
class Asking:
    """A guest who wants advice, under an id of their own, and hears it for as long as it is wanted."""

    guest: str
    id: str
    tell: Callable[[HintGiven], None]
    is_wanted: Callable[[], bool]


class Host(Protocol):
    """A server, or whatever stands in for one."""

    store: Store
    leases: Leases
    guests: Guests
    metrics: Metrics
    limits: Limits
    health_state: HealthState
    pace: float  # seconds that a bot takes at least
    patience: float  # seconds after which nobody waits for an absent person
    speed: float  # of the time at live tables; 1 is that of the wall clock
    heartbeat: int  # ticks after which time is saved at the latest; 0 is a second's worth
    now: Callable[[], float]

    def next_version(self, lease: Lease) -> int:
        """Where the versions of a table begin that has just been loaded."""

    def is_first_for(self, table_id: str) -> bool:
        """Whether it is this worker, of all that are there, that awakens the table by itself."""

    def wake(self, table: LiveTable) -> None:
        """See who is next at a table that has changed."""

    async def find_hints(self, table: LiveTable, seat: Seat, asking: Asking) -> None:
        """Better and better hints for the seat, for as long as they are wanted; none if nobody can say."""

    def drop(self, table: LiveTable, code: CloseCode, reason: str) -> None:
        """Forget what is in memory; the next to ask gets the table from its log."""

    def log(self, line: str, table: str = "") -> None:
        """A line for whoever keeps the server, about one table or about none."""

    def fault(self, error: BaseException, table: str = "") -> None:
        """Our own fault: for whoever keeps the server, never for a guest."""
