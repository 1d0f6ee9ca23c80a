"""The three tables of a corpus: their columns, in order, with the Arrow type of each and what it holds."""

from __future__ import annotations

from typing import Any, NamedTuple


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
