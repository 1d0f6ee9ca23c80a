"""REST routes for players: the game catalog, guests, tables, finished games, campaigns and the recipe."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, route
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from flattop.games import CATALOG
from flattop.kernel import FlattopError
from flattop.protocol import COOKIE
from flattop.recipe import MOST, USUAL
from flattop.recipe import recipe as recipe_for
from flattop.server import campaign, catalog
from flattop.server.auth.requests import (
    HttpRequest,
    address,
    guest_of,
    is_operator,
    required_guest,
    server_of,
)
from flattop.server.errors import Refusal, refusal
from flattop.server.fair_queues import Asker
from flattop.server.http.responses import File, cached_file, error_responses, file_response, private_response
from flattop.server.limits import DECK_BYTES
from flattop.server.lobby import create, finished_games
from flattop.server.lobby import tables as lobby
from flattop.server.schemas.base import encode_json
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

Invite = Annotated[str | None, QueryParameter(max_length=64)]
LineNumber = Annotated[int, QueryParameter(ge=0, le=100_000_000)]
YEAR = 31_536_000


# -- the game catalog; large responses are encoded and compressed once


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


# -- guests


@post("/api/guest", responses=error_responses())
async def new_guest(request: HttpRequest, data: JSONBody[NewGuest]) -> Response[Me]:
    """Create a guest and set its cookie, or rename the guest of the cookie."""
    server, guest = server_of(request), await guest_of(request)
    if guest:
        return Response(Me(await server.guests.rename(guest, data.name)))
    if not server.addresses.may_create_guest(address(request)):
        raise Refusal(429, "too-many", "Too many new guests from your address; wait a little.")
    guest, token = await server.guests.create(data.name)
    path = request.app.state.page.path or "/"  # the cookie is not sent to the rest of a shared site
    cookie = Cookie(COOKIE, value=token, httponly=True, samesite="strict", max_age=YEAR, path=path)
    cookie.secure = request.scope["scheme"] == "https"
    return Response(Me(guest), cookies=[cookie])


@get("/api/me", responses=error_responses())
async def me(request: HttpRequest) -> Me:
    """The guest of the cookie, and whether the guest may use the lab."""
    return Me(await guest_of(request), server_of(request).lab.is_open and is_operator(request))


# -- tables


@get("/api/campaigns/{key:str}", responses=error_responses(404))
async def campaigns(
    request: HttpRequest, key: FromPath[str], page: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1
) -> CampaignPage:
    """Progress of the guest's teams in the campaign of a game."""
    return await campaign.campaign_page(server_of(request), await guest_of(request), key, page)


@get("/api/tables", responses=error_responses())
async def tables(
    request: HttpRequest,
    page: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
    which: Annotated[Literal["open", "mine", "archive"], QueryParameter(name="scope")] = "open",
) -> TablePage:
    """Open tables to join or watch, the guest's own tables, or the guest's archived tables."""
    return await lobby.list_tables(server_of(request), await _guest_id(request), which, page)


@post("/api/tables", responses=error_responses(401, 404), request_max_body_size=DECK_BYTES)
async def new_table(request: HttpRequest, data: JSONBody[NewTable]) -> TableInfo:
    """Create a table."""
    server, guest = server_of(request), await required_guest(request)
    if data.deck is not None and not server.addresses.may_upload_deck(address(request)):
        raise Refusal(429, "too-many", "Too many decks from your address; wait a little.")
    return await create.new_table(server, guest, data, address(request))


@get("/api/tables/{table_id:str}", responses=error_responses(404, 409))
async def one_table(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> TableInfo:
    """One table, without loading it."""
    return await lobby.table_info(server_of(request), await _guest_id(request), table_id, invite)


@get("/api/tables/{table_id:str}/welcome", responses=error_responses(404, 409))
async def welcome(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Response[Welcome]:
    """The first message of a socket at the table, so that a page can draw it before it connects."""
    message = await lobby.welcome(server_of(request), table_id, await _guest_id(request), invite)
    return private_response(request, message)


@get("/api/tables/{table_id:str}/pack", responses=error_responses(404, 409))
async def pack(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Any:
    """Cards and numbers of the table's deck."""
    server = server_of(request)
    row = await lobby.visible_row(server, table_id, await _guest_id(request), invite)
    return await asyncio.to_thread(catalog.pack, row.game, await server.decks.file(row.deck))


@post("/api/tables/{table_id:str}/join", status_code=200, responses=error_responses(401, 404, 409))
async def join(request: HttpRequest, table_id: FromPath[str], data: JSONBody[Join]) -> TableInfo:
    """Take an open seat."""
    guest = await required_guest(request)
    return await lobby.join(server_of(request), guest, table_id, data.invite, data.seat)


@post("/api/tables/{table_id:str}/seats", status_code=200, responses=error_responses(401, 404, 409))
async def seats(request: HttpRequest, table_id: FromPath[str], data: JSONBody[SetSeat]) -> TableInfo:
    """Open a seat or give it to a bot; only for the owner, before the game starts."""
    return await lobby.set_seat(server_of(request), await required_guest(request), table_id, data)


@post("/api/tables/{table_id:str}/leave", status_code=200, responses=error_responses(401, 404, 409))
async def leave(request: HttpRequest, table_id: FromPath[str], data: JSONBody[Nothing]) -> TableInfo:
    """Give up the guest's seat."""
    return await lobby.leave(server_of(request), await required_guest(request), table_id)


@post("/api/tables/{table_id:str}/rematch", responses=error_responses(401, 404, 409))
async def rematch(request: HttpRequest, table_id: FromPath[str], data: JSONBody[Nothing]) -> TableInfo:
    """Create a new table for the same players, or return the rematch that exists already."""
    return await create.rematch(server_of(request), await required_guest(request), table_id, address(request))


@get("/api/tables/{table_id:str}/log", responses=error_responses(404, 409))
async def log(
    request: HttpRequest, table_id: FromPath[str], before: LineNumber, invite: Invite = None
) -> Response[LogPage]:
    """Log lines before a line number, as the guest sees them; a welcome has only the last ones."""
    guest = await _guest_id(request)
    page = await lobby.log_page(server_of(request), table_id, guest, invite, before)
    return private_response(request, page)


@get("/api/tables/{table_id:str}/told", responses=error_responses(404, 409))
async def text(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Response[ToldTable]:
    """The table as text, from the guest's seat or as spectators see it."""
    guest = await _guest_id(request)
    return private_response(request, await lobby.table_text(server_of(request), table_id, guest, invite))


@get("/api/tables/{table_id:str}/rules", responses=error_responses(404, 409))
async def rules_now(
    request: HttpRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[RulesNow]:
    """Rules of the current step of the guest's seat."""
    guest = await _guest_id(request)
    rules = await lobby.current_rules(server_of(request), table_id, guest, invite)
    return private_response(request, rules)


@get("/api/tables/{table_id:str}/scores", responses=error_responses(404, 409))
async def scores(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> EarlierScores:
    """The guest's best scores before this table, in games without opponents."""
    return await finished_games.earlier_scores(server_of(request), table_id, await _guest_id(request), invite)


@get(
    "/api/tables/{table_id:str}/record",
    media_type="application/x-ndjson",
    responses=error_responses(404, 409),
)
async def record(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Response[str]:
    """Record of a finished game, as JSON lines."""
    server = server_of(request)
    row = await finished_games.finished_row(server, table_id, await _guest_id(request), invite)
    text = await server.replay_pool.record(row, await _asker(request))
    headers = {"Content-Disposition": f'attachment; filename="flattop-{table_id}.jsonl"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


@get("/api/tables/{table_id:str}/verdict", responses=error_responses(404, 409))
async def verdict(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Verdict:
    """Replay a finished game, and check its record against the rules, its hashes and its seed."""
    server = server_of(request)
    row = await finished_games.finished_row(server, table_id, await _guest_id(request), invite)
    return await server.replay_pool.verdict(row, await _asker(request))


@get("/api/tables/{table_id:str}/replay", responses=error_responses(404, 409))
async def replay(
    request: HttpRequest,
    table_id: FromPath[str],
    at: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    eyes: Annotated[int | None, QueryParameter(ge=0, le=99)] = None,
    before: Annotated[int | None, QueryParameter(ge=0, le=100_000_000)] = None,
    invite: Invite = None,
) -> ReplayStep:
    """Snapshot of a finished game after `at` actions, for the seat `eyes` or for spectators."""
    server = server_of(request)
    row = await finished_games.finished_row(server, table_id, await _guest_id(request), invite)
    return await finished_games.replay_step(server, row, at, eyes, before, await _asker(request))


@get("/api/tables/{table_id:str}/chances", responses=error_responses(404, 409))
async def chances(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> ChancesAnswer:
    """Win chances along a finished game; they are computed in the background."""
    row = await finished_games.finished_row(server_of(request), table_id, await _guest_id(request), invite)
    answer: ChancesAnswer = await request.app.state.analysis.of(row, await _asker(request))
    return answer


@post("/api/tables/{table_id:str}/what-if", responses=error_responses(401, 404, 409))
async def what_if(request: HttpRequest, table_id: FromPath[str], data: JSONBody[WhatIf]) -> TableInfo:
    """Create a private table that continues a finished game from one of its steps."""
    guest = await required_guest(request)
    return await finished_games.what_if(server_of(request), guest, table_id, data, address(request))


@get("/api/recipe", responses=error_responses())
async def recipe(
    serves: Annotated[int, QueryParameter(ge=1, le=MOST)] = USUAL,
    units: FromQuery[Literal["metric", "imperial"]] = "metric",
) -> dict[str, Any]:
    """Recipe of a real cheeseburger."""
    try:
        recipe: dict[str, Any] = msgspec.to_builtins(recipe_for(serves, units))
    except FlattopError as error:
        raise refusal(error) from None
    return recipe


async def _asker(request: HttpRequest) -> Asker:
    """Return the address and guest by which slow requests are queued fairly."""
    return address(request), await _guest_id(request) or ""


async def _guest_id(request: HttpRequest) -> str | None:
    guest = await guest_of(request)
    return guest.id if guest else None


@route("/api/tables", http_method="OPTIONS", status_code=204, include_in_schema=False)
async def methods() -> Response[None]:
    """List all methods; by default the framework lists only those of the first handler."""
    return Response(None, status_code=204, headers={"Allow": "GET, OPTIONS, POST"})


ROUTES = [
    games, one_game, game_of_a_table, words, rules,
    methods, new_guest, me, campaigns, tables, new_table, one_table, welcome, pack, join,
    seats, leave, rematch, log, text, rules_now, scores, record, verdict, replay, chances, what_if, recipe,
]  # fmt: skip
