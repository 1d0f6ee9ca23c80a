"""The players at a table, and the seat words of the command line such as `you:Ann,house`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from flattop.bots import RANKS, free_names
from flattop.bots.plugins import SUFFIX, is_plugin
from flattop.kernel import FlattopError, Game, nearest

HUMAN = "person"  # the rank of people in records
HUMAN_WORD = "you"
MAX_NAME_LENGTH = 20
SEAT_WORDS = f"{HUMAN_WORD}, {', '.join(RANKS)}, or your own bot as in mine.py:Bot"


class BadSeat(FlattopError):
    """A seat word that is not valid."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player of one seat: a person, or a bot of some rank."""

    name: str
    rank: str

    @property
    def is_human(self) -> bool:
        return self.rank == HUMAN

    @property
    def is_custom_bot(self) -> bool:
        return is_plugin(self.rank)

    @property
    def rank_label(self) -> str:
        """The rank; for a custom bot the name of its file without the directory."""
        return PurePath(self.rank).name


def parse_seats(words: str | None, game: Game) -> tuple[Player, ...]:
    """Return the players that seat words such as `you:Ann,house` name; None is one person and house bots."""
    if words is None:
        requested = [(HUMAN, "")] + [("house", "")] * (game.usual_seats - 1)
    else:
        requested = [parse_seat(word) for word in words.split(",")]
    humans = [rank for rank, _ in requested].count(HUMAN)
    players: list[Player] = []
    for rank, name in requested:
        if not name and rank == HUMAN:
            number = sum(player.is_human for player in players) + 1
            name = "Guest" if humans == 1 else f"Guest {number}"
        elif not name:
            taken = [*(name for _, name in requested), *(player.name for player in players)]
            # a custom bot is called like its class
            names = (
                RANKS[rank].staff if rank in RANKS else (rank.rpartition(":")[2][:MAX_NAME_LENGTH] or rank,)
            )
            name = next(free_names(names, taken))
        players.append(Player(name, rank))
    used = [player.name for player in players]
    for name in used:
        if used.count(name) > 1:
            raise BadSeat(f"two seats have the name {name!r}; give each its own name, as in you:Ann,you:Ben")
    return tuple(players)


def parse_seat(word: str) -> tuple[str, str]:
    """Return rank and name of a seat word: `you`, `you:Ann`, `house`, `easy:Olive` or `mine.py:Bot:Rob`."""
    word = word.strip()
    file, suffix, rest = word.partition(f"{SUFFIX}:")  # the first colon of a file is followed by its class
    kind, colon, name = rest.partition(":") if suffix else word.partition(":")
    kind, name = f"{file}{suffix}{kind}" if suffix else kind.strip(), name.strip()
    if kind not in (HUMAN_WORD, *RANKS) and not is_plugin(kind):
        hint = nearest(kind, (HUMAN_WORD, *RANKS)) or f"; a seat is {SEAT_WORDS}"
        raise BadSeat(f"unknown seat {kind!r}{hint}")
    if colon and not (0 < len(name) <= MAX_NAME_LENGTH and name.isprintable()):
        raise BadSeat(f"bad name {name!r}; a name has 1 to {MAX_NAME_LENGTH} characters, as in {kind}:Ann")
    return (HUMAN if kind == HUMAN_WORD else kind), name


def recorded_players(people: Sequence[str], ranks: object) -> tuple[Player, ...]:
    """Return the players of a record.  Unknown ranks become people; files of custom bots are not opened."""
    known = ranks if isinstance(ranks, list) and len(ranks) == len(people) else [HUMAN] * len(people)
    return tuple(
        Player(name, rank if rank in RANKS or is_plugin(str(rank)) else HUMAN)
        for name, rank in zip(people, known, strict=True)
    )


def without_custom_bots(players: Sequence[Player]) -> tuple[Player, ...]:
    """Replace custom bots by house bots: a record may come from anywhere, so it must not start a program."""
    return tuple(replace(player, rank="house") if player.is_custom_bot else player for player in players)
