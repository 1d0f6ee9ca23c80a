"""The application: routes, errors, description, around a server."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
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
from litestar.openapi.spec import Server as Place

import flattop
from flattop.kernel import FlattopError
from flattop.server.auth.requests import path
from flattop.server.cluster import aggregate
from flattop.server.cluster.relay import Relay
from flattop.server.errors import NotRead, Refusal, not_saved, unsettled
from flattop.server.http import admin, games, health, lab, routes, static
from flattop.server.http.body import JsonRequest
from flattop.server.http.middleware import Middleware
from flattop.server.schemas.fields import choices
from flattop.server.schemas.rest import Problem
from flattop.server.server import Server
from flattop.server.store.base import NotSaved, Unsettled
from flattop.server.workers.analysis import AnalysisQueue
from flattop.server.ws import endpoint

HttpRequest = Request[Any, Any, State]
BODY = "data"  # what the framework calls all that a request says
ROUTES = [*games.ROUTES, *routes.ROUTES, *health.ROUTES, *lab.ROUTES, *admin.ROUTES, *static.ROUTES]
CODES = {403: "forbidden", 404: "not-found", 405: "wrong-method", 413: "too-large", 415: "wrong-type"}


def application(server: Server, names: Collection[str] = (), site: static.Page | None = None) -> Any:
    """The whole server behind its middleware, as an ASGI application; the page knows where it lies."""
    page = site or static.Page()
    analysis = AnalysisQueue(server, server.decks)
    aggregate.attach(server)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> Any:
        if not await opens(server):
            yield
            return
        warm_up(app)
        try:
            yield
        finally:
            await analysis.stop()
            await server.close()

    app = Litestar(
        route_handlers=[*ROUTES, endpoint.table_socket],
        lifespan=[lifespan],
        state=State({"server": server, "analysis": analysis, "page": page}),
        exception_handlers={
            Refusal: refused,
            NotSaved: unsaved,
            HTTPException: http_problem,
            Exception: our_fault,
        },
        request_class=JsonRequest,
        request_max_body_size=server.limits.message,
        openapi_config=description(page.path),
        debug=False,
        logging_config=None,
    )
    tables = server.registry
    relay = Relay(app, server.peers, server.leases, tables.is_here, tables.release_if_idle, server.fault)
    return Middleware(relay, server.addresses, names, page.path)


async def opens(server: Server) -> bool:
    """Whether it does; a database may be lost after it was looked at, and whoever carries us says so."""
    try:
        await server.open()
    except (FlattopError, NotSaved, NotRead) as error:
        server.open_error = error.why if isinstance(error, NotRead) else str(error)
        server.drain.close_server()
    return not server.open_error


def warm_up(app: Litestar) -> None:
    """Make now what would keep the first who asks, and everybody else, waiting."""
    app.openapi_schema.to_schema()
    app.state.page.file(static.INDEX)
    games.pack_all()


def description(path: str) -> OpenAPIConfig:
    """OpenAPI as a file alone: the framework's own pages would load things from other hosts."""
    return OpenAPIConfig(
        title="Flattop",
        version=flattop.__version__,
        path="/api/openapi.json",
        render_plugins=[JsonRenderPlugin(path="/")],
        servers=[Place(url=path or "/")],
    )


def refused(request: HttpRequest, why: Refusal) -> Response[Problem]:
    problem = Problem(code=why.code, sentence=why.sentence)
    if why.rule:
        problem.rule = why.rule
    return Response(problem, status_code=why.status)


def unsaved(request: HttpRequest, error: NotSaved) -> Response[Problem]:
    """The disk is full, or gone, or the connection to the database."""
    return refused(request, unsettled() if isinstance(error, Unsettled) else not_saved())


def http_problem(request: HttpRequest, error: HTTPException) -> Response[Problem]:
    """What the framework refuses, in our form."""
    code = CODES.get(error.status_code, "bad-request")
    problem = Problem(code=code, sentence=_sentence(request, error))
    return Response(problem, status_code=error.status_code, headers=error.headers)


def _sentence(request: HttpRequest, error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        key, said = first.get("key", BODY), first.get("message", error.detail)
        return f"{'The request' if key == BODY else key}: {_plain(said)}{_choices(request, key)}."
    if isinstance(error, NotFoundException):
        return f"There is nothing at {path(request)}."
    if isinstance(error, MethodNotAllowedException):
        return f"{path(request)} does not know {request.method}."
    if isinstance(error, RequestEntityTooLarge):
        return f"A request has at most {request.route_handler.resolve_request_max_body_size():,} bytes here."
    return f"{error.detail}."


def _plain(said: str) -> str:
    """What the framework says of a field, in the words of whoever wrote the request."""
    return said.replace("Object missing required field", "it lacks the field").replace(
        "Object contains unknown field", "it has a field that is not known,"
    )


def _choices(request: HttpRequest, key: str) -> str:
    """What could be said there, where it is one of a few words."""
    body = request.route_handler.parsed_data_field
    words = choices(body.annotation, key.partition("[")[0]) if body else ()
    return f"; the words are {', '.join(words)}" if words else ""


def our_fault(request: HttpRequest, error: Exception) -> Response[Problem]:
    server: Server = request.app.state.server
    server.fault(error)
    problem = Problem(code="fault", sentence="Something went wrong in the server; it has been noted.")
    return Response(problem, status_code=500)
