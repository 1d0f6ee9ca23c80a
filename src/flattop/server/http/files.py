"""Files in memory, packed once, and the answer to whoever asks for one."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State

from flattop.server.padding import packed, padded
from flattop.server.schemas.codec import encode_json

HttpRequest = Request[Any, Any, State]


@dataclass(frozen=True, slots=True)
class File:
    body: bytes
    packed: bytes | None
    kind: str
    etag: str
    cache: str


def made(body: bytes, kind: str, cache: str, packs: bool = True) -> File:
    packed = gzip.compress(body, 9, mtime=0) if packs else None
    return File(body, packed, kind, f'"{sha256(body).hexdigest()[:16]}"', cache)


def in_private(request: HttpRequest, told: object) -> Response[Any]:
    """What somebody may see at a table, in one of a few lengths and kept by nobody."""
    text = encode_json(told)
    tag = f'"{sha256(text).hexdigest()[:16]}"'
    return answer(request, File(padded(text), packed(text), "application/json", tag, "no-store"))


def answer(request: HttpRequest, file: File, **heads: str) -> Response[Any]:
    """The file, packed for whoever can unpack it, or the word that it is still the same."""
    heads |= {"Cache-Control": file.cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=heads, media_type=file.kind)
    packed = file.packed if "gzip" in request.headers.get("accept-encoding", "") else None
    if packed:
        heads["Content-Encoding"] = "gzip"
    return Response(packed or file.body, headers=heads, media_type=file.kind)
