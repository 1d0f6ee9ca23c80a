"""Middleware of all requests: connection deadlines, host and origin checks, rate limits, headers, errors."""

from __future__ import annotations

import re
from collections.abc import Collection

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from flattop.server.auth.requests import (
    address,
    comes_from,
    host_name,
    is_gone,
    path,
    server_of,
    with_client,
)
from flattop.server.connection_limits import WATCHED, ConnectionLimiter
from flattop.server.errors import Refusal, not_saved, unsettled
from flattop.server.fair_queues import StartThrottle
from flattop.server.http import static
from flattop.server.http.responses import not_found, problem_response
from flattop.server.limits import AddressLimits, Networks, address_block, networks
from flattop.server.store.base import NotSaved, Unsettled

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PROBES = ("/api/live", "/api/ready", "/metrics")
LOOPBACK_NETWORKS = networks(["127.0.0.0/8", "::1"])
SAFE = ("GET", "HEAD", "OPTIONS")
HOST = re.compile(r"((\[[0-9a-f:.]+\]|[\w.~-]+)(:\d{0,5})?)?", re.ASCII | re.IGNORECASE)
STARTS_PER_ITERATION = 2  # requests that start before the event loop looks at plays again


def connection_deadlines(limiter: ConnectionLimiter, proxies: Networks) -> Middleware:
    """Middleware that tells the limiter when a request begins and ends, and finds clients behind a proxy."""

    @web.middleware
    async def serve(request: web.Request, handler: Handler) -> web.StreamResponse:
        watched = limiter.watched(request.transport)
        if watched is None:  # the client is gone
            return web.Response()
        watched.begin_request(has_body=not request.content.is_eof())
        request = with_client(request, proxies)
        request[WATCHED] = watched
        try:
            response = await handler(request)
            if not isinstance(response, web.WebSocketResponse):
                await response.prepare(request)
                await response.write_eof()
        except OSError:
            if not watched.transport.is_closing():
                raise
            return web.Response()
        if request.content.is_eof():
            watched.end_request()
        return response

    return serve


def client_checks(addresses: AddressLimits, names: Collection[str]) -> Middleware:
    """Middleware that refuses wrong hosts, pages of other sites and too many requests."""
    throttle = StartThrottle(STARTS_PER_ITERATION)

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        _check_host(request, names)
        if not addresses.may_request(address(request)):
            why = Refusal(429, "too-many", "Too many requests; wait a little.")
            return problem_response(why, {"Retry-After": "2"})
        await throttle.wait(address_block(address(request)))
        return web.Response() if is_gone(request) else await handler(request)

    return check


def _check_host(request: web.Request, names: Collection[str]) -> None:
    host = request.headers.get("Host", "")
    if not HOST.fullmatch(host):
        raise Refusal(400, "bad-request", "The Host header must be a name and a port.")
    if names and host_name(host) not in names and not _is_probe(request):
        raise Refusal(421, "wrong-host", "This server does not have that name; see --name.")
    if not _is_same_origin(request, host):
        raise Refusal(403, "other-origin", "Pages of other sites may not send this request.")


def _is_probe(request: web.Request) -> bool:
    """True for a probe from this machine or from a network that may read the metrics."""
    near = [*LOOPBACK_NETWORKS, *server_of(request).metrics_networks]
    return request.path.endswith(PROBES) and comes_from(request, near)


def _is_same_origin(request: web.Request, host: str) -> bool:
    """True unless a browser says that a page of another site sent the request.

    Other programs send no origin.  They need no check, since they have only the cookies they were given.
    """
    if request.method in SAFE and "Upgrade" not in request.headers:
        return True
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or (bool(host) and origin.partition("://")[2] == host)


@web.middleware
async def answer_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer refusals and internal errors with a `Problem`."""
    try:
        return await handler(request)
    except Refusal as why:
        return problem_response(why)
    except NotSaved as error:
        return problem_response(unsettled() if isinstance(error, Unsettled) else not_saved())
    except web.HTTPException as error:
        return _framework_response(request, error)
    except web.RequestPayloadError:
        return problem_response(Refusal(400, "bad-request", "The request body is malformed."))
    except Exception as error:
        if is_gone(request) and isinstance(error, OSError):
            raise
        server_of(request).fault(error)
        sentence = "Something went wrong in the server; the error is in its log."
        return problem_response(Refusal(500, "fault", sentence))


def _framework_response(request: web.Request, error: web.HTTPException) -> web.StreamResponse:
    """Convert an error of the framework: an unknown path may be a file of the page."""
    if isinstance(error, web.HTTPNotFound):
        if request.method in ("GET", "HEAD") or not static.may_be_file(request):
            return static.file_or_lost(request) or problem_response(not_found(request))
        error = web.HTTPMethodNotAllowed(request.method, ["GET", "HEAD"])
    if isinstance(error, web.HTTPMethodNotAllowed):
        allow = ", ".join(sorted({*error.allowed_methods, "OPTIONS"}))
        if request.method == "OPTIONS":
            return web.Response(status=204, headers={"Allow": allow})
        sentence = f"{path(request)} does not support {request.method}."
        return problem_response(Refusal(405, "wrong-method", sentence), {"Allow": allow})
    return problem_response(Refusal(error.status, "bad-request", f"{error.reason}."))


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the security headers, and remove the name of the web framework."""
    response.headers.pop("Server", None)
    if response.status != 101:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
