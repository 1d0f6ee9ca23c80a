"""Burger Boss on a screen: the queue, the street of game cards, the rivals, and the own kitchen below."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.boss_kitchen import own_place, rival
from flattop.terminal.tables.boss_street import queue, street, supply
from flattop.terminal.tables.stage import Stage, seat_letter

LEGEND = (
    "B bun, P patty, C cheese, T tomato, L lettuce. 7+1: price and size bonus. ○ free place, ⚂3 a die on a "
    "card, ●○○ how far a dish is on its track, ✓R1 a waiting customer wants it. The order card names seats "
    "by their letters."
)


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    order = " ".join(_cube(view, seat) for seat in view["order"])
    begun = f"round {view['round']}" if view["round"] else "set-up"
    named = [f"die {view['named']}"] if view["named"] else []
    return " · ".join([begun, *named, f"order {order}", f"{len(view['deck'])} to come"])


def _cube(view: dict[str, list[int]], seat: int) -> str:
    """A cube of the order card, with the total of its dice once that is known."""
    total = view["totals"][seat]
    return f"{seat_letter(seat)}{total}" if total > 0 else seat_letter(seat)


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    lines = [*queue(snapshot, stage), *street(snapshot, stage), supply(snapshot, stage)]
    for seat in stage.others(snapshot):
        lines += rival(snapshot, stage, seat)
    return lines


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The own place lies where a hand would: it never scrolls away."""
    return own_place(snapshot, stage, snapshot["seat"]) if snapshot["seat"] is not None else []
