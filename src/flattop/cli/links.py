"""Links to a server: what others can reach it by, to be typed, and as a picture to point a phone at."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::", "")
HERE = ("127.0.0.1", "localhost", "::1")
PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")
TAKEN = (
    "api", "ws", "metrics", "assets", "pieces", "t", "new", "replay", "campaign", "rules", "recipe",
    "lab",
)  # fmt: skip
ALONE = "Only this machine can reach it; `flattop serve --public` lets your friends in the network in."
NO_NETWORK = "This machine has no address in a network, so nobody else can reach it."


@dataclass(frozen=True, slots=True)
class Link:
    """Where a server is: `url` is what a proxy before it is called, if there is one."""

    url: str = ""
    host: str = ""
    port: int = 0

    def to(self, host: str, port: int) -> Link:
        """The link to where a server listens."""
        return replace(self, host=host, port=port)

    @property
    def names(self) -> list[str]:
        """What the proxy is called."""
        return [urlsplit(self.url).hostname or ""] if self.url else []

    @property
    def path(self) -> str:
        """Under which path of the proxy's site the server is; empty if it has the site to itself."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def here(self) -> str:
        """The page, from this machine."""
        return self._at("127.0.0.1" if self.host in EVERYWHERE else self.host)

    @property
    def there(self) -> str:
        """The page from anywhere else; nothing if nobody else can reach it."""
        if self.url:
            return self.url if self.url.endswith("/") or not self.path else f"{self.url}/"
        host = network_address() if self.host in EVERYWHERE else self.host
        return "" if host in HERE or host.startswith("127.") else self._at(host)

    def _at(self, host: str) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}{self.path}/"

    def told(self) -> list[str]:
        """What whoever has opened the server is told."""
        if there := self.there:
            return [picture(there), f"The server is open at {there}"]
        why = NO_NETWORK if self.host in EVERYWHERE else ALONE
        return [f"The server is open at {self.here}", why]


def is_address_of_a_page(word: str) -> bool:
    try:
        parts = urlsplit(word)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
    whole = named and not (parts.query or parts.fragment)
    return parts.scheme in ("http", "https") and whole and bool(PATH.fullmatch(parts.path))


def picture(link: str) -> str:
    """The link as a QR code, in letters that a terminal can show."""
    import segno

    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True)
    return out.getvalue().rstrip("\n")


def network_address() -> str:
    """This machine's address in its network; asking for the way to another sends nothing."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
