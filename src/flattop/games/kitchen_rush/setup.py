"""Set-up of a scenario from the deck file, by number of seats (KR-01 to KR-11)."""

from __future__ import annotations

from typing import Any

from flattop.games.kitchen_rush.cards import Pack, stock
from flattop.games.kitchen_rush.end_of_shift import AWARDS_FROM
from flattop.games.kitchen_rush.pieces import (
    ABSENT,
    AREAS,
    ASIDE,
    IN_HAND,
    LOCKED,
    MALFUNCTION,
    RESERVED,
    STORAGE_A,
    TEMPS,
    TIMERS,
    UNAVAILABLE,
)
from flattop.games.kitchen_rush.planning import Evening
from flattop.games.kitchen_rush.schema import ROOMS, SPICES, Scenario, SetUp
from flattop.games.kitchen_rush.table import KitchenTable
from flattop.games.kitchen_rush.timers import set_space
from flattop.kernel import VACANT, Chance, Settings

DESKS_FROM = 8


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> KitchenTable:
    scenario, entry = pack.scenario[settings["scenario"] - 1], pack.set_up(settings["scenario"], seats)
    t = KitchenTable(
        seats=seats,
        chance=chance,
        pack=pack,
        settings=settings,
        number=scenario.number,
        limit=limit(scenario, settings["limit"]) * pack.clock.ticks_per_second,
        grace=pack.seconds("grace", settings["grace"]) * pack.clock.ticks_per_second,
        coins=scenario.coins.start,
        temps_rule=settings["temps"],
        **per_seat(seats, settings["timekeeper"]),
        **pieces(pack, entry),
        **timers(seats, scenario, pack, settings, chance),
    )
    t.tell("set_up", scenario.number, scenario.shifts, t.limit // pack.clock.ticks_per_second)
    set_up_spaces(t, scenario)
    seat_patrons(t, scenario)
    set_up_office(t, scenario)
    t.start(Evening())
    return t


def limit(scenario: Scenario, kind: str) -> int:
    """The seconds of a shift (KR-02)."""
    return scenario.rush.seconds if kind == "rush" else int(getattr(scenario.time, kind))


def per_seat(seats: int, timekeeper: int) -> dict[str, Any]:
    flags = ("ready", "calls", "flared", "passed")
    return {
        **{name: [False] * seats for name in flags},
        "orders": [[] for _ in range(seats)],
        "right": [0] * seats,
        "holders": [timekeeper] * 2,
    }


def pieces(pack: Pack, entry: SetUp) -> dict[str, Any]:
    """Plates and pieces at their places; the rest is the supply."""
    rooms = [stock(getattr(entry, f"room_{room}")) for room in ROOMS]
    bag = [getattr(entry.bag, key) for key in SPICES]
    laid = [sum(counts) for counts in zip(*rooms, strict=True)]
    return {
        "cupboard": list(entry.clean.plates),
        "sink": list(entry.dirty.plates),
        "aside": list(entry.aside.plates),
        "rooms": rooms,
        "bag": bag,
        "larder": [food.total - n for food, n in zip(pack.ingredient, laid, strict=True)],
        "rack": [spice.total - n for spice, n in zip(pack.spice, bag, strict=True)],
    }


def timers(seats: int, scenario: Scenario, pack: Pack, settings: Settings, chance: Chance) -> dict[str, Any]:
    """Two timers of each seat's colour, one in scenario 1; white ones from scenario 8 on (KR-08, KR-09)."""
    each, hired = scenario.timers.each, scenario.timers.temps
    places = [IN_HAND if n // 2 < seats and n % 2 < each else ABSENT for n in range(TEMPS)]
    places += [IN_HAND] * hired + [ASIDE] * scenario.timers.temps_to_hire
    places += [ABSENT] * (TIMERS - len(places))
    return {
        "places": places,
        "runs_out": [0] * TIMERS,
        "users": [-1] * TIMERS,
        "lengths": lengths(pack, settings["timer"], chance),
    }


def lengths(pack: Pack, seconds: int | str, chance: Chance) -> tuple[int, ...]:
    """The running time of each timer; with `mixed` each is random and public (KR-R4)."""
    rate = pack.clock.ticks_per_second
    if seconds != "mixed":
        return (pack.seconds("timer", int(seconds)) * rate,) * TIMERS
    low, high = pack.clock.timer_seconds_range
    return tuple([(low + chance.below(high - low + 1)) * rate for _ in range(TIMERS)])


def set_up_spaces(t: KitchenTable, scenario: Scenario) -> None:
    """Unavailable markers by number of seats (KR-04, KR-05), a locked room and a Malfunction (KR-10)."""
    needs = {"all": 2, "3p": 3, "4p": 4}
    t.spaces = [
        tuple([VACANT if needs[symbol] <= t.seats else UNAVAILABLE for symbol in t.pack.area[area].spaces])
        for area in range(AREAS)
    ]
    if scenario.locked:
        room = STORAGE_A + ROOMS.index(scenario.locked.room)
        for space in range(scenario.locked.spaces):
            cover(t, room, space, LOCKED)
    if scenario.malfunction:
        area = next(n for n in range(AREAS) if t.pack.area[n].key == scenario.malfunction.area)
        cover(t, area, scenario.malfunction.space - 1, MALFUNCTION)


def cover(t: KitchenTable, area: int, space: int, marker: int) -> None:
    """Lay a marker on a space, unless this number of seats does not use the space (KR-04)."""
    if t.spaces[area][space] == VACANT:
        set_space(t, area, space, marker)


def seat_patrons(t: KitchenTable, scenario: Scenario) -> None:
    """Shuffle all kinds in play together; the first patrons sit at the upper tables (KR-06, KR-07)."""
    kinds = scenario.deck
    t.deck = t.chance.shuffled(card for card, patron in enumerate(t.pack.patron) if patron.kind in kinds)
    reserved = getattr(t.pack.tables, f"reserved_{t.seats}p")
    t.tables = [RESERVED if table + 1 in reserved else VACANT for table in range(t.pack.tables.count)]
    t.tell("shuffled", len(t.deck))
    for table in range(min(scenario.seated.cards, len(t.deck))):
        t.tables[table] = t.deck.pop(0)
        t.tell("came_in", t.tables[table], table)


def set_up_office(t: KitchenTable, scenario: Scenario) -> None:
    """The Reputation marker, Awards from scenario 7 on, Office cards from scenario 8 on."""
    if scenario.reputation_board:
        t.reputation = t.pack.reputation[scenario.reputation_board].start
    if scenario.number >= AWARDS_FROM:
        t.awards_deck = t.chance.shuffled(range(len(t.pack.award)))
    t.desks = [VACANT, VACANT]
    if scenario.number >= DESKS_FROM:
        t.office_deck = t.chance.shuffled(range(len(t.pack.office_card)))
        for desk in range(scenario.office_shown.cards):
            t.desks[desk] = t.office_deck.pop(0)
    t.till = {"opening": t.coins}
