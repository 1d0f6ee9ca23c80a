"""Party Up: Burger Up for five or six seats, with one burger each, four orders and four Market cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flattop.games.burger_up.base import GAME as BURGER_UP
from flattop.games.burger_up.base import WORDS
from flattop.games.burger_up.base.setup import IDLE_ROUNDS, deal_table, first_seat_option, outcome
from flattop.games.burger_up.base.table import ZONES, UpTable
from flattop.games.burger_up.cards import STARRED_NAMERS, Pack, load
from flattop.games.burger_up.requirements import REQUIREMENT_OPTIONS
from flattop.games.burger_up.terms import Terms, chosen, terms
from flattop.kernel import Chance, Game, Option, Settings, replacements, rules

HERE = Path(__file__).parent

OPTIONS = {
    "orders": Option(21, (18, 21)),
    "opening_hand": Option(4, (3, 4)),
    "upgrade_bonus": Option("place", ("place", "draw", "both")),
    "first": first_seat_option(5),
    "idle_rounds": IDLE_ROUNDS,
    **REQUIREMENT_OPTIONS,
}

CITES = replacements(rules(HERE / "rules.toml"))


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> UpTable:
    numbers = terms(pack, "party-up", seats)
    numbers = replace(
        numbers,
        orders=chosen(OPTIONS["orders"], settings["orders"], numbers.orders),
        opening_hand=chosen(OPTIONS["opening_hand"], settings["opening_hand"], numbers.opening_hand),
        cites=CITES,
    )
    return deal_table(seats, chance, settings, pack, upgraded_by(numbers, settings["upgrade_bonus"]))


def upgraded_by(numbers: Terms, bonus: str) -> Terms:
    """Apply the option `upgrade_bonus`: an upgrade raises placements, the hand, or both (PU-R5)."""
    (fewer, more), (hand, _) = numbers.placements, numbers.hand
    placements = (fewer, fewer if bonus == "draw" else more)
    drawn = (hand, hand if bonus == "place" else hand + more - fewer)
    return replace(numbers, placements=placements, hand=drawn)


GAME = Game.from_folder(
    HERE,
    "Party Up",
    (5, 6),
    deal,
    outcome,
    load,
    ZONES,
    OPTIONS,
    STARRED_NAMERS,
    words=WORDS,
    base=BURGER_UP.rules,
)
