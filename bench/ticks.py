"""Measures how fast game time passes when all seats are idle: one recorded tick at a time.

python -m bench.ticks
"""

from __future__ import annotations

import time
from typing import Any

from bench.arguments import argument_parser
from flattop.games import game
from flattop.kernel import CLOCK, SECOND
from flattop.match import Match, RealtimeDriver

SEATS = 4
CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("kitchen-rush", {"scenario": number}) for number in (1, 4, 8)),
    ("burger-trucker", {}),
)


def running(key: str, options: dict[str, Any]) -> Match:
    """Return a match whose clock has started."""
    match = Match(game(key), [f"Seat {n + 1}" for n in range(SEATS)], 7, options, undoable=False)
    while CLOCK not in match.table.asks:
        seat, open_now = next(iter(match.table.asks.items()))
        match.play(seat, next(action for action in open_now if action[0] in ("ready", "start")))
    return match


def ticks_per_second(match: Match) -> int:
    """Run the clock to the end of the shift or phase."""
    driver, began, now = RealtimeDriver(match, 0.0, heartbeat=1), time.perf_counter(), 0.0
    while driver.running:
        now += 1 / SECOND
        driver.advance(now)
    return round(driver.ticks / (time.perf_counter() - began))


def main() -> None:
    argument_parser(__doc__).parse_args()
    for key, options in CASES:
        settings = " ".join(f"{name}={value}" for name, value in options.items())
        print(f"{key} {settings}: {ticks_per_second(running(key, options)):,} ticks/s")


if __name__ == "__main__":
    main()
