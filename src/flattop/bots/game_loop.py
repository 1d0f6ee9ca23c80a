"""One game among bots, each given its sight and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flattop.bots import Bot
from flattop.kernel import CLOCK, WAIT, Action, Game, Illegal, Seat, seat_names
from flattop.match import Clockwork, Match, Seed, Sight, hands_for

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
    clockwork: Clockwork | None = None
    while not match.table.over:
        if clockwork is None and CLOCK in match.table.asks:
            clockwork = Clockwork(match, 0, hands_for(match, range(len(bots))), rate=1, heartbeat=0)
        played = bustle(clockwork, bots) if clockwork else turn(match, bots)
        if played:
            yield played


def turn(match: Match, bots: Sequence[Bot]) -> tuple[Seat, Action]:
    """Let the first seat that is asked decide, unlogged unless the match keeps a log."""
    t = match.table
    seat = next(iter(t.asks))
    sight = Sight(match.game, t, seat)
    action = chosen(bots[seat], sight)
    if match.logged or not pushed(match, sight, action):
        with _open_to(seat, action):
            match.play(seat, action)
    return seat, action


def bustle(clockwork: Clockwork, bots: Sequence[Bot]) -> tuple[Seat, Action] | None:
    """Let a bot with free hands decide, or time pass until one has them; None if a bot keeps still."""
    match, ready = clockwork.match, clockwork.ready()
    if not ready:
        return _time_passes(clockwork)
    seat = ready[0]
    sight = Sight(match.game, match.table, seat)
    action = chosen(bots[seat], sight)
    if action == WAIT and clockwork.running:
        clockwork.wait(seat)
        return None
    if not match.simulated or not pushed(clockwork, sight, action):
        with _open_to(seat, action):
            clockwork.arrive(clockwork.mark, seat, action)
    return seat, action


def pushed(match: Match | Clockwork, sight: Sight, action: Action) -> bool:
    """Play what the sight offers, unchecked; False if it does not offer it."""
    if action in sight.options:
        match.push(sight.seat, action)
        return True
    if action in sight.anytime:
        match.cut_in(sight.seat, action)
        return True
    return False


def _time_passes(clockwork: Clockwork) -> tuple[Seat, Action] | None:
    before = clockwork.ticks
    if not clockwork.leap():
        raise Fault("nobody is asked, and the clock stands still")
    passed = clockwork.ticks - before
    return (CLOCK, ("tick", passed)) if passed else None


@contextmanager
def _open_to(seat: Seat, action: Action) -> Iterator[None]:
    """What is refused was named by a bot that knew better."""
    try:
        yield
    except Illegal:
        raise Fault(f"the bot on seat {seat + 1} named {action!r}, which is not open to it") from None


def chosen(bot: Bot, sight: Sight) -> Action:
    """What a bot names; if it cannot, that is its fault."""
    try:
        return bot.choose(sight)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise Fault(f"the bot on seat {sight.seat + 1} broke down: {what}") from error
