"""Solo Up: a Burger Up shop for one seat, without a placement limit, where orders leave after a few turns."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from flattop.games.burger_up.base import GAME as BURGER_UP
from flattop.games.burger_up.cards import STARRED_NAMERS, Pack, load
from flattop.games.burger_up.requirements import REQUIREMENT_OPTIONS, with_requirement_options
from flattop.games.burger_up.solo_up.table import ZONES, SoloTable, outcome
from flattop.games.burger_up.solo_up.turn import Turns
from flattop.games.burger_up.terms import Terms, chosen, terms
from flattop.kernel import Chance, Game, Option, Settings, replacements, rules

HERE = Path(__file__).parent
CITES = replacements(rules(HERE / "rules.toml"))

OPTIONS = {
    "level": Option("easy", ("easy", "normal", "hard", "expert")),
    "orders": Option(12, (9, 12, 15, 18, 21)),
    "upgrade": Option("none", ("none", "hand")),
    "reshuffle": Option("off", ("off", "on")),
    "discard": Option("off", ("off", "on")),
    **REQUIREMENT_OPTIONS,
}
NUMBERS = ("level", "orders", "reshuffle", "upgrade")  # options that decide the terms of a table


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> SoloTable:
    """Like Burger Up, but no order is turned up and no card dealt before the first turn (SU-02, SU-R2)."""
    numbers = solo_terms(pack, *[settings[name] for name in NUMBERS])
    t = SoloTable(
        seats=seats,
        chance=chance,
        settings=settings,
        pack=with_requirement_options(pack, settings),
        terms=numbers,
    )
    t.set_up()
    t.start(Turns())
    return t


@lru_cache(maxsize=64)
def solo_terms(pack: Pack, level_name: str, orders: int, reshuffle: str, upgrade: str) -> Terms:
    """The terms of the level and the options (SU-26 to SU-28).

    A level replaces the numbers of the set-up row in which it differs from the easy one. The easy level does
    so where a deck has changed it.
    """
    setup, numbers = pack.setups["solo-up", 1], terms(pack, "solo-up", 1)
    level, easy, house = pack.difficulties[level_name], pack.difficulties["easy"], load().difficulties["easy"]

    def number(name: str) -> int:
        of_easy: int = getattr(setup if getattr(easy, name) == getattr(house, name) else easy, name)
        of_level: int = getattr(level, name)
        return of_easy if of_level == getattr(easy, name) else of_level

    hand = number("hand")
    return replace(
        numbers,
        orders=chosen(OPTIONS["orders"], orders, numbers.orders),
        coins=number("coins"),
        spatula=pack.numbers["spatula_uses"].value if number("spatula") else 0,
        hand=(hand, hand + 1),
        order_coin=0,  # SU-04
        reshuffle=reshuffle == "on",
        upgrade=upgrade == "hand",
        cites=CITES,
    )


WORDS = (HERE.parent / "words.toml",)
GAME = Game.from_folder(
    HERE, "Solo Up", (1,), deal, outcome, load, ZONES, OPTIONS, STARRED_NAMERS, "solo",
    words=WORDS, base=BURGER_UP.rules,
)  # fmt: skip
