"""The web application: routes, middleware, and opening and closing the server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection

from aiohttp import web

from flattop.kernel import FlattopError
from flattop.server import websocket
from flattop.server.auth.requests import SERVER
from flattop.server.cluster import aggregate
from flattop.server.cluster.forward import Forwarding
from flattop.server.connection_limits import ConnectionLimiter
from flattop.server.errors import NotRead
from flattop.server.http import openapi, operator, routes, routing, static
from flattop.server.http.middleware import add_headers, answer_errors, client_checks, connection_deadlines
from flattop.server.http.responses import file_response
from flattop.server.limits import Networks
from flattop.server.server import Server
from flattop.server.store.base import NotSaved
from flattop.server.workers.analysis import AnalysisQueue

ROUTES = [*routes.ROUTES, *operator.ROUTES]
OPENAPI = "/api/openapi.json"
FORWARDING = web.AppKey("forwarding", Forwarding)


def application(
    server: Server,
    limiter: ConnectionLimiter,
    *,
    names: Collection[str] = (),
    proxies: Networks = (),
    page: static.Page | None = None,
) -> web.Application:
    """Build the application, which opens and closes the server.

    `names` are the allowed host names, any if empty. Forwarded headers count only from the given proxies.
    """
    page = page or static.Page()
    analysis = AnalysisQueue(server, server.decks)
    aggregate.attach(server)
    forwarding = Forwarding(server)
    app = web.Application(
        middlewares=[
            connection_deadlines(limiter, proxies),
            answer_errors,
            client_checks(server.addresses, names),
            forwarding.forward,
        ],
        client_max_size=server.limits.message,
    )
    app[FORWARDING] = forwarding
    app.on_shutdown.append(forwarding.close_sockets)
    add_routes(app, server, page, analysis)

    async def lifespan(app: web.Application) -> AsyncIterator[None]:
        try:
            await server.open()
        except (FlattopError, NotSaved, NotRead) as error:  # the database was lost after it was checked
            server.open_error = error.why if isinstance(error, NotRead) else str(error)
            server.drain.close_server()
        if server.open_error:
            yield
            return
        # Prepare what would make the first clients wait.
        page.file(static.INDEX)
        routes.cache_games()
        try:
            yield
        finally:
            await analysis.stop()
            await server.close()

    app.cleanup_ctx.append(lifespan)
    return app


def private_application(app: web.Application, limiter: ConnectionLimiter) -> web.Application:
    """Build the application for other server workers, with the routes and the state of the public one."""
    forwarding, server = app[FORWARDING], app[SERVER]
    private = web.Application(
        middlewares=[connection_deadlines(limiter, ()), forwarding.admit, answer_errors],
        client_max_size=server.limits.message,
    )
    forwarding.add_commands(private)
    add_routes(private, server, app[static.PAGE], app[routes.ANALYSIS])
    return private


def add_routes(app: web.Application, server: Server, page: static.Page, analysis: AnalysisQueue) -> None:
    """Add everything that answers requests."""
    app[SERVER], app[routes.ANALYSIS] = server, analysis
    app[websocket.SOCKETS] = websocket.Sockets()
    app.on_response_prepare.append(add_headers)
    described = openapi.openapi_file(ROUTES, page.path)

    async def openapi_description(request: web.Request) -> web.Response:
        return file_response(request, described)

    routing.add_routes(app, ROUTES, page.path)
    routing.add_handler(app, "GET", OPENAPI, openapi_description, page.path)
    routing.add_handler(app, "GET", websocket.PATH, websocket.table_socket, page.path)
    static.add(app, page)
