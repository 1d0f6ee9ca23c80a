"""Limits: how much, how often and how long, for each socket, address, guest and table."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

Now = Callable[[], float]
DECK_BYTES = 262_144  # of a request that may bring a deck of one's own
ADDRESSES = 10_000  # whose buckets are remembered


def limit(usual: float, means: str) -> Any:
    """A number that a server keeps to unless it is told otherwise, and what it bounds."""
    return field(default=usual, metadata={"means": means})


@dataclass(slots=True)
class Limits:
    """The numbers, each of which `--limit name=value` may change."""

    message: int = limit(16_384, "bytes of one socket message, and of most requests")
    messages: int = limit(20, "messages per second and socket")
    burst: int = limit(60, "messages at once")
    strikes: int = limit(50, "messages too many, or wrong, that close a socket; one is forgiven in 5 s")
    frames: int = limit(10, "pings, pongs and pieces of messages per second and socket")
    frame_burst: int = limit(100, "of those at once")
    sockets: int = limit(100, "sockets open per address")
    connections: int = limit(
        2_000, "connections open in all, sockets too; never more than the files we may open"
    )
    address_connections: int = limit(300, "of those per address, and never more than half of all")
    head: float = limit(10, "seconds until a connection has asked for something")
    body: float = limit(30, "seconds for what comes with a request")
    keep_alive: int = limit(5, "seconds that a connection may idle between two requests")
    unread: float = limit(20, "seconds in which a reader must have taken 16 kB, or all there is")
    ping: float = limit(20, "seconds between two pings to a socket")
    pong: float = limit(20, "seconds until a ping must be answered")
    requests: int = limit(60, "requests per second and address")
    request_burst: int = limit(400, "requests at once")
    guests: int = limit(2, "new guests per second and address")
    guest_burst: int = limit(200, "new guests at once")
    decks: int = limit(30, "decks of one's own at once per address; one more in 10 s")
    tables: int = limit(40, "unfinished tables that a guest may own")
    awake: int = limit(20, "tables of a guest in memory while nobody watches")
    idle: int = limit(900, "seconds that a table stays in memory which nobody looks at and no bot plays at")
    memory: int = limit(200, "megabytes that tables in memory may take, by estimate")
    unwatched: int = limit(8, "tables of bots alone that are played at once while nobody watches")
    new_tables: int = limit(60, "new tables at once per address; one more in 3 s")
    archive: int = limit(180, "days until a table that is over goes to its people's archive; 0 is never")
    table_sockets: int = limit(100, "sockets open at one table")
    lag: int = limit(500, "messages that a slow socket may be behind")
    backlog: int = limit(500_000, "characters of those; one message alone may be longer")
    playouts: int = limit(1000, "games that bots play to work out the chances along a game; 0 works out none")
    reckoning: int = limit(90, "seconds after which that is cut short")
    lab_minutes: int = limit(120, "minutes that an experiment of the lab may run; 0 closes the lab")
    lab_games: int = limit(1_000_000, "games or deals of one")
    lab_waiting: int = limit(20, "experiments that wait for those before them")
    lab_memory: int = limit(4_096, "megabytes of address space that one may take; 0 sets no bound")

    def change(self, name: str, value: int) -> None:
        from flattop.kernel import FlattopError, nearest  # not needed by help, which waits for nothing

        if name not in Limits.__slots__:
            raise FlattopError(f"there is no limit {name!r}{nearest(name, Limits.__slots__)}")
        setattr(self, name, value)


def meanings() -> list[tuple[str, int, str]]:
    """Every limit by its name, with its usual number and what it bounds."""
    usual = Limits()
    return [(one.name, getattr(usual, one.name), one.metadata["means"]) for one in fields(Limits)]


def address_block(address: str) -> str:
    """What counts as one address: of IPv6 the first half, since whoever has one has all that begin so."""
    return _block(address[:64])


@lru_cache(4096)
def _block(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return address
    known = getattr(known, "ipv4_mapped", None) or known
    return str(known) if known.version == 4 else str(ip_network((known.packed[:8] + bytes(8), 64)))


def plain_client(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """The other side's address as its owner would write it, also where both versions come to one port."""
    return client and (client[0].removeprefix("::ffff:") if "." in client[0] else client[0], client[1])


class TokenBucket:
    """Tokens that come back with time."""

    __slots__ = ("_burst", "_now", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: float, now: Now) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._tokens, self._then = burst, now()

    def take(self, cost: float = 1) -> bool:
        """Whether there were enough; if not, nothing is taken."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Take what was used elsewhere, even if there is less; nobody owes more than a burst."""
        if not self.take(cost):
            self._tokens = max(-self._burst, self._tokens - cost)

    def wait(self, cost: float = 1) -> float:
        """Seconds until there are enough."""
        return max(0.0, (cost - self._tokens) / self._rate)


class Addresses:
    """What each address has used up; the longest unheard are forgotten first."""

    def __init__(self, limits: Limits, now: Now) -> None:
        self.limits, self._now = limits, now
        self._buckets: OrderedDict[Use, TokenBucket] = OrderedDict()
        self.spent: Counter[Use] = Counter()  # what other workers have not heard of yet
        self.sockets: Counter[str] = Counter()
        self.sockets_elsewhere: dict[str, dict[str, int]] = {}  # by worker

    def may_request(self, address: str) -> bool:
        return self._take("request", address)

    def may_be_new(self, address: str) -> bool:
        return self._take("guest", address)

    def may_bring_deck(self, address: str) -> bool:
        return self._take("deck", address)

    def may_set_table(self, address: str) -> bool:
        return self._take("table", address)

    def open_socket(self, address: str) -> bool:
        block = address_block(address)
        elsewhere = sum(sockets.get(block, 0) for sockets in self.sockets_elsewhere.values())
        if self.sockets[block] + elsewhere >= self.limits.sockets:
            return False
        self.sockets[block] += 1
        return True

    def close_socket(self, address: str) -> None:
        block = address_block(address)
        self.sockets[block] -= 1
        if self.sockets[block] <= 0:
            del self.sockets[block]

    def charge(self, kind: str, block: str, cost: int) -> None:
        """Another worker has let the address do so much."""
        if kind in RATES:
            self._bucket((kind, block)).charge(cost)

    def _take(self, kind: str, address: str) -> bool:
        use = kind, address_block(address)
        if not self._bucket(use).take():
            return False
        self.spent[use] += 1
        return True

    def _bucket(self, use: Use) -> TokenBucket:
        bucket = self._buckets.pop(use, None) or TokenBucket(*RATES[use[0]](self.limits), self._now)
        self._buckets[use] = bucket
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


Use = tuple[str, str]  # what was done, and by which block of addresses
RATES: dict[str, Callable[[Limits], tuple[float, float]]] = {
    "request": lambda limits: (limits.requests, limits.request_burst),
    "guest": lambda limits: (limits.guests, limits.guest_burst),
    "deck": lambda limits: (0.1, limits.decks),
    "table": lambda limits: (1 / 3, limits.new_tables),
}
