"""Who sits where: the seat words of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from flattop.bots import RANKS
from flattop.bots.names import free_names
from flattop.bots.plugins import SUFFIX, is_plugin
from flattop.kernel import FlattopError, Game, nearest

PERSON = "person"
COMPANY = 3  # a table of three is lively, and fits a small screen
LONGEST = 20
WORDS = f"you, {', '.join(RANKS)}, or a bot of your own as in mine.py:Bot"


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

    @property
    def is_plugin(self) -> bool:
        return is_plugin(self.rank)

    @property
    def shown(self) -> str:
        """The rank, or the file of a bot of one's own without its folder."""
        return PurePath(self.rank).name


def seated(words: str | None, game: Game) -> tuple[Chair, ...]:
    """The chairs that the words ask for; without words one person and house bots."""
    asked = [_asked(word) for word in words.split(",")] if words is not None else _usual(game)
    persons = [rank for rank, _ in asked].count(PERSON)
    chairs: list[Chair] = []
    for rank, given in asked:
        taken = [*(name for _, name in asked), *(chair.name for chair in chairs)]
        usual = _guest(chairs, persons) if rank == PERSON else next(free_names(_staff(rank), taken))
        chairs.append(Chair(given or usual, rank))
    _check_names(chairs)
    return tuple(chairs)


def _staff(rank: str) -> tuple[str, ...]:
    """What bots of a rank are called; one's own is called as in its file."""
    return RANKS[rank].staff if rank in RANKS else (rank.rpartition(":")[2][:LONGEST] or rank,)


def as_recorded(people: Sequence[str], ranks: object) -> tuple[Chair, ...]:
    """The chairs of a record; whoever has no rank there is a person, and no file that it names is opened."""
    known = ranks if isinstance(ranks, list) and len(ranks) == len(people) else [PERSON] * len(people)
    return tuple(
        Chair(name, rank if rank in RANKS or is_plugin(str(rank)) else PERSON)
        for name, rank in zip(people, known, strict=True)
    )


def without_files(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """House bots where bots of one's own sat: a record may come from anywhere, so it starts no program."""
    return tuple(replace(chair, rank="house") if chair.is_plugin else chair for chair in chairs)


def _usual(game: Game) -> list[tuple[str, str]]:
    size = game.default_seats or min(game.seats, key=lambda seats: (abs(seats - COMPANY), seats))
    return [(PERSON, "")] + [("house", "")] * (size - 1)


def _asked(word: str) -> tuple[str, str]:
    """One word as rank and name: `you`, `you:Ann`, `house`, `easy:Olive`, or a file as `mine.py:Bot:Rob`."""
    kind, colon, name = _parts(word.strip())
    if kind not in ("you", *RANKS) and not is_plugin(kind):
        near = nearest(kind, ("you", *RANKS)) or f"; the seats are {WORDS}"
        raise BadSeat(f"there is no seat {kind!r}{near}")
    if colon and not (0 < len(name) <= LONGEST and name.isprintable()):
        raise BadSeat(f"{name!r} is no name for a seat; a name has 1 to {LONGEST} letters, as in {kind}:Ann")
    return (PERSON if kind == "you" else kind), name


def _parts(word: str) -> tuple[str, ...]:
    """Who is meant, and the name behind the colon; the first colon of a file stands before its class."""
    file, suffix, rest = word.partition(f"{SUFFIX}:")
    kind, colon, name = rest.partition(":") if suffix else word.partition(":")
    return f"{file}{suffix}{kind}" if suffix else kind.strip(), colon, name.strip()


def _guest(before: Sequence[Chair], persons: int) -> str:
    return "Guest" if persons == 1 else f"Guest {sum(chair.is_person for chair in before) + 1}"


def _check_names(chairs: Sequence[Chair]) -> None:
    names = [chair.name for chair in chairs]
    for name in names:
        if names.count(name) > 1:
            raise BadSeat(
                f"two seats are called {name!r}; each needs a name of its own, as in you:Ann,you:Ben"
            )
