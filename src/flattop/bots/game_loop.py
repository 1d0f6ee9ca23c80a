"""One game among bots, each given its sight and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flattop.bots import Bot
from flattop.kernel import CLOCK, WAIT, Action, Game, Illegal, Seat, seat_names
from flattop.match import Match, Observation, RealtimeDriver, Seed, bot_reactions

MOST = 100_000  # decisions; no game comes near, so a bot that goes in circles is noticed


class Fault(Exception):
    """A bot, or the rules, broke down in mid-game."""


def what_went_wrong(error: Exception) -> str:
    """In a line; a fault says it itself."""
    return str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"


def play(
    game: Game,
    bots: Sequence[Bot],
    seed: Seed,
    given: Mapping[str, Any] | None = None,
    deck: Path | None = None,
    ranks: Sequence[str] | None = None,
) -> Match:
    """Play one game from its deal to its end; its record names the ranks of the bots if they are told."""
    people = seat_names(len(bots))
    match = Match(game, people, seed, given, deck, undoable=False, logged=False, ranks=ranks)
    for _ in turns(match, bots):
        if match.actions >= MOST and not match.over:
            raise Fault(f"no end after {MOST:,} decisions")
    return match


def turns(match: Match, bots: Sequence[Bot]) -> Iterator[tuple[Seat, Action]]:
    """Everything that is played up to the end; where a clock runs, each bot has one pair of hands."""
    driver: RealtimeDriver | None = None
    while not match.table.over:
        if driver is None and CLOCK in match.table.asks:
            driver = RealtimeDriver(match, 0, bot_reactions(match, range(len(bots))), rate=1, heartbeat=0)
        played = bustle(driver, bots) if driver else turn(match, bots)
        if played:
            yield played


def turn(match: Match, bots: Sequence[Bot]) -> tuple[Seat, Action]:
    """Let the first seat that is asked decide, unlogged unless the match keeps a log."""
    t = match.table
    seat = next(iter(t.asks))
    obs = Observation(match.game, t, seat)
    action = chosen(bots[seat], obs)
    if match.logged or not pushed(match, obs, action):
        with _open_to(seat, action):
            match.play(seat, action)
    return seat, action


def bustle(driver: RealtimeDriver, bots: Sequence[Bot]) -> tuple[Seat, Action] | None:
    """Let a bot with free hands decide, or time pass until one has them; None if a bot keeps still."""
    match, ready = driver.match, driver.ready()
    if not ready:
        return _time_passes(driver)
    seat = ready[0]
    obs = Observation(match.game, match.table, seat)
    action = chosen(bots[seat], obs)
    if action == WAIT and driver.running:
        driver.wait(seat)
        return None
    if not match.simulated or not pushed(driver, obs, action):
        with _open_to(seat, action):
            driver.play_at(driver.played_until, seat, action)
    return seat, action


def pushed(match: Match | RealtimeDriver, obs: Observation, action: Action) -> bool:
    """Play what the sight offers, unchecked; False if it does not offer it."""
    if action in obs.options:
        match.push(obs.seat, action)
        return True
    if action in obs.anytime:
        match.push_anytime(obs.seat, action)
        return True
    return False


def _time_passes(driver: RealtimeDriver) -> tuple[Seat, Action] | None:
    before = driver.ticks
    if not driver.skip_ahead():
        raise Fault("nobody is asked, and the clock stands still")
    passed = driver.ticks - before
    return (CLOCK, ("tick", passed)) if passed else None


@contextmanager
def _open_to(seat: Seat, action: Action) -> Iterator[None]:
    """What is refused was named by a bot that knew better."""
    try:
        yield
    except Illegal:
        raise Fault(f"the bot on seat {seat + 1} named {action!r}, which is not open to it") from None


def chosen(bot: Bot, obs: Observation) -> Action:
    """What a bot names; if it cannot, that is its fault."""
    try:
        return bot.choose(obs)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise Fault(f"the bot on seat {obs.seat + 1} broke down: {what}") from error
