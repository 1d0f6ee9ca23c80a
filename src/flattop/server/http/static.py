"""The page: files built from web/, read once and served from memory."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from flattop.server.auth.requests import guest_of, server_of
from flattop.server.errors import Refusal
from flattop.server.http.files import File, HttpRequest, answer, made
from flattop.server.lobby.access import asked_first, visible_row

FOLDER = Path(__file__).parents[1] / "page"
SCREENS = [
    "/", "/new", "/replay/{rest:str}", "/campaign/{rest:str}", "/rules", "/rules/{rest:str}",
    "/recipe", "/lab", "/lab/{rest:str}",
]  # fmt: skip
MISSING = """The server is open, but its page is not built yet.

In a checkout, build it with node:  cd web && npm ci && npm run build
The interface for programs is there already: /api/openapi.json
"""
PLAIN = "text/plain; charset=utf-8"
FRESH = {"Cache-Control": "no-cache"}
INDEX = "index.html"
PRELOADS = "preload.json"  # written with the page: game, or the lobby -> files
LOBBY = "lobby"
COMPRESSED = {".js", ".css", ".svg", ".html", ".json", ".webmanifest", ".txt"}


class Page:
    """All files of the page, and the path under which it lies; a new build is noticed by its index."""

    def __init__(self, folder: Path = FOLDER, path: str = "") -> None:
        self.folder, self.path = folder, path
        self._files: dict[str, File] = {}
        self._preloads: dict[str, list[str]] = {}
        self._built = -1

    def file(self, name: str) -> File | None:
        built = self._stamp()
        if built != self._built:
            self._files, self._built = _read(self.folder, self.path), built
            begins = self._files.get(PRELOADS)
            self._preloads = msgspec.json.decode(begins.body) if begins else {}
        return self._files.get(name)

    def preloads(self, screen: str) -> list[str]:
        """The files that a table of a game, or the lobby, begins with."""
        return self._preloads.get(screen, [])

    def _stamp(self) -> int:
        try:
            return (self.folder / INDEX).stat().st_mtime_ns
        except OSError:
            return 0


def _read(folder: Path, under: str) -> dict[str, File]:
    files = (path for path in folder.rglob("*") if path.is_file())
    read = {path.relative_to(folder).as_posix(): _file(path, folder) for path in files}
    if index := read.get(INDEX):
        read[INDEX] = made(placed(index.body, under), index.kind, index.cache)
    return read


def placed(index: bytes, under: str) -> bytes:
    """The page, which is the same at every depth, with word of where its files lie."""
    at = f"{under}/".encode()
    return index.replace(b'data-path="/"', b'data-path="%s"' % at).replace(b'="./', b'="%s' % at)


def _file(path: Path, folder: Path) -> File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return made(path.read_bytes(), kind, _cache(path, folder), path.suffix in COMPRESSED)


def _cache(path: Path, folder: Path) -> str:
    """Assets change their names with their content, the page itself must always be the newest."""
    if path.suffix == ".html":
        return "no-cache"
    return (
        "public, max-age=31536000, immutable" if path.parent == folder / "assets" else "public, max-age=3600"
    )


@get(SCREENS, include_in_schema=False)
async def screen(request: HttpRequest) -> Response[bytes]:
    """Every screen is the same page; it finds its way by the address."""
    page: Page = request.app.state.page
    begins = page.preloads(LOBBY) if request.scope["path"] == "/" else []
    return _page(request, *(_link(page.path, name) for name in begins))


@get("/t/{table_id:str}", include_in_schema=False)
async def table_screen(
    request: HttpRequest,
    table_id: FromPath[str],
    invite: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Response[bytes]:
    """The page, with word of all that it will ask for, so that it travels at once."""
    if "results" in request.query_params:
        return _page(request)
    try:
        guest = await guest_of(request)
        row = await visible_row(server_of(request), table_id, guest.id if guest else None, invite)
    except Refusal:
        return _page(request)
    page: Page = request.app.state.page
    links = [_link(page.path, name) for name in page.preloads(row.game)]
    own = [] if invite else asked_first(row, guest.id if guest else None)
    asked = ["/api/me", f"/api/games/{row.game}/table", *own]
    return _page(request, *links, *(_asked(page.path, path) for path in asked))


def _link(under: str, name: str) -> str:
    how = "preload; as=style" if name.endswith(".css") else "modulepreload"
    return f"<{under}/{name}>; rel={how}; crossorigin"


def _asked(under: str, path: str) -> str:
    return f"<{under}{path}>; rel=preload; as=fetch; crossorigin"


def _page(request: HttpRequest, *links: str) -> Response[bytes]:
    if wanted := request.app.state.page.file(INDEX):
        return answer(request, wanted, **({"Link": ", ".join(links)} if links else {}))
    return Response(MISSING.encode(), media_type=PLAIN, headers=FRESH)


@get("/{name:path}", include_in_schema=False)
async def file(request: HttpRequest, name: FromPath[Path]) -> Response[bytes]:
    """Whatever else the page is made of."""
    wanted: File | None = request.app.state.page.file(name.as_posix().lstrip("/"))
    if wanted:
        return answer(request, wanted)
    if _is_typed(request):
        return _lost(request)
    raise Refusal(404, "not-found", f"There is nothing at {request.scope['path'][:200]}.")


def _is_typed(request: HttpRequest) -> bool:
    """Whether somebody goes there in a browser, by an address or a link."""
    return "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")


def _lost(request: HttpRequest) -> Response[bytes]:
    """The page, which says that there is no such screen and leads on."""
    index: File | None = request.app.state.page.file(INDEX)
    body, kind = (index.body, index.kind) if index else (MISSING.encode(), PLAIN)
    return Response(body, status_code=404, media_type=kind, headers=FRESH)


ROUTES = [screen, table_screen, file]
