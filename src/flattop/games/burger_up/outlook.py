"""Can added ingredients still meet an order? Exact, at a cost that is bounded when the deck is loaded.

Every line of an order but a ban becomes one row or several. A row counts cards, and must reach a number:
at least it (`has_name`, `distinct_names_with_keyword`, ...) or exactly it (the groups of `equal_counts`).
Foods that count for the same rows are one kind, of which only the number of added cards matters. Rows that
share no kind are independent of each other, so that each such component is counted on its own: by dynamic
programming over its kinds, whose states are the numbers that its rows still lack. Numbers of added cards are
bits of an integer: bit n is set if exactly n cards are possible.

The states from any burger are images of those from the empty burger under subtraction. So the steps for the
empty burger, with rows forgotten once no kind is left for them, bound the steps for all burgers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

Use = tuple[int, bool, tuple[int, ...]]  # a kind, whether with new names, and the rows it counts for
Numbers = int  # a set of numbers of added cards, as bits
State = tuple[int, ...]  # what each row of a component still lacks


class Row(NamedTuple):
    """A number of cards that an order asks for."""

    faces: frozenset[int]
    least: int
    equal: int = -1  # the row must be exactly as large as the others with this number
    names_only: bool = False  # counts different names
    on_top: bool = False  # counts only cards that are added


class Kind(NamedTuple):
    """Foods that count for the same rows."""

    rows: tuple[int, ...]
    names_rows: tuple[int, ...]  # those of them that count different names
    foods: int
    cards: int


class Item(NamedTuple):
    """Cards of a kind. Those with a new name also count for rows that count names."""

    kind: int
    new_names: bool
    rows: tuple[int, ...]  # of the component
    ends: tuple[int, ...]  # rows of the component to which no later item adds


class Component(NamedTuple):
    """Rows connected by kinds that count for several of them."""

    rows: tuple[int, ...]
    items: tuple[Item, ...]


class Cluster(NamedTuple):
    """Components whose rows must be equally large."""

    components: tuple[Component, ...]
    equal: tuple[int, ...]  # the numbers of `Row.equal` in it


class Stock(NamedTuple):
    """The needs that a burger does not meet, and the items that can be added to it."""

    lacks: list[int]  # by row; below 0 is a surplus
    cards: list[tuple[int, int]]  # by kind: cards with a new name, if that counts, and all others
    room: int  # ingredients that may be added


class TooComplex(Exception):
    """An order takes more steps than it may."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The rows of one order with a size limit, prepared for any burger."""

    rows: tuple[Row, ...]
    kinds: tuple[Kind, ...]
    kind_of: dict[int, int]  # by face, without Middle Buns and forbidden foods
    food_of: dict[int, int]  # by face
    clusters: tuple[Cluster, ...]
    fillers: tuple[tuple[int, bool], ...]  # kinds that count for nothing, as in `Item`
    least: int
    most: int

    def allows(self, stack: Sequence[int], height: int) -> bool:
        """True if at least one added ingredient can meet the order. Fit does not matter.

        The burger has this many ingredients, none of them forbidden.
        """
        if height >= self.most:
            return False
        totals = self.totals(self.stock(stack, height))
        return bool(totals >> max(self.least - height, 1))

    def is_within(self, steps: int) -> bool:
        """True if `allows` never takes more steps, whatever lies on the burger."""
        counter = StepCounter(steps)
        try:
            self.totals(self.stock((), 0), counter)
        except TooComplex:
            return False
        return True

    def stock(self, stack: Sequence[int], height: int) -> Stock:
        used, names, seen = [0] * len(self.kinds), [0] * len(self.kinds), set[int]()
        for face in stack:
            if (own := self.kind_of.get(face, -1)) >= 0:
                used[own] += 1
                if self.food_of[face] not in seen:
                    seen.add(self.food_of[face])
                    names[own] += 1
        lacks = [row.least for row in self.rows]
        cards: list[tuple[int, int]] = []
        for number, kind in enumerate(self.kinds):
            for row in kind.rows:
                if not self.rows[row].on_top:
                    lacks[row] -= names[number] if row in kind.names_rows else used[number]
            new = kind.foods - names[number] if kind.names_rows else 0
            cards.append((new, kind.cards - used[number] - new))
        return Stock(lacks, cards, self.most - height)

    def totals(self, stock: Stock, counter: StepCounter | None = None) -> Numbers:
        """The numbers of added cards that meet all rows."""
        window = (1 << stock.room + 1) - 1
        spare = sum(amount(stock, kind, new) for kind, new in self.fillers)
        totals = smear(1, min(spare, stock.room))
        for cluster in self.clusters:
            found = 0
            for larger in self.enlargements(cluster, stock):
                if counter:
                    counter.add(1)
                lacks = [
                    lack + larger.get(row.equal, 0) for row, lack in zip(self.rows, stock.lacks, strict=True)
                ]
                if shortest(cluster, lacks) <= stock.room:
                    both: Numbers = 1
                    for component in cluster.components:
                        both = sums(both, self.component_totals(component, lacks, stock, counter)) & window
                    found |= both
            totals = sums(totals, found) & window
        return totals

    def enlargements(self, cluster: Cluster, stock: Stock) -> Iterator[dict[int, int]]:
        """By how much rows that must be equal may be larger than their least number."""
        ranges: list[range] = []
        for equal in cluster.equal:
            groups = [row for row, own in enumerate(self.rows) if own.equal == equal]
            surplus = max(0, -min(stock.lacks[row] for row in groups))
            most = min(self.available(row, stock) - stock.lacks[row] for row in groups)
            ranges.append(range(surplus, most + 1))
        for chosen in product(*ranges):
            yield dict(zip(cluster.equal, chosen, strict=True))

    def available(self, row: int, stock: Stock) -> int:
        cards = sum(sum(stock.cards[number]) for number, kind in enumerate(self.kinds) if row in kind.rows)
        return min(cards, stock.room)

    def component_totals(
        self, component: Component, lacks: Sequence[int], stock: Stock, counter: StepCounter | None
    ) -> Numbers:
        """The numbers of added cards that meet the rows of a component.

        With a counter, a row is forgotten after its last item instead of being checked.
        """
        start = tuple([max(0, lacks[row]) for row in component.rows])
        if len(component.rows) == 1:
            return self.row_totals(component, start[0], stock)
        states: dict[State, Numbers] = {start: 1}
        for item in component.items:
            then: dict[State, Numbers] = {}
            for state, numbers in states.items():
                for left, added in self.additions(component, item, state, numbers, stock):
                    if counter:
                        counter.add(1)
                        left = [0 if row in item.ends else lack for row, lack in enumerate(left)]
                    elif item.ends and any(left[row] for row in item.ends):
                        continue
                    key = tuple(left)
                    then[key] = then.get(key, 0) | added
            states = then
        return states.get((0,) * len(component.rows), 0)

    def additions(
        self, component: Component, item: Item, state: State, numbers: Numbers, stock: Stock
    ) -> Iterator[tuple[list[int], Numbers]]:
        """Yield the missing items by row after each number of cards of an item, at most to an exact row."""
        window = (1 << stock.room + 1) - 1
        last = amount(stock, item.kind, item.new_names)
        last = min([last, *[state[row] for row in item.rows if self.rows[component.rows[row]].equal >= 0]])
        useful = max([state[row] for row in item.rows])
        for cards in range(min(last, useful) + 1):
            added = numbers << cards & window
            if not added:
                return
            if cards == useful:
                added = smear(added, last - cards) & window
            left = [*state]
            for row in item.rows:
                left[row] = left[row] - cards if left[row] > cards else 0
            yield left, added

    def row_totals(self, component: Component, lack: int, stock: Stock) -> Numbers:
        """The same for a single row, without a search."""
        cards = min(sum(amount(stock, item.kind, item.new_names) for item in component.items), stock.room)
        if lack > cards:
            return 0
        is_exact = self.rows[component.rows[0]].equal >= 0
        return 1 << lack if is_exact else smear(1 << lack, cards - lack)


class StepCounter:
    """Counts steps up to a limit."""

    def __init__(self, most: int) -> None:
        self.left = most

    def add(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooComplex


def outlook(rows: Sequence[Row], foods: Iterable[Sequence[int]], least: int, most: int) -> Outlook:
    """Prepare the rows of an order. `foods` are the faces of each food that is not forbidden."""
    rows = linked(rows)
    by_rows: dict[tuple[int, ...], list[frozenset[int]]] = {}
    for food in foods:
        counting = tuple(number for number, row in enumerate(rows) if food[0] in row.faces)
        by_rows.setdefault(counting, []).append(frozenset(food))
    kinds = tuple(
        Kind(counting, tuple(row for row in counting if rows[row].names_only), len(own), sum(map(len, own)))
        for counting, own in by_rows.items()
    )
    kind_of = {face: number for number, own in enumerate(by_rows.values()) for food in own for face in food}
    food_of = {face: min(food) for own in by_rows.values() for food in own for face in food}
    uses = [*uses_of(kinds)]
    clusters = tuple(cluster_of(rows, uses, group) for group in groups_of_rows(rows, uses, equal=True))
    fillers = tuple((kind, new) for kind, new, counting in uses if not counting)
    return Outlook(tuple(rows), kinds, kind_of, food_of, clusters, fillers, least, most)


def linked(rows: Sequence[Row]) -> list[Row]:
    """Give rows one number of `equal` if they count the same cards, for they are equally large."""
    rows = [*rows]
    for one in range(len(rows)):
        for other in range(one):
            first, second = rows[other].equal, rows[one].equal
            if rows[one].faces == rows[other].faces and -1 not in (first, second) and first != second:
                rows = [row._replace(equal=first) if row.equal == second else row for row in rows]
    least = {row.equal: max(own.least for own in rows if own.equal == row.equal) for row in rows}
    return [row if row.equal < 0 else row._replace(least=least[row.equal]) for row in rows]


def uses_of(kinds: Sequence[Kind]) -> Iterator[Use]:
    """The cards of each kind, those with new names apart where names count; and the rows they count for."""
    for number, kind in enumerate(kinds):
        if kind.names_rows:
            yield number, True, kind.rows
            yield number, False, tuple(row for row in kind.rows if row not in kind.names_rows)
        else:
            yield number, False, kind.rows


def groups_of_rows(rows: Sequence[Row], uses: Iterable[Use], equal: bool) -> list[list[int]]:
    """Rows connected by cards that count for several of them, and by `Row.equal` if that is asked."""
    group = list(range(len(rows)))
    ties = [counting for _, _, counting in uses]
    if equal:
        kept = {row.equal for row in rows} - {-1}
        ties += [tuple(number for number, row in enumerate(rows) if row.equal == own) for own in kept]
    for tie in ties:
        merged = {group[row] for row in tie}
        group = [min(merged) if own in merged else own for own in group]
    return [[row for row, own in enumerate(group) if own == first] for first in sorted({*group})]


def cluster_of(rows: Sequence[Row], uses: Sequence[Use], group: list[int]) -> Cluster:
    inside = [use for use in uses if use[2] and use[2][0] in group]
    parts = [part for part in groups_of_rows(rows, inside, equal=False) if part[0] in group]
    equal = tuple(sorted({rows[row].equal for row in group} - {-1}))
    return Cluster(tuple(component_of(inside, part) for part in parts), equal)


def component_of(uses: Iterable[Use], part: list[int]) -> Component:
    """Items with most rows first, so that few states are left once the others come."""
    own = sorted([use for use in uses if use[2][0] in part], key=lambda use: -len(use[2]))
    local = [tuple(part.index(row) for row in counting) for _, _, counting in own]
    items = [
        Item(
            kind,
            new,
            local[at],
            tuple(row for row in local[at] if not any(row in later for later in local[at + 1 :])),
        )
        for at, (kind, new, _) in enumerate(own)
    ]
    return Component(tuple(part), tuple(items))


def shortest(cluster: Cluster, lacks: Sequence[int]) -> int:
    """A lower bound of the number of cards to be added: components share none."""
    return sum(max([0, *[lacks[row] for row in own.rows]]) for own in cluster.components)


def amount(stock: Stock, kind: int, new_names: bool) -> int:
    """The number of cards of an item."""
    return stock.cards[kind][not new_names]


def smear(numbers: Numbers, more: int) -> Numbers:
    """The same numbers and those that are larger by up to `more`."""
    done = 0
    while done < more:
        step = min(done + 1, more - done)
        numbers |= numbers << step
        done += step
    return numbers


def sums(some: Numbers, others: Numbers) -> Numbers:
    """Every number of the one set plus every number of the other."""
    if not some or not others:
        return 0
    lowest = (others & -others).bit_length() - 1
    run = others >> lowest
    if not run & run + 1:  # without a gap
        return smear(some << lowest, run.bit_length() - 1)
    total = 0
    while others:
        bit = others & -others
        total |= some * bit
        others ^= bit
    return total
