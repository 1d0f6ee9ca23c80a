"""Live games for tests: house bots with a clock that ticks at irregular moments, and their replay."""

import json
import random

from flattop.bots import bot
from flattop.kernel import WAIT, Chance
from flattop.match import BotReaction, Match, Observation, RealtimeDriver, state_hash

PEOPLE = ["Ann", "Ben", "Cleo", "Dan"]


def live(game, seats, seed, until=10**9, pace=(8, 20), **options):
    """Run house bots with a clock that ticks at irregular moments, as on a server."""
    match = Match(game, PEOPLE[:seats], seed, options, undoable=False)
    rnd, now = random.Random(seed), 1000.0
    hands = {seat: BotReaction(Chance(seed * 10 + seat), *pace) for seat in range(seats)}
    bots = [bot("house", game.key, Chance(seat)) for seat in range(seats)]
    driver = RealtimeDriver(match, now, hands)
    while not match.over and match.actions < until:
        due = driver.due()
        now = max(now, due if due is not None else now) + rnd.random() * 0.04
        driver.advance(now)
        for seat in driver.ready()[:1]:
            action = bots[seat].choose(Observation(game, match.table, seat))
            if action == WAIT:
                driver.wait(seat)
            else:
                driver.play_at(now, seat, action)
    return match


def entries(match):
    """Return the actions with their seats."""
    for line in match.record.lines[1:]:
        entry = json.loads(line)
        if "play" in entry:
            seat, *action = entry["play"]
            yield seat, tuple(action)


def replay(match):
    """Play the same actions on a new table; return the hash after each."""
    again = Match(match.game, match.people, match.seed, match.settings, undoable=False)
    hashes = []
    for seat, action in entries(match):
        again.play(seat, action)
        hashes.append(state_hash(again.table))
    return again, hashes
