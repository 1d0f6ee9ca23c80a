"""The page: files built from web/, kept in memory, and the routes of its screens."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from flattop.server.auth.requests import HttpRequest, guest_of, server_of
from flattop.server.errors import Refusal
from flattop.server.http.responses import File, cached_file, file_response, not_found
from flattop.server.lobby.tables import first_requests, visible_row

FOLDER = Path(__file__).parents[1] / "page"
SCREENS = [
    "/", "/new", "/replay/{rest:str}", "/campaign/{rest:str}", "/rules", "/rules/{rest:str}",
    "/recipe", "/lab", "/lab/{rest:str}",
]  # fmt: skip
MISSING = """The server runs, but its page is not built yet.

In a checkout, build it with Node.js:  cd web && npm ci && npm run build
The REST interface is available: /api/openapi.json
"""
PLAIN = "text/plain; charset=utf-8"
INDEX = "index.html"
PRELOADS = "preload.json"  # part of the build: maps a game, or the lobby, to the files that it loads first
LOBBY = "lobby"
COMPRESSED = {".js", ".css", ".svg", ".html", ".json", ".webmanifest", ".txt"}


class Page:
    """The files of the page, and its path prefix; the files are read again when the index changes."""

    def __init__(self, folder: Path = FOLDER, path: str = "") -> None:
        self.folder, self.path = folder, path
        self._files: dict[str, File] = {}
        self._preloads: dict[str, list[str]] = {}
        self._built = -1  # modification time of the index

    def file(self, name: str) -> File | None:
        try:
            built = (self.folder / INDEX).stat().st_mtime_ns
        except OSError:
            built = 0
        if built != self._built:
            self._files, self._built = _read_files(self.folder, self.path), built
            preloads = self._files.get(PRELOADS)
            self._preloads = msgspec.json.decode(preloads.body) if preloads else {}
        return self._files.get(name)

    def preloads(self, screen: str) -> list[str]:
        """Return the names of the files that a game's table, or the lobby, loads first."""
        return self._preloads.get(screen, [])


def _read_files(folder: Path, prefix: str) -> dict[str, File]:
    files = {}
    for path in filter(Path.is_file, folder.rglob("*")):
        if path.suffix == ".html":
            cache = "no-cache"
        elif path.parent == folder / "assets":  # their names change with their content
            cache = "public, max-age=31536000, immutable"
        else:
            cache = "public, max-age=3600"
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        name = path.relative_to(folder).as_posix()
        files[name] = cached_file(path.read_bytes(), kind, cache, path.suffix in COMPRESSED)
    if index := files.get(INDEX):
        files[INDEX] = cached_file(with_prefix(index.body, prefix), index.kind, index.cache)
    return files


def with_prefix(index: bytes, prefix: str) -> bytes:
    """Insert the path prefix into the index, which is built for relative paths."""
    root = f"{prefix}/".encode()
    return index.replace(b'data-path="/"', b'data-path="%s"' % root).replace(b'="./', b'="%s' % root)


@get(SCREENS, include_in_schema=False)
async def screen(request: HttpRequest) -> Response[bytes]:
    """Serve the index, which is the same for every screen."""
    page: Page = request.app.state.page
    preloads = page.preloads(LOBBY) if request.scope["path"] == "/" else []
    return _index(request, *(_file_link(page.path, name) for name in preloads))


@get("/t/{table_id:str}", include_in_schema=False)
async def table_screen(
    request: HttpRequest,
    table_id: FromPath[str],
    invite: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Response[bytes]:
    """Serve the index with preload links for everything that a table's screen requests first."""
    if "results" in request.query_params:
        return _index(request)
    try:
        guest = await guest_of(request)
        guest_id = guest.id if guest else None
        row = await visible_row(server_of(request), table_id, guest_id, invite)
    except Refusal:
        return _index(request)
    page: Page = request.app.state.page
    own = [] if invite else first_requests(row, guest_id)
    paths = ["/api/me", f"/api/games/{row.game}/table", *own]
    links = [_file_link(page.path, name) for name in page.preloads(row.game)]
    links += [f"<{page.path}{path}>; rel=preload; as=fetch; crossorigin" for path in paths]
    return _index(request, *links)


def _file_link(prefix: str, name: str) -> str:
    relation = "preload; as=style" if name.endswith(".css") else "modulepreload"
    return f"<{prefix}/{name}>; rel={relation}; crossorigin"


def _index(request: HttpRequest, *links: str) -> Response[bytes]:
    if index := request.app.state.page.file(INDEX):
        return file_response(request, index, **({"Link": ", ".join(links)} if links else {}))
    return Response(MISSING.encode(), media_type=PLAIN, headers={"Cache-Control": "no-cache"})


@get("/{name:path}", include_in_schema=False)
async def file(request: HttpRequest, name: FromPath[Path]) -> Response[bytes]:
    """Serve any other file of the page."""
    page: Page = request.app.state.page
    if found := page.file(name.as_posix().lstrip("/")):
        return file_response(request, found)
    if lost := lost_response(request):
        return lost
    raise not_found(request)


def lost_response(request: HttpRequest) -> Response[bytes] | None:
    """Return the index with status 404 for a browser at an unknown address, so that the page can say so.

    Programs and addresses of the API get None; they are answered with a `Problem`.
    """
    path = f"{request.scope['path']}/"
    if path.startswith(("/api/", "/ws/")) or "text/html" not in request.headers.get("accept", ""):
        return None
    page: Page = request.app.state.page
    index = page.file(INDEX)
    body, kind = (index.body, index.kind) if index else (MISSING.encode(), PLAIN)
    return Response(body, status_code=404, media_type=kind, headers={"Cache-Control": "no-cache"})


ROUTES = [screen, table_screen, file]
