"""Burger Up on a screen: orders and Market on the counter, burgers as stacks, the hand as two-ended cards."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.shop_burgers import places
from flattop.terminal.tables.shop_counter import LEGEND, hand, market, orders
from flattop.terminal.tables.stage import Stage

__all__ = ["LEGEND", "board", "hand", "headline"]

PHASES = ("market", "build", "burger_up", "clean_up")


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    last = " · last round" if view["last_round"] else ""
    left = f" · {len(view['order_deck'])} orders to come"
    placed = f" · {view['placements_left']} to place" if view["phase"] == "build" else ""
    phase = "" if stage.roomy else f" · {view['phase'].replace('_', ' ').title()}"
    return f"round {view['round']}{left}{last}{phase}{placed}"


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    phases = [_phases(snapshot, stage)] if stage.roomy else []
    own, *rivals = places(snapshot, stage)
    return [
        *phases,
        *orders(snapshot, stage),
        *own,
        *market(snapshot, stage),
        *[row for rows in rivals for row in rows],
    ]


def _phases(snapshot: Snapshot, stage: Stage) -> Text:
    """The four phases, the present one in brackets."""
    line = Text()
    for phase in PHASES:
        name = phase.replace("_", " ").title()
        now = phase == snapshot["view"]["phase"]
        line.append(f"[{name}]" if now else f" {name} ", stage.palette.lamp if now else stage.palette.quiet)
    return line
