"""The checkpoint file of a tournament: JSON lines, first its definition, then every deal.

A tournament that was stopped is resumed from this file.
"""

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

FORMAT = 1


class Checkpoint:
    """An open checkpoint file.  `deals` is the number of deals in it."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        game = game_of(tournament.game)
        self.path, self.header = (
            path,
            {  # everything that determines which games are played
                "tournament": FORMAT,
                "flattop": flattop.__version__,
                "game": game.key,
                "edition": game.edition,
                "bots": list(tournament.names),
                "files": plugin_digests(tournament.names),
                "seats": tournament.seats,
                "seed": tournament.seed,
                "options": dict(game.settings(tournament.seats, tournament.options)),
                "deck": deck_digest(tournament.deck or game.deck),
            },
        )
        lines = size = 0  # of the complete lines; a truncated last line is dropped
        if path.exists():
            with path.open("rb") as file:
                for line in file:
                    if not lines:
                        self._check_header(line)
                    if line.endswith(b"\n"):
                        lines += 1
                        size += len(line)
        self.deals = max(0, lines - 1)
        self.file: BinaryIO = path.open("ab")
        self.file.truncate(size)
        if not lines:
            self._append(self.header)

    def read(self) -> Iterator[Deal]:
        """Yield the deals in the file."""
        with self.path.open("rb") as file:
            for number, line in enumerate(file):
                if not 1 <= number <= self.deals:
                    continue
                try:
                    deal = Deal.from_json(json.loads(line))
                except (ValueError, TypeError, KeyError):
                    raise BadTournament(f"{self.path}: line {number + 1} is not a valid deal") from None
                if deal.number != number - 1:
                    wrong = f"has deal {deal.number} instead of {number - 1}"
                    raise BadTournament(f"{self.path}: line {number + 1} {wrong}")
                yield deal

    def write(self, deal: Deal) -> None:
        """Append a deal, unless the file has it already."""
        if deal.number == self.deals:
            self._append(deal.as_json())
            self.deals += 1

    def close(self) -> None:
        self.file.close()

    def _check_header(self, line: bytes) -> None:
        """Raise an error if the file is no checkpoint, or that of another tournament."""
        if _encode(self.header).startswith(line):
            return
        try:
            header = dict(json.loads(line))
        except (ValueError, TypeError):
            header = {}
        if header.get("tournament") != FORMAT:
            raise BadTournament(f"{self.path} is not a tournament file; use another file")
        for name, wanted in self.header.items():
            actual = header.get(name)
            if actual != wanted:
                differs = f"{name} {json.dumps(actual, ensure_ascii=False)}"
                expected = json.dumps(wanted, ensure_ascii=False)
                raise BadTournament(
                    f"{self.path} has a tournament with {differs} instead of {expected}; use another file"
                )

    def _append(self, entry: dict[str, Any]) -> None:
        self.file.write(_encode(entry))
        self.file.flush()


def _encode(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
