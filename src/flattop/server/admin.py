"""Commands of the operator for a running server. In a cluster each server worker carries out its own part."""

from __future__ import annotations

from collections import defaultdict

from flattop.server.auth.names import clean
from flattop.server.errors import CLOSED, Refusal, no_table
from flattop.server.schemas.admin import (
    NOTICE,
    Announced,
    Closed,
    Draining,
    KeptTable,
    KeptTables,
    Kicked,
    PresentGuest,
    PresentGuests,
)
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.rest import GuestInfo
from flattop.server.server import Server
from flattop.server.store import queries, writes
from flattop.server.store.rows import TableRow
from flattop.server.table import seating
from flattop.server.table.effects import Closing, Effects
from flattop.server.table.live import LiveTable

MAX_ASLEEP = 100  # listed tables that are not in memory, newest first
MAX_SEATED = 1_000  # tables of a guest that are searched
SHOWN_OUT = "The operator of this server has shown you out."


async def list_tables(server: Server) -> KeptTables:
    """All unfinished tables: first those in memory, the largest on top, then the others."""
    live = sorted(server.registry.live.values(), key=lambda table: table.weight, reverse=True)
    unfinished = await queries.unfinished(server.store, MAX_ASLEEP + len(live))
    asleep = [row for row in unfinished.rows if row.id not in server.registry.live]
    awake = [_describe_table(table.row, table) for table in live]
    count = unfinished.count - sum(table.row.state != "over" for table in live)
    return KeptTables(awake + [_describe_table(row, None) for row in asleep[:MAX_ASLEEP]], max(count, 0))


def _describe_table(row: TableRow, live: LiveTable | None) -> KeptTable:
    names = [seat.name or seat.kind for seat in row.seats]
    here = [name for i, name in enumerate(names) if live and live.is_present(i)]
    seated = [one for one in live.subscribers if live.seat_of(one) is not None] if live else []
    return KeptTable(
        id=row.id,
        game=row.game,
        state=row.state,
        awake=live is not None,
        since=row.since,
        seats=names,
        here=here,
        watching=len(live.subscribers) - len(seated) if live else 0,
        turn=[names[seat] for seat in row.turn],
        kilobytes=live.weight >> 10 if live else 0,
    )


async def list_guests(server: Server) -> PresentGuests:
    """All guests with an open socket, and their tables."""
    sockets: dict[str, list[str]] = defaultdict(list)
    for table in server.registry.live.values():
        for subscriber in table.subscribers:
            sockets[subscriber.guest or ""].append(table.row.id)
    guests = [
        PresentGuest(guest, await server.guests.name(guest) or "", len(tables), sorted(set(tables)))
        for guest, tables in sockets.items()
    ]
    return PresentGuests(sorted(guests, key=lambda guest: (not guest.id, guest.name, guest.id)))


async def kick(server: Server, guest: str) -> Kicked:
    """Remove a guest: invalidate the token, close the sockets, and free seats at waiting tables."""
    name = await server.guests.name(guest)
    if name is None:
        raise Refusal(404, "no-guest", "There is no such guest; `flattop admin guests` lists them.")
    await server.guests.forget(guest)
    kicked = await remove_guest(server, guest, name)
    for row in (await queries.list_tables(server.store, guest, "mine", MAX_SEATED, 0)).rows:
        if row.state == "waiting" and await server.leases.holder(row.id) in (None, server.leases.worker_id):
            await _free_seat(server, row.id, GuestInfo(guest, name))
    return kicked


async def remove_guest(server: Server, guest: str, name: str) -> Kicked:
    """The part of `kick` that every server worker does at its own tables."""
    server.guests.drop_token(guest)
    kicked = Kicked(guest, name, 0, [])
    text = f"{name} was shown out by the operator of the server."
    for table in list(server.registry.live.values()):
        sockets = [subscriber for subscriber in table.subscribers if subscriber.guest == guest]
        for subscriber in sockets:
            table.leave(subscriber)
            subscriber.close(CloseCode.SHOWN_OUT, SHOWN_OUT)
        kicked.sockets += len(sockets)
        if sockets or table.row.seat_of(guest) is not None:
            kicked.tables.append(table.row.id)
            await table.announce(text)
        if table.row.state == "waiting" and table.row.seat_of(guest) is not None:
            await _free_seat(server, table.row.id, GuestInfo(guest, name))
    return kicked


async def _free_seat(server: Server, table_id: str, guest: GuestInfo) -> None:
    """Free a seat at a waiting table. In a running game the other players give it to a bot."""
    table = await server.registry.get(table_id)
    await table.execute(lambda: seating.leave(table, guest))


async def close_table(server: Server, table_id: str) -> Closed:
    """Delete a waiting table, or end a running game for good."""
    row = await server.registry.row(table_id)
    if row is None:
        raise no_table()
    was, table = row.state, await server.registry.get(table_id)

    async def close() -> Effects:
        if table.row.state == "over":
            raise Refusal(409, "over", "The game at that table is over already.")
        closing = Closing(CloseCode.CLOSED, CLOSED)
        if table.row.state == "waiting":
            return Effects(writes.delete_table(table.row), closing=closing)
        table.row.close()
        return Effects([writes.table_state(table.row)], closing=closing).announce(CLOSED)

    await table.execute(close)
    return Closed(table_id, was)


async def announce(server: Server, text: str) -> Announced:
    """Send a notice to every table in memory."""
    notice = clean(text, NOTICE, "bad-notice", f"A notice has 1 to {NOTICE} letters that can be shown.")

    live = list(server.registry.live.values())
    for table in live:
        await server.housekeeping.guarded(table.announce, notice)
    return Announced(notice, len(live))


async def drain(server: Server, minutes: float | None) -> Draining:
    """Accept no new tables, tell the players, and close once no game is played."""
    server.drain.begin(minutes)
    limit = ""
    if minutes is not None:
        span = "a moment" if minutes < 1 else "a minute" if minutes < 2 else f"{minutes:.0f} minutes"
        limit = f", at the latest in {span}"
    await announce(server, f"The server closes once nobody plays any more{limit}. Nothing is lost.")
    return Draining(minutes, len(server.drain.playing()))
