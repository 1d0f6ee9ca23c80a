"""Burger Trucker: build as fast as you can, then claim the orders that your burger meets.

Reading order: `table`, `round`, `clock` (countdown and ticks), `build`, `hands` (actions of the Build Phase),
`scoring` (Score Phase), `computed_zones`, `refusals`.
"""

from __future__ import annotations

from collections.abc import Collection, Container
from pathlib import Path

from flattop.games.burger_up.cards import STARRED_NAMERS, Pack, load
from flattop.games.burger_up.trucker.round import Rounds
from flattop.games.burger_up.trucker.table import TruckTable
from flattop.kernel import (
    EACH,
    EVERYONE,
    SECOND,
    VACANT,
    Chance,
    Game,
    Option,
    Outcome,
    Seat,
    Sees,
    Settings,
    Zone,
    whole_number,
)

HERE = Path(__file__).parent


def turned_up(t: TruckTable, seat: Seat | None, owner: Seat | None) -> Collection[int]:
    """The line is turned up from the left (TR-18)."""
    return range(t.turned)


def not_incoming(t: TruckTable, seat: Seat | None, owner: Seat | None, place: int) -> Container[int] | None:
    """Once the line lies, everyone knows that it contains the Incoming Orders."""
    return frozenset(range(len(t.pack.top_buns))).difference(t.incoming) if t.line else None


ZONES = {
    "clock": EVERYONE,
    "pile": Zone(Sees.NONE, pool="cards"),
    "face_up": EVERYONE,
    "held": EACH,
    "burgers": EACH,
    "wanted": EACH,
    "fits": EACH,
    "heights": EACH,
    "sizes": EACH,
    "pays": EACH,
    "places": EACH,
    "speed": EACH,
    "next_speed": EVERYONE,
    "incoming": EVERYONE,
    "asked": EVERYONE,
    "prospects": EACH,
    "aside": Zone(Sees.NONE, pool="orders", candidates=not_incoming),
    "line": Zone(Sees.NONE, pool="orders", known=turned_up),
    "line_coins": EVERYONE,
    "line_asked": EVERYONE,
    "line_prospects": EACH,
    "takers": EVERYONE,
    "claim_order": EVERYONE,
    "meets": EACH,
    "passed": EACH,
    "claimed": EACH,
    "coins": EACH,
    "accounts": EVERYONE,
    "last_line": EVERYONE,
    "last_takers": EVERYONE,
    "last_burgers": EVERYONE,
    "ready": EACH,
}


def parse_limit(text: str, seats: int) -> int:
    return whole_number(text, 30, 900, "give seconds from 30 to 900, or 0 for no limit")


def parse_beats(text: str, seats: int) -> int:
    return whole_number(text, 5, 60, "give beats from 5 to 60")


def parse_reach(text: str, seats: int) -> int:
    return whole_number(text, 0, 20, "give ticks (tenths of a second) from 0 to 20")


OPTIONS = {
    "pace": Option("real", ("real", "turns")),
    "build_limit": Option(
        180,
        (0, 30, 60, 120, 180, 300, 900),
        parse_limit,
    ),
    "beats": Option(20, (5, 10, 15, 20, 30, 60), parse_beats),
    "reach": Option(
        0,
        (0, 5, 10, 20),
        parse_reach,
    ),
    "matching": Option("on", ("on", "off")),
    "extra_orders": Option(2, (2, 4, 6)),
    "unclaimed_scores": Option("no", ("no", "yes")),
    "rounds": Option(3, (1, 2, 3, 4, 5)),
}


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> TruckTable:
    t = TruckTable(
        live=settings["pace"] == "real",
        limit=settings["build_limit"] * SECOND,
        seats=seats,
        chance=chance,
        pack=pack,
        settings=settings,
        coins=[0] * seats,
    )
    t.start(Rounds())
    return t


def outcome(t: TruckTable) -> Outcome:
    """Most coins win; equal coins share the victory (TR-25, TR-R14)."""
    level = t.coins.count(max(t.coins))
    if not t.over:
        reason = f"most coins so far, round {t.round} of {t.settings['rounds']}"
    else:
        reason = "most coins" if level == 1 else "equal coins share the victory"
    return Outcome.ranked(t.coins, t.coins, reason)


def holds_a_misfit(t: TruckTable, seat: Seat) -> bool:
    """True if the seat holds a card. If it fits nowhere, the seat gains nothing by waiting to put it back."""
    return t.held[seat] != VACANT


GAME = Game.from_folder(
    HERE, "Burger Trucker", (2, 3, 4), deal, outcome, load, ZONES, OPTIONS, STARRED_NAMERS,
    untimed_settings={"pace": "turns"}, reflex=holds_a_misfit,
)  # fmt: skip
