"""Shared by the routes: JSON bodies, cached files, padded responses and error descriptions."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import SerializationException
from litestar.openapi import ResponseSpec

from flattop.server.auth.requests import HttpRequest, path
from flattop.server.errors import Refusal
from flattop.server.padding import packed, padded
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.rest import Problem

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


class JsonRequest(Request[Any, Any, State]):
    """A request that answers 400 instead of 500 if its body is not valid JSON."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (UnicodeError, RecursionError, SerializationException) as error:
            raise Refusal(400, "bad-request", f"The request body is not valid JSON: {error}.") from None


@dataclass(frozen=True, slots=True)
class File:
    """A response body in memory, plain and compressed."""

    body: bytes
    gzipped: bytes | None
    kind: str
    etag: str
    cache: str


def cached_file(body: bytes, kind: str, cache: str, compress: bool = True) -> File:
    gzipped = gzip.compress(body, 9, mtime=0) if compress else None
    return File(body, gzipped, kind, f'"{sha256(body).hexdigest()[:16]}"', cache)


def private_response(request: HttpRequest, content: object) -> Response[Any]:
    """Respond with content of a table, padded so that its length reveals nothing, and never cached."""
    text = encode_json(content)
    etag = f'"{sha256(text).hexdigest()[:16]}"'
    return file_response(request, File(padded(text), packed(text), "application/json", etag, "no-store"))


def file_response(request: HttpRequest, file: File, **headers: str) -> Response[Any]:
    """Respond with a file, compressed if the client accepts gzip, or with 304 if the client has it."""
    headers |= {"Cache-Control": file.cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    gzipped = file.gzipped if "gzip" in request.headers.get("accept-encoding", "") else None
    if gzipped:
        headers["Content-Encoding"] = "gzip"
    return Response(gzipped or file.body, headers=headers, media_type=file.kind)


def not_found(request: HttpRequest) -> Refusal:
    return Refusal(404, "not-found", f"There is nothing at {path(request)}.")


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the possible errors of a route for OpenAPI; some statuses are possible at every route."""
    every = sorted({*statuses, 400, 403, 413, 429, 503})
    return {s: ResponseSpec(Problem, description=ERRORS[s], generate_examples=False) for s in every}
