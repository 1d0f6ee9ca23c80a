"""Identity of an HTTP request: its guest, its client address, and whether the operator sent it.

Only reverse proxies that the operator has named may state the client's address.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from litestar import Request
from litestar.datastructures import State
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from flattop.protocol import COOKIE
from flattop.server.errors import no_guest
from flattop.server.schemas.rest import GuestInfo
from flattop.server.server import Server

HttpRequest = Request[Any, Any, State]
Networks = Sequence[IPv4Network | IPv6Network]
FROM_TRUSTED_PROXY = "flattop.from_trusted_proxy"  # key of the ASGI scope
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def server_of(request: HttpRequest) -> Server:
    server: Server = request.app.state.server
    return server


def path(request: HttpRequest) -> str:
    """Return the requested path, shortened for error messages."""
    return request.scope["path"][:200]


# -- guests


async def guest_of(request: HttpRequest) -> GuestInfo | None:
    return await server_of(request).guests.find(request.cookies.get(COOKIE))


async def required_guest(request: HttpRequest) -> GuestInfo:
    guest = await guest_of(request)
    if guest is None:
        raise no_guest()
    return guest


# -- the operator


def is_operator(request: HttpRequest) -> bool:
    """True for a request from this machine.

    Behind a reverse proxy every request may seem to come from this machine, so the admin key is required.
    """
    return is_local(request) and (not server_of(request).behind_proxy or has_admin_key(request))


def has_admin_key(request: HttpRequest) -> bool:
    server = server_of(request)
    given, expected = request.headers.get("authorization", ""), f"Bearer {server.key}"
    return bool(server.key) and compare_digest(given.encode("utf-8", "replace"), expected.encode())


# -- addresses


def address(request: HttpRequest) -> str:
    return request.client.host if request.client else ""


def is_local(request: HttpRequest) -> bool:
    """True if the client and the requested host are this machine, and no proxy has forwarded the request."""
    client, host = address(request), host_name(request.headers.get("host", ""))
    own = (request.scope.get("server") or ("",))[0].removeprefix("::ffff:")
    both_local = all(_is_loopback(name) or name == own for name in (host, client))
    return bool(client) and both_local and not _is_forwarded(request)


def comes_from(request: HttpRequest, networks: Networks) -> bool:
    """True if the client is in one of the networks; untrusted forwarded requests never are."""
    is_known = not _is_forwarded(request) or request.scope.get(FROM_TRUSTED_PROXY, False)
    return bool(is_known) and is_within(address(request), networks)


def host_name(host: str) -> str:
    """Return a Host header without its port and brackets, in lower case."""
    name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
    return name.strip("[]").lower()


def _is_forwarded(request: HttpRequest) -> bool:
    return any(name in request.headers for name in FORWARDED)


def _is_loopback(host: str) -> bool:
    try:
        return host in LOOPBACK or ip_address(host).is_loopback
    except ValueError:
        return False


# -- reverse proxies


class ForwardedHeaders:
    """Outermost ASGI middleware: applies the forwarded headers of trusted proxies, and marks the scope."""

    def __init__(self, app: Any, proxies: Sequence[str]) -> None:
        self._app, self._proxies = ProxyHeadersMiddleware(app, list(proxies)), networks(proxies)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if client and is_within(client[0], self._proxies):
            scope[FROM_TRUSTED_PROXY] = True
        await self._app(scope, receive, send)


def networks(addresses: Sequence[str]) -> Networks:
    return [ip_network(address, strict=False) for address in addresses]


def is_within(address: str, networks: Networks) -> bool:
    """True if the address is in one of the networks; False for a name or an invalid address."""
    try:
        return any(ip_address(address) in network for network in networks)
    except ValueError:
        return False
