"""What a deck file must say so that nothing in play can break."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from flattop.games.kitchen_rush.schema import (
    AREAS,
    AWARDS,
    INGREDIENTS,
    OFFICE,
    ROOMS,
    SPICES,
    DishOnCard,
    Patron,
    Scenario,
    SetUp,
)
from flattop.kernel import BadDeck, nearest
from flattop.kernel.data import expect

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.cards import Pack

HEAD: dict[str, Any] = {"key": "kitchen-rush", "title": str, "seats": [2, 3, 4]}
KINDS_FROM = {"friend": 1, "regular": 2, "challenging": 4, "vip": 7}  # KR-06
MOST = 99  # coins, stars, pieces of one kind: what a screen can show
LONGEST = 3600  # seconds of a shift
FIXED: dict[str, dict[str, Any]] = {  # numbers on which the rules rest
    "numbers": {"rows": 4, "max_awards": 3},
    "clock": {"ticks_per_second": 10},
    "tables": {"count": 4, "reserved_2p": (3, 4), "reserved_3p": (4,), "reserved_4p": ()},
}


def check_file(raw: dict[str, Any], file: str, tables: Collection[str]) -> None:
    """The file is one of this game, and has no table that nobody reads."""
    for name, wanted in HEAD.items():
        found = raw.get(name)
        if found != wanted and not (isinstance(wanted, type) and isinstance(found, wanted)):
            raise BadDeck(f"{file}: {name}: {found!r} is not {wanted!r}")
    known = {*HEAD, *tables}
    if unknown := sorted(raw.keys() - known):
        raise BadDeck(f"{file}: unknown table {unknown[0]!r}{nearest(unknown[0], known)}")
    if not isinstance(raw.get("reputation"), dict):
        raise BadDeck(f"{file}: reputation: no table of that name")
    if sorted(raw["reputation"]) != ["a", "b"]:
        raise BadDeck(f"{file}: reputation: the sides are a and b, not {', '.join(raw['reputation'])}")


def check_pack(pack: Pack, file: str) -> None:
    _check_pieces(pack, file)
    _check_areas(pack, file)
    _check_cards(pack, file)
    _check_numbers(pack, file)
    _check_boards(pack, file)
    for patron in pack.patron:
        _check_patron(patron, f"{file}: patron {patron.key}")
    numbers = [scenario.number for scenario in pack.scenario]
    _same(numbers, list(range(1, 9)), f"{file}: scenario: the numbers")
    for scenario in pack.scenario:
        _check_scenario(pack, scenario, f"{file}: scenario {scenario.number}")


def _check_pieces(pack: Pack, file: str) -> None:
    _same([food.key for food in pack.ingredient], list(INGREDIENTS), f"{file}: ingredient: the keys")
    _same([spice.key for spice in pack.spice], list(SPICES), f"{file}: spice: the keys")
    _same([plate.size for plate in pack.plate], [1, 2, 3, 4], f"{file}: plate: the sizes")
    pieces: list[Any] = [*pack.ingredient, *pack.spice, *pack.plate]
    for piece in pieces:
        _within(piece.total, 1, MOST, f"{file}: {piece.name}.total")
    for food in pack.ingredient:
        rooms = food.rooms_from_5
        if not rooms or sorted(set(rooms)) != list(rooms) or not set(rooms) <= set(ROOMS):
            raise BadDeck(f"{file}: ingredient {food.key}.rooms_from_5: {rooms!r} names no rooms of 'abc'")
    totals = pack.totals
    expect(sum(plate.total for plate in pack.plate), totals.plate, "plates", file)
    expect(sum(food.total for food in pack.ingredient), totals.ingredients, "ingredients", file)
    expect(sum(spice.total for spice in pack.spice), totals.spices, "spices", file)


def _check_areas(pack: Pack, file: str) -> None:
    _same([area.key for area in pack.area], list(AREAS), f"{file}: area: the keys")
    for area in pack.area:
        where = f"{file}: area {area.key}"
        _same(area.from_scenario, AREAS[area.key], f"{where}.from_scenario")
        if (area.key == "van") != (not area.spaces):
            raise BadDeck(f"{where}.spaces: the van has none, every other area at least one")
        if area.spaces and "all" not in area.spaces:
            raise BadDeck(f"{where}.spaces: one space must be open to all")
    covered = sum(space != "all" for area in pack.area for space in area.spaces)
    _within(covered, 0, pack.totals.unavailable_markers, f"{file}: area: spaces with 3p or 4p")


def _check_cards(pack: Pack, file: str) -> None:
    _same(sorted(award.effect for award in pack.award), sorted(AWARDS), f"{file}: award: the effects")
    effects = sorted(card.effect for card in pack.office_card)
    _same(effects, sorted(OFFICE), f"{file}: office_card: the effects")
    for award in pack.award:
        _within(award.value, 1, MOST, f"{file}: award {award.key}.value")
    for card in pack.office_card:
        _within(card.cost, 0, MOST, f"{file}: office_card {card.key}.cost")
    totals = pack.totals
    expect(len(pack.award), totals.award, "Awards", file)
    expect(len(pack.office_card), totals.office_card, "Office cards", file)
    for kind in KINDS_FROM:
        found = sum(patron.kind == kind for patron in pack.patron)
        expect(found, getattr(totals, kind), f"{kind} patrons", file)


def _check_numbers(pack: Pack, file: str) -> None:
    for table, fixed in FIXED.items():
        for name, value in fixed.items():
            _same(getattr(getattr(pack, table), name), value, f"{file}: {table}.{name}")
    for name in pack.numbers.__slots__:
        if name not in ("basis", "rows", "max_awards"):
            _within(getattr(pack.numbers, name), 1, MOST, f"{file}: numbers.{name}")
    clock = pack.clock
    for name in ("timer_seconds", "beat_seconds", "grace_seconds"):
        _within(getattr(clock, name), 1, LONGEST, f"{file}: clock.{name}")
    low_high = list(clock.timer_seconds_range)
    if len(low_high) != 2 or not 1 <= low_high[0] <= low_high[1] <= LONGEST:
        raise BadDeck(f"{file}: clock.timer_seconds_range: {low_high} is no range")


def _check_boards(pack: Pack, file: str) -> None:
    for side, board in pack.reputation.items():
        where = f"{file}: reputation.{side}"
        _within(board.top, 1, MOST, f"{where}.top")
        _within(board.start, 0, board.top, f"{where}.start")
        for seats in (2, 3, 4):
            hats = getattr(board, f"hats_{seats}p")
            if sorted(set(hats)) != list(hats) or len(hats) > pack.numbers.max_awards:
                raise BadDeck(f"{where}.hats_{seats}p: {list(hats)} are not up to 3 rising numbers")
            for hat in hats:
                _within(hat, 1, board.top, f"{where}.hats_{seats}p")


def _check_patron(patron: Patron, where: str) -> None:
    _within(patron.coins, 0, MOST, f"{where}.coins")
    _within(patron.stars, 0, MOST, f"{where}.stars")
    parts = [dish.part for dish in patron.dish]
    _same(parts, ["side", "main"] if patron.kind == "vip" else ["meal"], f"{where}.dish: the parts")
    for dish in patron.dish:
        _check_dish(dish, f"{where}.{dish.part}")


def _check_dish(dish: DishOnCard, where: str) -> None:
    _within(dish.plate, 1, 4, f"{where}.plate")
    _within(dish.cook, 0, 3, f"{where}.cook")
    _check_counts(dish.ingredients, INGREDIENTS, f"{where}.ingredients")
    _check_counts(dish.spices, SPICES, f"{where}.spices")
    if not dish.ingredients:
        raise BadDeck(f"{where}.ingredients: a dish needs one at least")


def _check_counts(counts: dict[str, int], keys: Sequence[str], where: str) -> None:
    for key, number in counts.items():
        if key not in keys:
            raise BadDeck(f"{where}: there is no {key!r}{nearest(key, keys)}")
        _within(number, 1, MOST, f"{where}.{key}")


def _check_scenario(pack: Pack, scenario: Scenario, where: str) -> None:
    _within(scenario.shifts, 1, MOST, f"{where}.shifts")
    times = (scenario.time.normal, scenario.time.family, scenario.rush.seconds)
    for seconds in times:
        _within(seconds, 30, LONGEST, f"{where}.time")
    timers, whites = scenario.timers, pack.totals.white_timers
    _within(timers.each, 1, 2, f"{where}.timers.each")
    _within(timers.temps + timers.temps_to_hire, 0, min(2, whites), f"{where}.timers: temps")
    _within(scenario.coins.start, 0, MOST, f"{where}.coins.start")
    early = [kind for kind in scenario.deck if KINDS_FROM[kind] > scenario.number]
    if early or not scenario.deck:
        raise BadDeck(f"{where}.deck: {early[:1] or 'nothing'} is not in play in scenario {scenario.number}")
    _within(scenario.seated.cards, 0, 2, f"{where}.seated.cards")
    _same(bool(scenario.reputation_board), scenario.number >= 6, f"{where}.reputation_board is given")
    _within(scenario.office_shown.cards, 0, 2, f"{where}.office_shown.cards")
    _check_markers(pack, scenario, where)
    _same(sorted(entry.n for entry in scenario.players), [2, 3, 4], f"{where}.players: n")
    for entry in scenario.players:
        _check_set_up(pack, scenario, entry, f"{where}, {entry.n} seats")


def _check_markers(pack: Pack, scenario: Scenario, where: str) -> None:
    if scenario.malfunction:
        spot = scenario.malfunction
        spaces = {area.key: len(area.spaces) for area in pack.area}
        if spot.area not in spaces:
            raise BadDeck(f"{where}.malfunction.area: there is no {spot.area!r}{nearest(spot.area, spaces)}")
        _within(spot.space, 1, spaces[spot.area], f"{where}.malfunction.space")


def _check_set_up(pack: Pack, scenario: Scenario, entry: SetUp, where: str) -> None:
    for name in ("clean", "dirty", "aside"):
        _same(len(getattr(entry, name).plates), 4, f"{where}.{name}: the number of sizes")
    for size, plate in enumerate(pack.plate):
        laid = [getattr(entry, name).plates[size] for name in ("clean", "dirty", "aside")]
        _all_within(laid, plate.total, f"{where}: plates {plate.name}")
    for food in pack.ingredient:
        laid = [getattr(getattr(entry, f"room_{room}"), food.key) for room in ROOMS]
        _all_within(laid, food.total, f"{where}: {food.key} in the rooms")
        misplaced = [r for r, n in zip(ROOMS, laid, strict=True) if n and r not in _rooms(scenario, food)]
        if misplaced:
            raise BadDeck(f"{where}.room_{misplaced[0]}: {food.key} may not lie there")
    for spice in pack.spice:
        _within(getattr(entry.bag, spice.key), 0, spice.total, f"{where}.bag.{spice.key}")
    for name in ("served_each", "served", "coins", "reputation"):
        _within(getattr(entry.goal, name), 0, 10 * MOST, f"{where}.goal.{name}")


def _rooms(scenario: Scenario, food: Any) -> str:
    """Where an ingredient may lie (KR-72)."""
    return str(food.rooms_from_5) if scenario.number >= 5 else "ab"


def _all_within(laid: Iterable[int], total: int, where: str) -> None:
    numbers = list(laid)
    for number in numbers:
        _within(number, 0, total, where)
    _within(sum(numbers), 0, total, where)


def _within(value: int, least: int, most: int, where: str) -> None:
    if not least <= value <= most:
        raise BadDeck(f"{where}: {value} is not from {least} to {most}")


def _same(found: Any, wanted: Any, where: str) -> None:
    if found != wanted:
        raise BadDeck(f"{where}: {found!r} must be {wanted!r}")
