"""Van: buy ingredients or spices for a coin; it has no spaces (KR-52 to KR-57)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction, finish
from flattop.games.kitchen_rush.pieces import DONE, LOCKED, STORAGE_A, STORAGE_C, Job
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

STOCK: tuple[Action, ...] = tuple(("stock", kind) for kind in range(6))
BUY_SPICE: tuple[Action, ...] = tuple(("buy_spice", kind) for kind in range(5))
PUT: tuple[Action, ...] = tuple(("put", room) for room in range(3))
PUT_ALL: tuple[Action, ...] = tuple(("put_all", room) for room in range(3))


class Van(AreaAction):
    """The first piece decides: ingredients of one kind, cheap spices, or expensive ones (KR-R32)."""

    __slots__ = ()

    def is_useful(self, t: KitchenTable) -> bool:
        return t.coins >= t.pack.numbers.shop_price and bool(any(t.rack) or buyable_ingredients(t))

    def begin(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        t.earn("shopping", -t.pack.numbers.shop_price)
        t.tell("shops", seat, t.pack.numbers.shop_price, t.coins)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        if job.kind == "stock":
            rooms = open_rooms(t, job.noun)
            more = [PUT_ALL[room] for room in rooms] if job.amount > 1 else []
            return [*(PUT[room] for room in rooms), *more, DONE] if job.amount else [DONE]
        if job.kind == "spices":
            return [*(BUY_SPICE[kind] for kind in spices_on_offer(t, job)), DONE]
        return [
            *(STOCK[kind] for kind in buyable_ingredients(t)),
            *(BUY_SPICE[k] for k in range(5) if t.rack[k]),
            DONE,
        ]

    def stock(self, t: KitchenTable, seat: Seat, job: Job, kind: int) -> None:
        """Take several of one ingredient from the supply; if only one room may hold it, put them there."""
        number = min(t.pack.numbers.shop_ingredients + t.held_award("shop_more"), t.larder[kind])
        t.larder[kind] -= number
        t.tell("bought", seat, kind, number)
        t.jobs[seat] = job = job._replace(kind="stock", noun=kind, amount=number)
        rooms = open_rooms(t, kind)
        if len(rooms) == 1:
            self.put_all(t, seat, job, rooms[0])

    def put(self, t: KitchenTable, seat: Seat, job: Job, room: int) -> None:
        self._put_away(t, seat, job, room, 1)

    def put_all(self, t: KitchenTable, seat: Seat, job: Job, room: int) -> None:
        self._put_away(t, seat, job, room, job.amount)

    def _put_away(self, t: KitchenTable, seat: Seat, job: Job, room: int, number: int) -> None:
        t.rooms[room][job.noun] += number
        t.tell("put_away", seat, job.noun, number, STORAGE_A + room)
        t.jobs[seat] = job._replace(amount=job.amount - number)

    def buy_spice(self, t: KitchenTable, seat: Seat, job: Job, kind: int) -> None:
        """Move a spice to the bag; the first one decides between cheap and expensive."""
        t.rack[kind] -= 1
        t.bag[kind] += 1
        t.tell("bought_spice", seat, kind)
        t.jobs[seat] = job._replace(kind="spices", noun=kind, amount=job.amount + 1)

    def done(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """Return pieces that were not put away to the supply."""
        if job.kind == "stock" and job.amount:
            t.larder[job.noun] += job.amount
            t.tell("gave_up", seat, job.noun, job.amount)
        finish(t, seat)


def spices_on_offer(t: KitchenTable, job: Job) -> list[int]:
    """Spices of the same price, up to the number that one coin buys."""
    cheap, numbers = t.pack.cheap, t.pack.numbers
    most = numbers.shop_cheap_spices if cheap[job.noun] else numbers.shop_expensive_spices
    if job.amount >= most + t.held_award("shop_more") // 2:
        return []
    return [kind for kind in range(5) if cheap[kind] == cheap[job.noun] and t.rack[kind]]


def buyable_ingredients(t: KitchenTable) -> list[int]:
    """Ingredients in the supply for which a room is open."""
    return [kind for kind in range(6) if t.larder[kind] and open_rooms(t, kind)]


def open_rooms(t: KitchenTable, kind: int) -> list[int]:
    """The rooms where an ingredient may be put; a locked room takes nothing (KR-R32)."""
    return [room for room in storage_rooms(t, kind) if LOCKED not in t.spaces[STORAGE_A + room]]


def storage_rooms(t: KitchenTable, kind: int) -> tuple[int, ...]:
    """The rooms that may hold an ingredient, locked or not (KR-72)."""
    return t.pack.allowed_rooms[kind] if t.number >= t.pack.area[STORAGE_C].from_scenario else (0, 1)
