"""Constants and small types: areas, markers, timers, and an open action."""

from __future__ import annotations

from typing import NamedTuple

from flattop.kernel import Action, Seat

HELD, RESERVED = -3, -4  # values of tables, besides VACANT
UNAVAILABLE, LOCKED, MALFUNCTION = -3, -4, -5  # values of action spaces, besides VACANT
IN_HAND, ON_STRIKE, ASIDE, ABSENT = (
    -1,
    -2,
    -3,
    -4,
)  # timers on no space; ASIDE may be hired
TEMPS = 8  # timers 0-7 belong to seats, two each; the white ones follow
TIMERS = 10
SIZES = 4

(
    RECEPTION, DINING, STORAGE_A, STORAGE_B, STORAGE_C, STOVE,
    GREENHOUSE, SINK, VAN, OFFICE, DESK_1, DESK_2,
) = range(12)  # fmt: skip
AREAS = 12
IDLE = 1 << AREAS  # bit for seats without an open action, above the bits of the areas
FRONT = 1 << RECEPTION | 1 << DINING  # areas that depend on patrons
EVERYTHING = -1
DONE: Action = ("done",)


class Job(NamedTuple):
    """An open action: its timer is placed, and it is not finished."""

    timer: int
    area: int
    kind: str = ""  # decided by the first step
    amount: int = 0  # steps taken, or pieces left to put away
    noun: int = -1  # the order taken, the dish cooked, or the kind bought
    held: tuple[int, ...] = ()  # tables emptied by throwing out


class AccountEntry(NamedTuple):
    """One line of the accounts at the end of a shift."""

    event: str
    subject: int = -1  # the card or timer, or the number of timers paid
    coins: int = 0
    stars: int = 0


def owner(timer: int) -> Seat:
    """The seat that owns the timer; -1 for a white one."""
    return timer // 2 if timer < TEMPS else -1


def timer_name(timer: int) -> str:
    """Seat number and letter, or W and a number for a white timer."""
    return f"{timer // 2 + 1}{'ab'[timer % 2]}" if timer < TEMPS else f"W{timer - TEMPS + 1}"
