"""Links to a server: its URL on this machine, on the network or behind a proxy, and its QR code."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

ALL_INTERFACES = ("0.0.0.0", "::", "")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")
RESERVED_PATHS = (
    "api", "ws", "metrics", "assets", "pieces", "t", "new", "replay", "campaign", "rules", "recipe",
    "lab",
)  # fmt: skip
LOCAL_ONLY = "Only this machine can reach it. `flattop serve --public` opens it to your network."
NO_NETWORK = "This machine has no network address, so no other machine can reach it."


@dataclass(frozen=True, slots=True)
class Link:
    """The place of a server: host and port it listens on, and the URL of a proxy in front of it, if any."""

    url: str = ""
    host: str = ""
    port: int = 0

    def to(self, host: str, port: int) -> Link:
        return replace(self, host=host, port=port)

    @property
    def names(self) -> list[str]:
        """Host names of the proxy."""
        return [urlsplit(self.url).hostname or ""] if self.url else []

    @property
    def path(self) -> str:
        """The path prefix of the server at the proxy; empty if the proxy serves nothing else."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def local_url(self) -> str:
        return self._url_at("127.0.0.1" if self.host in ALL_INTERFACES else self.host)

    @property
    def public_url(self) -> str:
        """The URL for other machines; empty if they cannot reach the server."""
        if self.url:
            return self.url if self.url.endswith("/") or not self.path else f"{self.url}/"
        host = network_address() if self.host in ALL_INTERFACES else self.host
        return "" if host in LOOPBACK or host.startswith("127.") else self._url_at(host)

    def _url_at(self, host: str) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}{self.path}/"

    def announcement(self) -> list[str]:
        """Return the lines that are printed when the server has started."""
        if public := self.public_url:
            return [qr_code(public), f"The server is open at {public}"]
        reason = NO_NETWORK if self.host in ALL_INTERFACES else LOCAL_ONLY
        return [f"The server is open at {self.local_url}", reason]


def is_page_url(word: str) -> bool:
    """Return whether the word is an http or https URL without query and fragment."""
    try:
        parts = urlsplit(word)
        has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
    is_plain = has_host and not (parts.query or parts.fragment)
    return parts.scheme in ("http", "https") and is_plain and bool(PATH.fullmatch(parts.path))


def qr_code(link: str) -> str:
    """Return the link as a QR code drawn with block characters."""
    import segno

    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True)
    return out.getvalue().rstrip("\n")


def network_address() -> str:
    """Return the address of this machine on its network.

    Connecting a UDP socket sends nothing, but selects the interface of the default route.
    """
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
