"""Who asks, and whom: the guest, the address and the server of a request."""

from __future__ import annotations

from flattop.protocol import COOKIE
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


def server_of(request: HttpRequest) -> Server:
    server: Server = request.app.state.server
    return server


def address(request: HttpRequest) -> str:
    return request.client.host if request.client else ""


def path(request: HttpRequest) -> str:
    """What was asked for, short enough to be told back."""
    return request.scope["path"][:200]
