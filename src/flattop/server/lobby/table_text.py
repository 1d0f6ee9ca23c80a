"""Texts about a started game: the table as sentences, earlier log lines, and the rules that apply now."""

from __future__ import annotations

import asyncio
from typing import Any

from flattop.kernel import Seat, single_stops
from flattop.kernel.text.describe import Describer
from flattop.match import Match, Snapshot, snapshot
from flattop.match.refusals import rules_now
from flattop.server.lobby.tables import started_table, watchable_table
from flattop.server.schemas.catalog import ClosedPlay, RulesNow
from flattop.server.schemas.events import LogPage
from flattop.server.schemas.rest import ToldTable, ToldZone
from flattop.server.server import Server
from flattop.server.table.viewers import earlier_lines


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
