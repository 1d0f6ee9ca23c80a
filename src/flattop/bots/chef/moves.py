"""The moves that are compared: whole moves, each a chain of one seat's own actions."""

from __future__ import annotations

from typing import TypeVar

from flattop.bots.base import Bot
from flattop.bots.chef.thought import Move
from flattop.bots.house import Weighing
from flattop.kernel import CLOCK, WAIT, Action, Chance, Seat, Table
from flattop.match import Observation

T = TypeVar("T")
LONGEST = 6  # questions of one move that are looked at


def moves(obs: Observation, bot: Bot, chance: Chance, most: int) -> list[Move]:
    """What the house bot would do first, then others: by their first action, then by later ones."""
    usual, world = bot.choose(obs), obs.imagine(chance)
    still = [WAIT] if CLOCK in world.asks else []  # while time runs a seat may always keep still
    firsts = [action for action in (*obs.options, *obs.anytime, *still) if action != usual]
    others: list[Move] = [(action,) for action in _likely(firsts, most - 1, obs, bot, chance)]
    if len(others) == most - 1 or usual == WAIT:
        return [(usual,), *others]
    chain, later = _later(obs, world, bot, usual)
    return [chain, *others, *_some(later, most - 1 - len(others), chance)]


def _likely(actions: list[Action], most: int, obs: Observation, bot: Bot, chance: Chance) -> list[Action]:
    """As many of them as are wanted: those that the house bot thinks most of, else drawn by lot."""
    if len(actions) <= most:
        return actions
    drawn = chance.shuffled(actions)
    if isinstance(bot, Weighing) and (worths := bot.worths(obs)):
        drawn.sort(key=lambda action: -worths.get(action, 0.0))
    return drawn[:most]


def _some(things: list[T], most: int, chance: Chance) -> list[T]:
    """As many of them as are wanted, drawn by lot."""
    return things if len(things) <= most else chance.shuffled(things)[:most]


def _later(obs: Observation, t: Table, bot: Bot, first: Action) -> tuple[Move, list[Move]]:
    """The house bot's whole move on a table that might be, and every move that leaves it later on."""
    seat, chain = obs.seat, list[Action]()
    others: list[Move] = []
    action = first
    while action in t.asks.get(seat, ()) and len(chain) < LONGEST:
        others += [(*chain, other) for other in t.asks[seat] if other != action] if chain else []
        chain.append(action)
        draws, reveals = t.chance.draws, t.reveals
        t.push(seat, action)
        if _is_over(t, seat) or (t.chance.draws, t.reveals) != (draws, reveals):
            break
        options = t.asks[seat]
        action = next(iter(options)) if len(options) == 1 else bot.choose(Observation(obs.game, t, seat))
    return tuple(chain) or (first,), others


def _is_over(t: Table, seat: Seat) -> bool:
    """Whether the move is made: others are asked, or nobody."""
    return t.over or set(t.asks) != {seat}
