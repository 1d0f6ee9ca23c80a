"""Ninja Burger on a screen: the mission as a path of rolls, the deal, the rivals, and the own ninja below."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.ninja_mission import bargain, duel, mission, replies
from flattop.terminal.tables.ninja_place import own_place, place
from flattop.terminal.tables.stage import Stage, seat_letter

LEGEND = (
    "♥ Honor. Rolls: ✓ made by so much, ▶ being made, ✕ failed, · to come, + an extra roll; the number is "
    "what three dice may total at most, with its chance. ↻ a free second try, ☎ at the meeting, ✓ done and "
    "✕ failed this round. Below the first number after the total, or from the second on, the game ends."
)
PHASES = ("set-up", "Pay", "Draw", "Reveal", "Meeting", "Missions", "Bonus", "Discard", "Check")
BAR = 20


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    if not view["round"]:
        return "choose a ninja"
    gauges = view["gauges"]
    starter = f"{seat_letter(view['starter'])} opens" if view["starter"] >= 0 else ""
    ends = f"lead {gauges['lead']}/{gauges['winning lead']}"
    total = f"total {gauges['total']} ({gauges['low']}-{gauges['high']})"
    return f"round {view['round']} · {view['phase']} {PHASES[view['phase']]} · {starter} · {ends} · {total}"


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """What is going on, then everybody else clockwise."""
    lines = [*gauge(snapshot, stage), *mission(snapshot, stage), *duel(snapshot, stage)]
    lines += [*replies(snapshot, stage), *bargain(snapshot, stage)]
    for seat in stage.others(snapshot):
        lines += place(snapshot, stage, seat)
    return lines


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The own ninja, items and cards lie where they never scroll away."""
    return own_place(snapshot, stage, snapshot["seat"]) if snapshot["seat"] is not None else []


def gauge(snapshot: Snapshot, stage: Stage) -> list[Text]:
    """The total between its two ends, and the lead, as bars; only where there is room."""
    view = snapshot["view"]
    if not stage.roomy or not view["round"]:
        return []
    gauges: dict[str, Any] = view["gauges"]
    span = gauges["high"] - gauges["low"]
    at = min(BAR, max(0, round(BAR * (gauges["total"] - gauges["low"]) / span)))
    low = (
        "" if view["round"] >= gauges["low from round"] else f", not before round {gauges['low from round']}"
    )
    line = Text.assemble(
        (f"all Honor {gauges['total']}  ", f"bold {stage.palette.ink}"),
        (f"{gauges['low']}{low} ", stage.palette.quiet),
        ("━" * at + "●" + "━" * (BAR - at), stage.palette.lamp),
        (f" {gauges['high']}   ", stage.palette.quiet),
        (f"lead {'●' * min(gauges['lead'], 9)}", f"bold {stage.palette.ink}"),
        ("○" * max(0, gauges["winning lead"] - gauges["lead"]), stage.palette.quiet),
    )
    return [line, Text()]
