"""One game among bots, each given its sight and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from flattop.bots import Bot
from flattop.kernel import CLOCK, WAIT, Action, Chance, Game, Seat, seat_names
from flattop.match import Clockwork, Hands, Match, Seed, Sight, derived

MOST = 100_000  # decisions; no game comes near, so a bot that goes in circles is found out


class Fault(Exception):
    """A bot, or the rules, broke down in mid-game."""


def play(
    game: Game,
    bots: Sequence[Bot],
    seed: Seed,
    given: Mapping[str, Any] | None = None,
    deck: Path | None = None,
) -> Match:
    """Play one game from its deal to its end."""
    match = Match(game, seat_names(len(bots)), seed, given, deck, undoable=False, logged=False)
    for _ in turns(match, bots):
        if match.actions >= MOST and not match.over:
            raise Fault(f"no end after {MOST:,} decisions")
    return match


def turns(match: Match, bots: Sequence[Bot]) -> Iterator[tuple[Seat, Action]]:
    """Everything that is played up to the end; where a clock runs, each bot has one pair of hands."""
    clockwork: Clockwork | None = None
    while not match.over:
        if clockwork is None and CLOCK in match.table.asks:
            clockwork = Clockwork(match, 0, hands(match, len(bots)), rate=1, heartbeat=0)
        played = bustle(clockwork, bots) if clockwork else turn(match, bots)
        if played:
            yield played


def hands(match: Match, seats: int) -> dict[Seat, Hands]:
    """A pace for each bot, the same whenever the match is played again."""
    return {seat: Hands(Chance(derived(match.seed, "hands", seat))) for seat in range(seats)}


def turn(match: Match, bots: Sequence[Bot]) -> tuple[Seat, Action]:
    """Let the first seat that is asked decide, unlogged unless the match keeps a log."""
    t = match.table
    seat = next(iter(t.asks))
    sight = Sight(match.game, t, seat)
    action = chosen(bots[seat], sight)
    if action in sight.options and not match.logged:
        match.push(seat, action)
    elif action in sight.options or action in sight.anytime:
        match.play(seat, action)
    else:
        raise _not_open(seat, action)
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
    if action not in sight.options and action not in sight.anytime:
        raise _not_open(seat, action)
    clockwork.arrive(clockwork.mark, seat, action)
    return seat, action


def _time_passes(clockwork: Clockwork) -> tuple[Seat, Action] | None:
    due, before = clockwork.due(), clockwork.ticks
    if due is None:
        raise Fault("nobody is asked, and the clock stands still")
    clockwork.advance(due)
    passed = clockwork.ticks - before
    return (CLOCK, ("tick", passed)) if passed else None


def _not_open(seat: Seat, action: Action) -> Fault:
    return Fault(f"the bot on seat {seat + 1} named {action!r}, which is not open to it")


def chosen(bot: Bot, sight: Sight) -> Action:
    """What a bot names; if it cannot, that is its fault."""
    try:
        return bot.choose(sight)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise Fault(f"the bot on seat {sight.seat + 1} broke down: {what}") from error
