"""Burger Boss: run a burger restaurant with dice as workers, and serve customers before they leave.

Reading order: `table`, `setup`, `round`, and its phases `customers`, `turn_order`, `placement` and `sales`.
Placement uses `game_cards`, `storage` and `cooking`. Then `specials` and `scoring`. `schema` and `cards` read
the deck file, and `refusals` explains why an action is illegal.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from flattop.games.burger_boss.cards import load
from flattop.games.burger_boss.scoring import outcome
from flattop.games.burger_boss.setup import deal
from flattop.games.burger_boss.table import BossTable
from flattop.games.burger_boss.turn_order import parse_burger_eaters
from flattop.kernel import EACH, EVERYONE, Chance, Game, Namer, Option, Seat, Sees, Zone

HERE = Path(__file__).parent


def top_customer(t: BossTable, seat: Seat | None, owner: Seat | None) -> Collection[int]:
    """Everyone sees the top card of the deck, which lies face up (BB-13, BB-R6)."""
    shown = t.settings["next_customer"] == "shown" and t.deck
    return (len(t.deck) - 1,) if shown else ()


def hand_at_the_end(t: BossTable, seat: Seat | None, owner: Any) -> Collection[int]:
    """Unplayed specials are shown when the game is over."""
    return range(len(t.hands[owner])) if t.over else ()


def mission_at_the_end(t: BossTable, seat: Seat | None, owner: Any) -> Collection[int]:
    """Missions are turned over when the game is over (BB-86)."""
    return range(len(t.missions[owner])) if t.over else ()


def covered(chance: Chance, count: int) -> list[int]:
    """Return random dice for a determinization: dice under a hand could show anything."""
    return sorted(chance.dice(count))


COVERED = Zone(Sees.OWNER, per_seat=True, reroll=covered)

ZONES = {
    "round": EVERYONE,
    "phase": EVERYONE,
    "restaurants": EACH,
    "order": EVERYONE,
    "totals": EACH,
    "deck": Zone(Sees.NONE, known=top_customer),
    "queue": EVERYONE,
    "left": EVERYONE,
    "money": EACH,
    "served": EACH,
    "served_at": EACH,
    "cold": EACH,
    "fresh": EACH,
    "grills": EACH,
    "tracks": EACH,
    "wanted_by": EACH,
    "kitchens": EACH,
    "workers": EACH,
    "hired": EACH,
    "rolled": COVERED,
    "working": EACH,
    "home": COVERED,
    "cooked": EACH,
    "sales": EACH,
    "tips": EACH,
    "hands": Zone(Sees.OWNER, per_seat=True, pool="specials", known=hand_at_the_end, known_is_public=True),
    "specials": Zone(Sees.NONE, pool="specials"),
    "discard": EVERYONE,
    "missions": Zone(
        Sees.OWNER, per_seat=True, pool="missions", known=mission_at_the_end, known_is_public=True
    ),
    "unused": Zone(Sees.NONE, pool="missions"),
    "supply": EVERYONE,
    "game_cards": EVERYONE,
    "named": EVERYONE,
    "held": EVERYONE,
}

OPTIONS = {
    "deal": Option("fill", ("fill", "two")),
    "close_up_from": Option(3, (3, 4)),
    "next_customer": Option("shown", ("shown", "hidden")),
    "fresh": Option("same_round", ("same_round", "next_round")),
    "grill_track": Option(3, (2, 3, 4, 5)),
    "end_grill": Option("dish", ("dish", "token")),
    "off_turn_specials": Option("on", ("on", "off")),
    "missions": Option("on", ("on", "off")),
    "ate_last": Option(
        "none",
        ("none",),
        parse_burger_eaters,
        seats="several",
    ),
    "restaurants": Option("choose", ("choose", "seat_order")),
    "signs": Option("book", ("book", "plain")),
}


NAMERS: dict[str, Namer] = {
    "restaurant": lambda pack, sign: pack.restaurants[sign].name if sign >= 0 else "-",
    "customer": lambda pack, customer: (
        f"{pack.customers[customer].who} ({pack.wanted[customer].name} ${pack.pays[customer]})"
    ),
    "covered": lambda pack, value: str(value),
    "special": lambda pack, kind: pack.specials[kind].name,
    "mission": lambda pack, number: f"{pack.missions[number].name}: {pack.missions[number].text}",
}

GAME = Game.from_folder(
    HERE, "Burger Boss", (2, 3, 4, 5), deal, outcome, load, ZONES, OPTIONS, NAMERS,
    holds=("pass",), turn=lambda t: (t.round,),
)  # fmt: skip
