"""Who asks, and whom: the guest, the address and the server of a request."""

from __future__ import annotations

from hmac import compare_digest

from flattop.protocol import COOKIE
from flattop.server.auth.forwarded import is_local
from flattop.server.errors import no_guest
from flattop.server.http.files import HttpRequest
from flattop.server.schemas.rest import GuestInfo
from flattop.server.server import Server


async def required_guest(request: HttpRequest) -> GuestInfo:
    """The guest who asks."""
    guest = await guest_of(request)
    if guest is None:
        raise no_guest()
    return guest


async def guest_of(request: HttpRequest) -> GuestInfo | None:
    return await server_of(request).guests.find(request.cookies.get(COOKIE))


def is_keeper(request: HttpRequest) -> bool:
    """Whether the keeper asks, from this machine; where a proxy stands before us only the key tells."""
    return is_local(request) and (not server_of(request).behind_proxy or knows_key(request))


def knows_key(request: HttpRequest) -> bool:
    """Whether a program has read the key in the data folder."""
    server = server_of(request)
    given, key = request.headers.get("authorization", ""), f"Bearer {server.key}"
    return bool(server.key) and compare_digest(given.encode("utf-8", "replace"), key.encode())


def server_of(request: HttpRequest) -> Server:
    server: Server = request.app.state.server
    return server


def address(request: HttpRequest) -> str:
    return request.client.host if request.client else ""


def path(request: HttpRequest) -> str:
    """What was asked for, short enough to be told back."""
    return request.scope["path"][:200]
