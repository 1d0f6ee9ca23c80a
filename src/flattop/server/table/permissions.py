"""Who may do what at a table: every check of a right stands here, where all of them can be read at once."""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from flattop.kernel import Seat
from flattop.server.errors import Refusal
from flattop.server.schemas.events import Question
from flattop.server.store.rows import TableRow

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable
    from flattop.server.table.reply import Subscriber

# -- seeing


def may_see(row: TableRow, guest: str | None, invite: str | None) -> bool:
    """Open tables are for all; private ones for those at them and those who have the link."""
    return not row.private or at_table(row, guest) or has_invite(row, invite)


def may_watch(row: TableRow, guest: str | None, invite: str | None) -> bool:
    """Those at the table, and spectators if the owner allows them."""
    return at_table(row, guest) or (row.spectators and may_see(row, guest, invite))


def at_table(row: TableRow, guest: str | None) -> bool:
    return is_owner(row, guest) or row.seat_of(guest) is not None


def has_invite(row: TableRow, invite: str | None) -> bool:
    return invite is not None and compare_digest(invite.encode("utf-8", "replace"), row.invite.encode())


def is_owner(row: TableRow, guest: str | None) -> bool:
    return guest is not None and guest == row.owner


# -- acting


def own_seat(table: LiveTable, subscriber: Subscriber) -> Seat:
    """The seat that may act for itself now."""
    seat = table.seat_of(subscriber)
    if seat is None:
        raise Refusal(403, "no-seat", "You look on at this table; only those seated can do that.")
    if not table.begun:
        raise table.why_not_played()
    if table.row.seats[seat].is_bot:
        raise Refusal(409, "bot-plays", "A bot plays for you; ask the table for your seat back.")
    return seat


def asking_seat(table: LiveTable, subscriber: Subscriber) -> Seat:
    """The seat that may put a question to the table."""
    seat = table.seat_of(subscriber)
    if table.outdated:
        raise table.why_not_played()
    if seat is None or not table.begun or table.match.over:
        raise Refusal(409, "no-question", "Only those seated can ask that, while the game is played.")
    return seat


def check_ending(table: LiveTable, subscriber: Subscriber) -> None:
    """The end of a game whose rules have changed is for those seated; where only bots are, for the owner."""
    if not table.outdated or table.row.state != "playing":
        raise Refusal(409, "no-end", "A game is ended so only where its rules have changed since it began.")
    alone = is_owner(table.row, subscriber.guest) and not table.persons()
    if table.seat_of(subscriber) is None and not alone:
        raise Refusal(403, "no-seat", "Only those seated can end the game.")


def check_subject(kind: str, by: Seat, seat: Seat) -> None:
    """Only a bot is asked for in another's place: whoever a question is about is not asked for consent."""
    if kind != "bot" and seat != by:
        raise Refusal(403, "not-your-seat", f"You can ask that for your own seat alone, which is {by}.")


def answering_seat(table: LiveTable, subscriber: Subscriber, question: Question) -> Seat:
    """The seat whose consent a question needs."""
    seat = table.seat_of(subscriber)
    if seat is None or seat not in question.needs:
        raise Refusal(403, "not-asked", "That question does not ask you.")
    return seat


def check_owner(row: TableRow, guest: str) -> None:
    if not is_owner(row, guest):
        raise Refusal(403, "not-owner", "Only the owner of the table can do that.")


def check_seated(row: TableRow, guest: str) -> None:
    if row.seat_of(guest) is None:
        raise Refusal(403, "no-seat", "Only those seated can ask for a rematch.")


def check_at_table(row: TableRow, guest: str) -> None:
    if not at_table(row, guest):
        raise Refusal(409, "no-seat", "You have no seat at this table.")


def check_wanted(row: TableRow, guest: str, invite: str | None) -> None:
    """Whoever was shown out comes back by a new invite alone."""
    if guest in row.shown_out and not has_invite(row, invite):
        sentence = "The owner has shown you out of this table; only a new invite link lets you back."
        raise Refusal(403, "shown-out", sentence)


def check_seat(row: TableRow, seat: Seat) -> None:
    if seat >= len(row.seats):
        raise Refusal(404, "no-seat", f"The table has seats 0 to {len(row.seats) - 1}.")
