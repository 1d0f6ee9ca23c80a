"""Responses: JSON, cached files, padded responses and long bodies."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from aiohttp import web

from flattop.server.auth.requests import address, is_gone, path, server_of
from flattop.server.errors import Refusal
from flattop.server.fair_queues import Full
from flattop.server.limits import address_block
from flattop.server.padding import packed, padded
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.rest import Problem

CHUNK = 65_536  # bytes of a body that are written before the client must read
JSON = "application/json"
UNCACHED = "no-store"


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


def response(
    body: bytes, kind: str, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Respond with a body; a long one in chunks, so that a client that does not read uses little memory."""
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") and ";" not in kind else kind
    headers = {"Content-Type": kind, **(headers or {})}
    if len(body) <= CHUNK:
        return web.Response(body=body, status=status, headers=headers)
    return web.Response(
        body=_chunks(body), status=status, headers={**headers, "Content-Length": str(len(body))}
    )


async def _chunks(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), CHUNK):
        yield body[start : start + CHUNK]


def json_response(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    return response(encode_json(content), JSON, status, headers)


async def private_response(request: web.Request, content: object) -> web.Response:
    """Respond with content of a table, padded so that its length reveals nothing, and never cached."""
    text = encode_json(content)
    etag = f'"{sha256(text).hexdigest()[:16]}"'
    is_needed = _accepts_gzip(request) and request.headers.get("If-None-Match") != etag
    gzipped = await _compressed(request, text) if is_needed else None
    return file_response(request, File(padded(text), gzipped, JSON, etag, UNCACHED))


async def _compressed(request: web.Request, text: bytes) -> bytes | None:
    """Compress; long texts one at a time in a thread, address by address. None if the client has left."""
    if len(text) <= CHUNK:
        return packed(text)
    try:
        async with server_of(request).compressions.turn((address_block(address(request)),)):
            return None if is_gone(request) else await asyncio.to_thread(packed, text)
    except Full:
        raise Refusal(429, "too-many", "Too many requests; wait a little.") from None


def _accepts_gzip(request: web.Request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def file_response(
    request: web.Request, file: File, more_headers: Mapping[str, str] | None = None
) -> web.Response:
    """Respond with a file, compressed if the client accepts gzip, or with 304 if the client has it."""
    headers = {"Cache-Control": file.cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
    headers |= more_headers or {}
    if request.headers.get("If-None-Match") == file.etag:
        return web.Response(status=304, headers=headers)
    gzipped = file.gzipped if _accepts_gzip(request) else None
    if gzipped:
        headers["Content-Encoding"] = "gzip"
    return response(gzipped or file.body, file.kind, headers=headers)


def problem_response(why: Refusal, headers: Mapping[str, str] | None = None) -> web.Response:
    problem = Problem(code=why.code, sentence=why.sentence)
    if why.rule:
        problem.rule = why.rule
    return json_response(problem, why.status, headers)


def not_found(request: web.Request) -> Refusal:
    return Refusal(404, "not-found", f"There is nothing at {path(request)}.")
