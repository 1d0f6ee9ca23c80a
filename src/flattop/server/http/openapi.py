"""The OpenAPI description of the REST interface, from the table of routes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec

import flattop
from flattop.server.http.responses import JSON, File, cached_file
from flattop.server.http.routing import Route
from flattop.server.schemas.rest import Problem

KIND = "application/vnd.oai.openapi+json"
REFERENCES = "#/components/schemas/{name}"
NO_WORD = re.compile(r"\W+")
PARAMETER = re.compile(r"\{(\w+)\}")
EVERYWHERE = (400, 403, 413, 429, 503)  # statuses that are possible at every route
ERRORS = {
    400: "The request is malformed.",
    401: "The request has no guest; create one with POST /api/guest.",
    403: "The guest is not allowed to do this.",
    404: "The resource does not exist, or the guest may not see it.",
    409: "The request is not possible in the current state.",
    413: "The request is too large.",
    429: "Too many requests.",
    503: "The server could not save or read; try again.",
}


def openapi_file(routes: Iterable[Route], prefix: str) -> File:
    """Describe routes that are published under a path prefix."""
    described = [route for route in routes if route.is_described]
    types = [Problem]
    for route in described:
        types += [kind for kind in (route.hints.get("data"), _returned(route)) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCES)
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in described:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type)
    description = {
        "openapi": "3.1.0",
        "info": {"title": "Flattop", "version": flattop.__version__},
        "servers": [{"url": prefix or "/"}],
        "paths": paths,
        "components": {"schemas": components},
    }
    return cached_file(msgspec.json.encode(description), KIND, "no-cache")


def _returned(route: Route) -> Any:
    """Return the type of the response body; None if it is not JSON."""
    return (route.returns or route.hints["return"]) if route.kind == JSON else None


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    returned = _returned(route)
    schema = {"type": "string"} if returned is None else schemas[repr(returned)]
    responses: dict[str, Any] = {
        str(route.status): {
            "description": HTTPStatus(route.status).description,
            "content": {route.kind: {"schema": schema}},
        }
    }
    problem = {"content": {JSON: {"schema": schemas[repr(Problem)]}}}
    for status in sorted({*EVERYWHERE, *route.errors}):
        responses[str(status)] = {"description": ERRORS[status], **problem}
    operation: dict[str, Any] = {
        "operationId": NO_WORD.sub("_", f"{route.method.lower()}{route.path}").strip("_"),
        "summary": inspect.getdoc(route.function),
        "parameters": [
            {"in": "path", "name": name, "required": True, "schema": {"type": "string"}}
            for name in PARAMETER.findall(route.path)
        ],
        "responses": responses,
    }
    if query := route.hints.get("query"):
        operation["parameters"] += _query_parameters(query)
    if data := route.hints.get("data"):
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[repr(data)]}}}
    return operation


def _query_parameters(query: type[msgspec.Struct]) -> list[dict[str, Any]]:
    _, components = msgspec.json.schema_components([query])
    schema = components[query.__name__]
    return [
        {"in": "query", "name": name, "required": name in schema.get("required", ()), "schema": field}
        for name, field in schema["properties"].items()
    ]
