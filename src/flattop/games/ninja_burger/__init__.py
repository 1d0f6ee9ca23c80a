"""Ninja Burger: deliver anywhere in thirty minutes, keep your Honor, and become the next manager.

Reading order: `table`, `round` (the eight phases), `turn_order`, `meeting`, `mission`, `skill_roll`,
`skills`, `windows`, `interesting_times`, `effects`, `deals`, `challenge`, `scoring`. Card data: `schema`,
`deck` (checks), `cards`. For players: `computed_zones`, `refusals`, `open_options`.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from flattop.games.ninja_burger.cards import Pack
from flattop.games.ninja_burger.deck import load
from flattop.games.ninja_burger.round import Rounds
from flattop.games.ninja_burger.scoring import outcome
from flattop.games.ninja_burger.table import NinjaTable
from flattop.games.ninja_burger.windows import lets_the_dice_fall
from flattop.kernel import (
    EACH,
    EVERYONE,
    VACANT,
    Chance,
    Game,
    Namer,
    Option,
    Seat,
    Sees,
    Settings,
    Zone,
    whole_number,
)

HERE = Path(__file__).parent


def turned_up(t: NinjaTable, seat: Seat | None, owner: Any) -> Collection[int]:
    """Missions are open from the meeting on, or from their owner's turn on (NB-24, NB-31)."""
    return range(len(t.missions[owner])) if owner in t.face_up else ()


def at_the_end(t: NinjaTable, seat: Seat | None, owner: Any) -> Collection[int]:
    """Hands are shown when the game is over."""
    return range(len(t.hands[owner])) if t.over else ()


def blank(chance: Chance, count: int) -> list[int]:
    """Resample the terms of an unfinished deal as empty: they could be anything."""
    return [0] * count


ZONES = {
    "round": EVERYONE,
    "phase": EVERYONE,
    "starter": EVERYONE,
    "order": EVERYONE,
    "throws": EVERYONE,
    "honor": EACH,
    "gauges": EVERYONE,
    "money": EACH,
    "ninjas": EACH,
    "items": EACH,
    "courses": EACH,
    "hands": Zone(Sees.OWNER, per_seat=True, pool="fortune", known=at_the_end, known_is_public=True),
    "missions": Zone(Sees.OWNER, per_seat=True, pool="missions", known=turned_up, known_is_public=True),
    "attending": EVERYONE,
    "face_up": EVERYONE,
    "free_tries": EVERYONE,
    "results": EACH,
    "tired": EVERYONE,
    "used": EVERYONE,
    "offers": EACH,
    "active": EVERYONE,
    "steps": EVERYONE,
    "path": EVERYONE,
    "wide": EVERYONE,
    "extra": EVERYONE,
    "times_played": EVERYONE,
    "locked": EVERYONE,
    "roller": EVERYONE,
    "rolling": EVERYONE,
    "addends": EVERYONE,
    "replying": EVERYONE,
    "bargain": EVERYONE,
    "draft": Zone(Sees.OWNER, per_seat=True, reroll=blank),
    "duellists": EVERYONE,
    "margins": EVERYONE,
    "dealt": Zone(Sees.OWNER, per_seat=True, pool="ninjas"),
    "ninja_deck": Zone(Sees.NONE, pool="ninjas"),
    "ninja_discards": EVERYONE,
    "mission_deck": Zone(Sees.NONE, pool="missions"),
    "mission_discards": EVERYONE,
    "deck": Zone(Sees.NONE, pool="fortune"),
    "discards": EVERYONE,
}


def parse_rounds(text: str, seats: int) -> int:
    """Parse `round_limit`: any number of rounds up to 99."""
    return whole_number(text, 0, 99, "it is a number of rounds from 1 to 99, or 0 for none")


OPTIONS = {
    "length": Option("standard", ("standard", "long")),
    "honor_floor": Option("none", ("none", "zero")),
    "replacement_ninja_cards": Option(1, (1, 3)),
    "errand_target": Option("lower", ("lower", "any")),
    "errand_deals": Option("yes", ("yes", "no")),
    "max_times_per_mission": Option(0, (0, 1, 2, 3, 4, 5)),
    "deals": Option("yes", ("yes", "no")),
    "offer_limit": Option(3, tuple(range(1, 10))),
    "fast_talk": Option("no", ("no", "yes")),
    "round_limit": Option(0, (0, 4, 8), parse_rounds),
}


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> NinjaTable:
    """Return a new table at its first decision (NB-07, NB-08)."""
    rules = pack.rules
    each = rules.ninjas_dealt_six_players if seats == 6 else rules.ninjas_dealt
    ninjas = chance.shuffled(range(len(pack.ninjas)))
    t = NinjaTable(
        seats=seats, chance=chance, settings=settings, pack=pack,
        ninja_deck=ninjas[seats * each :],
        mission_deck=chance.shuffled(range(len(pack.missions))),
        deck=chance.shuffled(pack.cards),
        dealt=[sorted(ninjas[seat * each : (seat + 1) * each]) for seat in range(seats)],
        missions=[[] for _ in range(seats)], hands=[[] for _ in range(seats)],
        ninjas=[VACANT] * seats, honor=[rules.start_honor] * seats, money=[rules.start_money] * seats,
        items=[()] * seats, courses=[()] * seats,
        results=(VACANT,) * seats, offers=(0,) * seats,
    )  # fmt: skip
    t.start(Rounds())
    return t


REROLL_SOURCES = {"free_try": "the free second try", "ability": "the ninja's ability"}

NAMERS: dict[str, Namer] = {
    "ninja": lambda pack, number: pack.ninjas[number].name if number >= 0 else "-",
    "mission": lambda pack, number: pack.missions[number].name,
    "card": lambda pack, kind: pack.fortune[kind].name,
    "skill": lambda pack, skill: pack.skills.labels.get(skill, "none"),
    "source": lambda pack, source: REROLL_SOURCES.get(source) or pack.fortune[source].name,
}

GAME = Game.from_folder(
    HERE, "Ninja Burger", (3, 4, 5, 6), deal, outcome, load, ZONES, OPTIONS, NAMERS,
    holds=("pass",), turn=lambda t: (t.round, t.active), hold_ends_plays=lets_the_dice_fall,
    own_hand=("roll",), keeps_anytime=("draw", "take", "move_on"),
)  # fmt: skip
