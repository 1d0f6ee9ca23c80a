"""What a Top Bun asks of a burger: each need says how many ingredients it still misses at least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import lt
from typing import TYPE_CHECKING, Literal, Protocol

from flattop.games.burger_up.schema import Check, Half, Ingredient, TopBun
from flattop.kernel import ANSWERS, Option, Settings

if TYPE_CHECKING:
    from flattop.games.burger_up.cards import Pack

State = Literal["met", "possible", "impossible"]
NEVER = 999  # missing for ever: nothing laid on the burger can help
Stack = Sequence[int]  # faces from bottom to top; no face lies in it twice
Foods = tuple[tuple[int, ...], ...]  # the faces of each food


class Need(Protocol):
    """One thing that an order asks."""

    @property
    def words(self) -> str: ...

    @property
    def helpers(self) -> frozenset[int]:
        """The faces that it asks for."""

    def missing(self, stack: Stack) -> int:
        """Ingredients that must be added at least; none if the need is met."""


Needs = tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Height:
    """A number of ingredients; Middle Buns are none."""

    words: str
    buns: frozenset[int]
    least: int
    most: int
    helpers: frozenset[int] = frozenset()  # any food does

    def missing(self, stack: Stack) -> int:
        height = len(stack) - len(self.buns.intersection(stack))
        if height > self.most:
            return NEVER
        return self.least - height if height < self.least else 0

    def room(self, stack: Stack) -> int:
        """How many more ingredients the order would bear."""
        return self.most - len(stack) + len(self.buns.intersection(stack))


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Some cards of a name or keyword."""

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
    """No card of a keyword."""

    words: str
    barred: frozenset[int]
    helpers: frozenset[int] = frozenset()

    def missing(self, stack: Stack) -> int:
        return 0 if self.barred.isdisjoint(stack) else NEVER


@dataclass(frozen=True, slots=True)
class Different:
    """Some different names of a keyword; a Perfect copy has the name of the plain one."""

    words: str
    helpers: frozenset[int]
    names: tuple[str, ...]  # by face
    least: int

    def missing(self, stack: Stack) -> int:
        return max(0, self.least - len({self.names[face] for face in self.helpers.intersection(stack)}))


@dataclass(frozen=True, slots=True)
class Equal:
    """Equally many cards of each keyword."""

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
    """The topmost card has a name; `through` lists faces that one looks through."""

    words: str
    helpers: frozenset[int]
    through: frozenset[int] = frozenset()

    def missing(self, stack: Stack) -> int:
        top = next((face for face in reversed(stack) if face not in self.through), None)
        return 0 if top in self.helpers else 1


# -- judging a burger


def is_met(needs: Needs, stack: Stack) -> bool:
    for need in reversed(needs):  # noqa: SIM110  asked so often that a generator would show
        if need.missing(stack):  # the height, which is rarely what is wanting, comes last
            return False
    return True


def indispensable(needs: Needs, faces: int) -> frozenset[int]:
    """The fewest faces of which a burger must hold one, by any reading; all of them if no need names some."""
    named = [need.helpers for need in needs if isinstance(need, (AtLeast, Different, OnTop))]
    return min(named, key=len, default=frozenset(range(faces)))


@lru_cache(maxsize=ANSWERS)
def all_judged(pack: Pack, orders: tuple[int, ...], stack: tuple[int, ...]) -> tuple[tuple[State, ...], ...]:
    """Each of several orders as a whole and need by need; nothing where none lies."""
    return tuple([_judged(pack, order, stack) if order >= 0 else () for order in orders])


def judged(pack: Pack, order: int, stack: Stack) -> list[State]:
    """The order as a whole, and then each of its needs by itself."""
    return [*_judged(pack, order, tuple(stack))]


@lru_cache(maxsize=ANSWERS)
def _judged(pack: Pack, order: int, stack: tuple[int, ...]) -> tuple[State, ...]:
    """All burgers and orders are looked at after every step, and few of them have changed."""
    needs = pack.needs[order]
    wanting = [need.missing(stack) for need in needs]
    whole = state(max(wanting))
    if whole == "possible" and not can_still_be_met(needs, stack, pack.foods):
        whole = "impossible"
    return (whole, *map(state, wanting))


def state(missing: int) -> State:
    if not missing:
        return "met"
    return "impossible" if missing >= NEVER else "possible"


def can_still_be_met(needs: Needs, stack: Stack, foods: Foods) -> bool:
    """Whether more food, within the limit of height, would do; Middle Buns join what does not fit."""
    height, others = needs[0], needs[1:]
    if not isinstance(height, Height) or height.most >= NEVER:
        return True
    if are_apart(others):
        return sum(need.missing(stack) for need in others) <= height.room(stack)
    return _search(needs, tuple(stack), _helpful(needs, foods))


@lru_cache(maxsize=256)
def are_apart(needs: Needs) -> bool:
    """No card serves two of the needs, and none spoils another."""
    helpers = [need.helpers for need in needs if isinstance(need, (AtLeast, Different))]
    return len(helpers) == len(needs) and len(frozenset[int]().union(*helpers)) == sum(map(len, helpers))


def _helpful(needs: Needs, foods: Foods) -> Foods:
    """The foods that some need asks for; all, if it is height that may be wanting."""
    if any(isinstance(need, Height) and need.least > 1 for need in needs):
        return foods
    helpers = frozenset[int]().union(*(need.helpers for need in needs))
    return tuple(copies for copies in foods if not helpers.isdisjoint(copies))


def _search(needs: Needs, stack: tuple[int, ...], foods: Foods) -> bool:
    """All ways to add one helping food after the other; of burgers that miss the same, one is enough."""
    burgers = {_all_missing(needs, stack): stack}
    while burgers:
        if any(not max(missing) for missing in burgers):
            return True
        burgers = {
            then: higher
            for now, lower in burgers.items()
            for higher in _higher(lower, foods)
            if max(then := _all_missing(needs, higher)) < NEVER and any(map(lt, then, now))
        }
    return False


def _higher(stack: tuple[int, ...], foods: Foods) -> Iterator[tuple[int, ...]]:
    """The burger with one more of each food that is not all in it."""
    for copies in foods:
        face = next((face for face in copies if face not in stack), None)
        if face is not None:
            yield (*stack, face)


def _all_missing(needs: Needs, stack: Stack) -> tuple[int, ...]:
    return tuple(need.missing(stack) for need in needs)


# -- the other readings, for options


def zero_counts_too(needs: Needs) -> Needs:
    """Equally many may be none at all (the other reading of BU-R4)."""
    return tuple(replace(need, least=0) if isinstance(need, Equal) else need for need in needs)


def buns_do_not_cover(needs: Needs, buns: frozenset[int]) -> Needs:
    """A Middle Bun above the topmost ingredient does not matter (the other reading of BU-R6)."""
    return tuple(replace(need, through=buns) if isinstance(need, OnTop) else need for need in needs)


@dataclass(frozen=True, slots=True)
class Kitchen:
    """The faces of a deck by what checks ask for."""

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


def kitchen(halves: tuple[Half, ...], foods: Iterable[Ingredient]) -> Kitchen:
    return Kitchen(halves, {food.name: food.keywords for food in foods})


def needs_of(order: TopBun, kitchen: Kitchen) -> Needs:
    """The height first, then the checks as the file lists them."""
    return (height_of(order, kitchen), *(need_of(check, kitchen) for check in order.checks))


def height_of(order: TopBun, kitchen: Kitchen) -> Height:
    least, most = order.min_ingredients, order.max_ingredients
    words = f"{least} or more" if most is None else f"{most} at most" if least == 1 else f"{least} to {most}"
    return Height(words, kitchen.buns, least, NEVER if most is None else most)


def need_of(check: Check, kitchen: Kitchen) -> Need:
    return CHECKS[check.kind](check, kitchen)


def has_name(check: Check, kitchen: Kitchen) -> Need:
    return AtLeast(counted(check.min, check.name), kitchen.named(check.name), check.min)


def has_keyword(check: Check, kitchen: Kitchen) -> Need:
    return AtLeast(counted(check.min, check.keyword), kitchen.with_keyword(check.keyword), check.min)


def no_keyword(check: Check, kitchen: Kitchen) -> Need:
    return NoneOf(f"no {check.keyword}", kitchen.with_keyword(check.keyword))


def distinct_names_with_keyword(check: Check, kitchen: Kitchen) -> Need:
    faces = kitchen.with_keyword(check.keyword)
    return Different(f"{check.min} different {check.keyword}", faces, kitchen.names, check.min)


def equal_counts(check: Check, kitchen: Kitchen) -> Need:
    groups = tuple(map(kitchen.with_keyword, check.keywords))
    return Equal(f"as many {', '.join(check.keywords)}", groups, check.min_each)


def topmost_card_is(check: Check, kitchen: Kitchen) -> Need:
    return OnTop(f"{check.name} on top", kitchen.named(check.name))


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


READINGS = {
    "even_stevens": Option(
        "one_each", ("one_each", "zero_ok"), "Equal numbers: at least 1 of each, or none at all will do."
    ),
    "sunny_side": Option(
        "card", ("card", "ingredient"), "On top: the topmost card, or the topmost that is no Middle Bun."
    ),
}


def as_read(pack: Pack, settings: Settings) -> Pack:
    """The pack by the readings of this table."""
    if settings["even_stevens"] == "zero_ok":
        pack = replace(pack, needs=tuple(map(zero_counts_too, pack.needs)))
    if settings["sunny_side"] == "ingredient":
        pack = replace(pack, needs=tuple(buns_do_not_cover(needs, pack.buns) for needs in pack.needs))
    return pack
