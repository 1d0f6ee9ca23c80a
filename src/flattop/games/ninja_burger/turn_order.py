"""Turn order: the highest Honor starts, and dice break ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Seat

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

FIRST_ROUND = 1


def roll_off(t: NinjaTable, seats: list[Seat]) -> Seat:
    """Three dice each, the highest wins; tied seats roll again (NB-19)."""
    while len(seats) > 1:
        t.throws = tuple([(seat, sum(t.chance.dice(3))) for seat in seats])
        for seat, total in t.throws:
            t.tell("rolled_off", seat, total)
        highest = max(total for _, total in t.throws)
        seats = [seat for seat, total in t.throws if total == highest]
    return seats[0]


def begin_phase(t: NinjaTable, phase: int) -> None:
    """Start a phase; every seat may open deals again (NB-R43)."""
    t.phase = phase
    t.offers = (0,) * t.seats
    t.tell("phase", phase)


def take_order(t: NinjaTable) -> None:
    """Fix the order of the phase: its starter, then clockwise (NB-17, NB-R4, NB-R5)."""
    starter = find_starter(t)
    if starter != t.starter:
        t.tell("starts", starter)
    t.starter = starter
    t.order = tuple([(starter + step) % t.seats for step in range(t.seats)])


def find_starter(t: NinjaTable) -> Seat:
    if t.round == FIRST_ROUND and t.starter >= 0:
        return t.starter  # NB-18: one throw counts for the whole of round 1
    highest = max(t.honor)
    leaders = [seat for seat in range(t.seats) if t.honor[seat] == highest]
    if tuple(leaders) == t.sharers:
        return t.starter
    t.sharers = tuple(leaders) if len(leaders) > 1 else ()
    return roll_off(t, leaders)
