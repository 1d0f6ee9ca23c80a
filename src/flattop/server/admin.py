"""What the keeper of a running server does to it; each worker of a cluster does its part of it by itself."""

from __future__ import annotations

from collections import defaultdict

from flattop.server.auth.guests import clean
from flattop.server.errors import Refusal, no_table
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
from flattop.server.store import queries
from flattop.server.store.rows import TableRow
from flattop.server.table import seating
from flattop.server.table.ending import close as close_table
from flattop.server.table.live import LiveTable

ASLEEP = 100  # tables that sleep and are listed, newest first
SEATED = 1_000  # tables of a guest that are looked at
SHOWN_OUT = "The keeper of this server has shown you out."

# -- looking


async def tables(server: Server) -> KeptTables:
    """All that is not over: what is awake first, the heaviest of it on top; then what sleeps."""
    live = sorted(server.registry.live.values(), key=lambda table: table.weight, reverse=True)
    asleep = await queries.unfinished(server.store, ASLEEP + len(live))
    resting = [row for row in asleep.rows if row.id not in server.registry.live]
    awake = [_kept(table.row, table) for table in live]
    count = asleep.count - sum(table.row.state != "over" for table in live)
    return KeptTables(awake + [_kept(row, None) for row in resting[:ASLEEP]], max(count, 0))


def _kept(row: TableRow, live: LiveTable | None) -> KeptTable:
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


async def guests(server: Server) -> PresentGuests:
    """Everybody who has a socket open, and where."""
    sockets: dict[str, list[str]] = defaultdict(list)
    for table in server.registry.live.values():
        for subscriber in table.subscribers:
            sockets[subscriber.guest or ""].append(table.row.id)
    here = [await _present(server, guest, at) for guest, at in sockets.items()]
    return PresentGuests(sorted(here, key=lambda one: (not one.id, one.name, one.id)))


async def _present(server: Server, guest: str, at: list[str]) -> PresentGuest:
    return PresentGuest(guest, await server.guests.name(guest) or "", len(at), sorted(set(at)))


# -- acting


async def kick(server: Server, guest: str) -> Kicked:
    """Show a guest out: the token is good for nothing any more, and those who were there are told."""
    name = await server.guests.name(guest)
    if name is None:
        raise Refusal(404, "no-guest", "There is no such guest; `flattop admin guests` tells who is here.")
    await server.guests.forget(guest)
    told = await show_out(server, guest, name)
    for row in (await queries.listed(server.store, guest, "mine", SEATED, 0)).rows:
        if row.state == "waiting" and await server.leases.holder(row.id) in (None, server.leases.worker):
            await _make_room(server, row.id, GuestInfo(guest, name))
    return told


async def show_out(server: Server, guest: str, name: str) -> Kicked:
    """A worker's part of it: nobody is taken for the guest any more, and its tables are told."""
    server.guests.drop_token(guest)
    told = Kicked(guest, name, 0, [])
    for table in list(server.registry.live.values()):
        await _show_out(table, told)
        if table.row.state == "waiting" and table.row.seat_of(guest) is not None:
            await _make_room(server, table.row.id, GuestInfo(guest, name))
    return told


async def _show_out(table: LiveTable, told: Kicked) -> None:
    theirs = [subscriber for subscriber in table.subscribers if subscriber.guest == told.guest]
    if not theirs and table.row.seat_of(told.guest) is None:
        return
    for subscriber in theirs:
        table.leave(subscriber)
        subscriber.close(CloseCode.SHOWN_OUT, SHOWN_OUT)
    told.sockets += len(theirs)
    told.tables.append(table.row.id)
    words = f"{told.name} was shown out by the keeper of the server."
    await table.run_locked(lambda: table.announce(words))


async def _make_room(server: Server, table_id: str, guest: GuestInfo) -> None:
    """A seat at a table that waits is for somebody else now; in play it is given to a bot by those there."""
    table = await server.registry.get(table_id)
    await table.run_locked(lambda: seating.leave(table, guest))


async def close(server: Server, table_id: str) -> Closed:
    """Remove a table that waits, or end one in play for good."""
    row = await server.registry.row(table_id)
    if row is None:
        raise no_table()
    was, table = row.state, await server.registry.get(table_id)
    await table.run_locked(lambda: close_table(table))
    return Closed(table_id, was)


async def announce(server: Server, text: str) -> Announced:
    """Say something at every table that is awake, as nobody's words."""
    words = clean(text, NOTICE, "bad-notice", f"A notice has 1 to {NOTICE} letters that can be shown.")
    live = list(server.registry.live.values())
    for table in live:
        await server.housekeeping.contained(_tell, table, words)
    return Announced(words, len(live))


async def _tell(table: LiveTable, words: str) -> None:
    await table.run_locked(lambda: table.announce(words))


async def drain(server: Server, minutes: float | None) -> Draining:
    """Take no new tables, tell those who play, and close once nobody does."""
    server.drain.begin(minutes)
    bound = "" if minutes is None else f", at the latest in {_span(minutes)}"
    await announce(server, f"The server closes once nobody plays any more{bound}. Nothing is lost.")
    return Draining(minutes, len(server.drain.playing()))


def _span(minutes: float) -> str:
    return "a moment" if minutes < 1 else "a minute" if minutes < 2 else f"{minutes:.0f} minutes"
