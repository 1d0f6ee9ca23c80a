"""Permissions: every check of who may see a table and who may act at it."""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from flattop.kernel import Seat
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Question
from flattop.server.store.rows import TableRow

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable
    from flattop.server.table.server_api import Subscriber

# -- seeing


def may_see(row: TableRow, guest: str | None, invite: str | None) -> bool:
    """True for an open table; for a private one, only for guests at the table or with its invite."""
    return not row.private or at_table(row, guest) or has_invite(row, invite)


def may_watch(row: TableRow, guest: str | None, invite: str | None) -> bool:
    """True for guests at the table, and for spectators if the owner allows them."""
    return at_table(row, guest) or (row.spectators and may_see(row, guest, invite))


def at_table(row: TableRow, guest: str | None) -> bool:
    return is_owner(row, guest) or row.seat_of(guest) is not None


def has_invite(row: TableRow, invite: str | None) -> bool:
    return invite is not None and compare_digest(invite.encode("utf-8", "replace"), row.invite.encode())


def is_owner(row: TableRow, guest: str | None) -> bool:
    return guest is not None and guest == row.owner


# -- acting


def own_seat(table: LiveTable, subscriber: Subscriber) -> Seat:
    """Return the seat of a player who may act now."""
    seat = table.seat_of(subscriber)
    if seat is None:
        raise Refusal(403, "no-seat", "You are a spectator at this table; only seated players can do that.")
    if not table.begun:
        raise table.not_playable()
    if table.row.seats[seat].is_bot:
        raise Refusal(409, "bot-plays", "A bot plays for you; ask the table for your seat back.")
    return seat


def asking_seat(table: LiveTable, subscriber: Subscriber) -> Seat:
    """Return the seat of a guest who may start a vote; a bot may be playing there."""
    seat = table.seat_of(subscriber)
    if table.outdated:
        raise table.not_playable()
    if seat is None or not table.begun or table.match.over:
        raise Refusal(409, "no-question", "Only seated players can ask that, and only during the game.")
    return seat


def check_ending(table: LiveTable, subscriber: Subscriber) -> None:
    """Check who may end an outdated game: seated guests; the owner if only bots are left."""
    if not table.outdated or table.row.state != "playing":
        raise Refusal(
            409, "no-end", "Only a game whose rules have changed since it started can be ended early."
        )
    alone = is_owner(table.row, subscriber.guest) and not table.persons()
    if table.seat_of(subscriber) is None and not alone:
        raise Refusal(403, "no-seat", "Only seated players can end the game.")


def check_subject(kind: str, by: Seat, seat: Seat) -> None:
    """Check the seat that a vote is about: only `bot` votes may be about another seat.

    The seat that a vote is about does not vote, so other votes about it would pass without its consent.
    """
    if kind != "bot" and seat != by:
        raise Refusal(403, "not-your-seat", f"You can ask that only for your own seat, which is {by}.")


def answering_seat(table: LiveTable, subscriber: Subscriber, question: Question) -> Seat:
    """Return the seat of a guest whose vote is needed."""
    seat = table.seat_of(subscriber)
    if seat is None or seat not in question.needs:
        raise Refusal(403, "not-asked", "This vote does not need your answer.")
    return seat


def check_owner(row: TableRow, guest: str) -> None:
    if not is_owner(row, guest):
        raise Refusal(403, "not-owner", "Only the owner of the table can do that.")


def check_seated(row: TableRow, guest: str) -> None:
    if row.seat_of(guest) is None:
        raise Refusal(403, "no-seat", "Only seated players can ask for a rematch.")


def check_at_table(row: TableRow, guest: str) -> None:
    if not at_table(row, guest):
        raise Refusal(409, "no-seat", "You have no seat at this table.")


def check_not_removed(row: TableRow, guest: str, invite: str | None) -> None:
    """A guest whom the owner has removed needs a new invite to come back."""
    if guest in row.shown_out and not has_invite(row, invite):
        sentence = "The owner has removed you from this table; you need a new invite link to come back."
        raise Refusal(403, "shown-out", sentence)


def check_seat(row: TableRow, seat: Seat) -> None:
    if seat >= len(row.seats):
        raise Refusal(404, "no-seat", f"The table has seats 0 to {len(row.seats) - 1}.")
