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

    A level replaces the numbers of the set-up row in which it differs from the easy one.
    """
    level, numbers = pack.difficulties[level_name], terms(pack, "solo-up", 1)
    setup, easy = pack.setups["solo-up", 1], pack.difficulties["easy"]
    has_spatula = level.spatula if level.spatula != easy.spatula else setup.spatula
    hand = level.hand if level.hand != easy.hand else setup.hand
    return replace(
        numbers,
        orders=chosen(OPTIONS["orders"], orders, numbers.orders),
        coins=level.coins if level.coins != easy.coins else setup.coins,
        spatula=pack.numbers["spatula_uses"].value if has_spatula else 0,
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
