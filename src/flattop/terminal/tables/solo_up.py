"""Solo Up on a screen: the orders on their way to the door, two stacks and the hand."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.shop_burgers import places
from flattop.terminal.tables.shop_counter import LEGEND, hand, market, orders
from flattop.terminal.tables.stage import Stage

__all__ = ["LEGEND", "board", "hand", "headline"]

FEW = 8  # cards in the deck of which one should know


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    return f"turn {view['turn']} · {view['level']} · {len(view['order_deck'])} orders to come"


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    (own,) = places(snapshot, stage)
    return [*_door(snapshot, stage), *orders(snapshot, stage), *own, *market(snapshot, stage)]


def _door(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """How the track runs, and what one should know before the turn ends."""
    view = snapshot["view"]
    line = stage.quiet("orders: 1 by the deck … last by the door")
    if len(view["deck"]) < FEW:
        line.append("  few cards left in the deck", stage.palette.bad)
    if view["done_ends"] == [[1]] and view["step"] != "over":
        line.append("  done would end the game", f"bold {stage.palette.bad}")
    return [line]
