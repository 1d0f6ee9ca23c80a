"""Realtime driver: plays the time of a match as actions of the seat CLOCK.

It reads no clock itself.  A server passes the seconds of a wall clock, a simulation those of its own:

    driver = RealtimeDriver(match, now, reactions)    once the match is dealt, or resumed after a restart
    driver.advance(now)                               at `due()` at the latest
    driver.play_at(now, seat, action)                 for every input, in order of arrival
    driver.undo, .pause, .resume                      likewise: carried out at the tick of their arrival
    driver.suspend(now), .unsuspend(now)              when the match stops being attended, and is again
    driver.adjust_rate(now, persons)                  after every change: time runs faster for bots alone

No time passes while the rules do not ask the clock (in planning phases), in a pause, and while the match is
suspended.

Each bot has a reaction time.  A caller asks one of the bots that are `ready()` for a move and calls
`wait(seat)` before, so that only later events make the bot look again.  The move is played by `play_at`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from flattop.kernel import CLOCK, SECOND, Action, AddressedEvent, Chance, Seat, Table, Ticks
from flattop.match.match import Match
from flattop.match.seed import derived

ROUNDING = 1e-6  # of a tick, to make up for rounding errors
HURRY = 8  # speedup while only bots have something to do
SAND = 4  # speedup while the only person waits for time to pass
SLOWEST = 2.5  # the longest reaction time, relative to the shortest


def play_stepped_clock(t: Table) -> None:
    """Let time pass on a table without a match while no seat has to decide."""
    while CLOCK in t.asks and len(t.asks) == 1:
        t.push(CLOCK, next(iter(t.asks[CLOCK])))


class BotReaction:
    """The reaction time of one bot, in ticks, with its own random source."""

    def __init__(self, chance: Chance, quickest: int = 8, slowest: int = 20) -> None:
        self.chance, self.quickest, self.slowest = chance, quickest, slowest
        self.free_at = 0  # the tick at which the bot may move
        self.idle = False  # True if the bot waits until something happens

    def set_pace(self, seconds: float) -> None:
        """Set the shortest reaction time."""
        self.quickest = max(1, round(seconds * SECOND))
        self.slowest = round(self.quickest * SLOWEST)

    def start(self, ticks: int) -> None:
        """Start a new reaction time, after a move of the bot or something new to look at."""
        self.free_at = ticks + self.quickest + self.chance.below(self.slowest - self.quickest + 1)
        self.idle = False


def bot_reactions(match: Match, bots: Iterable[Seat]) -> dict[Seat, BotReaction]:
    """Return a reaction for each bot, which is the same in every replay of the match."""
    return {seat: BotReaction(Chance(derived(match.seed, "hands", seat))) for seat in bots}


class RealtimeDriver:
    """Plays the clock's actions in a match."""

    def __init__(
        self,
        match: Match,
        now: float,
        reactions: Mapping[Seat, BotReaction] | None = None,
        *,
        rate: float = SECOND,  # ticks in a second of the caller's clock
        heartbeat: int = SECOND,  # ticks after which time is recorded at the latest; 0 for never
    ) -> None:
        self.match, self.reactions = match, dict(reactions or {})
        self.rate, self.heartbeat = rate, heartbeat
        self.speedup = 1  # factor in `rate` while only bots act
        self.played_until = now
        self.suspended = False
        self.on_tick: Callable[[Action], None] = lambda action: None  # called after every action of the clock
        self.ticks = 0  # played by this driver
        self.timed_events = 0  # number of times that something happened by itself

    # -- time

    @property
    def running(self) -> bool:
        """True if the rules let time pass by itself."""
        match, asks = self.match, self.match.table.asks
        return CLOCK in asks and isinstance(asks[CLOCK], Ticks) and not match.paused

    @property
    def ticking(self) -> bool:
        """True if time passes by itself and the match is not suspended."""
        return not self.suspended and self.running

    @property
    def is_step_due(self) -> bool:
        """True if a stepped clock is the only seat asked: its action is due at any time."""
        asks = self.match.table.asks
        return len(asks) == 1 and CLOCK in asks and not self.match.paused and not self.running

    @property
    def ticks_to_event(self) -> int:
        """Ticks until the next timed event."""
        ticks = self.match.table.asks[CLOCK]
        return ticks.next if isinstance(ticks, Ticks) else int(list(ticks)[-1][1])

    def advance(self, now: float) -> list[AddressedEvent]:
        """Play all time up to now, divided at timed events, and return the events."""
        if CLOCK not in self.match.table.asks:
            self.played_until = max(self.played_until, now)
            return []
        events = self.step()
        while self.ticking and (passed := int((now - self.played_until) * self.rate + ROUNDING)) > 0:
            events += self._tick(passed)
        if not self.ticking:
            self.played_until = max(self.played_until, now)
        return events

    def skip_ahead(self) -> bool:
        """Play time until there is something to do; return False if no time passes."""
        if self.ticking:
            ahead = self._ticks_to_work()
            if ahead > 0:
                self._tick(ahead)
            return True
        was_due = self.is_step_due
        self.step()
        return was_due

    def suspend(self, now: float) -> list[AddressedEvent]:
        """Play time up to now, and let no more pass: the match is no longer attended."""
        events = self.advance(now)
        self.suspended = True
        return events

    def unsuspend(self, now: float) -> None:
        """Let time pass again from now on."""
        self.played_until, self.suspended = now, False

    def step(self) -> list[AddressedEvent]:
        """Play the actions of a stepped clock until the table waits for another seat."""
        events: list[AddressedEvent] = []
        while self.is_step_due:
            events += self._play(self.ticks_to_event)
            self.timed_events += 1
        return events

    def _play(self, ticks: int) -> list[AddressedEvent]:
        match, action, events = self.match, ("tick", ticks), list[AddressedEvent]()
        if match.simulated:
            match.push(CLOCK, action)
        else:
            events = match.play(CLOCK, action)
        self.on_tick(action)
        return events

    def _tick(self, passed: int) -> list[AddressedEvent]:
        """Play these ticks, or as many as pass before the next timed event."""
        to_event = self.ticks_to_event
        ticks = passed if passed < to_event else to_event
        events = self._play(ticks)
        self.played_until += ticks / self.rate
        self.ticks += ticks
        if ticks == to_event:
            self.timed_events += 1
            self._wake_idle_bots()
        return events

    def due(self) -> float | None:
        """Return the time at which `advance` must be called at the latest; None while no time passes."""
        if self.is_step_due:
            return self.played_until
        if not self.ticking:
            return None
        return self.played_until + max(0, self._ticks_to_work()) / self.rate

    def _ticks_to_work(self) -> int:
        """Return the ticks until a timed event, a bot's move or a heartbeat; below 0 if a bot is overdue."""
        ahead, ticks = self.ticks_to_event, self.ticks
        for reaction in self.reactions.values():
            if not reaction.idle and reaction.free_at - ticks < ahead:
                ahead = reaction.free_at - ticks
        return min(ahead, self.heartbeat) if self.heartbeat else ahead

    def is_due(self, now: float) -> bool:
        due = self.due()
        return due is not None and now >= due

    def lag(self, now: float) -> float:
        """Return the seconds by which the table is late."""
        due = self.due()
        return 0.0 if due is None else max(0.0, now - due)

    def elapsed_ticks(self, now: float) -> float:
        """Return the ticks since the last played one, with fractions."""
        return max(0.0, (now - self.played_until) * self.rate) if self.ticking else 0.0

    def adjust_rate(self, now: float, persons: Collection[Seat]) -> None:
        """Let time run faster while only bots are left to act, or the only person waits for time to pass.

        Several persons need the usual rate even then: they plan and talk.
        """
        is_through, seats = self.match.table.is_through, range(self.match.table.seats)
        persons_are_through = self.running and bool(persons) and all(map(is_through, persons))
        speedup = HURRY if persons_are_through and not all(map(is_through, seats)) else 1
        if speedup == 1 and self.running and self._lone_person_waits(persons):
            speedup = SAND
        if speedup != self.speedup:
            ticks, change = self.elapsed_ticks(now), speedup / self.speedup
            self.speedup, self.rate = speedup, self.rate * change
            self.played_until = now - ticks / self.rate if self.ticking else self.played_until

    def _lone_person_waits(self, persons: Collection[Seat]) -> bool:
        table = self.match.table
        waits = len(persons) == 1 and all(map(table.only_waits, persons))
        return waits and not any(map(table.is_through, persons))

    # -- actions of seats

    def play_at(self, now: float, seat: Seat, action: Action) -> list[AddressedEvent]:
        """Play an action at the tick of its arrival; if it is Illegal, time up to now is played anyway."""
        events = self.advance(now) + self.match.play(seat, action)
        return events + self._after_action(seat)

    def push(self, seat: Seat, action: Action) -> None:
        """Play one of a bot's options now, without a check and without log, for simulations."""
        self.match.push(seat, action)
        self.after_move(seat)
        self.step()

    def push_anytime(self, seat: Seat, action: Action) -> None:
        """Play one of a bot's any-time plays in the same way."""
        self.match.push_anytime(seat, action)
        self.after_move(seat)
        self.step()

    def undo(self, now: float, seat: Seat, consent: Collection[Seat] = ()) -> list[AddressedEvent]:
        """Undo the seat's last decision at the tick of arrival; raise Illegal if that is not possible."""
        events = self.advance(now) + self.match.undo(seat, consent)
        return events + self._after_action(seat)

    def pause(self, now: float, seat: Seat) -> list[AddressedEvent]:
        """Play time up to now and pause."""
        events = self.advance(now) + self.match.pause(seat)
        return events + self._after_action(seat)

    def resume(self, now: float, seat: Seat) -> list[AddressedEvent]:
        """End a pause; time passes from now on."""
        events = self.advance(now) + self.match.resume(seat)
        return events + self._after_action(seat)

    def _after_action(self, seat: Seat) -> list[AddressedEvent]:
        self.after_move(seat)
        return self.step() if CLOCK in self.match.table.asks else []

    def after_move(self, seat: Seat) -> None:
        """Start the reaction time of the bot that moved, and of bots that waited for something to happen."""
        if self.reactions:
            self.restart_reaction(seat)
            self._wake_idle_bots()

    # -- bots

    def set_bots(self, bots: Collection[Seat], make_reaction: Callable[[Seat], BotReaction]) -> None:
        """Add reactions for new bots, and remove those of seats that are no longer bots."""
        for seat in self.reactions.keys() - set(bots):
            del self.reactions[seat]
        for seat in set(bots) - self.reactions.keys():
            self.reactions[seat] = make_reaction(seat)
            self.restart_reaction(seat)

    def ready(self) -> list[Seat]:
        """Return the bots that may move, in the order in which they became free.

        While the clock does not run these are the bots that are asked.
        """
        if self.suspended:
            return []
        if not self.running:
            asked = () if self.match.paused else self.match.table.asks
            return [seat for seat in asked if seat in self.reactions]
        now, reactions = self.ticks, self.reactions.items()
        free = [(bot.free_at, seat) for seat, bot in reactions if bot.free_at <= now and not bot.idle]
        return [seat for _, seat in sorted(free)] if len(free) > 1 else [seat for _, seat in free]

    def wait(self, seat: Seat) -> None:
        """Let the bot wait until something happens."""
        if seat in self.reactions:
            self.reactions[seat].idle = True

    def restart_reaction(self, seat: Seat) -> None:
        """Start the bot's reaction time again: it has moved, or its move came too late."""
        if seat in self.reactions:
            self.reactions[seat].start(self.ticks)

    def _wake_idle_bots(self) -> None:
        for reaction in self.reactions.values():
            if reaction.idle:
                reaction.start(self.ticks)
