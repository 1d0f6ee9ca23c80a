"""One game as rows of the three tables: all of them follow from its record alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flattop.kernel import CLOCK, Action, Seat, Table, json_copy
from flattop.lab.analysis.timeline import taken_back
from flattop.match import Match, ParsedRecord, steps
from flattop.match.record import ACTIONS, Entry
from flattop.match.snapshot import event_text

Row = dict[str, Any]  # cells by the names of their columns, but for the number of the game


class GameRows:
    """A game played again from its record, with all that is worth a row noted on the way."""

    def __init__(self, written: ParsedRecord, deck: Path | None = None) -> None:
        self.decisions: list[Row] = []
        self.events: list[Row] = []
        self._standing: list[Row] = []  # decisions that could still be taken back
        matches = steps(written, deck)
        self.match = next(matches)
        self._listen()
        for entry in _actions(written):
            if "play" in entry:
                self._decide(*entry["play"])
            next(matches)
            self._settle(entry)
            self._listen()
        self.game = _game_row(self.match, written, len(self.decisions))

    def _decide(self, seat: Seat, *words: Any) -> None:
        """Note what is about to be played, at the table as it is; time decides nothing."""
        if seat != CLOCK:
            row = _decision_row(self.match, seat, words)
            self.decisions.append(row)
            self._standing.append(row)

    def _settle(self, entry: Entry) -> None:
        """What an undo took back is marked; what time has passed over stands for good."""
        history = self.match.history
        if "undo" in entry and history is not None:
            seats = [row["seat"] for row in self._standing]
            gone = taken_back(seats, entry["undo"][0], len(history))
            for row in self._standing[gone.start : gone.stop]:
                row["taken_back"] = True
            del self._standing[gone.start : gone.stop]
        elif not history:
            self._standing.clear()

    def _listen(self) -> None:
        """Note what was told since the last action."""
        for audience, event in self.match.events[len(self.events) :]:
            self.events.append(
                {
                    "number": len(self.events) + 1,
                    "after": self.match.actions,
                    "audience": audience,
                    "event": event[0],
                    "nouns": [_noun(noun) for noun in event[1:]],
                    "words": event_text(self.match, event),
                }
            )


def _actions(written: ParsedRecord) -> Iterator[Entry]:
    return (entry for entry in written.entries if not entry.keys().isdisjoint(ACTIONS))


def _decision_row(match: Match, seat: Seat, action: Action) -> Row:
    t = match.table
    options = list(t.asks.get(seat, ()))
    chosen = options.index(action) if action in options else -1
    return {
        "number": match.actions + 1,
        "seat": seat,
        "step": _step(t) if chosen >= 0 else "",
        "options": [" ".join(map(str, option)) for option in options],
        "choices": len(options),
        "chosen": chosen,
        "verb": action[0],
        "nouns": [str(noun) for noun in action[1:]],
        "words": match.game.text.option(t, action, match.people),
        "points": match.outcome.points,
        "ticks": match.ticks,
        "taken_back": False,
    }


def _step(t: Table) -> str:
    return f"{type(t.stack[-1]).__name__}.{t.stack[-1].at}"


def _noun(noun: Any) -> str:
    if isinstance(noun, (list, tuple, dict)):
        return json.dumps(json_copy(noun), separators=(",", ":"), ensure_ascii=False)
    return str(noun)


def _game_row(match: Match, written: ParsedRecord, decisions: int) -> Row:
    end, header = match.outcome, written.header
    return {
        "key": match.game.key,
        "seed": str(header["seed"]),
        "seats": len(match.people),
        "people": match.people,
        "bots": header.get("ranks", []),
        "options": json.dumps(dict(match.settings), sort_keys=True),
        "points": end.points,
        "winners": end.winners if match.over else (),
        "places": end.places if match.over else (),
        "reason": end.reason if match.over else "",
        "over": match.over,
        "decisions": decisions,
        "ticks": match.ticks,
        "edition": written.edition,
        "engine": header["engine"],
        "deck": header["deck"],
        "digest": match.record.chain,
    }
