"""Burger Up and Party Up: orders and Market, burgers as stacks, and the hand as two-ended cards."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import DrawContext
from flattop.terminal.tables.shop import LEGEND, draw_market, draw_orders, draw_place, hand

__all__ = ["LEGEND", "board", "hand", "headline"]

PHASES = {"market": "Market", "build": "Build", "burger_up": "Burger Up", "clean_up": "Clean Up"}


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    last = " · last round" if view["last_round"] else ""
    left = f" · {len(view['order_deck'])} orders to come"
    placed = f" · {view['placements_left']} to place" if view["phase"] == "build" else ""
    phase = "" if ctx.roomy else f" · {view['phase'].replace('_', ' ').title()}"
    return f"round {view['round']}{left}{last}{phase}{placed}"


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    lines: list[Text] = []
    if ctx.roomy:
        phases = Text()
        for phase, name in PHASES.items():
            is_now = phase == snapshot["view"]["phase"]
            phases.append(
                f"[{name}]" if is_now else f" {name} ", ctx.palette.lamp if is_now else ctx.palette.quiet
            )
        lines.append(phases)
    own, *others = [draw_place(snapshot, ctx, seat) for seat in ctx.clockwise(snapshot)]
    lines += [*draw_orders(snapshot, ctx), *own, *draw_market(snapshot, ctx)]
    return [*lines, *(line for place in others for line in place)]
