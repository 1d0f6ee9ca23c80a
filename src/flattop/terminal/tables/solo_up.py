"""Solo Up: the track of orders, two burgers, the Market and the hand."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import DrawContext
from flattop.terminal.tables.shop import LEGEND, draw_market, draw_orders, draw_place, hand

__all__ = ["LEGEND", "board", "hand", "headline"]

FEW_CARDS = 8  # with fewer cards in the deck a warning is shown


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    return f"turn {view['turn']} · {view['level']} · {len(view['order_deck'])} orders to come"


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    view = snapshot["view"]
    track = ctx.quiet("orders: 1 by the deck … last by the door")
    if len(view["deck"]) < FEW_CARDS:
        track.append("  few cards left in the deck", ctx.palette.bad)
    if view["done_ends"] == [[1]] and view["step"] != "over":
        track.append("  done would end the game", f"bold {ctx.palette.bad}")
    (seat,) = ctx.clockwise(snapshot)
    place = draw_place(snapshot, ctx, seat)
    return [track, *draw_orders(snapshot, ctx), *place, *draw_market(snapshot, ctx)]
