"""End of the game: grills, missions and the winner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import INGREDIENTS, NOTHING, Mission
from flattop.kernel import Outcome, Seat, first, places

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable


def settle(t: BossTable) -> None:
    """Pay for dishes on grills, then turn over missions and unplayed specials (BB-84 to BB-86)."""
    for seat in range(t.seats):
        dollars = grill_dollars(t, seat)
        t.money[seat] += dollars
        t.tell("grill_sale", seat, dollars)
    t.reveal()
    for seat in range(t.seats):
        for number in t.missions[seat]:
            bonus = mission_bonus(t, seat, t.pack.missions[number])
            t.money[seat] += bonus
            t.tell("mission", seat, number, bonus)
    tell_final(t)


def tell_final(t: BossTable) -> None:
    if t.events is None:
        return
    for seat, hand in enumerate(t.hands):
        if hand:
            t.tell("unplayed", seat, sorted(hand))
    for seat, money in enumerate(t.money):
        t.tell("final", seat, money, len(t.served[seat]))
    t.tell("won", winners(t), reason(t))


def grill_dollars(t: BossTable, seat: Seat) -> int:
    """$1 for each dish left on a grill, or by option for each token (BB-R25)."""
    dishes = [dish for dish in t.dishes_of(seat) if dish != NOTHING]
    items = len(dishes) if t.settings["end_grill"] == "dish" else sum(map(sum, dishes))
    return t.pack.grill.end_of_game * items


# -- missions


def mission_bonus(t: BossTable, seat: Seat, mission: Mission) -> int:
    """The whole bonus if the mission is met, otherwise nothing (BB-R36)."""
    return mission.bonus if progress(t, seat, mission) >= mission.need else 0


def progress(t: BossTable, seat: Seat, mission: Mission) -> int:
    """Count what the seat's mission asks for."""
    return COUNT[mission.test](t, seat, mission)


def orders_with(t: BossTable, seat: Seat, mission: Mission) -> int:
    kind = INGREDIENTS.index(mission.ingredient or "")
    return sum(t.pack.recipes[customer][kind] >= mission.amount for customer in t.served[seat])


def orders_named(t: BossTable, seat: Seat, mission: Mission) -> int:
    return sum(t.pack.customers[customer].order == mission.order for customer in t.served[seat])


def sales_at(t: BossTable, seat: Seat, mission: Mission) -> int:
    return sum(t.pack.sizes[size].key == mission.size for size in t.served_at[seat])


def kitchens(t: BossTable, seat: Seat, mission: Mission) -> int:
    return t.kitchens[seat]


def orders_priced(t: BossTable, seat: Seat, mission: Mission) -> int:
    return sum(t.pack.pays[customer] >= mission.price for customer in t.served[seat])


COUNT: dict[str, Callable[[BossTable, Seat, Mission], int]] = {
    "orders_with": orders_with,
    "orders_named": orders_named,
    "sales_at": sales_at,
    "kitchens": kitchens,
    "orders_priced": orders_priced,
}


# -- winners


def outcome(t: BossTable) -> Outcome:
    """Rank seats by money. Before the end, the reason names the round."""
    return Outcome.ranked(t.money, ranks(t), reason(t) if t.over else f"standing in round {t.round}")


def ranks(t: BossTable) -> list[tuple[int, int]]:
    """Sort keys: most money, then most customers served; equal keys share the place (BB-87, BB-R36)."""
    return list(zip(t.money, map(len, t.served), strict=True))


def winners(t: BossTable) -> tuple[Seat, ...]:
    return first(places(ranks(t)))


def reason(t: BossTable) -> str:
    richest = t.money.count(max(t.money))
    if richest == 1:
        return "most money"
    return "most money, then most customers served" if len(winners(t)) == 1 else "the win is shared"
