"""REST routes for players: the game catalog, guests, tables, finished games, campaigns and the recipe."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from aiohttp import web
from msgspec import Meta, Struct

from flattop.games import CATALOG
from flattop.kernel import FlattopError
from flattop.protocol import COOKIE
from flattop.recipe import MOST, USUAL
from flattop.recipe import recipe as recipe_for
from flattop.server import campaign, catalog
from flattop.server.auth.requests import (
    address,
    guest_of,
    is_operator,
    required_guest,
    server_of,
)
from flattop.server.errors import Refusal, refusal
from flattop.server.fair_queues import Asker
from flattop.server.http.responses import (
    File,
    cached_file,
    file_response,
    json_response,
    private_response,
    response,
)
from flattop.server.http.routing import get, post
from flattop.server.http.static import PAGE
from flattop.server.limits import DECK_BYTES
from flattop.server.lobby import create, finished_games
from flattop.server.lobby import tables as lobby
from flattop.server.schemas.base import SeatNumber, Word, encode_json
from flattop.server.schemas.catalog import CampaignPage, GameInfo, GameSummary, GameWords, RulesNow, RuleText
from flattop.server.schemas.messages import LogPage, Welcome
from flattop.server.schemas.rest import (
    ChancesAnswer,
    EarlierScores,
    Join,
    Me,
    NewGuest,
    NewTable,
    Nothing,
    ReplayStep,
    SetSeat,
    TableInfo,
    TablePage,
    ToldTable,
    Verdict,
    WhatIf,
)
from flattop.server.store.rows import TableRow
from flattop.server.workers.analysis import AnalysisQueue

ANALYSIS = web.AppKey("analysis", AnalysisQueue)
RECORD = "application/x-ndjson"
YEAR = 31_536_000

# -- query parameters

PageNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
LineNumber = Annotated[int, Meta(ge=0, le=100_000_000)]


class WordQuery(Struct):
    q: Annotated[str, Meta(max_length=100)] | None = None


class PageQuery(Struct):
    page: PageNumber = 1


class TablesQuery(PageQuery):
    scope: Literal["open", "mine", "archive"] = "open"


class InviteQuery(Struct, kw_only=True):
    invite: Word | None = None


class LogQuery(InviteQuery):
    before: LineNumber


class ReplayQuery(InviteQuery):
    at: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    eyes: SeatNumber | None = None
    before: LineNumber | None = None


class RecipeQuery(Struct):
    serves: Annotated[int, Meta(ge=1, le=MOST)] = USUAL
    units: Literal["metric", "imperial"] = "metric"


# -- the game catalog; large responses are encoded and compressed once


@get("/api/games")
async def games(request: web.Request) -> list[GameSummary]:
    """All games."""
    return catalog.games()


@get("/api/games/{key}", 404, returns=GameInfo)
async def one_game(request: web.Request, key: str) -> web.Response:
    """One game with its texts, its standard deck and its rules."""
    return file_response(request, game_file(key, catalog.game_info))


@get("/api/games/{key}/table", 404, returns=GameInfo)
async def game_of_a_table(request: web.Request, key: str) -> web.Response:
    """The part of a game that is needed to draw a table: no rules, and only printed data of the deck."""
    return file_response(request, game_file(key, catalog.drawn_game_info))


@get("/api/games/{key}/words", 404, returns=GameWords)
async def words(request: web.Request, key: str) -> web.Response:
    """The rules of a game, and the text of each card of its standard deck."""
    return file_response(request, game_file(key, catalog.game_words))


@cache
def game_file(key: str, part: Callable[[str], GameInfo | GameWords]) -> File:
    return cached_file(encode_json(part(key)), "application/json", "no-cache")


@get("/api/games/{key}/rules", 404)
async def rules(request: web.Request, key: str, query: WordQuery) -> list[RuleText]:
    """The rules that contain a word, or all rules."""
    return catalog.rules(key, query.q)


def cache_games() -> None:
    """Prepare all responses at startup, since the first request would block the event loop."""
    for key in CATALOG:
        for part in (catalog.game_info, catalog.drawn_game_info, catalog.game_words):
            game_file(key, part)


# -- guests


@post("/api/guest", returns=Me)
async def new_guest(request: web.Request, data: NewGuest) -> web.Response:
    """Create a guest and set its cookie, or rename the guest of the cookie."""
    server, guest = server_of(request), await guest_of(request)
    if guest:
        return json_response(Me(await server.guests.rename(guest, data.name)), 201)
    if not server.addresses.may_create_guest(address(request)):
        raise Refusal(429, "too-many", "Too many new guests from your address; wait a little.")
    guest, token = await server.guests.create(data.name)
    answer = json_response(Me(guest), 201)
    path = request.app[PAGE].path or "/"  # the cookie is not sent to the rest of a shared site
    secure = True if request.secure else None
    answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", max_age=YEAR, path=path, secure=secure)
    return answer


@get("/api/me")
async def me(request: web.Request) -> Me:
    """The guest of the cookie, and whether the guest may use the lab."""
    return Me(await guest_of(request), server_of(request).lab.is_open and is_operator(request))


# -- tables


@get("/api/campaigns/{key}", 404)
async def campaigns(request: web.Request, key: str, query: PageQuery) -> CampaignPage:
    """Progress of the guest's teams in the campaign of a game."""
    return await campaign.campaign_page(server_of(request), await guest_of(request), key, query.page)


@get("/api/tables")
async def tables(request: web.Request, query: TablesQuery) -> TablePage:
    """Open tables to join or watch, the guest's own tables, or the guest's archived tables."""
    return await lobby.list_tables(server_of(request), await _guest_id(request), query.scope, query.page)


@post("/api/tables", 401, 404, max_body=DECK_BYTES)
async def new_table(request: web.Request, data: NewTable) -> TableInfo:
    """Create a table."""
    server, guest = server_of(request), await required_guest(request)
    if data.deck is not None and not server.addresses.may_upload_deck(address(request)):
        raise Refusal(429, "too-many", "Too many decks from your address; wait a little.")
    return await create.new_table(server, guest, data, address(request))


@get("/api/tables/{table_id}", 404, 409)
async def one_table(request: web.Request, table_id: str, query: InviteQuery) -> TableInfo:
    """One table, without loading it."""
    return await lobby.table_info(server_of(request), await _guest_id(request), table_id, query.invite)


@get("/api/tables/{table_id}/welcome", 404, 409, returns=Welcome)
async def welcome(request: web.Request, table_id: str, query: InviteQuery) -> web.Response:
    """The first message of a socket at the table, so that a page can draw it before it connects."""
    message = await lobby.welcome(server_of(request), table_id, await _guest_id(request), query.invite)
    return await private_response(request, message)


@get("/api/tables/{table_id}/pack", 404, 409)
async def pack(request: web.Request, table_id: str, query: InviteQuery) -> Any:
    """Cards and numbers of the table's deck."""
    server = server_of(request)
    row = await lobby.visible_row(server, table_id, await _guest_id(request), query.invite)
    return await asyncio.to_thread(catalog.pack, row.game, await server.registry.deck(row))


@post("/api/tables/{table_id}/join", 401, 404, 409, status=200)
async def join(request: web.Request, table_id: str, data: Join) -> TableInfo:
    """Take an open seat."""
    guest = await required_guest(request)
    return await lobby.join(server_of(request), guest, table_id, data.invite, data.seat)


@post("/api/tables/{table_id}/seats", 401, 404, 409, status=200)
async def seats(request: web.Request, table_id: str, data: SetSeat) -> TableInfo:
    """Open a seat or give it to a bot; only for the owner, before the game starts."""
    return await lobby.set_seat(server_of(request), await required_guest(request), table_id, data)


@post("/api/tables/{table_id}/leave", 401, 404, 409, status=200)
async def leave(request: web.Request, table_id: str, data: Nothing) -> TableInfo:
    """Give up the guest's seat."""
    return await lobby.leave(server_of(request), await required_guest(request), table_id)


@post("/api/tables/{table_id}/rematch", 401, 404, 409)
async def rematch(request: web.Request, table_id: str, data: Nothing) -> TableInfo:
    """Create a new table for the same players, or return the rematch that exists already."""
    return await create.rematch(server_of(request), await required_guest(request), table_id, address(request))


@get("/api/tables/{table_id}/log", 404, 409, returns=LogPage)
async def log(request: web.Request, table_id: str, query: LogQuery) -> web.Response:
    """Log lines before a line number, as the guest sees them; a welcome has only the last ones."""
    guest = await _guest_id(request)
    page = await lobby.log_page(server_of(request), table_id, guest, query.invite, query.before)
    return await private_response(request, page)


@get("/api/tables/{table_id}/told", 404, 409, returns=ToldTable)
async def text(request: web.Request, table_id: str, query: InviteQuery) -> web.Response:
    """The table as text, from the guest's seat or as spectators see it."""
    guest = await _guest_id(request)
    return await private_response(
        request, await lobby.table_text(server_of(request), table_id, guest, query.invite)
    )


@get("/api/tables/{table_id}/rules", 404, 409, returns=RulesNow)
async def rules_now(request: web.Request, table_id: str, query: InviteQuery) -> web.Response:
    """Rules of the current step of the guest's seat."""
    guest = await _guest_id(request)
    rules = await lobby.current_rules(server_of(request), table_id, guest, query.invite)
    return await private_response(request, rules)


@get("/api/tables/{table_id}/scores", 404, 409)
async def scores(request: web.Request, table_id: str, query: InviteQuery) -> EarlierScores:
    """The guest's best scores before this table, in games without opponents."""
    return await finished_games.earlier_scores(
        server_of(request), table_id, await _guest_id(request), query.invite
    )


@get("/api/tables/{table_id}/record", 404, 409, kind=RECORD)
async def record(request: web.Request, table_id: str, query: InviteQuery) -> web.Response:
    """Record of a finished game, as JSON lines."""
    row, asker = await _finished_game(request, table_id, query)
    text = await server_of(request).replay_pool.record(row, asker)
    headers = {"Content-Disposition": f'attachment; filename="flattop-{row.id}.jsonl"'}
    return response(text.encode(), RECORD, headers=headers)


@get("/api/tables/{table_id}/verdict", 404, 409)
async def verdict(request: web.Request, table_id: str, query: InviteQuery) -> Verdict:
    """Replay a finished game, and check its record against the rules, its hashes and its seed."""
    return await server_of(request).replay_pool.verdict(*await _finished_game(request, table_id, query))


@get("/api/tables/{table_id}/replay", 404, 409)
async def replay(request: web.Request, table_id: str, query: ReplayQuery) -> ReplayStep:
    """Snapshot of a finished game after `at` actions, for the seat `eyes` or for spectators."""
    row, asker = await _finished_game(request, table_id, query)
    return await finished_games.replay_step(
        server_of(request), row, query.at, query.eyes, query.before, asker
    )


@get("/api/tables/{table_id}/chances", 404, 409)
async def chances(request: web.Request, table_id: str, query: InviteQuery) -> ChancesAnswer:
    """Win chances along a finished game; they are computed in the background."""
    answer: ChancesAnswer = await request.app[ANALYSIS].of(*await _finished_game(request, table_id, query))
    return answer


@post("/api/tables/{table_id}/what-if", 401, 404, 409)
async def what_if(request: web.Request, table_id: str, data: WhatIf) -> TableInfo:
    """Create a private table that continues a finished game from one of its steps."""
    guest = await required_guest(request)
    return await finished_games.what_if(server_of(request), guest, table_id, data, address(request))


@get("/api/recipe")
async def recipe(request: web.Request, query: RecipeQuery) -> dict[str, Any]:
    """Recipe of a real cheeseburger."""
    try:
        recipe: dict[str, Any] = msgspec.to_builtins(recipe_for(query.serves, query.units))
    except FlattopError as error:
        raise refusal(error) from None
    return recipe


async def _finished_game(request: web.Request, table_id: str, query: InviteQuery) -> tuple[TableRow, Asker]:
    """A finished game that the guest may watch, and the address and guest by which questions are queued."""
    guest = await _guest_id(request)
    row = await finished_games.finished_row(server_of(request), table_id, guest, query.invite)
    return row, (address(request), guest or "")


async def _guest_id(request: web.Request) -> str | None:
    guest = await guest_of(request)
    return guest.id if guest else None


ROUTES = [
    games, one_game, game_of_a_table, words, rules,
    new_guest, me, campaigns, tables, new_table, one_table, welcome, pack, join,
    seats, leave, rematch, log, text, rules_now, scores, record, verdict, replay, chances, what_if, recipe,
]  # fmt: skip
