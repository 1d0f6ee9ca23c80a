"""Options that Burger Up and Party Up share."""

from __future__ import annotations

from flattop.kernel import Option, seat_option, whole_number


def idle_rounds(written: str, seats: int) -> int:
    return whole_number(written, 5, 50, "the values are 5 to 50")


def first(seats: int) -> Option:
    """Who begins, at tables of so many seats or more."""
    return seat_option("random", ("random", *range(seats)), "Who begins: drawn by lot, or a seat from 1 on.")


IDLE_ROUNDS = Option(10, (5, 10, 20, 50), "Rounds without an order after which the game stops.", idle_rounds)
