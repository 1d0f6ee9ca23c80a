"""Options that Burger Up and Party Up share."""

from __future__ import annotations

from flattop.kernel import Option


def seat_number(written: str, seats: int) -> int:
    """One of the seats at this table."""
    if not written.isascii() or not written.isdigit() or int(written) >= seats:
        raise ValueError(f"the values are random, 0 to {seats - 1}")
    return int(written)


def idle_rounds(written: str, seats: int) -> int:
    if not written.isascii() or not written.isdigit() or not 5 <= int(written) <= 50:
        raise ValueError("the values are 5 to 50")
    return int(written)


def first(seats: int) -> Option:
    """Who begins, at tables of so many seats or more."""
    return Option("random", ("random", *range(seats)), "Who is first; drawn by lot or a seat.", seat_number)


IDLE_ROUNDS = Option(10, (5, 10, 20, 50), "Rounds without an order after which the game stops.", idle_rounds)
