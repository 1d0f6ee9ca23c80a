"""A session: one match in one terminal, with its bots, its hints and its file."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from flattop.bots import Bot
from flattop.bots.hints import STAGES, Hint, Stage, find_hints
from flattop.bots.plugins import seat_bot
from flattop.bots.random import Random
from flattop.kernel import WAIT, Action, Chance, Illegal, Seat
from flattop.match import Match, Observation, RealtimeDriver, Snapshot, bot_reactions, derived, snapshot
from flattop.match.auto_answers import answer, give
from flattop.match.editions import add_state_hash
from flattop.match.observability import is_unobservable
from flattop.match.snapshot import LogLine
from flattop.terminal import auto_answers
from flattop.terminal.saves import SaveTrouble
from flattop.terminal.seats import Chair


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot has made up its mind to do, and when it began to think."""

    seat: Seat
    action: Action
    version: int
    trouble: str = ""


class Session:
    """Everything that a client needs: it shows sheets and plays actions, whoever sits where."""

    stages: Sequence[Stage] = STAGES  # in which a piece of advice gets better

    def __init__(
        self,
        match: Match,
        chairs: Sequence[Chair],
        path: Path | None = None,
        held: IO[bytes] | None = None,
        notes: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match, self.chairs, self.path, self.held = match, tuple(chairs), path, held
        self.persons = tuple(seat for seat, chair in enumerate(chairs) if chair.is_person)
        self._worded: dict[
            Seat | None, list[LogLine]
        ] = {}  # the log of each seat, as far as it was asked for
        self.notes = list(notes)  # what the client itself has to say, beside the log
        self.bots = {
            seat: self._bot(chair.rank, seat) for seat, chair in enumerate(chairs) if not chair.is_person
        }
        match.auto_answers = dict.fromkeys(self.persons, auto_answers.usual(len(self.persons)))
        self.touched = bool(match.actions)  # whether anything is worth keeping
        self.live, self.now = match.is_live, now
        self.driver = RealtimeDriver(match, now(), bot_reactions(match, self.bots))
        self.driver.suspended = self.live  # until somebody sits down before the screen
        self._saved(self.driver.step)

    def _bot(self, rank: str, seat: Seat) -> Bot:
        return seat_bot(
            rank, self.match.game.key, self._luck(rank, seat), time_share=1.0
        )  # somebody waits for it

    def _luck(self, *whose: object) -> Chance:
        return Chance(derived(self.match.seed, self.match.actions, *whose))

    # -- looking

    def snapshot(self, seat: Seat | None) -> Snapshot:
        """All that a seat may know; nothing else is ever drawn. A line of the log is put into words once."""
        lines = self._worded.setdefault(seat, [])
        shown = snapshot(self.match, seat, since=len(lines))
        lines += shown["log"]
        shown["log"] = lines.copy()
        return shown

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The persons who are to decide now."""
        return tuple(seat for seat in self._persons_waited_for if not answer(self.match, seat))

    @property
    def _persons_waited_for(self) -> list[Seat]:
        return [seat for seat in self.match.waiting if self.chairs[seat].is_person]

    @property
    def answered(self) -> tuple[Seat, Action] | None:
        """A person for whom something is answered now, and what."""
        given = ((seat, answer(self.match, seat)) for seat in self._persons_waited_for)
        return next(((seat, action) for seat, action in given if action), None)

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that is asked; while time runs, the one whose hands have been free for longest."""
        ready = self.driver.ready() if self.live else self.match.waiting
        return next((seat for seat in ready if seat in self.bots), None)

    @property
    def running(self) -> bool:
        """Whether time passes by itself now, so that nobody is waited for."""
        return self.driver.running

    @property
    def gone(self) -> float:
        """Ticks since the last one that was played."""
        return self.driver.elapsed_ticks(self.now())

    def eyes(self, seat: Seat) -> Seat:
        """Whose view is to be shown next, when `seat` was looking last."""
        return seat if seat in self.asked or not self.asked else self.asked[0]

    # -- playing

    def play(self, seat: Seat, action: Action) -> None:
        self._saved(lambda: self.driver.play_at(self.now(), seat, action))
        self.touched = self.touched or self.chairs[seat].is_person

    def give(self, seat: Seat, action: Action) -> None:
        """Play what a person's habits have answered, and say so."""
        give(self.match, seat, action, lambda: self.play(seat, action))

    def is_half(self, thought: Thought) -> bool:
        """Whether a bot has only begun a sealed answer: that takes no time, or its pace would tell."""
        return is_unobservable(self.match, thought.seat, thought.action)

    def bots_refuse(self, seat: Seat, consent: Collection[Seat]) -> Illegal | None:
        """Why the bots among those who are asked would not let the seat take back its last action."""
        return self.match.bots_refuse(seat) if not self.bots.keys().isdisjoint(consent) else None

    def undo(self, seat: Seat, consent: Collection[Seat]) -> None:
        """Take back the seat's last action; bots consent unless a card was seen that stays what it is."""
        if why := self.bots_refuse(seat, consent):
            raise why
        self._saved(lambda: self.driver.undo(self.now(), seat, {*consent, *self.bots}))

    def pause(self, seat: Seat) -> None:
        """Stop the clock for everybody, or let it run again."""
        if not self.live:
            raise Illegal("no-clock", "No time runs at this table, so there is nothing to pause.")
        change = self.driver.resume if self.match.paused else self.driver.pause
        self._saved(lambda: change(self.now(), seat))
        self.touched = True

    # -- time

    def run(self, pace: float = 0.0) -> None:
        """Somebody is before the screen, so time may pass; bots need so many seconds for a move at least."""
        self.driver.unsuspend(self.now())
        for hands in self.driver.reactions.values():
            hands.set_pace(pace)

    def rest(self) -> None:
        """Nobody is before the screen: time stands still."""
        self._saved(lambda: self.driver.suspend(self.now()))

    def by_hand(self) -> None:
        """No wall clock: time passes only by leaps, for clients that wait for a line."""
        self.now, self.driver.suspended = lambda: self.driver.played_until, False

    def leap(self) -> None:
        """Let time pass up to the next moment that matters, without waiting for it."""
        self._saved(self.driver.skip_ahead)

    def pass_time(self) -> bool:
        """Play the time that has passed, if any of it is due; whether that changed the table."""
        if not self.driver.is_due(self.now()):
            return False
        before = self.match.actions
        self._saved(lambda: self.driver.advance(self.now()))
        return self.match.actions != before

    def _saved(self, change: Callable[[], object]) -> None:
        try:
            change()
            self._hurry()
        except OSError as error:
            raise SaveTrouble(
                f"{self.path}: cannot be written: {error.strerror}; all before this step is saved"
            ) from None

    def _hurry(self) -> None:
        """Time in which only bots are left to act runs faster, and says so."""
        before = self.driver.speedup
        self.driver.adjust_rate(self.now(), self.persons)
        if before < self.driver.speedup:
            self.notes.append(f"Only bots are working: time runs ×{self.driver.speedup}.")

    # -- bots

    def think(self, seat: Seat) -> Thought:
        return self.ask(seat)()

    def ask(self, seat: Seat) -> Callable[[], Thought]:
        """Give a bot a copy of the table now, so that it may take its time while others play."""
        version, obs, may_wait = self.match.actions, self._sight(seat), self.running
        self.driver.wait(seat)
        return lambda: self._thought(seat, obs, version, may_wait)

    def _thought(self, seat: Seat, obs: Observation, version: int, may_wait: bool) -> Thought:
        try:
            action = self.bots[seat].choose(obs)
            if action in obs.options or action in obs.anytime or (may_wait and action == WAIT):
                return Thought(seat, action, version)
            trouble = f"it named {' '.join(map(str, action))!r}"
        except Exception as error:  # a bot is a guest: whatever it does, the game goes on
            trouble = f"{type(error).__name__}: {error}"
        chair = self.chairs[seat]
        line = f"The {chair.shown} bot of {chair.name} is at a loss ({trouble}); a random option is played."
        return Thought(seat, Random(self._luck("stand-in", seat)).choose(obs), version, line)

    def settle(self, thought: Thought) -> bool:
        """Play what a bot has thought of, unless the table has changed meanwhile, or it would rather wait."""
        if self.live and (self.running or self.match.paused or thought.action == WAIT):
            return self._reach_in(thought)
        if thought.version != self.match.actions:
            return False
        if thought.trouble:
            self.notes.append(thought.trouble)
        self.play(thought.seat, thought.action)
        return True

    def _reach_in(self, thought: Thought) -> bool:
        """While time runs the table changes all along: what counts is whether the play is still open."""
        if thought.action == WAIT:
            return False
        try:
            self.play(thought.seat, thought.action)
        except Illegal:
            self.driver.restart_reaction(thought.seat)
            return False
        self.notes += [thought.trouble] if thought.trouble else []
        return True

    def hint(self, seat: Seat) -> tuple[Action, str]:
        """What would be best in this seat at first sight, and in words; it is never played."""
        advice = next(self.advice(seat))
        return advice.action, advice.words

    def advice(self, seat: Seat, goes_on: Callable[[], bool] = lambda: True) -> Iterator[Hint]:
        """Better and better advice on what is asked of the seat now, from a copy of what it may know."""
        obs = self._sight(seat)
        if not obs.options:
            raise Illegal("not-your-turn", "There is nothing to decide, so there is no advice.")
        try:
            luck, people = self._luck("hint", seat), self.match.people
            yield from find_hints(obs, luck, people, self.stages, goes_on)
        except Exception as error:  # as with any bot: the game goes on
            raise Illegal("no-hint", f"The adviser is at a loss ({type(error).__name__}).") from error

    def _sight(self, seat: Seat) -> Observation:
        return Observation(self.match.game, self.match.table.clone(), seat)

    # -- leaving

    def close(self) -> str:
        """Let go of the file, and say where the game lies."""
        with suppress(SaveTrouble):  # what could not be written has been said already
            self.rest()
            self._saved(lambda: add_state_hash(self.match))
        if self.match.record.sink:
            self.match.record.sink.close()
            self.match.record.sink = None
        if self.held:
            self.held.close()
        if self.path is None:
            return ""
        if not self.touched:
            self.path.unlink(missing_ok=True)
            return "Nothing was played, so nothing was saved."
        return f"The record lies in {self.path}" if self.match.over else f"Saved in {self.path}"
