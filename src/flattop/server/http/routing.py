"""Routes: functions with typed parameters, which become request handlers and an OpenAPI description."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, get_type_hints

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from flattop.server.connection_limits import WATCHED
from flattop.server.errors import Refusal
from flattop.server.http.responses import JSON, json_response
from flattop.server.schemas.base import choices

BODY = web.RequestKey("body", bytes)
Function = Callable[..., Awaitable[Any]]
SAID = {  # of msgspec, and how we say it
    "Object missing required field": "it lacks the field",
    "Object contains unknown field": "it has the unknown field",
}


@dataclass(frozen=True, slots=True)
class Route:
    """A method and path, and the function that answers.

    The function gets the request and the parameters of the path.  A parameter `data` gets the body as a
    struct, and a parameter `query` the query parameters as a struct.  It returns a struct or a response.
    """

    method: str
    path: str
    function: Function
    status: int = 200
    errors: tuple[int, ...] = ()  # possible statuses, besides those of every route
    returns: Any = None  # type of the response body; by default the return type of the function
    kind: str = JSON  # media type of the response
    is_described: bool = True  # in the OpenAPI description
    max_body: int | None = None  # bytes; by default as much as a socket message

    @property
    def hints(self) -> dict[str, Any]:
        return get_type_hints(self.function, include_extras=True)


def get(path: str, *errors: int, **how: Any) -> Callable[[Function], Route]:
    return lambda function: Route("GET", path, function, errors=errors, **how)


def post(path: str, *errors: int, status: int = 201, **how: Any) -> Callable[[Function], Route]:
    return lambda function: Route("POST", path, function, status, errors, **how)


def delete(path: str, *errors: int, **how: Any) -> Callable[[Function], Route]:
    return lambda function: Route("DELETE", path, function, errors=errors, **how)


def add_routes(app: web.Application, routes: Iterable[Route], prefix: str = "") -> None:
    for route in routes:
        add_handler(app, route.method, route.path, request_handler(route), prefix)


def add_handler(app: web.Application, method: str, path: str, handler: Handler, prefix: str = "") -> None:
    """Add a handler with and without the path prefix; a slash at the end of a path makes no difference."""
    bare = path.rstrip("/")
    for whole in {bare, f"{bare}/", f"{prefix}{bare}", f"{prefix}{bare}/"} - {""}:
        for each in ("HEAD", "GET") if method == "GET" else (method,):
            app.router.add_route(each, whole, handler)


def request_handler(route: Route) -> Handler:
    """Return a handler that checks the parameters and the body before it calls the function of the route."""
    hints = route.hints

    async def handle(request: web.Request) -> web.StreamResponse:
        values: dict[str, Any] = dict(request.match_info)
        if "query" in hints:
            values["query"] = _convert(dict(request.query), hints["query"])
        if "data" in hints:
            values["data"] = _convert(await _body(request, route.max_body), hints["data"])
        result = await route.function(request, **values)
        return result if isinstance(result, web.StreamResponse) else json_response(result, route.status)

    return handle


async def read_body(request: web.Request, most: int) -> bytes:
    """Read the body of a request, once; it is kept for the next call."""
    too_large = Refusal(413, "too-large", f"The request is larger than {most:,} bytes.")
    if (request.content_length or 0) > most:
        raise too_large
    try:
        if BODY not in request:
            request[BODY] = await request.clone(client_max_size=most).read()
    except web.HTTPRequestEntityTooLarge:
        raise too_large from None
    if len(request[BODY]) > most:
        raise too_large
    request[WATCHED].rest()
    return request[BODY]


async def _body(request: web.Request, most: int | None) -> Any:
    """Read the body as JSON."""
    body = await read_body(request, most or request.client_max_size)
    try:
        return msgspec.json.decode(body or b"null")
    except (UnicodeError, RecursionError, msgspec.DecodeError) as error:
        raise Refusal(400, "bad-request", f"The request body is not valid JSON: {error}.") from None


def _convert(values: Any, schema: Any) -> Any:
    """Convert a body or query parameters to a struct, or refuse them with the first error."""
    try:
        return msgspec.convert(values, schema, strict=False)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$")
    key = where.rstrip("`").lstrip(".")
    for theirs, ours in SAID.items():
        message = message.replace(theirs, ours)
    words = choices(schema, key.partition("[")[0])
    allowed = f"; allowed are {', '.join(words)}" if words else ""
    raise Refusal(400, "bad-request", f"{key or 'The request'}: {message}{allowed}.")
