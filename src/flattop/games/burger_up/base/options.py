"""Options that Burger Up and Party Up share."""

from __future__ import annotations

from flattop.kernel import Option, whole_number


def seat_number(written: str, seats: int) -> int:
    """One of the seats at this table."""
    return whole_number(written, 0, seats - 1, f"the values are random, 0 to {seats - 1}")


def idle_rounds(written: str, seats: int) -> int:
    return whole_number(written, 5, 50, "the values are 5 to 50")


def first(seats: int) -> Option:
    """Who begins, at tables of so many seats or more."""
    return Option("random", ("random", *range(seats)), "Who is first; drawn by lot or a seat.", seat_number)


IDLE_ROUNDS = Option(10, (5, 10, 20, 50), "Rounds without an order after which the game stops.", idle_rounds)
