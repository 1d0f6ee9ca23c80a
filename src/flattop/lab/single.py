"""One game among bots, each given its sight and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flattop.bots import Bot
from flattop.kernel import Action, Game, Seat, seat_names
from flattop.match import Match, Seed, Sight

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
    while not match.over:
        if match.actions >= MOST:
            raise Fault(f"no end after {MOST:,} decisions")
        turn(match, bots)
    return match


def turn(match: Match, bots: Sequence[Bot]) -> tuple[Seat, Action]:
    """Let the first seat that is asked decide, unlogged."""
    t = match.table
    seat = next(iter(t.asks))
    sight = Sight(match.game, t, seat)
    action = _choice(bots[seat], sight)
    if action in sight.options:
        match.push(seat, action)
    elif action in sight.anytime:
        match.play(seat, action)
    else:
        raise Fault(f"the bot on seat {seat + 1} named {action!r}, which is not open to it")
    return seat, action


def _choice(bot: Bot, sight: Sight) -> Action:
    try:
        return bot.choose(sight)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise Fault(f"the bot on seat {sight.seat + 1} broke down: {what}") from error
