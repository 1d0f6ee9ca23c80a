"""The page: files built from web/, kept in memory, and the routes of its screens."""

from __future__ import annotations

import mimetypes
from pathlib import Path

import msgspec
from aiohttp import web

from flattop.server.auth.requests import guest_of, server_of
from flattop.server.errors import Refusal
from flattop.server.http.responses import File, cached_file, file_response, response
from flattop.server.http.routing import add_handler
from flattop.server.lobby.tables import first_requests, visible_row

FOLDER = Path(__file__).parents[1] / "page"
SCREENS = [
    "/", "/new", "/replay/{rest}", "/campaign/{rest}", "/rules", "/rules/{rest}", "/recipe", "/lab",
    "/lab/{rest}",
]  # fmt: skip
TABLE_SCREEN = "/t/{table}"
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

    def relative(self, path: str) -> str:
        """Return a path without the prefix and the slashes at both ends."""
        if path == self.path or path.startswith(f"{self.path}/"):
            path = path[len(self.path) :]
        return path.strip("/")

    def preloads(self, screen: str) -> list[str]:
        """Return the names of the files that a game's table, or the lobby, loads first."""
        return self._preloads.get(screen, [])


PAGE = web.AppKey("page", Page)


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


# -- handlers


async def screen(request: web.Request) -> web.Response:
    """Serve the index, which is the same for every screen."""
    page = request.app[PAGE]
    preloads = page.preloads(LOBBY) if page.relative(request.path) == "" else []
    return _index(request, *(_file_link(page.path, name) for name in preloads))


async def table_screen(request: web.Request) -> web.Response:
    """Serve the index with preload links for everything that a table's screen requests first."""
    if "results" in request.query:
        return _index(request)
    invite = request.query.get("invite")
    try:
        guest = await guest_of(request)
        guest_id = guest.id if guest else None
        row = await visible_row(server_of(request), request.match_info["table"], guest_id, invite)
    except Refusal:
        return _index(request)
    page = request.app[PAGE]
    own = [] if invite else first_requests(row, guest_id)
    paths = ["/api/me", f"/api/games/{row.game}/table", *own]
    links = [_file_link(page.path, name) for name in page.preloads(row.game)]
    links += [f"<{page.path}{path}>; rel=preload; as=fetch; crossorigin" for path in paths]
    return _index(request, *links)


def _file_link(prefix: str, name: str) -> str:
    relation = "preload; as=style" if name.endswith(".css") else "modulepreload"
    return f"<{prefix}/{name}>; rel={relation}; crossorigin"


def _index(request: web.Request, *links: str) -> web.Response:
    if index := request.app[PAGE].file(INDEX):
        return file_response(request, index, {"Link": ", ".join(links)} if links else {})
    return response(MISSING.encode(), PLAIN, headers={"Cache-Control": "no-cache"})


def may_be_file(request: web.Request) -> bool:
    """False for addresses of the API."""
    return not f"/{request.app[PAGE].relative(request.path)}/".startswith(("/api/", "/ws/"))


def file_or_lost(request: web.Request) -> web.Response | None:
    """Serve a file of the page, or the index with status 404, so that the page can say that it is not there.

    Programs and addresses of the API get None; they are answered with a `Problem`.
    """
    page = request.app[PAGE]
    if found := page.file(page.relative(request.path)):
        return file_response(request, found)
    if not may_be_file(request) or "text/html" not in request.headers.get("Accept", ""):
        return None
    index = page.file(INDEX)
    body, kind = (index.body, index.kind) if index else (MISSING.encode(), PLAIN)
    return response(body, kind, 404, {"Cache-Control": "no-cache"})


def add(app: web.Application, page: Page) -> None:
    """Add the screens of the page; all other paths are files."""
    app[PAGE] = page
    for path in SCREENS:
        add_handler(app, "GET", path, screen, page.path)
    add_handler(app, "GET", TABLE_SCREEN, table_screen, page.path)
