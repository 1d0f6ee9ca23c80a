"""Subscribers: the clients connected to a table, and the messages they are sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from flattop.kernel import CLOCK, Seat
from flattop.match import Match
from flattop.match.realtime import RealtimeDriver
from flattop.protocol import PROTOCOL
from flattop.server.errors import Refusal, not_started, other_edition
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import (
    ChatLine,
    ChatSaid,
    QuestionPut,
    ServerMessage,
    TableChanged,
    Welcome,
    You,
    encode,
)
from flattop.server.schemas.rest import TableInfo
from flattop.server.store.leases import Lease
from flattop.server.store.rows import TableRow
from flattop.server.table.clocks import TurnClocks, new_driver, time_info
from flattop.server.table.permissions import is_owner, may_watch
from flattop.server.table.server_api import Subscriber, TableServices
from flattop.server.table.table_info import table_info
from flattop.server.table.viewers import (
    NO_CHANGES,
    NO_CLOCKS,
    ClockFields,
    SharedView,
    Viewer,
    welcome_snapshot,
)
from flattop.server.table.votes import Questions

CHAT_SHOWN = 100
VERSION_GAP = 100_000  # between the first versions of two viewers, so that they never overlap


class NotPlayed:
    """Placeholder of an attribute before the game has started: reading it raises the refusal."""

    def __get__(self, table: SubscribedTable, kind: object = None) -> NoReturn:
        raise table.not_playable()


class SubscribedTable:
    """The part of a table that serves its viewers; nothing here changes the match."""

    begun = False  # the game has started, and its rules have not changed since
    match: Match = cast(Any, NotPlayed())
    driver: RealtimeDriver = cast(Any, NotPlayed())
    outdated = ""  # why a started game cannot be continued: its rules have changed
    last_known: Match | None = None  # the last state of an outdated game that the current rules reproduce

    def __init__(self, server: TableServices, row: TableRow, lease: Lease) -> None:
        self.server, self.row, self.lease = server, row, lease
        self.first_version = server.next_version(lease)  # of this time in memory
        self.subscribers: list[Subscriber] = []
        self.viewers: dict[Seat | None, Viewer] = {}
        self.shared_view: SharedView
        self.away_since: dict[Seat, float] = dict.fromkeys(range(len(row.seats)), server.now())
        self.questions = Questions()
        self.chat: list[ChatLine] = []
        self.turn_clocks: TurnClocks | None = None
        self.touched = server.now()
        self.announced_away: set[Seat] = set()
        self.paused_at = server.now()  # start of the last pause; after a restart, of the table
        self.announced_spectators: set[str] = set()  # guests
        self.former_players: set[str] = set()  # guests who have given up a seat here
        self.last_mover: Seat | None = None
        self.move_counts: Counter[Seat] = Counter()  # shows that a hint or an auto-answer comes too late
        self._chat_sent: dict[str | None, int] = {}

    def not_playable(self) -> Refusal:
        return other_edition(self.outdated) if self.outdated else not_started()

    @property
    def visible_match(self) -> Match | None:
        """The match that viewers can see."""
        return self.match if self.begun else self.last_known

    def begin(self, match: Match) -> None:
        """Start to follow a match.

        The spectators' viewer always exists, since it tells public changes from secret ones.
        """
        self.begun, self.match, self.driver = True, match, new_driver(self.server, match)
        match.auto_answers = {
            i: seat.auto_answers for i, seat in enumerate(self.row.seats) if seat.auto_answers
        }
        self.viewers, self.shared_view = {}, SharedView(match)
        self._viewer(None)
        if self.row.clock:
            self.turn_clocks = TurnClocks(
                self.row.clock, len(self.row.seats), self.row.clocks, self.server.now
            )
            self.turn_clocks.follow(self.waiting_persons(), ())

    # -- presence and turns

    def seat_of(self, subscriber: Subscriber) -> Seat | None:
        return self.row.seat_of(subscriber.guest)

    def is_present(self, seat: Seat) -> bool:
        guest = self.row.seats[seat].guest
        return guest is not None and any(subscriber.guest == guest for subscriber in self.subscribers)

    def is_absent(self, seat: Seat) -> bool:
        """True if the guest is disconnected for so long that the others need not wait."""
        if self.is_present(seat):
            return False
        return self.server.now() - self.away_since[seat] >= self.server.patience

    def is_away(self, seat: Seat) -> bool:
        """True if the player of the seat is absent, so that a bot may take over."""
        return self.row.seats[seat].kind == "person" and self.is_absent(seat)

    def persons(self) -> list[Seat]:
        return [i for i, seat in enumerate(self.row.seats) if seat.kind == "person"]

    def waiting_persons(self) -> set[Seat]:
        waiting = self.match.waiting if self.begun else ()
        return {seat for seat in waiting if self.row.seats[seat].kind == "person"}

    def waiting_bots(self) -> list[Seat]:
        waiting = self.match.waiting if self.begun else ()
        return [seat for seat in waiting if self.row.seats[seat].is_bot]

    # -- connecting and disconnecting

    def admit(self, subscriber: Subscriber, seen: int | None) -> None:
        """Add a subscriber and send it everything it has missed since version `seen`."""
        seat = self.seat_of(subscriber)
        was_present = seat is not None and self.is_present(seat)
        self.subscribers.append(subscriber)
        viewer, missing = self._viewer(seat), None
        if viewer and seen is not None and not self.clock_fields():  # clocks of kept updates would be wrong
            missing = viewer.missing(seen)
        if missing is None:
            self.welcome(subscriber)
        else:
            self._mark_listened(seat)
            self._send_info(subscriber)
            for update in missing:
                subscriber.send(update)
            for question in self.questions.all():
                subscriber.send(encode(QuestionPut(question)))
            for line in self.chat:
                if line.n > self._chat_sent.get(subscriber.guest, 0):
                    subscriber.send(encode(ChatSaid(line)))
        if seat is not None and not was_present:
            self.send_table_info(except_to=subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        if subscriber not in self.subscribers:
            return
        self.subscribers.remove(subscriber)
        seat = self.seat_of(subscriber)
        if seat is not None and not self.is_present(seat):
            self.away_since[seat] = self.touched = self.server.now()
            self.send_table_info()

    def _viewer(self, seat: Seat | None) -> Viewer | None:
        if not self.begun:
            return None
        if seat not in self.viewers:
            first = self.first_version + 1 + (0 if seat is None else (seat + 1) * VERSION_GAP)
            self.viewers[seat] = Viewer(self.match, seat, first)
        return self.viewers[seat]

    def _mark_listened(self, seat: Seat | None) -> None:
        if viewer := self._viewer(seat):
            viewer.has_listened = True

    def version_of(self, seat: Seat | None) -> int:
        viewer = self.viewers.get(seat) or self._viewer(seat)
        return viewer.version if viewer else self.first_version

    def welcome(self, subscriber: Subscriber) -> None:
        subscriber.send(encode(self.welcome_for(subscriber.guest)))
        self._chat_sent[subscriber.guest] = self.chat[-1].n if self.chat else 0

    def welcome_for(self, guest: str | None) -> Welcome:
        """Return the full state of the table for a guest."""
        seat = self.row.seat_of(guest)
        self._mark_listened(seat)
        match = self.visible_match
        sheet: Any = welcome_snapshot(match, seat, NO_CLOCKS | self.clock_fields()) if match else None
        return Welcome(
            protocol=PROTOCOL,
            version=self.version_of(seat),
            you=You(seat, is_owner(self.row, guest)),
            table=self.info_for(guest),
            sheet=sheet,
            chat=self.chat[-CHAT_SHOWN:],
            questions=self.questions.all(),
        )

    def clock_fields(self) -> ClockFields:
        """Return the turn clocks and the real-time clock of this moment, if there are any."""
        if self.turn_clocks is None and not self.is_live:
            return {}
        clocks = {"clocks": self.turn_clocks.info()} if self.turn_clocks else {}
        return clocks | ({"time": time_info(self.driver, self.server.now())} if self.is_live else {})

    @property
    def is_timed(self) -> bool:
        """True if a turn clock or a real-time clock may run."""
        return self.turn_clocks is not None or (self.begun and CLOCK in self.match.table.asks)

    @property
    def is_counting(self) -> bool:
        """True if a turn clock runs; its time is saved only now and then."""
        return self.turn_clocks is not None and bool(self.turn_clocks.running)

    @property
    def is_live(self) -> bool:
        """True if a real-time game is played."""
        return self.begun and self.match.is_live

    def resend_welcome(self, guest: str | None) -> None:
        """Send a new welcome to one guest, or to all if None; the others get the changed seats."""
        for subscriber in self.subscribers:
            if not may_watch(self.row, subscriber.guest, subscriber.invite):
                subscriber.close(CloseCode.NO_SPECTATORS, "This table has no spectators.")
            elif guest in (None, subscriber.guest):
                self.welcome(subscriber)
            else:
                self._send_info(subscriber)

    def info_for(self, guest: str | None) -> TableInfo:
        owner = self.server.guests.known_name(self.row.owner)
        return table_info(self.row, owner, guest, self.is_present, self.is_away, self.outdated)

    def send_table_info(self, except_to: Subscriber | None = None) -> None:
        """Send the table info after a change of seats, owner, presence or rematch."""
        for subscriber in self.subscribers:
            if subscriber is not except_to:
                self._send_info(subscriber)

    def _send_info(self, subscriber: Subscriber) -> None:
        subscriber.send(encode(TableChanged(self.info_for(subscriber.guest))))

    def broadcast(self, event: ServerMessage) -> None:
        """Send the same message to all subscribers."""
        message = encode(event)
        for subscriber in self.subscribers:
            subscriber.send(message)

    def publish_chat(self, line: ChatLine) -> None:
        self.chat.append(line)
        del self.chat[:-CHAT_SHOWN]
        self.broadcast(ChatSaid(line))
        for subscriber in self.subscribers:
            self._chat_sent[subscriber.guest] = line.n

    def send_seat_changes(self, seat: Seat) -> None:
        """Send a seat's changes that no action has caused, such as new auto-answer settings."""
        viewer = self._viewer(seat)
        if viewer and (change := viewer.change(self.match, NO_CHANGES)):
            self.send_updates({seat: viewer.update(change, self.clock_fields())})

    def send_updates(
        self, updates: Mapping[Seat | None, str], author: Subscriber | None = None, done: str = ""
    ) -> None:
        """Send each viewer's update; the author of the change is first, and gets the reply with it."""
        seat_of = self.row.seat_of
        if author:
            update = updates.get(seat_of(author.guest)) if author in self.subscribers else None
            author.send(*filter(None, (done, update)))
        for subscriber in self.subscribers if updates else ():
            if subscriber is not author and (update := updates.get(seat_of(subscriber.guest))):
                subscriber.send(update)
