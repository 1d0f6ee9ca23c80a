"""A session: one match in one terminal, with its bots, its clock, its hints and its file."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from flattop.bots.hints import STAGES, Hint, Stage, find_hints
from flattop.bots.plugins import seat_bot
from flattop.bots.random import Random
from flattop.kernel import WAIT, Action, Chance, Illegal, Seat
from flattop.match import Match, Observation, RealtimeDriver, Snapshot, bot_reactions, derived, snapshot
from flattop.match.auto_answers import answer, give
from flattop.match.editions import add_state_hash
from flattop.match.realtime import HURRY
from flattop.match.secret_actions import Visibility, visibility
from flattop.match.snapshot import LogLine
from flattop.terminal import auto_answers
from flattop.terminal.saves import SaveError
from flattop.terminal.seats import Player


@dataclass(frozen=True, slots=True)
class BotMove:
    """A move that a bot has chosen, and the version of the table that the bot looked at."""

    seat: Seat
    action: Action
    version: int
    error: str = ""  # set if the bot failed and a random move replaces its choice


class Session:
    """The interface of a client to a match: snapshots to show, actions to play, bots and clock to drive.

    Every change is written to the file of the game before the method returns.
    """

    hint_stages: Sequence[Stage] = STAGES

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        path: Path | None = None,
        lock: IO[bytes] | None = None,
        notes: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match, self.players, self.path, self.lock = match, tuple(players), path, lock
        self.humans = tuple(seat for seat, player in enumerate(players) if player.is_human)
        self._log_cache: dict[Seat | None, list[LogLine]] = {}
        self.notes = list(notes)  # messages of the client itself, shown before the log
        self.bots = {  # part=1.0: people wait for the bots, so each may use its whole thinking time
            seat: seat_bot(player.rank, match.game.key, self._chance(player.rank, seat), time_share=1.0)
            for seat, player in enumerate(players)
            if not player.is_human
        }
        match.auto_answers = dict.fromkeys(self.humans, auto_answers.defaults(len(self.humans)))
        self.has_changes = bool(match.actions)  # a game in which no person did anything is not kept
        self.is_live, self.now = match.is_live, now
        self.driver = RealtimeDriver(match, now(), bot_reactions(match, self.bots))
        self.driver.suspended = self.is_live  # until `start_clock`
        self._change(self.driver.step)

    def _chance(self, *purpose: object) -> Chance:
        """Return a random stream that depends on the seed, the position and the purpose."""
        return Chance(derived(self.match.seed, self.match.actions, *purpose))

    def _change(self, change: Callable[[], object]) -> None:
        """Change the match and its file, and speed up time in which only bots act."""
        try:
            change()
            factor = self.driver.speedup
            self.driver.adjust_rate(self.now(), self.humans)
        except OSError as error:
            raise SaveError(
                f"{self.path}: cannot write: {error.strerror}; everything before this step is saved"
            ) from None
        if factor < self.driver.speedup == HURRY:
            self.notes.append(f"Only bots are working: time runs ×{HURRY}.")

    # -- state

    def snapshot(self, seat: Seat | None) -> Snapshot:
        """Return what a seat may know.  Log lines are formatted once and then cached."""
        lines = self._log_cache.setdefault(seat, [])
        new = snapshot(self.match, seat, since=len(lines))
        lines += new["log"]
        new["log"] = lines.copy()
        return new

    @property
    def seats_to_decide(self) -> tuple[Seat, ...]:
        """Seats of people who must decide now, without those that are answered automatically."""
        return tuple(seat for seat in self._waiting_humans if not answer(self.match, seat))

    @property
    def auto_answer(self) -> tuple[Seat, Action] | None:
        """The next automatic answer for a person: seat and action."""
        answers = ((seat, answer(self.match, seat)) for seat in self._waiting_humans)
        return next(((seat, action) for seat, action in answers if action), None)

    @property
    def _waiting_humans(self) -> list[Seat]:
        return [seat for seat in self.match.waiting if self.players[seat].is_human]

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that moves next; in real time the one that has been ready for longest."""
        ready = self.driver.ready() if self.is_live else self.match.waiting
        return next((seat for seat in ready if seat in self.bots), None)

    @property
    def clock_runs(self) -> bool:
        return self.driver.running

    @property
    def elapsed_ticks(self) -> float:
        """Ticks since the last one that was played."""
        return self.driver.elapsed_ticks(self.now())

    def next_viewer(self, seat: Seat) -> Seat:
        """Return the seat whose view is shown next, given the seat that was shown last."""
        seats = self.seats_to_decide
        return seat if seat in seats or not seats else seats[0]

    # -- moves

    def play(self, seat: Seat, action: Action) -> None:
        self._change(lambda: self.driver.play_at(self.now(), seat, action))
        self.has_changes = self.has_changes or self.players[seat].is_human

    def play_auto_answer(self, seat: Seat, action: Action) -> None:
        """Play an automatic answer, and log that it was automatic."""
        give(self.match, seat, action, lambda: self.play(seat, action))

    def bots_refuse_undo(self, seat: Seat, consent: Collection[Seat]) -> Illegal | None:
        """Return the reason why bots whose consent is needed refuse the undo of a seat."""
        return self.match.bots_refuse(seat) if not self.bots.keys().isdisjoint(consent) else None

    def undo(self, seat: Seat, consent: Collection[Seat]) -> None:
        """Undo the seat's last action.  Bots consent unless a card was revealed."""
        if refusal := self.bots_refuse_undo(seat, consent):
            raise refusal
        self._change(lambda: self.driver.undo(self.now(), seat, {*consent, *self.bots}))

    def toggle_pause(self, seat: Seat) -> None:
        """Stop the clock of the table, or let it run again."""
        if not self.is_live:
            raise Illegal("no-clock", "No time runs at this table, so there is nothing to pause.")
        change = self.driver.resume if self.match.paused else self.driver.pause
        self._change(lambda: change(self.now(), seat))
        self.has_changes = True

    # -- clock

    def start_clock(self, bot_delay: float = 0.0) -> None:
        """Let time pass while a person is at the screen.  Bots take at least `bot_delay` seconds a move."""
        self.driver.unsuspend(self.now())
        for reaction in self.driver.reactions.values():
            reaction.set_pace(bot_delay)

    def stop_clock(self) -> None:
        self._change(lambda: self.driver.suspend(self.now()))

    def use_manual_clock(self) -> None:
        """Detach from the wall clock: time passes only by `skip_time`, for clients that wait for input."""
        self.now, self.driver.suspended = lambda: self.driver.played_until, False

    def skip_time(self) -> None:
        """Let time pass up to the next event, without waiting."""
        self._change(self.driver.skip_ahead)

    def advance_clock(self) -> bool:
        """Play the ticks that are due, and return whether that changed the table."""
        if not self.driver.is_due(self.now()):
            return False
        before = self.match.actions
        self._change(lambda: self.driver.advance(self.now()))
        return self.match.actions != before

    # -- bots and hints

    def choose_bot_move(self, seat: Seat) -> BotMove:
        return self.prepare_bot_move(seat)()

    def prepare_bot_move(self, seat: Seat) -> Callable[[], BotMove]:
        """Copy the table for a bot, and return the function that chooses its move, to be run in a thread.

        A bot that fails gets a random move, so that the game can continue.
        """
        version, obs, may_wait = self.match.actions, self._observation(seat), self.clock_runs
        self.driver.wait(seat)

        def choose() -> BotMove:
            try:
                action = self.bots[seat].choose(obs)
                if action in obs.options or action in obs.anytime or (may_wait and action == WAIT):
                    return BotMove(seat, action, version)
                problem = f"it named {' '.join(map(str, action))!r}"
            except Exception as error:  # custom bots may raise anything
                problem = f"{type(error).__name__}: {error}"
            player = self.players[seat]
            error_text = (
                f"The {player.rank_label} bot of {player.name} failed ({problem}); a random option is played."
            )
            return BotMove(seat, Random(self._chance("stand-in", seat)).choose(obs), version, error_text)

        return choose

    def play_bot_move(self, move: BotMove) -> bool:
        """Play a bot's move if it is still valid, and return whether it was played.

        While the clock runs, the version changes all the time; then the move counts if it is still legal.
        """
        if self.is_live and (self.clock_runs or self.match.paused or move.action == WAIT):
            if move.action == WAIT:
                return False
            try:
                self.play(move.seat, move.action)
            except Illegal:
                self.driver.restart_reaction(move.seat)
                return False
        elif move.version != self.match.actions:
            return False
        else:
            self.play(move.seat, move.action)
        if move.error:
            self.notes.append(move.error)
        return True

    def play_next(self) -> bool:
        """Play a bot's move or an automatic answer at once; return False if a person or the clock is next."""
        bot = self.bot_to_move
        if bot is not None:
            self.play_bot_move(self.choose_bot_move(bot))
            return True
        if answer := self.auto_answer:
            self.play_auto_answer(*answer)
            return True
        return False

    def is_invisible(self, move: BotMove) -> bool:
        """Return whether other seats cannot observe the move; a delay before it would reveal it."""
        return visibility(self.match, move.seat, move.action) is Visibility.NOTHING

    def first_hint(self, seat: Seat) -> tuple[Action, str]:
        """Return the quickest hint: the action, and its text."""
        hint = next(self.hints(seat))
        return hint.action, hint.words

    def hints(self, seat: Seat, is_wanted: Callable[[], bool] = lambda: True) -> Iterator[Hint]:
        """Yield better and better hints for the seat's decision, computed from what the seat may know."""
        obs = self._observation(seat)
        if not obs.options:
            raise Illegal("not-your-turn", "There is nothing to decide, so there is no hint.")
        try:
            chance = self._chance("hint", seat)
            yield from find_hints(obs, chance, self.match.people, self.hint_stages, is_wanted)
        except Exception as error:  # hints come from bots, which must not end the game
            raise Illegal("no-hint", f"The hint failed ({type(error).__name__}).") from error

    def _observation(self, seat: Seat) -> Observation:
        return Observation(self.match.game, self.match.table.clone(), seat)

    # -- end

    def close(self) -> str:
        """Close the file, and return a message that says where the game is saved."""
        with suppress(SaveError):  # already reported when it happened
            self.stop_clock()
            self._change(lambda: add_state_hash(self.match))
        if self.match.record.sink:
            self.match.record.sink.close()
            self.match.record.sink = None
        if self.lock:
            self.lock.close()
        if self.path is None:
            return ""
        if not self.has_changes:
            self.path.unlink(missing_ok=True)
            return "Nothing was played, so nothing was saved."
        return f"The record is in {self.path}" if self.match.over else f"Saved in {self.path}"
