"""Requirements of Top Buns: each need returns the least number of ingredients that a burger still lacks.

Needs are built from the checks of the deck file, at the end of this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Protocol

from flattop.games.burger_up.outlook import Outlook, Row, outlook
from flattop.games.burger_up.schema import Check, Half, TopBun
from flattop.kernel import RULES_CACHE_SIZE, Option, Settings

if TYPE_CHECKING:
    from flattop.games.burger_up.cards import Pack

State = Literal["met", "possible", "impossible"]
NEVER = 999  # missing count of a need that no added card can meet
MOST_STEPS = 2_000  # to tell whether an order can still be met; less than 2 ms
Stack = Sequence[int]  # faces from bottom to top, without duplicates
Foods = tuple[tuple[int, ...], ...]  # the faces of each food


class Need(Protocol):
    """One requirement of an order."""

    @property
    def words(self) -> str: ...

    @property
    def helpers(self) -> frozenset[int]:
        """The faces that count for this need."""

    def missing(self, stack: Stack) -> int:
        """The least number of ingredients that must be added; 0 if the need is met."""


Needs = tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Height:
    """A number of ingredients. Middle Buns do not count."""

    words: str
    buns: frozenset[int]
    least: int
    most: int
    helpers: frozenset[int] = frozenset()  # any food helps

    def missing(self, stack: Stack) -> int:
        height = len(stack) - len(self.buns.intersection(stack))
        if height > self.most:
            return NEVER
        return self.least - height if height < self.least else 0

    def room(self, stack: Stack) -> int:
        """The number of ingredients that may still be added."""
        return self.most - len(stack) + len(self.buns.intersection(stack))


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least a number of cards with a name or keyword."""

    words: str
    helpers: frozenset[int]
    least: int

    def missing(self, stack: Stack) -> int:
        if self.least == 1:
            return 1 if self.helpers.isdisjoint(stack) else 0
        helping = len(self.helpers.intersection(stack))
        return self.least - helping if helping < self.least else 0


@dataclass(frozen=True, slots=True)
class NoneOf:
    """No card with a keyword."""

    words: str
    barred: frozenset[int]
    helpers: frozenset[int] = frozenset()

    def missing(self, stack: Stack) -> int:
        return 0 if self.barred.isdisjoint(stack) else NEVER


@dataclass(frozen=True, slots=True)
class Different:
    """At least a number of different names with a keyword; a Perfect copy has the same name."""

    words: str
    helpers: frozenset[int]
    names: tuple[str, ...]  # by face
    least: int

    def missing(self, stack: Stack) -> int:
        return max(0, self.least - len({self.names[face] for face in self.helpers.intersection(stack)}))


@dataclass(frozen=True, slots=True)
class Equal:
    """The same number of cards of each keyword."""

    words: str
    groups: tuple[frozenset[int], ...]
    least: int

    def missing(self, stack: Stack) -> int:
        counts = [len(group.intersection(stack)) for group in self.groups]
        return max(self.least, *counts) * len(counts) - sum(counts)

    @property
    def helpers(self) -> frozenset[int]:
        return frozenset[int]().union(*self.groups)


@dataclass(frozen=True, slots=True)
class OnTop:
    """The topmost card has a certain name. Faces in `through` are ignored."""

    words: str
    helpers: frozenset[int]
    through: frozenset[int] = frozenset()

    def missing(self, stack: Stack) -> int:
        top = next((face for face in reversed(stack) if face not in self.through), None)
        return 0 if top in self.helpers else 1


# -- judging a burger


def is_met(needs: Needs, stack: Stack) -> bool:
    for need in reversed(needs):  # noqa: SIM110  hot path: a generator is slower
        if need.missing(stack):  # the height comes last: it rarely fails
            return False
    return True


def smallest_required_set(needs: Needs, faces: int) -> frozenset[int]:
    """The smallest set of faces of which a burger needs at least one.

    It holds under every option. All faces, if no need names any.
    """
    named = [need.helpers for need in needs if isinstance(need, (AtLeast, Different, OnTop))]
    return min(named, key=len, default=frozenset(range(faces)))


@lru_cache(maxsize=RULES_CACHE_SIZE)
def all_order_states(
    pack: Pack, orders: tuple[int, ...], stack: tuple[int, ...]
) -> tuple[tuple[State, ...], ...]:
    """`order_states` of several orders; empty for a vacant place."""
    return tuple([_order_states(pack, order, stack) if order >= 0 else () for order in orders])


def order_states(pack: Pack, order: int, stack: Stack) -> list[State]:
    """The state of the whole order, then of each need."""
    return [*_order_states(pack, order, tuple(stack))]


@lru_cache(maxsize=RULES_CACHE_SIZE)
def _order_states(pack: Pack, order: int, stack: tuple[int, ...]) -> tuple[State, ...]:
    """Cached, because all burgers and orders are judged after every step and few of them change."""
    needs = pack.needs[order]
    missing = [need.missing(stack) for need in needs]
    whole = state(max(missing))
    if whole == "possible" and not can_still_be_met(needs, stack, pack.foods):
        whole = "impossible"
    return (whole, *map(state, missing))


def state(missing: int) -> State:
    if not missing:
        return "met"
    return "impossible" if missing >= NEVER else "possible"


def can_still_be_met(needs: Needs, stack: Stack, foods: Foods) -> bool:
    """True if added ingredients within the height limit can meet the order.

    Fit does not matter: a Middle Bun can join any two cards.
    """
    height, others = needs[0], needs[1:]
    if not isinstance(height, Height) or height.most >= NEVER:
        return True
    room = height.room(stack)
    if are_independent(others):
        return sum(need.missing(stack) for need in others) <= room
    missing = max(need.missing(stack) for need in needs)
    if not missing:
        return True
    return missing < NEVER and outlook_of(needs, foods).allows(stack, height.most - room)


@lru_cache(maxsize=256)
def are_independent(needs: Needs) -> bool:
    """True if no card counts for two needs and no need forbids cards."""
    helpers = [need.helpers for need in needs if isinstance(need, (AtLeast, Different))]
    return len(helpers) == len(needs) and len(frozenset[int]().union(*helpers)) == sum(map(len, helpers))


@lru_cache(maxsize=256)
def outlook_of(needs: Needs, foods: Foods) -> Outlook:
    """The outlook of an order with a size limit."""
    height = needs[0]
    assert isinstance(height, Height)
    barred = frozenset[int]().union(*(need.barred for need in needs if isinstance(need, NoneOf)))
    allowed = [food for food in foods if barred.isdisjoint(food)]
    return outlook([*rows_of(needs)], allowed, height.least, height.most)


def rows_of(needs: Needs) -> Iterator[Row]:
    """Yield the rows that the outlook counts. All needs about the topmost card share one row."""
    on_top: list[frozenset[int]] = []
    for number, need in enumerate(needs):
        if isinstance(need, AtLeast):
            yield Row(need.helpers, need.least)
        elif isinstance(need, Different):
            yield Row(need.helpers, need.least, names_only=True)
        elif isinstance(need, Equal):
            yield from [Row(group, need.least, equal=number) for group in need.groups]
        elif isinstance(need, OnTop):
            on_top.append(need.helpers)
    if on_top:
        yield Row(frozenset.intersection(*on_top), 1, on_top=True)


def is_simple(needs: Needs, foods: Foods) -> bool:
    """True if the rules can tell quickly whether the order can still be met, with every option."""
    height = needs[0]
    if not isinstance(height, Height) or height.most >= NEVER or are_independent(needs[1:]):
        return True
    return outlook_of(allow_zero(needs), foods).is_within(MOST_STEPS)


# -- options that change the requirements


def allow_zero(needs: Needs) -> Needs:
    """Equal counts may be zero (the other reading of BU-R4)."""
    return tuple(replace(need, least=0) if isinstance(need, Equal) else need for need in needs)


def ignore_buns_on_top(needs: Needs, buns: frozenset[int]) -> Needs:
    """Middle Buns above the topmost ingredient are ignored (the other reading of BU-R6)."""
    return tuple(replace(need, through=buns) if isinstance(need, OnTop) else need for need in needs)


@dataclass(frozen=True, slots=True)
class FaceIndex:
    """The faces of a deck by name and keyword."""

    halves: tuple[Half, ...]
    keywords: Mapping[str, tuple[str, ...]]  # by name of the food

    def named(self, name: str) -> frozenset[int]:
        return frozenset(face for face, half in enumerate(self.halves) if half.name == name)

    def with_keyword(self, keyword: str) -> frozenset[int]:
        return frozenset(face for face, half in enumerate(self.halves) if keyword in self.keywords[half.name])

    @property
    def buns(self) -> frozenset[int]:
        return frozenset(face for face, half in enumerate(self.halves) if half.type == "bun")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(half.name for half in self.halves)


def needs_of(order: TopBun, faces: FaceIndex) -> Needs:
    """The needs of an order: the height first, then its checks in file order."""
    return (height_of(order, faces), *(CHECKS[check.kind](check, faces) for check in order.checks))


def height_of(order: TopBun, faces: FaceIndex) -> Height:
    least, most = order.min_ingredients, order.max_ingredients
    words = f"{least} or more" if most is None else f"{most} at most" if least == 1 else f"{least} to {most}"
    return Height(words, faces.buns, least, NEVER if most is None else most)


def has_name(check: Check, faces: FaceIndex) -> Need:
    return AtLeast(counted(check.min, check.name), faces.named(check.name), check.min)


def has_keyword(check: Check, faces: FaceIndex) -> Need:
    return AtLeast(counted(check.min, check.keyword), faces.with_keyword(check.keyword), check.min)


def no_keyword(check: Check, faces: FaceIndex) -> Need:
    return NoneOf(f"no {check.keyword}", faces.with_keyword(check.keyword))


def distinct_names_with_keyword(check: Check, faces: FaceIndex) -> Need:
    helpers = faces.with_keyword(check.keyword)
    return Different(f"{check.min} different {check.keyword}", helpers, faces.names, check.min)


def equal_counts(check: Check, faces: FaceIndex) -> Need:
    groups = tuple(map(faces.with_keyword, check.keywords))
    return Equal(f"as many {', '.join(check.keywords)}", groups, check.min_each)


def topmost_card_is(check: Check, faces: FaceIndex) -> Need:
    return OnTop(f"{check.name} on top", faces.named(check.name))


CHECKS = {
    "has_name": has_name,
    "has_keyword": has_keyword,
    "no_keyword": no_keyword,
    "distinct_names_with_keyword": distinct_names_with_keyword,
    "equal_counts": equal_counts,
    "topmost_card_is": topmost_card_is,
}


def counted(number: int, what: str) -> str:
    return what if number == 1 else f"{number} {what}"


REQUIREMENT_OPTIONS = {
    "even_stevens": Option("one_each", ("one_each", "zero_ok")),
    "sunny_side": Option("card", ("card", "ingredient")),
}


def with_requirement_options(pack: Pack, settings: Settings) -> Pack:
    """Return the pack with its needs changed by the table's options."""
    if settings["even_stevens"] == "zero_ok":
        pack = replace(pack, needs=tuple(map(allow_zero, pack.needs)))
    if settings["sunny_side"] == "ingredient":
        pack = replace(pack, needs=tuple(ignore_buns_on_top(needs, pack.buns) for needs in pack.needs))
    return pack
