"""Kitchen Rush: a cooperative restaurant against the clock, with sand timers as workers.

Reading order: `table`, `setup`, `planning`, `shift`, `end_of_shift`, `scoring`. Timers: `timers`,
`placements`, `areas`. One module per area, each with a subclass of `area_action.AreaAction`: `reception`,
`dining`, `storage`, `stove`, `plates` (the sink), `van`, `office`. Then `free_acts`, `dishes`, `campaign`,
`computed_zones`, `refusals`. `schema` and `cards` read the deck file.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from flattop.games.kitchen_rush.areas import has_taken_all, is_needless
from flattop.games.kitchen_rush.campaign import CAMPAIGN
from flattop.games.kitchen_rush.cards import Pack, dish_name, load
from flattop.games.kitchen_rush.free_acts import could_only_pause
from flattop.games.kitchen_rush.pieces import HELD, RESERVED, timer_name
from flattop.games.kitchen_rush.schema import USUAL_SECONDS
from flattop.games.kitchen_rush.scoring import outcome
from flattop.games.kitchen_rush.setup import deal
from flattop.games.kitchen_rush.table import KitchenTable
from flattop.kernel import (
    EACH,
    EVERYONE,
    SEAT_NAMES,
    Game,
    Namer,
    Option,
    Seat,
    Sees,
    Zone,
    named_seat,
    seat_option,
    whole_number,
)

HERE = Path(__file__).parent


def returned_awards(t: KitchenTable, seat: Seat | None, owner: Seat | None) -> Collection[int]:
    """Awards put back on top of their deck are known to everyone."""
    return range(t.seen_awards)


ZONES = {
    "clock": EVERYONE,
    "scene": EVERYONE,
    "goal": EVERYONE,
    "coins": EVERYONE,
    "bill": EVERYONE,
    "till": EVERYONE,
    "accounts": EVERYONE,
    "reputation": EVERYONE,
    "tables": EVERYONE,
    "deck": Zone(Sees.NONE, pool="patrons"),
    "discard": EVERYONE,
    "gone": EVERYONE,
    "orders": EACH,
    "served": EVERYONE,
    "boards": EACH,
    "plates": EACH,
    "cautions": EACH,
    "right": EACH,
    "cupboard": EVERYONE,
    "sink": EVERYONE,
    "aside": EVERYONE,
    "rooms": EVERYONE,
    "bag": EVERYONE,
    "larder": EVERYONE,
    "rack": EVERYONE,
    "spaces": EVERYONE,
    "timers": EVERYONE,
    "sand": EVERYONE,
    "doing": EACH,
    "temps_rule": EVERYONE,
    "holders": EVERYONE,
    "desks": EVERYONE,
    "office_deck": Zone(Sees.NONE, pool="office"),
    "office_discard": EVERYONE,
    "awards": EVERYONE,
    "awards_deck": Zone(Sees.NONE, pool="awards", known=returned_awards),
    "ready": EACH,
    "calls": EACH,
    "passed": EACH,
    "flared": EACH,
}


TEMPS_NAMES = {f"seat-{seat}": name for seat, name in SEAT_NAMES.items()}


def parse_temps(text: str, seats: int) -> str:
    try:
        return f"seat-{named_seat(text.removesuffix(' seat'), seats)}"
    except ValueError:
        raise ValueError(f"the values are anyone, turns, and the seats 1 to {seats}") from None


def parse_grace(text: str, seats: int) -> int:
    return whole_number(text, 5, 120, "give seconds from 5 to 120")


OPTIONS = {
    "scenario": Option(1, (1, 2, 3, 4, 5, 6, 7, 8)),
    "limit": Option("normal", ("normal", "family", "rush")),
    "pace": Option("real", ("real", "stepped")),
    "timer": Option(USUAL_SECONDS["timer"], (25, 26, 27, 28, 29, 30, "mixed")),
    "beat": Option(USUAL_SECONDS["beat"], (1, 5, 10)),
    "lift": Option("by-pace", ("by-pace", "hand", "auto")),
    "mistakes": Option("possible", ("possible", "prevented")),
    "stars": Option("served", ("served", "correct")),
    "grace": Option(USUAL_SECONDS["grace"], (5, 30, 120), parse_grace),
    "pause": Option("anyone", ("anyone", "timekeeper", "off")),
    "timekeeper": seat_option(0, (0, 1)),
    "temps": Option(
        "anyone",
        ("anyone", "turns", "seat-0", "seat-1"),
        parse_temps,
        TEMPS_NAMES,
        "one",
    ),
}


def patron_name(pack: Pack, card: Any) -> str:
    """The patron and the coins on the card, or the state of a table without a patron."""
    if card < 0:
        return {HELD: "held", RESERVED: "reserved"}.get(card, "free")
    return f"{pack.patron[card].name} ({pack.patron[card].coins})"


NAMERS: dict[str, Namer] = {
    "patron": patron_name,
    "dish": lambda pack, dish: dish_name(pack, int(dish)),
    "ingredient": lambda pack, kind: pack.ingredient[kind].name,
    "spice": lambda pack, kind: pack.spice[kind].name,
    "size": lambda pack, size: pack.plate[size].name,
    "area": lambda pack, area: pack.area[area].name,
    "timer": lambda pack, timer: timer_name(timer),
    "office": lambda pack, card: pack.office_card[card].name if card >= 0 else "no card",
    "award": lambda pack, card: f"{pack.award[card].name}: {pack.award[card].text}",
}

GAME = Game.from_folder(
    HERE, "Kitchen Rush", (2, 3, 4), deal, outcome, load, ZONES, OPTIONS, NAMERS, "cooperative",
    untimed_settings={"pace": "stepped"}, default_seats=2, campaign=CAMPAIGN, is_superfluous=is_needless,
    can_wait=could_only_pause, reflex=has_taken_all,
    edition=2,
)  # fmt: skip
