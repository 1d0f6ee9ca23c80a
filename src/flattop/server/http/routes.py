"""REST: the lobby, the tables, the records."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, route
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from flattop.kernel import FlattopError
from flattop.protocol import COOKIE
from flattop.recipe import MOST, USUAL
from flattop.recipe import recipe as recipe_for
from flattop.server import campaign, catalog
from flattop.server.auth.requests import address, guest_of, is_keeper, required_guest, server_of
from flattop.server.errors import Refusal, refusal
from flattop.server.http.files import HttpRequest, in_private
from flattop.server.http.responses import error_responses
from flattop.server.limits import DECK_BYTES
from flattop.server.lobby import access, create, listing, logs, replays, rules_at_hand
from flattop.server.lobby import scores as earlier_scores
from flattop.server.lobby import seats as seating
from flattop.server.lobby import table_text as in_words
from flattop.server.lobby.what_if import what_if as branch_off
from flattop.server.scheduling import Asker
from flattop.server.schemas.analysis import ChancesAnswer
from flattop.server.schemas.catalog import CampaignPage, RulesNow
from flattop.server.schemas.events import LogPage, Welcome
from flattop.server.schemas.rest import (
    EarlierScores,
    GuestInfo,
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
Line = Annotated[int, QueryParameter(ge=0, le=100_000_000)]
YEAR = 31_536_000


@post("/api/guest", responses=error_responses())
async def new_guest(request: HttpRequest, data: JSONBody[NewGuest]) -> Response[Me]:
    """Tell the server your name; who is known already is renamed."""
    server, guest = server_of(request), await guest_of(request)
    if guest:
        return Response(Me(await server.guests.rename(guest, data.name)))
    if not server.addresses.may_be_new(address(request)):
        raise Refusal(429, "too-many", "Too many new guests from your address; wait a little.")
    guest, token = await server.guests.welcome(data.name)
    under = request.app.state.page.path or "/"  # the rest of a site has no use for it
    cookie = Cookie(COOKIE, value=token, httponly=True, samesite="strict", max_age=YEAR, path=under)
    cookie.secure = request.scope["scheme"] == "https"
    return Response(Me(guest), cookies=[cookie])


@get("/api/me", responses=error_responses())
async def me(request: HttpRequest) -> Me:
    """Who you are, and whether the lab is yours."""
    return Me(await guest_of(request), server_of(request).lab.is_open and is_keeper(request))


@get("/api/campaigns/{key:str}", responses=error_responses(404))
async def campaigns(
    request: HttpRequest, key: FromPath[str], page: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1
) -> CampaignPage:
    """What your teams have reached in the campaign of a game."""
    return await campaign.page(server_of(request), await guest_of(request), key, page)


@get("/api/tables", responses=error_responses())
async def tables(
    request: HttpRequest,
    page: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
    which: Annotated[Literal["open", "mine", "archive"], QueryParameter(name="scope")] = "open",
) -> TablePage:
    """Tables to join or to watch, or those you are at, or those you were at long ago."""
    return await listing.page(server_of(request), _id(await guest_of(request)), which, page)


@post("/api/tables", responses=error_responses(401, 404), request_max_body_size=DECK_BYTES)
async def new_table(request: HttpRequest, data: JSONBody[NewTable]) -> TableInfo:
    """Set a table."""
    server, guest = server_of(request), await required_guest(request)
    if data.deck is not None and not server.addresses.may_bring_deck(address(request)):
        raise Refusal(429, "too-many", "Too many decks from your address; wait a little.")
    return await create.new_table(server, guest, data, address(request))


@get("/api/tables/{table_id:str}", responses=error_responses(404, 409))
async def one_table(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> TableInfo:
    """One table."""
    return await access.shown(server_of(request), _id(await guest_of(request)), table_id, invite)


@get("/api/tables/{table_id:str}/welcome", responses=error_responses(404, 409))
async def welcome(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Response[Welcome]:
    """What a socket at the table is told first, for a page that is still on its way there."""
    told = await access.welcome(server_of(request), table_id, _id(await guest_of(request)), invite)
    return in_private(request, told)


@get("/api/tables/{table_id:str}/pack", responses=error_responses(404, 409))
async def pack(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Any:
    """The cards and numbers of this table's deck."""
    server = server_of(request)
    row = await access.visible_row(server, table_id, _id(await guest_of(request)), invite)
    return await asyncio.to_thread(catalog.pack, row.game, await server.decks.file(row.deck))


@post("/api/tables/{table_id:str}/join", status_code=200, responses=error_responses(401, 404, 409))
async def join(request: HttpRequest, table_id: FromPath[str], data: JSONBody[Join]) -> TableInfo:
    """Take an open seat."""
    guest = await required_guest(request)
    return await seating.join(server_of(request), guest, table_id, data.invite, data.seat)


@post("/api/tables/{table_id:str}/seats", status_code=200, responses=error_responses(401, 404, 409))
async def seats(request: HttpRequest, table_id: FromPath[str], data: JSONBody[SetSeat]) -> TableInfo:
    """Open a seat or give it to a bot, as the owner."""
    return await seating.set_seat(server_of(request), await required_guest(request), table_id, data)


@post("/api/tables/{table_id:str}/leave", status_code=200, responses=error_responses(401, 404, 409))
async def leave(request: HttpRequest, table_id: FromPath[str], data: JSONBody[Nothing]) -> TableInfo:
    """Give up the own seat."""
    return await seating.leave(server_of(request), await required_guest(request), table_id)


@post("/api/tables/{table_id:str}/rematch", responses=error_responses(401, 404, 409))
async def rematch(request: HttpRequest, table_id: FromPath[str], data: JSONBody[Nothing]) -> TableInfo:
    """The same people at a new table."""
    return await create.rematch(server_of(request), await required_guest(request), table_id, address(request))


@get("/api/tables/{table_id:str}/log", responses=error_responses(404, 409))
async def log(
    request: HttpRequest, table_id: FromPath[str], before: Line, invite: Invite = None
) -> Response[LogPage]:
    """Lines of your log before one of them, for what a welcome leaves out."""
    guest = _id(await guest_of(request))
    return in_private(request, await logs.earlier(server_of(request), table_id, guest, invite, before))


@get("/api/tables/{table_id:str}/told", responses=error_responses(404, 409))
async def told(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Response[ToldTable]:
    """The table in full sentences, as your seat sees it."""
    guest = _id(await guest_of(request))
    return in_private(request, await in_words.told(server_of(request), table_id, guest, invite))


@get("/api/tables/{table_id:str}/rules", responses=error_responses(404, 409))
async def rules_now(
    request: HttpRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[RulesNow]:
    """The rules that count for you right now."""
    guest = _id(await guest_of(request))
    return in_private(request, await rules_at_hand.now(server_of(request), table_id, guest, invite))


@get("/api/tables/{table_id:str}/scores", responses=error_responses(404, 409))
async def scores(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> EarlierScores:
    """Your best tables before this one, where there are no rivals."""
    return await earlier_scores.earlier(server_of(request), table_id, _id(await guest_of(request)), invite)


@get(
    "/api/tables/{table_id:str}/record",
    media_type="application/x-ndjson",
    responses=error_responses(404, 409),
)
async def record(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Response[str]:
    """The record of a game that is over, as JSON lines."""
    server = server_of(request)
    row = await access.finished(server, table_id, _id(await guest_of(request)), invite)
    text = await replays.record(server, row, await _asker(request))
    name = {"Content-Disposition": f'attachment; filename="flattop-{table_id}.jsonl"'}
    return Response(text, media_type="application/x-ndjson", headers=name)


@get("/api/tables/{table_id:str}/verdict", responses=error_responses(404, 409))
async def verdict(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> Verdict:
    """Whether the rules agree with the record of a game that is over, played once more for it."""
    server = server_of(request)
    row = await access.finished(server, table_id, _id(await guest_of(request)), invite)
    return await replays.verdict(server, row, await _asker(request))


@get("/api/tables/{table_id:str}/replay", responses=error_responses(404, 409))
async def replay(
    request: HttpRequest,
    table_id: FromPath[str],
    at: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    eyes: Annotated[int | None, QueryParameter(ge=0, le=99)] = None,
    before: Annotated[int | None, QueryParameter(ge=0, le=100_000_000)] = None,
    invite: Invite = None,
) -> ReplayStep:
    """A game that is over, after so many actions, as one seat saw it."""
    server = server_of(request)
    row = await access.finished(server, table_id, _id(await guest_of(request)), invite)
    return await replays.step(server, row, at, eyes, before, await _asker(request))


@get("/api/tables/{table_id:str}/chances", responses=error_responses(404, 409))
async def chances(request: HttpRequest, table_id: FromPath[str], invite: Invite = None) -> ChancesAnswer:
    """The chances along a game that is over, once they are worked out."""
    row = await access.finished(server_of(request), table_id, _id(await guest_of(request)), invite)
    told: ChancesAnswer = await request.app.state.analysis.of(row, await _asker(request))
    return told


@post("/api/tables/{table_id:str}/what-if", responses=error_responses(401, 404, 409))
async def what_if(request: HttpRequest, table_id: FromPath[str], data: JSONBody[WhatIf]) -> TableInfo:
    """A new private table that goes on from a point of the past."""
    guest = await required_guest(request)
    return await branch_off(server_of(request), guest, table_id, data, address(request))


@get("/api/recipe", responses=error_responses())
async def recipe(
    serves: Annotated[int, QueryParameter(ge=1, le=MOST)] = USUAL,
    units: FromQuery[Literal["metric", "imperial"]] = "metric",
) -> dict[str, Any]:
    """The real cheeseburger."""
    try:
        written: dict[str, Any] = msgspec.to_builtins(recipe_for(serves, units))
    except FlattopError as error:
        raise refusal(error) from None
    return written


async def _asker(request: HttpRequest) -> Asker:
    """Whoever asks for what takes long, by address and then by guest."""
    return address(request), _id(await guest_of(request)) or ""


def _id(guest: GuestInfo | None) -> str | None:
    return guest.id if guest else None


@route("/api/tables", http_method="OPTIONS", status_code=204, include_in_schema=False)
async def methods() -> Response[None]:
    """The framework would name only the methods of the handler it met first."""
    return Response(None, status_code=204, headers={"Allow": "GET, OPTIONS, POST"})


ROUTES = [
    methods, new_guest, me, campaigns, tables, new_table, one_table, welcome, pack, join,
    seats, leave, rematch, log, told, rules_now, scores, record, verdict, replay, chances, what_if, recipe,
]  # fmt: skip
