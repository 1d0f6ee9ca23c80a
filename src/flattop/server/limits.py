"""Limits: the settings of `--limit`, and the rate limits (token buckets) and socket counts per address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, NamedTuple

Now = Callable[[], float]
Networks = Sequence[IPv4Network | IPv6Network]
DECK_BYTES = 262_144  # maximum size of a request that may contain a custom deck
MAX_BUCKETS = 10_000  # the least recently used ones are dropped


def limit(default: float, description: str) -> Any:
    return field(default=default, metadata={"description": description})


@dataclass(slots=True)
class Limits:
    """All limits with their defaults; `--limit name=value` changes one."""

    message: int = limit(16_384, "bytes of one socket message, and of most requests")
    messages: int = limit(20, "messages per second and socket")
    burst: int = limit(60, "messages in a burst")
    strikes: int = limit(50, "excess or invalid messages that close a socket; one is forgiven every 5 s")
    frames: int = limit(10, "control frames and fragments per second and socket")
    frame_burst: int = limit(100, "control frames and fragments in a burst")
    sockets: int = limit(100, "open sockets per address")
    connections: int = limit(
        2_000, "open connections in total, including sockets; never above the limit of open files"
    )
    address_connections: int = limit(300, "open connections per address; never above half of the total")
    head: float = limit(10, "seconds until a connection has sent the head of a request")
    body: float = limit(30, "seconds to send the body of a request")
    keep_alive: int = limit(5, "seconds that a connection may be idle between two requests")
    unread: float = limit(20, "seconds in which a client must read 16 kB, or all that is pending")
    ping: float = limit(20, "seconds of silence until a socket is pinged")
    pong: float = limit(20, "seconds until a ping must be answered")
    requests: int = limit(60, "requests per second and address")
    request_burst: int = limit(400, "requests in a burst")
    guests: int = limit(2, "new guests per second and address")
    guest_burst: int = limit(200, "new guests in a burst")
    chat: int = limit(20, "chat lines of a guest in a burst; one more every second")
    address_chat: int = limit(100, "chat lines of all guests of an address in a burst; ten more every second")
    undos: int = limit(200, "steps that a seat may take back in one game")
    decks: int = limit(30, "custom decks in a burst per address; one more every 10 s")
    tables: int = limit(40, "unfinished tables that a guest may own")
    awake: int = limit(20, "unwatched tables of a guest in memory")
    idle: int = limit(900, "seconds that an unwatched table without a thinking bot stays in memory")
    memory: int = limit(200, "megabytes that tables in memory may use, by estimate")
    unwatched: int = limit(8, "unwatched tables of bots that play at the same time")
    new_tables: int = limit(60, "new tables in a burst per address; one more every 3 s")
    archive: int = limit(180, "days until a finished table moves to its players' archive; 0 is never")
    table_sockets: int = limit(100, "open sockets of spectators at one table")
    lag: int = limit(500, "messages that may be pending for a slow socket")
    backlog: int = limit(500_000, "characters pending for a slow socket; one message alone may be longer")
    playouts: int = limit(
        4000, "games that bots play to estimate the win chances during a game; 0 disables this"
    )
    reckoning: int = limit(90, "seconds that an estimate of win chances may take")
    lab_minutes: int = limit(120, "minutes that a lab experiment may run; 0 disables the lab")
    lab_games: int = limit(1_000_000, "games or deals of a lab experiment")
    lab_waiting: int = limit(20, "lab experiments in the queue")
    lab_memory: int = limit(4_096, "megabytes of address space for a lab experiment; 0 is no limit")

    def change(self, name: str, value: int) -> None:
        from flattop.kernel import FlattopError, nearest  # imported late to keep `--help` fast

        if name not in Limits.__slots__:
            raise FlattopError(f"unknown limit {name!r}{nearest(name, Limits.__slots__)}")
        setattr(self, name, value)


class LimitHelp(NamedTuple):
    name: str
    default: int
    description: str


def limit_help() -> list[LimitHelp]:
    """All limits with their defaults and descriptions, for `--help`."""
    defaults = Limits()
    return [
        LimitHelp(each.name, getattr(defaults, each.name), each.metadata["description"])
        for each in fields(Limits)
    ]


def address_block(address: str) -> str:
    """The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address.

    A client with one IPv6 address usually has its whole /64 network.
    """
    return _cached_block(address[:64])


@lru_cache(4096)
def _cached_block(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(parsed) if parsed.version == 4 else str(ip_network((parsed.packed[:8] + bytes(8), 64)))


def plain_client(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """The client's address and port, with an IPv4-mapped IPv6 address written as IPv4."""
    return client and (client[0].removeprefix("::ffff:") if "." in client[0] else client[0], client[1])


def networks(addresses: Sequence[str]) -> Networks:
    return [ip_network(address, strict=False) for address in addresses]


def is_within(address: str, networks: Networks) -> bool:
    """True if the address is in one of the networks; False for a name or an invalid address."""
    try:
        return any(ip_address(address) in network for network in networks)
    except ValueError:
        return False


class TokenBucket:
    """A token bucket: `rate` tokens per second, at most `burst`."""

    __slots__ = ("_burst", "_now", "_rate", "_tokens", "_updated")

    def __init__(self, rate: float, burst: float, now: Now) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._tokens, self._updated = burst, now()

    def take(self, cost: float = 1) -> bool:
        """Take tokens if there are enough; return False, taking none, if not."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Subtract tokens used on other server workers; the balance never drops below minus one burst."""
        if not self.take(cost):
            self._tokens = max(-self._burst, self._tokens - cost)

    def wait(self, cost: float = 1) -> float:
        """Seconds until there are enough tokens."""
        return max(0.0, (cost - self._tokens) / self._rate)


class AddressLimits:
    """Rate limits and socket counts of all client addresses."""

    def __init__(self, limits: Limits, now: Now) -> None:
        self.limits, self._now = limits, now
        self._buckets: OrderedDict[Use, TokenBucket] = OrderedDict()
        self.spent: Counter[Use] = Counter()  # not yet sent to other server workers
        self.sockets: Counter[str] = Counter()
        self.sockets_elsewhere: dict[str, dict[str, int]] = {}  # by server worker, then by address

    def may_request(self, address: str) -> bool:
        return self._take("request", address)

    def may_create_guest(self, address: str) -> bool:
        return self._take("guest", address)

    def may_chat(self, guest: str, address: str) -> bool:
        return self._take("chat", guest) and self._take("address_chat", address)

    def may_upload_deck(self, address: str) -> bool:
        return self._take("deck", address)

    def may_create_table(self, address: str) -> bool:
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
        """Subtract tokens that an address has used on another server worker."""
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
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


Use = tuple[str, str]  # a kind of RATES, and an address block
# Tokens per second and burst, by kind of use.
RATES: dict[str, Callable[[Limits], tuple[float, float]]] = {
    "request": lambda limits: (limits.requests, limits.request_burst),
    "guest": lambda limits: (limits.guests, limits.guest_burst),
    "chat": lambda limits: (1, limits.chat),
    "address_chat": lambda limits: (10, limits.address_chat),
    "deck": lambda limits: (0.1, limits.decks),
    "table": lambda limits: (1 / 3, limits.new_tables),
}
