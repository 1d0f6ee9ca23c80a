"""One game as rows of the three tables: all of them follow from its record alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from flattop.kernel import CLOCK, Action, Seat, Table, bare
from flattop.lab.analysis.timeline import taken_back
from flattop.match import Match, ParsedRecord, steps
from flattop.match.record import ACTIONS, Entry
from flattop.match.snapshot import words_of

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
        for audience, event in self.match.told[len(self.events) :]:
            self.events.append(
                {
                    "number": len(self.events) + 1,
                    "after": self.match.actions,
                    "audience": audience,
                    "event": event[0],
                    "nouns": [_noun(noun) for noun in event[1:]],
                    "words": words_of(self.match, event),
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
        return json.dumps(bare(noun), separators=(",", ":"), ensure_ascii=False)
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


class Column(NamedTuple):
    """One column; `kind` is the name of its Arrow type."""

    name: str
    kind: str
    text: str


GAME = Column(
    "game", "int64", "the number of the game in this corpus, counted from 1; the same in all tables"
)

TABLES: dict[str, tuple[Column, ...]] = {
    "games": (
        GAME,
        Column("key", "string", "which game it is, such as burger-go"),
        Column("seed", "string", "the seed of all luck at the table, as its record has it"),
        Column("seats", "int8", "how many sat at the table"),
        Column("people", "list<string>", "the names at the seats"),
        Column("bots", "list<string>", "the rank at each seat, `person` for people; empty if unknown"),
        Column("options", "string", "all options of the table, as a JSON object"),
        Column("points", "list<int32>", "the points at each seat"),
        Column("winners", "list<int8>", "the seats that have won, counted from 0"),
        Column("places", "list<int8>", "the place of each seat, 1 for the first; equal results share one"),
        Column("reason", "string", "why it ended so, in words"),
        Column("over", "bool", "whether it was played to its end; if not, points are those so far"),
        Column("decisions", "int32", "how many decisions it has in the table of decisions"),
        Column("ticks", "int64", "how long the clock of the table ran, 0 where it has none"),
        Column("edition", "int32", "the edition of the rules that it ended by"),
        Column("engine", "string", "the version of Flattop that played it"),
        Column("deck", "string", "the digest of the deck file"),
        Column("digest", "string", "the last chain of its record: equal records, equal digests"),
    ),
    "decisions": (
        GAME,
        Column("number", "int32", "its place among the actions of the record, counted from 1"),
        Column("seat", "int8", "who decided, counted from 0"),
        Column("step", "string", "the rule that asked, as Frame.step; empty for a play at any time"),
        Column("options", "list<string>", "what was open to the seat, each as verb and nouns"),
        Column("choices", "int32", "how many that were"),
        Column("chosen", "int32", "which of them it was, counted from 0; -1 for a play at any time"),
        Column("verb", "string", "what was done"),
        Column("nouns", "list<string>", "what it was done with"),
        Column("words", "string", "both, as they stand on the key of the page"),
        Column("points", "list<int32>", "how all seats stood before it, as everybody could see"),
        Column("ticks", "int64", "what the clock of the table showed before it"),
        Column("taken_back", "bool", "whether it was taken back later"),
    ),
    "events": (
        GAME,
        Column("number", "int32", "its place in the log of the game, counted from 1"),
        Column("after", "int32", "after how many actions it was told; 0 is the deal"),
        Column("audience", "int8", "the only seat that was told, counted from 0; null where all were"),
        Column("event", "string", "what happened"),
        Column("nouns", "list<string>", "to what; several things in one noun are a JSON array"),
        Column("words", "string", "the line of the log"),
    ),
}  # fmt: skip


def described() -> dict[str, list[dict[str, Any]]]:
    """All of it as JSON, for whoever finds a corpus."""
    return {name: [column._asdict() for column in columns] for name, columns in TABLES.items()}
