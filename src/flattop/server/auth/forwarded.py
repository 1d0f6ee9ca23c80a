"""Forwarded headers: only reverse proxies that the operator has named may state the client's address."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

Networks = Sequence[IPv4Network | IPv6Network]
FROM_TRUSTED_PROXY = "flattop.from_trusted_proxy"  # key of the ASGI scope
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


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
