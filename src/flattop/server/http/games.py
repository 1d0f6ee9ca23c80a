"""REST: the games, whole or in parts, each packed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from flattop.games import CATALOG
from flattop.server import catalog
from flattop.server.http.files import File, HttpRequest, answer, made
from flattop.server.http.responses import error_responses
from flattop.server.schemas.catalog import GameInfo, GameSummary, GameWords, RuleText
from flattop.server.schemas.codec import encode_json


@get("/api/games", responses=error_responses())
async def games() -> list[GameSummary]:
    """The catalog."""
    return catalog.games()


@get("/api/games/{key:str}", responses=error_responses(404))
async def one_game(request: HttpRequest, key: FromPath[str]) -> Response[GameInfo]:
    """One game with its words, its house deck and its rules."""
    return answer(request, packed_game(key, catalog.game_info))


@get("/api/games/{key:str}/table", responses=error_responses(404))
async def game_of_a_table(request: HttpRequest, key: FromPath[str]) -> Response[GameInfo]:
    """What a table of the game is drawn from: of its deck what is printed, and no rules."""
    return answer(request, packed_game(key, catalog.table_info))


@get("/api/games/{key:str}/words", responses=error_responses(404))
async def words(request: HttpRequest, key: FromPath[str]) -> Response[GameWords]:
    """All rules of a game, and each card of its house deck in words."""
    return answer(request, packed_game(key, catalog.words))


@cache
def packed_game(key: str, part: Callable[[str], GameInfo | GameWords]) -> File:
    """A game on the wire, or a part of it: the same for everybody, and large."""
    return made(encode_json(part(key)), "application/json", "no-cache")


@get("/api/games/{key:str}/rules", responses=error_responses(404))
async def rules(
    key: FromPath[str], q: Annotated[str | None, QueryParameter(max_length=100)] = None
) -> list[RuleText]:
    """The rules that speak of a word, or all."""
    return catalog.rules(key, q)


def pack_all() -> None:
    """What would keep the first who asks, and everybody else, waiting."""
    for key in CATALOG:
        for part in PARTS:
            packed_game(key, part)


PARTS = (catalog.game_info, catalog.table_info, catalog.words)
ROUTES = [games, one_game, game_of_a_table, words, rules]
