"""REST routes of the game catalog; large responses are encoded and compressed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from flattop.games import CATALOG
from flattop.server import catalog
from flattop.server.auth.requests import HttpRequest
from flattop.server.http.responses import File, cached_file, error_responses, file_response
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.catalog import GameInfo, GameSummary, GameWords, RuleText


@get("/api/games", responses=error_responses())
async def games() -> list[GameSummary]:
    """All games."""
    return catalog.games()


@get("/api/games/{key:str}", responses=error_responses(404))
async def one_game(request: HttpRequest, key: FromPath[str]) -> Response[GameInfo]:
    """One game with its texts, its standard deck and its rules."""
    return file_response(request, game_file(key, catalog.game_info))


@get("/api/games/{key:str}/table", responses=error_responses(404))
async def game_of_a_table(request: HttpRequest, key: FromPath[str]) -> Response[GameInfo]:
    """The part of a game that is needed to draw a table: no rules, and only printed data of the deck."""
    return file_response(request, game_file(key, catalog.drawn_game_info))


@get("/api/games/{key:str}/words", responses=error_responses(404))
async def words(request: HttpRequest, key: FromPath[str]) -> Response[GameWords]:
    """The rules of a game, and the text of each card of its standard deck."""
    return file_response(request, game_file(key, catalog.game_words))


@cache
def game_file(key: str, part: Callable[[str], GameInfo | GameWords]) -> File:
    return cached_file(encode_json(part(key)), "application/json", "no-cache")


@get("/api/games/{key:str}/rules", responses=error_responses(404))
async def rules(
    key: FromPath[str], q: Annotated[str | None, QueryParameter(max_length=100)] = None
) -> list[RuleText]:
    """The rules that contain a word, or all rules."""
    return catalog.rules(key, q)


def cache_games() -> None:
    """Prepare all responses at startup, since the first request would block the event loop."""
    for key in CATALOG:
        for part in (catalog.game_info, catalog.drawn_game_info, catalog.game_words):
            game_file(key, part)


ROUTES = [games, one_game, game_of_a_table, words, rules]
