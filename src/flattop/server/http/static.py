"""The page: files built from web/, read once and served from memory."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from flattop.server.errors import Refusal

FOLDER = Path(__file__).parents[1] / "page"
SCREENS = [
    "/", "/new", "/t/{rest:str}", "/replay/{rest:str}", "/campaign/{rest:str}", "/rules", "/rules/{rest:str}",
    "/recipe",
]  # fmt: skip
MISSING = """The server is open, but its page is not built yet.

In a checkout, build it with node:  cd web && npm ci && npm run build
The interface for programs is there already: /api/openapi.json
"""
COMPRESSED = {".js", ".css", ".svg", ".html", ".json", ".webmanifest", ".txt"}


@dataclass(frozen=True, slots=True)
class File:
    body: bytes
    packed: bytes | None
    kind: str
    etag: str
    cache: str


class Page:
    """All files of the page; a new build is noticed by its index."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._files: dict[str, File] = {}
        self._built = -1

    def file(self, name: str) -> File | None:
        built = self._stamp()
        if built != self._built:
            self._files, self._built = _read(self.folder), built
        return self._files.get(name)

    def _stamp(self) -> int:
        try:
            return (self.folder / "index.html").stat().st_mtime_ns
        except OSError:
            return 0


def _read(folder: Path) -> dict[str, File]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _file(path, folder) for path in files}


def _file(path: Path, folder: Path) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in COMPRESSED else None
    return File(body, packed, kind, f'"{sha256(body).hexdigest()[:16]}"', _cache(path, folder))


def _cache(path: Path, folder: Path) -> str:
    """Assets change their names with their content, the page itself must always be the newest."""
    if path.suffix == ".html":
        return "no-cache"
    return (
        "public, max-age=31536000, immutable" if path.parent == folder / "assets" else "public, max-age=3600"
    )


HttpRequest = Request[object, object, State]


@get(SCREENS, include_in_schema=False)
async def screen(request: HttpRequest) -> Response[bytes]:
    """Every screen is the same page; it finds its way by the address."""
    if wanted := request.app.state.page.file("index.html"):
        return _answer(request, wanted)
    plain = "text/plain; charset=utf-8"
    return Response(MISSING.encode(), media_type=plain, headers={"Cache-Control": "no-cache"})


@get("/{name:path}", include_in_schema=False)
async def file(request: HttpRequest, name: FromPath[Path]) -> Response[bytes]:
    """Whatever else the page is made of."""
    wanted: File | None = request.app.state.page.file(name.as_posix().lstrip("/"))
    if wanted is None:
        raise Refusal(404, "not-found", f"There is nothing at {request.scope['path'][:200]}.")
    return _answer(request, wanted)


def _answer(request: HttpRequest, file: File) -> Response[bytes]:
    heads = {"Cache-Control": file.cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=heads, media_type=file.kind)
    packed = file.packed if "gzip" in request.headers.get("accept-encoding", "") else None
    if packed:
        heads["Content-Encoding"] = "gzip"
    return Response(packed or file.body, headers=heads, media_type=file.kind)


ROUTES = [screen, file]
