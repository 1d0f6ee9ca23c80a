"""The pieces on the table: areas, what lies on spaces and tables, timers, and an open action."""

from __future__ import annotations

from typing import NamedTuple

from flattop.kernel import Action, Seat

HELD, RESERVED = -3, -4  # tables, beside VACANT
UNAVAILABLE, LOCKED, MALFUNCTION = -3, -4, -5  # action spaces, beside VACANT
IN_HAND, ON_STRIKE, ASIDE, ABSENT = -1, -2, -3, -4  # timers on no space; aside: may be hired
TEMPS = 8  # timers 0-7 belong to seats, two each; the white ones follow
TIMERS = 10
SIZES = 4

(
    RECEPTION, DINING, STORAGE_A, STORAGE_B, STORAGE_C, STOVE,
    GREENHOUSE, SINK, VAN, OFFICE, DESK_1, DESK_2,
) = range(12)  # fmt: skip
AREAS = 12
IDLE = 1 << AREAS  # whoever has no action open; a bit like those of the areas
FRONT = 1 << RECEPTION | 1 << DINING  # where patrons matter
EVERYTHING = -1
DONE: Action = ("done",)


class Job(NamedTuple):
    """An open action: its timer has been placed, and it is not finished."""

    timer: int
    area: int
    kind: str = ""  # what the first step has made of it
    amount: int = 0  # steps taken, or pieces still to be put away
    noun: int = -1  # the order taken, the dish cooked, the goods bought
    held: tuple[int, ...] = ()  # tables emptied by throwing out


class AccountEntry(NamedTuple):
    """One line of the accounts at the end of a shift."""

    event: str
    subject: int = -1  # the card or timer, or the number of timers paid
    coins: int = 0
    stars: int = 0


def owner(timer: int) -> Seat:
    """Whose timer it is; -1 if it is white."""
    return timer // 2 if timer < TEMPS else -1


def timer_name(timer: int) -> str:
    """As people say it: seat and letter, or white."""
    return f"{timer // 2 + 1}{'ab'[timer % 2]}" if timer < TEMPS else f"W{timer - TEMPS + 1}"
