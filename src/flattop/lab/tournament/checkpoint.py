"""A tournament on paper: a file of JSON lines, the plan first and then every deal, from which it goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import flattop
from flattop.bots.plugins import plugin_digests
from flattop.games import game as game_of
from flattop.lab.tournament.deal import BadTournament, Deal, Tournament
from flattop.match import deck_digest

FORM = 1


class Ledger:
    """The file, open for more deals; `deals` is how many it has."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path, self.head = path, _head(tournament)
        lines, size = self._measured() if path.exists() else (0, 0)
        self.deals = max(0, lines - 1)
        self.file: BinaryIO = path.open("ab")
        self.file.truncate(size)
        if not lines:
            self._write(self.head)

    def _measured(self) -> tuple[int, int]:
        """How many whole lines it has, and their bytes; a last line that was cut off is none."""
        lines = size = 0
        with self.path.open("rb") as file:
            for line in file:
                if not lines:
                    self._compare(line)
                lines += line.endswith(b"\n")
                size += len(line) if line.endswith(b"\n") else 0
        return lines, size

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
        self.file.write(_line(entry))
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
        if _line(self.head).startswith(line):
            return
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


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _head(tournament: Tournament) -> dict[str, Any]:
    """All that decides what is played."""
    game = game_of(tournament.game)
    return {
        "tournament": FORM,
        "flattop": flattop.__version__,
        "game": game.key,
        "edition": game.edition,
        "bots": list(tournament.names),
        "files": plugin_digests(tournament.names),
        "seats": tournament.seats,
        "seed": tournament.seed,
        "options": dict(game.settings(tournament.seats, tournament.given)),
        "deck": deck_digest(tournament.deck or game.deck),
    }


def _told(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
