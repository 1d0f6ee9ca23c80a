"""Tables of the lobby: access checks, the table list, changes of seats, and texts about a started game."""

from __future__ import annotations

import asyncio
from typing import Any

from flattop.kernel import FlattopError, Seat, single_stops
from flattop.kernel.text.describe import Describer
from flattop.match import Match, Snapshot, snapshot
from flattop.match.refusals import rules_now
from flattop.server.cluster import aggregate
from flattop.server.errors import no_table
from flattop.server.schemas.catalog import ClosedPlay, RulesNow
from flattop.server.schemas.messages import LogPage, Welcome
from flattop.server.schemas.rest import GuestInfo, SetSeat, TableInfo, TablePage, ToldTable, ToldZone
from flattop.server.server import Server
from flattop.server.store import queries
from flattop.server.store.rows import TableRow
from flattop.server.table import seating
from flattop.server.table import table_info as info
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import may_see, may_watch
from flattop.server.table.viewers import earlier_lines

PAGE_SIZE = 20

# -- access


async def visible_row(server: Server, table_id: str, guest: str | None, invite: str | None) -> TableRow:
    """Return the row of a table that the guest may see, without loading the table."""
    row = await server.registry.row(table_id)
    if row is None or not may_see(row, guest, invite):
        raise no_table()
    return row


async def visible_table(server: Server, table_id: str, guest: str | None, invite: str | None) -> LiveTable:
    """Load a table that the guest may see."""
    await visible_row(server, table_id, guest, invite)
    table = await (await server.registry.get(table_id)).settled()
    await server.guests.name(table.row.owner)  # `info_for` reads the name from the cache
    return table


async def watchable_table(server: Server, table_id: str, guest: str | None, invite: str | None) -> LiveTable:
    """Load a table whose game the guest may watch."""
    table = await visible_table(server, table_id, guest, invite)
    if not may_watch(table.row, guest, invite):
        raise no_table()
    return table


async def started_table(server: Server, table_id: str, guest: str | None, invite: str | None) -> LiveTable:
    """Load a table that the guest may watch and whose game has started."""
    table = await watchable_table(server, table_id, guest, invite)
    if table.visible_match is None:
        raise table.not_playable()
    return table


async def welcome(server: Server, table_id: str, guest: str | None, invite: str | None) -> Welcome:
    """Return the first message of a socket, so that the page can draw the table before it connects."""
    table = await watchable_table(server, table_id, guest, invite)
    if table.row.state == "waiting":
        raise table.not_playable()
    return table.welcome_for(guest)


async def table_info(server: Server, guest: str | None, table_id: str, invite: str | None) -> TableInfo:
    """Describe a table; a table that is not in memory is not loaded for it."""
    row = await visible_row(server, table_id, guest, invite)
    owner = await server.guests.name(row.owner)
    if live := server.registry.live.get(table_id):
        return (await live.settled()).info_for(guest)
    return info.table_info(row, owner, guest, info.NO_SEAT)


def first_requests(row: TableRow, guest: str | None) -> list[str]:
    """Return the API paths that the page requests first when it opens a table, for preload links."""
    path = f"/api/tables/{row.id}"
    is_shown = row.state != "waiting" and may_watch(row, guest, None)
    return [path, f"{path}/welcome"] if is_shown else [path]


# -- the list


async def list_tables(server: Server, guest: str | None, scope: str, page: int) -> TablePage:
    """Return one page of tables, newest first.  Unreadable tables are left out and reported as broken."""
    listed = await queries.list_tables(server.store, guest, scope, PAGE_SIZE, (page - 1) * PAGE_SIZE)
    for table_id, error in listed.damaged.items():
        server.health_state.set_broken(table_id, error)
    present = await aggregate.present_seats(server, [row.id for row in listed.rows])
    tables = []
    for row in listed.rows:
        owner = await server.guests.name(row.owner)
        try:
            tables.append(info.table_summary(row, owner, guest, present.get(row.id, set()).__contains__))
        except FlattopError as error:  # its game does not exist any more
            server.health_state.set_broken(row.id, error)
    return TablePage(tables, page, max(1, -(-listed.count // PAGE_SIZE)))


# -- seats


async def join(
    server: Server, guest: GuestInfo, table_id: str, invite: str | None, seat: int | None
) -> TableInfo:
    """Take an open seat."""
    table = await visible_table(server, table_id, guest.id, invite)
    await table.execute(lambda: seating.take(table, guest, seat, invite))
    return table.info_for(guest.id)


async def set_seat(server: Server, guest: GuestInfo, table_id: str, request: SetSeat) -> TableInfo:
    """Open a seat or give it to a bot."""
    table = await visible_table(server, table_id, guest.id, None)
    await table.execute(lambda: seating.assign(table, guest, request.seat, request.kind))
    return table.info_for(guest.id)


async def leave(server: Server, guest: GuestInfo, table_id: str) -> TableInfo:
    """Give up the guest's seat."""
    table = await visible_table(server, table_id, guest.id, None)
    await table.execute(lambda: seating.leave(table, guest))
    return table.info_for(guest.id)


# -- texts: the table as sentences, earlier log lines, and the rules that apply now


async def table_text(server: Server, table_id: str, guest: str | None, invite: str | None) -> ToldTable:
    """Describe the whole table from the guest's seat, or as spectators see it.

    The snapshot is taken at once.  The text is made in a thread, since that takes a while.
    """
    table = await started_table(server, table_id, guest, invite)
    match, seat = table.visible_match or table.match, table.row.seat_of(guest)
    return await asyncio.to_thread(text_of, *described_snapshot(match, seat))


def described_snapshot(match: Match, seat: Seat | None) -> tuple[Describer, Snapshot]:
    """Return a viewer's snapshot without its log, and a describer that knows only this snapshot."""
    seen = snapshot(match, seat, since=len(match.log(seat)))
    return match.game.describer(match.table.pack, match.people, seen["view"], seat), seen


def text_of(describer: Describer, seen: Snapshot) -> ToldTable:
    choices = seen["options"] + seen["anytime"]
    zone_lines: dict[str, list[str]] = {}
    for sentence in describer.table():
        zone_lines.setdefault(sentence.zone, []).append(sentence.words)
    return ToldTable(
        prompt=seen["prompt"],
        options=[
            f"{single_stops(f'{label}.')} {describer.option(action)}".strip() for action, label in choices
        ],
        zones=[ToldZone(describer.title(zone), lines) for zone, lines in zone_lines.items()],
        cards=describer.named_cards(describer.cards_in_sight()),
    )


async def log_page(
    server: Server, table_id: str, guest: str | None, invite: str | None, before: int
) -> LogPage:
    """Return the log lines before a line number, as the guest's seat or a spectator sees them."""
    table = await started_table(server, table_id, guest, invite)
    first, lines = earlier_lines(table.visible_match or table.match, table.row.seat_of(guest), before)
    log: Any = lines
    return LogPage(first, log)


async def current_rules(server: Server, table_id: str, guest: str | None, invite: str | None) -> RulesNow:
    """Return the rules of the current step of the guest's seat, and of its actions that are not legal now."""
    table = await watchable_table(server, table_id, guest, invite)
    current = rules_now(table.match, table.row.seat_of(guest))
    return RulesNow(list(current.rules), [ClosedPlay(*closed) for closed in current.closed])
