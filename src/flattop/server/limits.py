"""Limits: how much, how often and how long, for each socket, address, guest and table."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from flattop.kernel import FlattopError, nearest

Now = Callable[[], float]
DECK_BYTES = 262_144  # of a request that may bring a deck of one's own
ADDRESSES = 10_000  # whose buckets are remembered


@dataclass(slots=True)
class Limits:
    """The numbers, each of which `--limit name=value` may change."""

    message: int = 16_384  # bytes of one socket message, and of most requests
    messages: int = 20  # per second and socket
    burst: int = 60  # messages at once
    strikes: int = 50  # messages too many, or wrong, until the socket is closed; one is forgiven in 5 s
    sockets: int = 100  # open per address
    requests: int = 60  # per second and address
    request_burst: int = 400
    guests: int = 2  # new ones per second and address
    guest_burst: int = 200
    decks: int = 30  # of one's own, at once per address; one more in 10 s
    tables: int = 40  # unfinished ones that a guest may own
    table_sockets: int = 100  # open at one table
    lag: int = 500  # messages that a slow socket may be behind
    playouts: int = 4000  # that bots play to work out the chances along a game; 0 works out none
    reckoning: int = 90  # seconds after which that is cut short

    def change(self, name: str, value: int) -> None:
        if name not in Limits.__slots__:
            raise FlattopError(f"there is no limit {name!r}{nearest(name, Limits.__slots__)}")
        setattr(self, name, value)


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

    def wait(self, cost: float = 1) -> float:
        """Seconds until there are enough."""
        return max(0.0, (cost - self._tokens) / self._rate)


class Addresses:
    """What each address has used up; the longest unheard are forgotten first."""

    def __init__(self, limits: Limits, now: Now) -> None:
        self.limits, self._now = limits, now
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()
        self.sockets: Counter[str] = Counter()

    def may_request(self, address: str) -> bool:
        return self._bucket("request", address, self.limits.requests, self.limits.request_burst).take()

    def may_be_new(self, address: str) -> bool:
        return self._bucket("guest", address, self.limits.guests, self.limits.guest_burst).take()

    def may_bring_deck(self, address: str) -> bool:
        return self._bucket("deck", address, 0.1, self.limits.decks).take()

    def open_socket(self, address: str) -> bool:
        if self.sockets[address] >= self.limits.sockets:
            return False
        self.sockets[address] += 1
        return True

    def close_socket(self, address: str) -> None:
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]

    def _bucket(self, kind: str, address: str, rate: float, burst: float) -> TokenBucket:
        bucket = self._buckets.pop((kind, address), None) or TokenBucket(rate, burst, self._now)
        self._buckets[kind, address] = bucket
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket
