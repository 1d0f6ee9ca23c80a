"""Burger Up: build burgers that meet the pending orders, and serve them for the most coins.

Reading order: `setup`, `turn` (rounds and the four phases), `table`, `refusals`, and the shared modules of
`burger_up`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flattop.games.burger_up.base.setup import IDLE_ROUNDS, deal_table, first_seat_option, outcome
from flattop.games.burger_up.base.table import ZONES, UpTable
from flattop.games.burger_up.cards import STARRED_NAMERS, Pack, load
from flattop.games.burger_up.requirements import REQUIREMENT_OPTIONS
from flattop.games.burger_up.terms import terms
from flattop.kernel import Chance, Game, Option, Settings

HERE = Path(__file__).parent
WORDS = (
    HERE / "rounds.toml",
    HERE.parent / "words.toml",
)  # shared by games with rounds and by shops

OPTIONS = {
    "orders": Option("v2", ("v2", "v1")),
    "first": first_seat_option(2),
    "idle_rounds": IDLE_ROUNDS,
    **REQUIREMENT_OPTIONS,
}


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> UpTable:
    numbers = terms(pack, "burger-up", seats)
    if settings["orders"] == "v1":  # BU-R17
        numbers = replace(numbers, orders=pack.orders_v1[seats])
    return deal_table(seats, chance, settings, pack, numbers)


GAME = Game.from_folder(
    HERE, "Burger Up", (2, 3, 4), deal, outcome, load, ZONES, OPTIONS, STARRED_NAMERS, words=WORDS
)
