"""Forwarding: whose word of where a request comes from counts, and who asks for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from flattop.server.http.files import HttpRequest
from flattop.server.http.middleware import LOOPBACK, name_of

Networks = Sequence[IPv4Network | IPv6Network]
SPOKEN_FOR = "flattop.spoken_for"  # in a scope: a proxy that the keeper has named passes it on
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


class Forwarding:
    """Around the whole application: what the named proxies say of a request counts, nobody else's word."""

    def __init__(self, app: Any, proxies: Sequence[str]) -> None:
        self._believing, self._proxies = ProxyHeadersMiddleware(app, list(proxies)), networks(proxies)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if client and is_within(client[0], self._proxies):
            scope[SPOKEN_FOR] = True
        await self._believing(scope, receive, send)


def networks(words: Sequence[str]) -> Networks:
    return [ip_network(word, strict=False) for word in words]


def is_within(address: str, among: Networks) -> bool:
    try:
        return any(ip_address(address) in network for network in among)
    except ValueError:
        return False


def is_local(request: HttpRequest) -> bool:
    """Whether a program on this machine asks for itself, and by a name that only this machine has."""
    named, asking = name_of(request.headers.get("host", "")), _address(request)
    own = (request.scope.get("server") or ("",))[0].removeprefix("::ffff:")  # who comes from there is here
    is_here = all(_is_loopback(host) or host == own for host in (named, asking))
    return bool(asking) and is_here and not _is_forwarded(request)


def comes_from(request: HttpRequest, among: Networks) -> bool:
    """Whether somebody in one of the networks asks; what a proxy passes on counts if it was named."""
    is_known = not _is_forwarded(request) or request.scope.get(SPOKEN_FOR, False)
    return bool(is_known) and is_within(_address(request), among)


def _is_forwarded(request: HttpRequest) -> bool:
    return any(name in request.headers for name in FORWARDED)


def _is_loopback(host: str) -> bool:
    try:
        return host in LOOPBACK or ip_address(host).is_loopback
    except ValueError:
        return False


def _address(request: HttpRequest) -> str:
    return request.client.host if request.client else ""
