"""Clockwork: time enters a match as actions of the seat CLOCK, live, stepped, or as fast as it goes.

It reads no clock itself.  A server tells it the seconds of a wall clock, a simulation those of its own:

    clockwork = Clockwork(match, now, hands)      once the match is dealt, or resumed after a restart
    clockwork.advance(now)                        at `due()` at the latest
    clockwork.arrive(now, seat, action)           for every input, in the order of arrival
    clockwork.undo, .pause, .resume               likewise: carried out at the tick of their arrival
    clockwork.rest(now), .go_on(now)              when nobody runs the match any more, and when somebody does
    clockwork.suit(now, persons)                  after every change: time in which only bots act runs faster

While the clock is not asked (planning, accounts, a pause) and while nobody runs the match, no time passes.

A bot has hands: one of those that are `ready()` is asked for a move, and whoever asks it says `wait(seat)`
first, so that only what happens from then on makes it look again; its move arrives like anybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from flattop.kernel import CLOCK, SECOND, Action, Chance, Seat, Ticks, Told
from flattop.match.match import Match
from flattop.match.seed import derived

ALMOST = 1e-6  # of a tick: what rounding may have taken away
HURRY = 4  # times as fast as usual runs time in which only bots have something to do
SLOWEST = 2.5  # times the quickest that a bot moves


class BotReaction:
    """One pair of hands and a reaction time: when a bot may move next, in ticks; its luck is its own."""

    def __init__(self, chance: Chance, quickest: int = 8, slowest: int = 20) -> None:
        self.chance, self.quickest, self.slowest = chance, quickest, slowest
        self.free_at = 0
        self.idle = False  # it has looked and keeps still until something happens

    def keep_pace(self, seconds: float) -> None:
        """Need so long for a move at least."""
        self.quickest = max(1, round(seconds * SECOND))
        self.slowest = round(self.quickest * SLOWEST)

    def busy(self, ticks: int) -> None:
        """The bot has just moved, or has just seen something new."""
        self.free_at = ticks + self.quickest + self.chance.below(self.slowest - self.quickest + 1)
        self.idle = False


def bot_reactions(match: Match, bots: Iterable[Seat]) -> dict[Seat, BotReaction]:
    """A pair for each bot, at the same pace whenever the match is played again."""
    return {seat: BotReaction(Chance(derived(match.seed, "hands", seat))) for seat in bots}


class RealtimeDriver:
    """Plays the clock's part in a match."""

    def __init__(
        self,
        match: Match,
        now: float,
        hands: Mapping[Seat, BotReaction] | None = None,
        *,
        rate: float = SECOND,  # ticks in a second of the clock that is read out to it
        heartbeat: int = SECOND,  # ticks after which time is written down at the latest; 0 never
    ) -> None:
        self.match, self.hands = match, dict(hands or {})
        self.rate, self.heartbeat = rate, heartbeat
        self.times = 1  # how many times as fast as usual time runs
        self.mark = now  # up to here time has been played
        self.still = False  # whether nobody runs the match
        self.noted: Callable[[Action], None] = lambda action: None  # hears of every move of the clock
        self.ticks = 0  # played by this clockwork
        self.moments = 0  # at which something happened by itself

    # -- time

    @property
    def running(self) -> bool:
        """Whether the rules let time pass by itself."""
        match, asks = self.match, self.match.table.asks
        return CLOCK in asks and isinstance(asks[CLOCK], Ticks) and not match.paused

    @property
    def passing(self) -> bool:
        """Whether time passes by itself, and somebody runs the match."""
        return not self.still and self.running

    @property
    def stepped(self) -> bool:
        """Whether the clock has a move that is due whatever the time."""
        asks = self.match.table.asks
        return len(asks) == 1 and CLOCK in asks and not self.match.paused and not self.running

    @property
    def distance(self) -> int:
        """Ticks to the next moment at which something happens by itself."""
        ticks = self.match.table.asks[CLOCK]
        return ticks.next if isinstance(ticks, Ticks) else int(list(ticks)[-1][1])

    def advance(self, now: float) -> list[Told]:
        """Play all time that has passed, split where something happens by itself."""
        if CLOCK not in self.match.table.asks:
            self.mark = max(self.mark, now)
            return []
        told = self.step()
        while self.passing and (passed := int((now - self.mark) * self.rate + ALMOST)) > 0:
            told += self._tick(passed)
        if not self.passing:
            self.mark = max(self.mark, now)
        return told

    def leap(self) -> bool:
        """Go straight to the next moment at which there is something to do; False if no time passes."""
        if self.passing:
            ahead = self._ahead()
            if ahead > 0:
                self._tick(ahead)
            return True
        is_due = self.stepped
        self.step()
        return is_due

    def rest(self, now: float) -> list[Told]:
        """Nobody runs the match any more: what has passed is played, and nothing more passes."""
        told = self.advance(now)
        self.still = True
        return told

    def go_on(self, now: float) -> None:
        """Somebody runs the match from now on: what has passed meanwhile does not count."""
        self.mark, self.still = now, False

    def step(self) -> list[Told]:
        """The moves of a stepped clock, as long as the table waits for nobody else."""
        told: list[Told] = []
        while self.stepped:
            told += self._play(self.distance)
            self.moments += 1
        return told

    def _play(self, ticks: int) -> list[Told]:
        match, action, told = self.match, ("tick", ticks), list[Told]()
        if match.simulated:
            match.push(CLOCK, action)
        else:
            told = match.play(CLOCK, action)
        self.noted(action)
        return told

    def _tick(self, passed: int) -> list[Told]:
        """Play as much of it as passes before something happens by itself."""
        distance = self.distance
        ticks = passed if passed < distance else distance
        told = self._play(ticks)
        self.mark += ticks / self.rate
        self.ticks += ticks
        if ticks == distance:
            self.moments += 1
            self._wake()
        return told

    def due(self) -> float | None:
        """The time at which there is something to do at the latest; None while the clock stands still."""
        if self.stepped:
            return self.mark
        if not self.passing:
            return None
        return self.mark + max(0, self._ahead()) / self.rate

    def _ahead(self) -> int:
        """Ticks until there is something to do: below 0 if a bot has kept free hands waiting."""
        ahead, ticks = self.distance, self.ticks
        for hands in self.hands.values():
            if not hands.idle and hands.free_at - ticks < ahead:
                ahead = hands.free_at - ticks
        return min(ahead, self.heartbeat) if self.heartbeat else ahead

    def is_due(self, now: float) -> bool:
        due = self.due()
        return due is not None and now >= due

    def late(self, now: float) -> float:
        """Seconds by which the table lags behind, to be shown to whoever plays."""
        due = self.due()
        return 0.0 if due is None else max(0.0, now - due)

    def gone(self, now: float) -> float:
        """Ticks, and parts of one, since the last that was played."""
        return max(0.0, (now - self.mark) * self.rate) if self.passing else 0.0

    def suit(self, now: float, persons: Collection[Seat]) -> None:
        """Let time run faster while only bots are left to act, and at its usual pace else."""
        times = HURRY if self._only_bots_act(persons) else 1
        if times != self.times:
            ticks, change = self.gone(now), times / self.times
            self.times, self.rate = times, self.rate * change
            self.mark = now - ticks / self.rate if self.passing else self.mark

    def _only_bots_act(self, persons: Collection[Seat]) -> bool:
        """Whether time runs for bots alone: everybody else is known to be through, and they are not."""
        is_through, seats = self.match.table.is_through, range(self.match.table.seats)
        if not self.running or not persons or not all(map(is_through, persons)):
            return False
        return not all(map(is_through, seats))

    # -- what seats do

    def arrive(self, now: float, seat: Seat, action: Action) -> list[Told]:
        """Play an input at the tick of its arrival; Illegal if it is refused, with time played before it."""
        told = self.advance(now) + self.match.play(seat, action)
        return told + self._follow(seat)

    def push(self, seat: Seat, action: Action) -> None:
        """Play one of a bot's options as time stands, unchecked and unlogged, for simulations."""
        self.match.push(seat, action)
        self.moved(seat)
        self.step()

    def cut_in(self, seat: Seat, action: Action) -> None:
        """Play one of a bot's any-time plays, likewise."""
        self.match.cut_in(seat, action)
        self.moved(seat)
        self.step()

    def undo(self, now: float, seat: Seat, consent: Collection[Seat] = ()) -> list[Told]:
        """Take back the seat's last action, as the match does; Illegal if that cannot be had."""
        return self._at(now, seat, lambda: self.match.undo(seat, consent))

    def pause(self, now: float, seat: Seat) -> list[Told]:
        """Stop the clock once the time up to now has been played."""
        return self._at(now, seat, lambda: self.match.pause(seat))

    def resume(self, now: float, seat: Seat) -> list[Told]:
        """Let the clock run again, from now on."""
        return self._at(now, seat, lambda: self.match.resume(seat))

    def _at(self, now: float, seat: Seat, change: Callable[[], list[Told]]) -> list[Told]:
        told = self.advance(now) + change()
        return told + self._follow(seat)

    def _follow(self, seat: Seat) -> list[Told]:
        """What a seat's step brings about by itself."""
        self.moved(seat)
        return self.step() if CLOCK in self.match.table.asks else []

    def moved(self, seat: Seat) -> None:
        """A seat has just moved: its hands are full for a while, and the others look up."""
        if self.hands:
            self.look_again(seat)
            self._wake()

    # -- bots

    def staff(self, bots: Collection[Seat], hands: Callable[[Seat], BotReaction]) -> None:
        """The bots at the table have hands, whoever has become one or is one no more."""
        for seat in self.hands.keys() - set(bots):
            del self.hands[seat]
        for seat in set(bots) - self.hands.keys():
            self.hands[seat] = hands(seat)
            self.look_again(seat)

    def ready(self) -> list[Seat]:
        """The bots with free hands, first who got them free first; with the clock at rest, who is asked."""
        if self.still:
            return []
        if not self.running:
            asked = () if self.match.paused else self.match.table.asks
            return [seat for seat in asked if seat in self.hands]
        now = self.ticks
        hands = self.hands.items()
        free = [(one.free_at, seat) for seat, one in hands if one.free_at <= now and not one.idle]
        return [seat for _, seat in sorted(free)] if len(free) > 1 else [seat for _, seat in free]

    def wait(self, seat: Seat) -> None:
        """The bot keeps still until something happens."""
        if seat in self.hands:
            self.hands[seat].idle = True

    def look_again(self, seat: Seat) -> None:
        """The bot looks at the table afresh after a while: it has moved, or was too late with its move."""
        if seat in self.hands:
            self.hands[seat].busy(self.ticks)

    def _wake(self) -> None:
        for hands in self.hands.values():
            if hands.idle:
                hands.busy(self.ticks)
