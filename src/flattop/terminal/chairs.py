"""Who sits where: the seat words of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flattop.bots import RANKS
from flattop.bots.names import free_names
from flattop.kernel import FlattopError, Game, nearest

PERSON = "person"
COMPANY = 3  # a table of three is lively, and fits a small screen
LONGEST = 20


class BadSeat(FlattopError):
    """A seat word that seats nobody."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: who sits there, and whether that is a person or a bot of some rank."""

    name: str
    rank: str

    @property
    def is_person(self) -> bool:
        return self.rank == PERSON


def seated(words: str | None, game: Game) -> tuple[Chair, ...]:
    """The chairs that the words ask for; without words one person and house bots."""
    asked = [_asked(word) for word in words.split(",")] if words is not None else _usual(game)
    persons = [rank for rank, _ in asked].count(PERSON)
    chairs: list[Chair] = []
    staff = free_names(given for _, given in asked)
    for rank, given in asked:
        chairs.append(Chair(given or (_guest(chairs, persons) if rank == PERSON else next(staff)), rank))
    _check_names(chairs)
    return tuple(chairs)


def as_recorded(people: Sequence[str], ranks: object) -> tuple[Chair, ...]:
    """The chairs of a record; whoever has no rank there is a person."""
    known = ranks if isinstance(ranks, list) and len(ranks) == len(people) else [PERSON] * len(people)
    return tuple(
        Chair(name, rank if rank in RANKS else PERSON) for name, rank in zip(people, known, strict=True)
    )


def _usual(game: Game) -> list[tuple[str, str]]:
    size = game.usual or min(game.seats, key=lambda seats: (abs(seats - COMPANY), seats))
    return [(PERSON, "")] + [("house", "")] * (size - 1)


def _asked(word: str) -> tuple[str, str]:
    """One word as rank and name: `you`, `you:Ann`, `house`, `random:Olive`."""
    kind, colon, name = (part.strip() for part in word.partition(":"))
    if kind not in ("you", *RANKS):
        near = nearest(kind, ("you", *RANKS)) or f"; the seats are you, {', '.join(RANKS)}"
        raise BadSeat(f"there is no seat {kind!r}{near}")
    if colon and not (0 < len(name) <= LONGEST and name.isprintable()):
        raise BadSeat(f"{name!r} is no name for a seat; a name has 1 to {LONGEST} letters, as in {kind}:Ann")
    return (PERSON if kind == "you" else kind), name


def _guest(before: Sequence[Chair], persons: int) -> str:
    return "Guest" if persons == 1 else f"Guest {sum(chair.is_person for chair in before) + 1}"


def _check_names(chairs: Sequence[Chair]) -> None:
    names = [chair.name for chair in chairs]
    for name in names:
        if names.count(name) > 1:
            raise BadSeat(
                f"two seats are called {name!r}; each needs a name of its own, as in you:Ann,you:Ben"
            )
