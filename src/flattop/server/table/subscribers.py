"""Subscribers: everybody who listens at a table, and what each of them is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from flattop.kernel import CLOCK, Seat
from flattop.match import Match
from flattop.match.realtime import RealtimeDriver
from flattop.protocol import PROTOCOL
from flattop.server.errors import Refusal, not_started, other_edition
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.codec import encode
from flattop.server.schemas.events import (
    ChatLine,
    ChatSaid,
    QuestionPut,
    ServerMessage,
    TableChanged,
    Welcome,
    You,
)
from flattop.server.schemas.rest import TableInfo
from flattop.server.store.leases import Lease
from flattop.server.store.rows import TableRow
from flattop.server.table.audience import NO_CLOCKS, NO_NEWS, Audience, ClockFields, Shared, welcome_snapshot
from flattop.server.table.permissions import is_owner, may_watch
from flattop.server.table.realtime import clockwork_for, time_info
from flattop.server.table.reply import Subscriber
from flattop.server.table.server_api import Host
from flattop.server.table.turn_clock import TurnClocks
from flattop.server.table.views import table_info
from flattop.server.table.votes import Questions

CHAT_SHOWN = 100
APART = 100_000  # between the versions of two audiences, so that none can be taken for another's


class NotPlayed:
    """Stands for what a table has while its game can be played: whoever asks for it else is refused."""

    def __get__(self, table: SubscribedTable, kind: object = None) -> NoReturn:
        raise table.why_not_played()


class SubscribedTable:
    """A table as far as it is looked at; nothing here changes the match."""

    begun = False  # whether there is a game that can be played or is over
    match: Match = cast(Any, NotPlayed())  # that game
    driver: RealtimeDriver = cast(Any, NotPlayed())  # what drives it
    outdated = ""  # why it cannot be played on although it was dealt: its rules have changed since
    last_known: Match | None = None  # how it stood then, as far as the rules of today tell it alike

    def __init__(self, server: Host, row: TableRow, lease: Lease) -> None:
        self.server, self.row, self.lease = server, row, lease
        self.first_version = server.next_version(lease)  # where the versions of this life of the table begin
        self.subscribers: list[Subscriber] = []
        self.audiences: dict[Seat | None, Audience] = {}
        self.shared: Shared
        self.gone_since: dict[Seat, float] = dict.fromkeys(range(len(row.seats)), server.now())
        self.questions = Questions()
        self.chat: list[ChatLine] = []
        self.turn_clocks: TurnClocks | None = None
        self.touched = server.now()
        self.told_away: set[Seat] = set()  # of whom everybody has heard that they are away
        self.onlookers: set[str] = set()  # guests of whom everybody has heard that they look on
        self.former: set[str] = set()  # guests who have given up a seat here
        self.moves: Counter[Seat] = Counter()  # of each seat, so that what is late knows that it is
        self._chat_sent: dict[str | None, int] = {}

    def why_not_played(self) -> Refusal:
        return other_edition(self.outdated) if self.outdated else not_started()

    @property
    def shown(self) -> Match | None:
        """The game that can be looked at."""
        return self.match if self.begun else self.last_known

    def begin(self, match: Match) -> None:
        """Follow a match from now on; what spectators see is what tells public from secret."""
        self.begun, self.match, self.driver = True, match, clockwork_for(self.server, match)
        match.auto_answers = {
            i: seat.auto_answers for i, seat in enumerate(self.row.seats) if seat.auto_answers
        }
        self.audiences, self.shared = {}, Shared(match)
        self._audience(None)
        if self.row.clock:
            self.turn_clocks = TurnClocks(
                self.row.clock, len(self.row.seats), self.row.clocks, self.server.now
            )
            self.turn_clocks.follow(self.persons_waited_for(), ())

    # -- who is here

    def seat_of(self, subscriber: Subscriber) -> Seat | None:
        return self.row.seat_of(subscriber.guest)

    def here(self, seat: Seat) -> bool:
        guest = self.row.seats[seat].guest
        return guest is not None and any(subscriber.guest == guest for subscriber in self.subscribers)

    def absent(self, seat: Seat) -> bool:
        """Gone for so long that the others need not wait."""
        return not self.here(seat) and self.server.now() - self.gone_since[seat] >= self.server.patience

    def away(self, seat: Seat) -> bool:
        """Whether a person's seat is played by nobody, for so long that a bot may take over."""
        return self.row.seats[seat].kind == "person" and self.absent(seat)

    def persons(self) -> list[Seat]:
        return [i for i, seat in enumerate(self.row.seats) if seat.kind == "person"]

    def persons_waited_for(self) -> set[Seat]:
        waiting = self.match.waiting if self.begun else ()
        return {seat for seat in waiting if self.row.seats[seat].kind == "person"}

    def bots_waited_for(self) -> list[Seat]:
        waiting = self.match.waiting if self.begun else ()
        return [seat for seat in waiting if self.row.seats[seat].is_bot]

    # -- coming and going

    def admit(self, subscriber: Subscriber, seen: int | None) -> None:
        """Somebody comes, or comes back: bring them up to date."""
        seat = self.seat_of(subscriber)
        was_here = seat is not None and self.here(seat)
        self.subscribers.append(subscriber)
        self._bring_up_to_date(subscriber, seat, seen)
        if seat is not None and not was_here:
            self.tell_table(but=subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        if subscriber not in self.subscribers:
            return
        self.subscribers.remove(subscriber)
        seat = self.seat_of(subscriber)
        if seat is not None and not self.here(seat):
            self.gone_since[seat] = self.touched = self.server.now()
            self.tell_table()

    def _bring_up_to_date(self, subscriber: Subscriber, seat: Seat | None, seen: int | None) -> None:
        audience, timed = self._audience(seat), bool(self.clock_fields())
        missing = audience.missing(seen) if audience and seen is not None and not timed else None
        if missing is None:  # or time is shown, which no kept update has right
            return self.welcome(subscriber)
        self._hear(seat)
        self._send_table(subscriber)
        for update in missing:
            subscriber.send(update)
        for question in self.questions.all():
            subscriber.send(encode(QuestionPut(question)))
        for line in self.chat:
            if line.n > self._chat_sent.get(subscriber.guest, 0):
                subscriber.send(encode(ChatSaid(line)))
        return None

    def _audience(self, seat: Seat | None) -> Audience | None:
        if not self.begun:
            return None
        if seat not in self.audiences:
            first = self.first_version + 1 + (0 if seat is None else (seat + 1) * APART)
            self.audiences[seat] = Audience(self.match, seat, first)
        return self.audiences[seat]

    def _hear(self, seat: Seat | None) -> None:
        """Somebody goes on from what this audience has seen."""
        if audience := self._audience(seat):
            audience.is_heard = True

    def version_of(self, seat: Seat | None) -> int:
        audience = self.audiences.get(seat) or self._audience(seat)
        return audience.version if audience else self.first_version

    def welcome(self, subscriber: Subscriber) -> None:
        subscriber.send(encode(self.welcome_for(subscriber.guest)))
        self._chat_sent[subscriber.guest] = self.chat[-1].n if self.chat else 0

    def welcome_for(self, guest: str | None) -> Welcome:
        """Everything that a guest may know."""
        seat = self.row.seat_of(guest)
        self._hear(seat)
        shown = self.shown
        sheet: Any = welcome_snapshot(shown, seat, NO_CLOCKS | self.clock_fields()) if shown else None
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
        """The turn clocks and the time as they stand at this moment."""
        if self.turn_clocks is None and not self.is_live:
            return {}
        clocks = {"clocks": self.turn_clocks.shown()} if self.turn_clocks else {}
        return clocks | ({"time": time_info(self.driver, self.server.now())} if self.is_live else {})

    @property
    def is_timed(self) -> bool:
        """Whether any clock may run here now, the rules' or one of the turns."""
        return self.turn_clocks is not None or (self.begun and CLOCK in self.match.table.asks)

    @property
    def is_counting(self) -> bool:
        """Whether a clock of the turns runs now; what it has counted is saved only now and then."""
        return self.turn_clocks is not None and bool(self.turn_clocks.running)

    @property
    def is_live(self) -> bool:
        """Whether time runs by itself here."""
        return self.begun and self.match.is_live

    def welcome_anew(self, guest: str | None) -> None:
        """Everyone after the deal, or the guest whose chair has changed; the others hear of the seats."""
        for subscriber in self.subscribers:
            if not may_watch(self.row, subscriber.guest, subscriber.invite):
                subscriber.close(CloseCode.NO_SPECTATORS, "This table has no spectators.")
            elif guest in (None, subscriber.guest):
                self.welcome(subscriber)
            else:
                self._send_table(subscriber)

    def info_for(self, guest: str | None) -> TableInfo:
        owner = self.server.guests.known_name(self.row.owner)
        return table_info(self.row, owner, guest, self.here, self.away, self.outdated)

    def tell_table(self, but: Subscriber | None = None) -> None:
        """Seats, owner, people here or the rematch have changed."""
        for subscriber in self.subscribers:
            if subscriber is not but:
                self._send_table(subscriber)

    def _send_table(self, subscriber: Subscriber) -> None:
        subscriber.send(encode(TableChanged(self.info_for(subscriber.guest))))

    def tell(self, event: ServerMessage) -> None:
        """The same for everyone."""
        message = encode(event)
        for subscriber in self.subscribers:
            subscriber.send(message)

    def say(self, line: ChatLine) -> None:
        self.chat.append(line)
        del self.chat[:-CHAT_SHOWN]
        self.tell(ChatSaid(line))
        for subscriber in self.subscribers:
            self._chat_sent[subscriber.guest] = line.n

    def tell_seat(self, seat: Seat) -> None:
        """What has changed for one seat although nothing was played."""
        audience = self._audience(seat)
        if audience and (change := audience.change(self.match, NO_NEWS)):
            self.send_updates({seat: audience.update(change, self.clock_fields())})

    def send_updates(
        self, updates: Mapping[Seat | None, str], asker: Subscriber | None = None, done: str = ""
    ) -> None:
        """To each audience what it is due; whoever asked for it hears first and at one go that it is done."""
        seat_of = self.row.seat_of
        if asker:
            update = updates.get(seat_of(asker.guest)) if asker in self.subscribers else None
            asker.send(*filter(None, (done, update)))
        for subscriber in self.subscribers if updates else ():
            if subscriber is not asker and (update := updates.get(seat_of(subscriber.guest))):
                subscriber.send(update)
