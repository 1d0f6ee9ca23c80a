"""Words: every verb, option, event, prompt and state of a game as people would say it.

A game's `text.toml` holds:

    [kind.grill]                what a noun is; `start = 1` counts from one, `format = "${}"`, `names = {...}`
    [verb.show]                 label = "Show {face}", nouns = ["face"]
    [event.shown]               line = "{seat} shows {face}.", nouns = ["seat", "face"]
    [prompt]                    "Frame.step" = "Which half?"
    [zone.rows]                 title = "Row", kind = "face"

A noun is written `name:kind`, or `kind` alone where both are the same; a noun may be a list of things.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from flattop.kernel.campaign import CampaignText
from flattop.kernel.deck import Deck, Key
from flattop.kernel.errors import RulesBug
from flattop.kernel.frame import Action
from flattop.kernel.table import Event, Table
from flattop.kernel.toml import Entry, convert, read
from flattop.kernel.zone import HIDDEN, VACANT, View, Zones

Namer = Callable[[Any, Any], str]  # (pack, noun) -> word


class Kind(Entry, frozen=True):
    """What nouns of one kind are called."""

    names: dict[str, str] = {}
    format: str = "{}"
    start: int = 0


class Verb(Entry, frozen=True):
    label: str
    nouns: tuple[str, ...] = ()


class Line(Entry, frozen=True):
    line: str
    nouns: tuple[str, ...] = ()


class ZoneText(Entry, frozen=True):
    title: str
    kind: str = ""
    hidden: bool = False  # not worth a line in the state as text


class Rule(Entry, frozen=True):
    """One rule at hand: its id, where it stands, and its text in our words."""

    id: Key
    section: str
    text: str
    replaces: tuple[Key, ...] = ()  # rules of the game that this one is a variant of


class Ledger(Deck, frozen=True):
    """A game's `rules.toml`."""

    rule: tuple[Rule, ...]


class Words(Entry, frozen=True):
    """A game's `text.toml`."""

    about: str = ""  # the game in one sentence
    coach: tuple[str, ...] = ()  # three steps for a first visit
    kind: dict[str, Kind] = {}
    verb: dict[str, Verb] = {}
    event: dict[str, Line] = {}
    prompt: dict[str, str] = {}
    zone: dict[str, ZoneText] = {}
    campaign: CampaignText | None = None


COMMON_VERBS = {
    "pass": Verb("Pass"),
    "wait": Verb("Wait"),  # a bot's or a hint's word while the clock runs
    "tick": Verb("Time passes: {ticks} tenths of a second", ("ticks",)),  # only the clock ever plays it
}
COMMON_EVENTS = {
    "decided": Line("{seat} has decided.", ("seat",)),
    "passed": Line("{seat} passes.", ("seat",)),
    "undone": Line("{seat} takes back the last step.", ("seat",)),
    "stopped": Line("{seat} stops the clock.", ("seat",)),  # for the whole table, whatever the game
    "restarted": Line("{seat} lets the clock run again.", ("seat",)),
}


class Text:
    """The words of one game."""

    def __init__(self, path: Path, namers: Mapping[str, Namer] | None = None, *family: Path) -> None:
        """The game's own words, over those of files that it shares with its family."""
        raw = read(path)
        for shared in map(read, family):
            raw |= {table: entries | raw.get(table, {}) for table, entries in shared.items()}
        words = convert(Words, raw, path.name)
        self.namers = namers or {}
        self.about, self.coach = words.about, words.coach
        self.kinds, self.zones, self.prompts = words.kind, words.zone, words.prompt
        self.verbs, self.events = COMMON_VERBS | words.verb, COMMON_EVENTS | words.event

    def noun(self, kind: str, noun: Any, pack: Any, people: Sequence[str]) -> str:
        """One thing by its name: a seat by who sits there, a card by its title, a number as people count."""
        if isinstance(noun, (list, tuple)):
            return ", ".join(self.noun(kind, inner, pack, people) for inner in noun) or "nothing"
        if kind == "seat" and noun >= 0:  # whoever is no seat is named by the kind
            return str(people[noun])
        if noun == HIDDEN and kind in self.namers:
            return "?"
        if kind in self.namers:
            return self.namers[kind](pack, noun)
        entry = self.kinds.get(kind)
        if entry is None:
            return str(noun)
        if isinstance(noun, str) or str(noun) in entry.names:
            return entry.names.get(str(noun), str(noun))
        return entry.format.format(noun + entry.start)

    def option(self, t: Table, action: Action, people: Sequence[str]) -> str:
        """What an action does, on a key."""
        verb = self.verbs.get(action[0])
        if verb is None:
            raise RulesBug(f"text.toml has no [verb.{action[0]}] for {action}")
        return self._fill(verb.label, verb.nouns, action, t.pack, people)

    def event(self, t: Table, event: Event, people: Sequence[str]) -> str:
        """One line of the log."""
        line = self.events.get(event[0])
        if line is None:
            raise RulesBug(f"text.toml has no [event.{event[0]}] for {event}")
        return self._fill(line.line, line.nouns, event, t.pack, people)

    def _fill(
        self, template: str, nouns: Sequence[str], spoken: Sequence[Any], pack: Any, people: Sequence[str]
    ) -> str:
        if len(nouns) != len(spoken) - 1:
            raise RulesBug(f"text.toml gives {spoken[0]!r} {len(nouns)} nouns, it has {spoken!r}")
        words: dict[str, str] = {}
        for name, noun in zip(nouns, spoken[1:], strict=True):
            word, _, kind = name.partition(":")
            words[word] = self.noun(kind or word, noun, pack, people)
        return template.format(**words)

    def prompt(self, t: Table) -> str:
        """The question of the waiting step, in the language of the rules."""
        if t.over:
            return "The game is over."
        top = t.stack[-1]
        return self.prompts.get(f"{type(top).__name__}.{top.at}") or self.prompts.get(
            type(top).__name__, "Your move."
        )

    def state(self, view: View, zones: Zones, pack: Any, people: Sequence[str]) -> list[str]:
        """What one may see, a line per zone, or per zone and seat where there is more to say."""
        lines: list[str] = []
        for name, value in view.items():
            zone = self.zones.get(name)
            if zone is None or zone.hidden:
                continue
            if zones[name].per_seat:
                said = [self._thing(zone, inner, pack, people) for inner in value]
                lines += _by_seat(zone.title, said, value, people)
            else:
                lines.append(f"{zone.title}: {self._thing(zone, value, pack, people)}")
        return lines

    def _thing(self, zone: ZoneText, value: Any, pack: Any, people: Sequence[str]) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{key} {self._thing(zone, v, pack, people)}" for key, v in value.items())
        if not isinstance(value, (list, tuple)):
            return "-" if value == VACANT else self.noun(zone.kind, value, pack, people)
        if any(isinstance(inner, (list, tuple)) for inner in value):
            return " | ".join(self._thing(zone, inner, pack, people) for inner in value)
        closed = sum(inner == HIDDEN for inner in value) if zone.kind in self.namers else 0
        shown = [inner for inner in value if not closed or inner != HIDDEN]
        words = [f"{closed} face down"] if closed else []
        return ", ".join(words + [self._thing(zone, inner, pack, people) for inner in shown]) or "none"


def _by_seat(title: str, said: Sequence[str], value: Sequence[Any], people: Sequence[str]) -> list[str]:
    """One line where every seat has one thing or nothing, else one line per seat."""
    if all(not isinstance(inner, (list, tuple)) or not inner for inner in value):
        return [f"{title}: " + ", ".join(f"{who} {words}" for who, words in zip(people, said, strict=True))]
    return [f"{title}, {who}: {words}" for who, words in zip(people, said, strict=True)]


def rules(path: Path) -> tuple[Rule, ...]:
    """The rules at hand of one game, in the order of its ledger."""
    return convert(Ledger, read(path), path.name).rule


def seat_names(seats: int) -> tuple[str, ...]:
    """What seats are called where nobody has a name."""
    return tuple(f"Seat {seat + 1}" for seat in range(seats))
