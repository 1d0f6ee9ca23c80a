"""The tables of a corpus, and one game as rows of them.

All rows follow from the record of the game alone.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from flattop.kernel import CLOCK, Action, Seat, json_copy
from flattop.lab.analysis.timeline import taken_back
from flattop.match import Match, ParsedRecord, steps
from flattop.match.record import ACTIONS
from flattop.match.snapshot import event_text

Row = dict[str, Any]  # cells by column name, without the number of the game


class Column(NamedTuple):
    """A column; `kind` is the name of its Arrow type."""

    name: str
    kind: str
    text: str


GAME = Column(
    "game", "int64", "the number of the game in this corpus, counted from 1; the same in all tables"
)

TABLES: dict[str, tuple[Column, ...]] = {
    "games": (
        GAME,
        Column("key", "string", "the key of the game, such as burger-go"),
        Column("seed", "string", "the random seed in the record"),
        Column("seats", "int8", "the number of seats"),
        Column("people", "list<string>", "the names at the seats"),
        Column("bots", "list<string>", "the rank at each seat, `person` for people; empty if unknown"),
        Column("options", "string", "all options of the table, as a JSON object"),
        Column("points", "list<int32>", "the points at each seat"),
        Column("winners", "list<int8>", "the seats that have won, counted from 0"),
        Column("places", "list<int8>", "the place of each seat, 1 for the first; equal results share one"),
        Column("reason", "string", "the reason of the result, in words"),
        Column("over", "bool", "true if the game was finished; if not, points are those so far"),
        Column("decisions", "int32", "the number of rows it has in the table of decisions"),
        Column("ticks", "int64", "how long the game clock ran, 0 if the game has none"),
        Column("edition", "int32", "the edition of the rules at the end of the game"),
        Column("engine", "string", "the version of Flattop that played it"),
        Column("deck", "string", "the digest of the deck file"),
        Column("digest", "string", "the last hash of its record; equal records have equal digests"),
    ),
    "decisions": (
        GAME,
        Column("number", "int32", "the number of the action in the record, counted from 1"),
        Column("seat", "int8", "the seat that decided, counted from 0"),
        Column("step", "string", "the rule that asked, as Frame.step; empty for an any-time action"),
        Column("options", "list<string>", "the legal options of the seat, each as verb and nouns"),
        Column("choices", "int32", "the number of options"),
        Column("chosen", "int32", "the index of the chosen option, from 0; -1 for an any-time action"),
        Column("verb", "string", "the verb of the action"),
        Column("nouns", "list<string>", "the nouns of the action"),
        Column("words", "string", "the action in words, as on its button"),
        Column("points", "list<int32>", "the public points of all seats before it"),
        Column("ticks", "int64", "the game clock before it"),
        Column("taken_back", "bool", "true if it was taken back later"),
    ),
    "events": (
        GAME,
        Column("number", "int32", "the number of the event in the log, counted from 1"),
        Column("after", "int32", "the number of actions before it; 0 is the deal"),
        Column("audience", "int8", "the only seat that saw it, counted from 0; null if all seats did"),
        Column("event", "string", "the name of the event"),
        Column("nouns", "list<string>", "the nouns of the event; a noun with several values is a JSON array"),
        Column("words", "string", "the line of the log"),
    ),
}  # fmt: skip


def schema_json() -> dict[str, list[dict[str, Any]]]:
    """Return the content of `schema.json`."""
    return {name: [column._asdict() for column in columns] for name, columns in TABLES.items()}


class GameRows:
    """The rows of one game, collected while its record is replayed."""

    def __init__(self, record: ParsedRecord, deck: Path | None = None) -> None:
        self.decisions: list[Row] = []
        self.events: list[Row] = []
        undoable: list[Row] = []  # decisions that an undo may still take back
        matches = steps(record, deck)
        self.match = next(matches)
        self._add_events()
        for entry in record.entries:
            if entry.keys().isdisjoint(ACTIONS):
                continue
            if "play" in entry and entry["play"][0] != CLOCK:
                seat, *action = entry["play"]
                row = _decision_row(self.match, seat, tuple(action))
                self.decisions.append(row)
                undoable.append(row)
            next(matches)
            history = self.match.history
            if "undo" in entry and history is not None:
                seats = [row["seat"] for row in undoable]
                gone = taken_back(seats, entry["undo"][0], len(history))
                for row in undoable[gone.start : gone.stop]:
                    row["taken_back"] = True
                del undoable[gone.start : gone.stop]
            elif not history:  # the clock ran, or a step became final: no earlier decision can be taken back
                undoable.clear()
            self._add_events()
        match, end, header = self.match, self.match.outcome, record.header
        self.game = {
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
            "decisions": len(self.decisions),
            "ticks": match.ticks,
            "edition": record.edition,
            "engine": header["engine"],
            "deck": header["deck"],
            "digest": match.record.chain,
        }

    def _add_events(self) -> None:
        """Add the events since the last action."""
        for audience, event in self.match.events[len(self.events) :]:
            nouns = [
                json.dumps(json_copy(noun), separators=(",", ":"), ensure_ascii=False)
                if isinstance(noun, (list, tuple, dict))
                else str(noun)
                for noun in event[1:]
            ]
            self.events.append(
                {
                    "number": len(self.events) + 1,
                    "after": self.match.actions,
                    "audience": audience,
                    "event": event[0],
                    "nouns": nouns,
                    "words": event_text(self.match, event),
                }
            )


def _decision_row(match: Match, seat: Seat, action: Action) -> Row:
    """Return the row of an action that is about to be played."""
    t = match.table
    options = list(t.asks.get(seat, ()))
    chosen = options.index(action) if action in options else -1
    return {
        "number": match.actions + 1,
        "seat": seat,
        "step": f"{type(t.stack[-1]).__name__}.{t.stack[-1].at}" if chosen >= 0 else "",
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
