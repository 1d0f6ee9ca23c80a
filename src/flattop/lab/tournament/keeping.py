"""A tournament on paper: a file of JSON lines, the plan first and then every deal, from which it goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import flattop
from flattop.bots.own import is_own, own_file
from flattop.games import game as game_of
from flattop.lab.tournament.deal import BadTournament, Deal, Tournament
from flattop.match import deck_digest

FORM = 1


class Ledger:
    """The file, open for more deals; `deals` is how many it has."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path, self.head = path, _head(tournament)
        kept = list(_whole_lines(path))
        self.deals = max(0, len(kept) - 1)
        if kept:
            self._compare(kept[0])
        self.file: BinaryIO = path.open("ab")
        self.file.truncate(sum(map(len, kept)))
        if not kept:
            self._write(self.head)

    def kept(self) -> Iterator[Deal]:
        """The deals that were played before, one after the other."""
        with self.path.open("rb") as file:
            for number, line in enumerate(file):
                if 1 <= number <= self.deals:
                    yield self._read(number - 1, line)

    def write(self, deal: Deal) -> None:
        if deal.number == self.deals:
            self._write(deal.as_json())
            self.deals += 1

    def close(self) -> None:
        self.file.close()

    def _write(self, entry: dict[str, Any]) -> None:
        self.file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self.file.flush()

    def _read(self, number: int, line: bytes) -> Deal:
        try:
            deal = Deal.from_json(json.loads(line))
        except (ValueError, TypeError, KeyError):
            raise BadTournament(f"{self.path}: line {number + 2} is no deal of a tournament") from None
        if deal.number != number:
            raise BadTournament(f"{self.path}: line {number + 2} has deal {deal.number}, not {number}")
        return deal

    def _compare(self, line: bytes) -> None:
        try:
            head = dict(json.loads(line))
        except (ValueError, TypeError):
            head = {}
        if head.get("tournament") != FORM:
            raise BadTournament(f"{self.path} keeps no tournament; name another file")
        for name, wanted in self.head.items():
            if head.get(name) != wanted:
                other = f"with {name} {_told(head.get(name))}, not {_told(wanted)}"
                raise BadTournament(f"{self.path} keeps a tournament {other}; name another file")


def _whole_lines(path: Path) -> Iterator[bytes]:
    """A last line that was cut off in the middle is none."""
    if not path.exists():
        return
    with path.open("rb") as file:
        yield from (line for line in file if line.endswith(b"\n"))


def _head(tournament: Tournament) -> dict[str, Any]:
    """All that decides what is played."""
    game = game_of(tournament.game)
    return {
        "tournament": FORM,
        "flattop": flattop.__version__,
        "game": game.key,
        "edition": game.edition,
        "bots": list(tournament.names),
        "files": {own_file(name): _digest(own_file(name)) for name in tournament.names if is_own(name)},
        "seats": tournament.seats,
        "seed": tournament.seed,
        "options": dict(game.settings(tournament.seats, tournament.given)),
        "deck": deck_digest(tournament.deck or game.deck),
    }


def _digest(file: str) -> str:
    """Of a bot's own file: who has changed it plays another tournament."""
    return sha256(Path(file).read_bytes()).hexdigest()[:12]


def _told(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
