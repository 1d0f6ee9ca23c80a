"""Identity of an HTTP request: its guest, its client address, and whether the operator sent it.

Only reverse proxies that the operator has named may state the client's address.
"""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address

from aiohttp import web

from flattop.protocol import COOKIE
from flattop.server.errors import no_guest
from flattop.server.limits import Networks, is_within, plain_client
from flattop.server.schemas.rest import GuestInfo
from flattop.server.server import Server

SERVER = web.AppKey("server", Server)
FROM_TRUSTED_PROXY = web.RequestKey("from_trusted_proxy", bool)
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
SECURE = {"http": "http", "https": "https", "ws": "http", "wss": "https"}  # schemes that a proxy may state


def server_of(request: web.Request) -> Server:
    return request.app[SERVER]


def path(request: web.Request) -> str:
    """Return the requested path, shortened for error messages."""
    return request.path[:200]


def is_gone(request: web.Request) -> bool:
    """True if the client has closed its connection."""
    return request.transport is None or request.transport.is_closing()


# -- guests


async def guest_of(request: web.Request) -> GuestInfo | None:
    return await server_of(request).guests.find(request.cookies.get(COOKIE))


async def required_guest(request: web.Request) -> GuestInfo:
    guest = await guest_of(request)
    if guest is None:
        raise no_guest()
    return guest


# -- the operator


def is_operator(request: web.Request) -> bool:
    """True for a request from this machine.

    Behind a reverse proxy every request may seem to come from this machine, so the admin key is required.
    """
    return is_local(request) and (not server_of(request).behind_proxy or has_admin_key(request))


def has_admin_key(request: web.Request) -> bool:
    server = server_of(request)
    given, expected = request.headers.get("Authorization", ""), f"Bearer {server.key}"
    return bool(server.key) and compare_digest(given.encode("utf-8", "replace"), expected.encode())


# -- addresses


def address(request: web.Request) -> str:
    """Return the address of the client; an IPv4-mapped IPv6 address is written as IPv4."""
    client = plain_client((request.remote or "", 0))
    return client[0] if client else ""


def is_local(request: web.Request) -> bool:
    """True if the client and the requested host are this machine, and no proxy has forwarded the request."""
    client, host = address(request), host_name(request.headers.get("Host", ""))
    own = request.get_extra_info("sockname", ("",))[0].removeprefix("::ffff:")
    both_local = all(_is_loopback(name) or name == own for name in (host, client))
    return bool(client) and both_local and not _is_forwarded(request)


def comes_from(request: web.Request, networks: Networks) -> bool:
    """True if the client is in one of the networks; untrusted forwarded requests never are."""
    is_known = not _is_forwarded(request) or request.get(FROM_TRUSTED_PROXY, False)
    return is_known and is_within(address(request), networks)


def host_name(host: str) -> str:
    """Return a Host header without its port and brackets, in lower case."""
    name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
    return name.strip("[]").lower()


def _is_forwarded(request: web.Request) -> bool:
    return any(name in request.headers for name in FORWARDED)


def _is_loopback(host: str) -> bool:
    try:
        return host in LOOPBACK or ip_address(host).is_loopback
    except ValueError:
        return False


# -- reverse proxies


def with_client(request: web.Request, proxies: Networks) -> web.Request:
    """Apply the forwarded headers of a trusted proxy: the client's address, and whether it uses TLS."""
    if not proxies or not is_within(address(request), proxies):
        return request
    hops = [hop.strip() for hop in ",".join(request.headers.getall("X-Forwarded-For", [])).split(",")]
    client = next((hop for hop in reversed(hops) if not is_within(hop, proxies)), hops[0])
    scheme = SECURE.get(request.headers.get("X-Forwarded-Proto", "").strip().lower(), request.scheme)
    request = request.clone(remote=client or address(request), scheme=scheme)
    request[FROM_TRUSTED_PROXY] = True
    return request
