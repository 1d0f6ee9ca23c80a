"""The table in words: what a seat, or a spectator, sees, in the sentences that the line client says."""

from __future__ import annotations

import asyncio

from flattop.kernel import Seat, single_stops
from flattop.kernel.text.describe import Describer
from flattop.match import Match, Snapshot, snapshot
from flattop.server.lobby.access import begun
from flattop.server.schemas.rest import ToldTable, ToldZone
from flattop.server.server import Server


async def told(server: Server, table_id: str, guest: str | None, invite: str | None) -> ToldTable:
    """The whole table, as the guest's own seat sees it, or else as spectators do.

    What is seen is taken down at once, and put into words beside the event loop, since that takes a while.
    """
    table = await begun(server, table_id, guest, invite)
    return await asyncio.to_thread(in_words, *seen_from(table.shown or table.match, table.row.seat_of(guest)))


def seen_from(match: Match, seat: Seat | None) -> tuple[Describer, Snapshot]:
    """The sheet, which is all that may be known there, and whoever tells it."""
    seen = snapshot(match, seat, since=len(match.log(seat)))
    return match.game.describer(match.table.pack, match.people, seen["view"], seat), seen


def in_words(describer: Describer, seen: Snapshot) -> ToldTable:
    return ToldTable(
        prompt=seen["prompt"],
        options=told_options(describer, seen),
        zones=told_zones(describer),
        cards=describer.named_cards(describer.cards_in_sight()),
    )


def told_options(describer: Describer, seen: Snapshot) -> list[str]:
    """Each option with what it does, what it costs and what it brings."""
    choices = seen["options"] + seen["anytime"]
    return [f"{single_stops(f'{label}.')} {describer.option(action)}".strip() for action, label in choices]


def told_zones(describer: Describer) -> list[ToldZone]:
    """Everything that can be seen, in the order of the game, under the title of each zone."""
    lines: dict[str, list[str]] = {}
    for said in describer.table():
        lines.setdefault(said.zone, []).append(said.words)
    return [ToldZone(describer.title(zone), words) for zone, words in lines.items()]
