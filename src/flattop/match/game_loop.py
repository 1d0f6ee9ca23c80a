"""The loop that plays a match among bots.  Each bot gets the observation of its seat and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from flattop.kernel import CLOCK, WAIT, Action, Game, Illegal, Outcome, Seat, seat_names
from flattop.match.match import Match
from flattop.match.observation import Observation
from flattop.match.realtime import RealtimeDriver, bot_reactions
from flattop.match.seed import Seed

MAX_DECISIONS = 100_000  # far above any real game, so that a bot in an endless loop is reported


class Bot(Protocol):
    """A player that chooses one of the actions an observation offers."""

    def choose(self, obs: Observation) -> Action: ...


class Fault(Exception):
    """An error of a bot or of the rules during a game."""


def error_text(error: Exception) -> str:
    """Return an error as one line; the message of a `Fault` needs no class name."""
    return str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"


def play(
    game: Game,
    bots: Sequence[Bot],
    seed: Seed,
    options: Mapping[str, Any] | None = None,
    deck: Path | None = None,
    ranks: Sequence[str] | None = None,
) -> Match:
    """Play one game to its end.  The record includes the ranks of the bots if they are passed."""
    people = seat_names(len(bots))
    match = Match(game, people, seed, options, deck, undoable=False, logged=False, ranks=ranks)
    play_on(match, bots)
    return match


def play_on(match: Match, bots: Sequence[Bot]) -> Outcome:
    """Play a match from its present position to its end."""
    for _ in turns(match, bots):
        pass
    return match.outcome


def turns(match: Match, bots: Sequence[Bot]) -> Iterator[tuple[Seat, Action]]:
    """Play a match to its end and yield every action.  In real time each bot does one thing at a time.

    All games among bots are played by this loop.  Only the search continues its playouts by a loop of its own
    (`bots/chef/playout.py`), and interactive clients play through their `Session`.
    """
    driver: RealtimeDriver | None = None
    while not match.table.over:
        if match.actions >= MAX_DECISIONS:
            raise Fault(f"no end after {MAX_DECISIONS:,} decisions")
        if driver is None and CLOCK in match.table.asks:
            driver = RealtimeDriver(match, 0, bot_reactions(match, range(len(bots))), rate=1, heartbeat=0)
        played = realtime_step(driver, bots) if driver else step(match, bots)
        if played:
            yield played


def step(match: Match, bots: Sequence[Bot]) -> tuple[Seat, Action]:
    """Let the first seat that must decide choose and play an action."""
    t = match.table
    seat = next(iter(t.asks))
    obs = Observation(match.game, t, seat)
    action = choose_action(bots[seat], obs)
    if match.logged or not pushed(match, obs, action):
        with _fault_if_illegal(seat, action):
            match.play(seat, action)
    return seat, action


def realtime_step(driver: RealtimeDriver, bots: Sequence[Bot]) -> tuple[Seat, Action] | None:
    """Let an idle bot act, or advance the clock until a bot is idle.  Return None if nothing was played."""
    match, ready = driver.match, driver.ready()
    if not ready:
        before = driver.ticks
        if not driver.skip_ahead():
            raise Fault("no seat has to decide and the clock does not advance")
        passed = driver.ticks - before
        return (CLOCK, ("tick", passed)) if passed else None
    seat = ready[0]
    obs = Observation(match.game, match.table, seat)
    action = choose_action(bots[seat], obs)
    if action == WAIT and driver.running:
        driver.wait(seat)
        return None
    if not match.simulated or not pushed(driver, obs, action):
        with _fault_if_illegal(seat, action):
            driver.play_at(driver.played_until, seat, action)
    return seat, action


def pushed(match: Match | RealtimeDriver, obs: Observation, action: Action) -> bool:
    """Play an offered action without checking it again.  Return False if it is not offered."""
    if action in obs.options:
        match.push(obs.seat, action)
        return True
    if action in obs.anytime:
        match.push_anytime(obs.seat, action)
        return True
    return False


def choose_action(bot: Bot, obs: Observation) -> Action:
    """Return the bot's choice.  Any exception in the bot becomes a `Fault`."""
    try:
        return bot.choose(obs)
    except Exception as error:
        raise Fault(f"the bot on seat {obs.seat + 1} failed: {type(error).__name__}: {error}") from error


@contextmanager
def _fault_if_illegal(seat: Seat, action: Action) -> Iterator[None]:
    try:
        yield
    except Illegal:
        raise Fault(f"the bot on seat {seat + 1} chose {action!r}, which is not a legal action") from None
