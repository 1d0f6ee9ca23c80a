"""The ASGI application: routes, lifespan, error responses and the OpenAPI description."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server as ApiServer

import flattop
from flattop.kernel import FlattopError
from flattop.server import websocket
from flattop.server.auth.requests import HttpRequest, path
from flattop.server.cluster import aggregate
from flattop.server.cluster.relay import Relay
from flattop.server.errors import NotRead, Refusal, not_saved, unsettled
from flattop.server.http import operator, routes, static
from flattop.server.http.middleware import Middleware
from flattop.server.http.responses import JsonRequest
from flattop.server.schemas.base import choices
from flattop.server.schemas.rest import Problem
from flattop.server.server import Server
from flattop.server.store.base import NotSaved, Unsettled
from flattop.server.workers.analysis import AnalysisQueue

BODY = "data"  # the framework's name of the request body in validation errors
ROUTES = [*routes.ROUTES, *operator.ROUTES, *static.ROUTES]
CODES = {403: "forbidden", 404: "not-found", 405: "wrong-method", 413: "too-large", 415: "wrong-type"}


def application(server: Server, names: Collection[str] = (), site: static.Page | None = None) -> Any:
    """Build the application; `names` are the allowed host names, any if empty."""
    page = site or static.Page()
    analysis = AnalysisQueue(server, server.decks)
    aggregate.attach(server)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> Any:
        try:
            await server.open()
        except (FlattopError, NotSaved, NotRead) as error:  # the database was lost after it was checked
            server.open_error = error.why if isinstance(error, NotRead) else str(error)
            server.drain.close_server()
        if server.open_error:
            yield
            return
        # Prepare what would make the first clients wait.
        app.openapi_schema.to_schema()
        page.file(static.INDEX)
        routes.cache_games()
        try:
            yield
        finally:
            await analysis.stop()
            await server.close()

    app = Litestar(
        route_handlers=[*ROUTES, websocket.table_socket],
        lifespan=[lifespan],
        state=State({"server": server, "analysis": analysis, "page": page}),
        exception_handlers={
            Refusal: refusal_response,
            NotSaved: not_saved_response,
            HTTPException: http_error_response,
            Exception: fault_response,
        },
        request_class=JsonRequest,
        request_max_body_size=server.limits.message,
        openapi_config=openapi_config(page.path),
        debug=False,
        logging_config=None,
    )
    registry = server.registry
    release_if_idle = registry.eviction.release_if_idle
    relay = Relay(app, server.peers, server.leases, registry.is_here, release_if_idle, server.fault)
    return Middleware(relay, server.addresses, names, page.path)


def openapi_config(path: str) -> OpenAPIConfig:
    """Serve OpenAPI as JSON only; the framework's HTML pages would load scripts from other hosts."""
    return OpenAPIConfig(
        title="Flattop",
        version=flattop.__version__,
        path="/api/openapi.json",
        render_plugins=[JsonRenderPlugin(path="/")],
        servers=[ApiServer(url=path or "/")],
    )


def refusal_response(request: HttpRequest, why: Refusal) -> Response[Problem]:
    problem = Problem(code=why.code, sentence=why.sentence)
    if why.rule:
        problem.rule = why.rule
    return Response(problem, status_code=why.status)


def not_saved_response(request: HttpRequest, error: NotSaved) -> Response[Problem]:
    return refusal_response(request, unsettled() if isinstance(error, Unsettled) else not_saved())


def http_error_response(request: HttpRequest, error: HTTPException) -> Response[Problem] | Response[bytes]:
    """Convert an error of the framework to a `Problem`, or to the page for a browser that is lost."""
    if isinstance(error, NotFoundException) and (lost := static.lost_response(request)):
        return lost
    code = CODES.get(error.status_code, "bad-request")
    problem = Problem(code=code, sentence=_error_text(request, error))
    return Response(problem, status_code=error.status_code, headers=error.headers)


def _error_text(request: HttpRequest, error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        key, message = first.get("key", BODY), first.get("message", error.detail)
        message = message.replace("Object missing required field", "it lacks the field")
        message = message.replace("Object contains unknown field", "it has the unknown field")
        body = request.route_handler.parsed_data_field
        words = choices(body.annotation, key.partition("[")[0]) if body else ()
        allowed = f"; allowed are {', '.join(words)}" if words else ""
        return f"{'The request' if key == BODY else key}: {message}{allowed}."
    if isinstance(error, NotFoundException):
        return f"There is nothing at {path(request)}."
    if isinstance(error, MethodNotAllowedException):
        return f"{path(request)} does not support {request.method}."
    if isinstance(error, RequestEntityTooLarge):
        most = request.route_handler.resolve_request_max_body_size()
        return f"The request is larger than {most:,} bytes."
    return f"{error.detail}."


def fault_response(request: HttpRequest, error: Exception) -> Response[Problem]:
    server: Server = request.app.state.server
    server.fault(error)
    problem = Problem(code="fault", sentence="Something went wrong in the server; the error is in its log.")
    return Response(problem, status_code=500)
