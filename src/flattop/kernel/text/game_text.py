"""Text of one game: the labels of options, log lines, prompts and table states, made from `text.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from flattop.kernel.clock import SECOND
from flattop.kernel.errors import RulesBug
from flattop.kernel.frame import Action, Frame, Options, Seat
from flattop.kernel.table import Event, Table, TimedEvent
from flattop.kernel.text.schema import (
    COMMON_EVENTS,
    COMMON_KINDS,
    COMMON_VERBS,
    PLAIN,
    Kind,
    Line,
    Step,
    TextFile,
    ZoneText,
)
from flattop.kernel.text.sentence_template import ENDS, NounPhrase, listed, sentence, single_stops
from flattop.kernel.text.tally import COMMON_REASONS
from flattop.kernel.toml import convert, read
from flattop.kernel.zone import HIDDEN, VACANT, Sees, View, Zones

Namer = Callable[[Any, Any], str]  # (pack, noun) -> name
Slots = tuple[tuple[str, str], ...]  # names of nouns in a template, with their kinds
Label = tuple[Action, str]  # an action with its label


class Text:
    """All texts of one game."""

    def __init__(self, path: Path, namers: Mapping[str, Namer] | None = None, *shared_files: Path) -> None:
        """Read `text.toml`; its entries take precedence over those of files shared with related games."""
        raw = read(path)
        for shared in map(read, shared_files):
            raw |= {table: entries | raw.get(table, {}) for table, entries in shared.items()}
        file = convert(TextFile, raw, path.name)
        self.namers = namers or {}
        self.about, self.credit, self.coach = file.about, file.credit, file.coach
        self.kinds = {name: kind.spelled() for name, kind in (COMMON_KINDS | file.kind).items()}
        self.zones, self.prompts, self.tallies = file.zone, file.prompt, file.tally
        self.steps, self.reasons, self.whys = file.step, COMMON_REASONS | file.reason, file.why
        self.verbs, self.events = COMMON_VERBS | file.verb, COMMON_EVENTS | file.event
        self._prompts: dict[tuple[type[Frame], str, str], str | Line] = {}
        self._sentences, self._labels = SentenceCache(), LabelCache()

    # -- nouns

    def noun(self, kind: str, noun: Any, pack: Any, people: Sequence[str]) -> str:
        """Return the name of a noun: a seat by its player, a card by its title, a number as people count."""
        if isinstance(noun, (list, tuple)):
            namer = self.namers.get(kind)
            if namer and {*map(type, noun)} == {int} and min(noun) >= 0:
                names = [namer(pack, inner) for inner in noun]
            else:
                names = [self.noun(kind, inner, pack, people) for inner in noun]
            return listed(names) or ("nobody" if kind == "seat" else self._kind(kind).none or "nothing")
        if kind == "seat" and noun >= 0:  # the kind has the names of numbers below 0
            return str(people[noun])
        if noun == HIDDEN and kind in self.namers:
            return "?"
        if kind in self.namers:
            return self.namers[kind](pack, noun)
        entry = self._kind(kind)
        if isinstance(noun, str) or str(noun) in entry.names:
            return entry.names.get(str(noun), str(noun))
        return entry.format.format(noun + entry.start)

    def _kind(self, kind: str) -> Kind:
        return self.kinds.get(kind, PLAIN)

    def _noun_phrase(self, kind: str, noun: Any, pack: Any, people: Sequence[str]) -> NounPhrase:
        if kind in self.namers and type(noun) is int and noun >= 0:
            text = self.namers[kind](pack, noun)
            return NounPhrase(text, 1, not text)
        if kind == "seat" and type(noun) is int and noun >= 0:
            text = str(people[noun])
            return NounPhrase(text, 1, not text, is_name=True)
        text = self.noun(kind, noun, pack, people)
        if isinstance(noun, (list, tuple)):
            is_name = kind == "seat" and noun and noun[0] >= 0
            return NounPhrase(text, len(noun), not noun, bool(is_name))
        is_amount = isinstance(noun, int) and kind != "seat" and kind not in self.namers
        is_nothing = (not noun and self._kind(kind).is_amount) if is_amount else noun == VACANT
        return NounPhrase(text, noun if is_amount else 1, is_nothing or not text)

    # -- options and events

    def labels(self, t: Table, options: Options, people: Sequence[str]) -> list[Label]:
        """Return each action with its label."""
        known = self._labels.of_pack(t.pack)
        return [known.get(action) or self._label(t, action, people) for action in options]

    def option(self, t: Table, action: Action, people: Sequence[str]) -> str:
        """Return the label of an action."""
        return (self._labels.of_pack(t.pack).get(action) or self._label(t, action, people))[1]

    def _label(self, t: Table, action: Action, people: Sequence[str]) -> Label:
        verb = self.verbs.get(action[0])
        if verb is None:
            raise RulesBug(f"text.toml has no [verb.{action[0]}] for {action}")
        template = verb.label
        if verb.at and t.stack:
            names = _step_names(t.stack[-1], t, None)
            template = next((verb.at[name] for name in names if name in verb.at), verb.label)
        text = self._fill((template, action), template, verb.nouns, action, t.pack, people)
        if not verb.at and not _slots(verb.nouns)[1]:  # the label is the same at every step and every table
            self._labels.add(t.pack, (action, text))
        return action, text

    def event(self, t: Table, event: Event, people: Sequence[str]) -> str:
        """Return the log line of an event."""
        line = self.events.get(event[0])
        if line is None:
            raise RulesBug(f"text.toml has no [event.{event[0]}] for {event}")
        known = self._sentences.get(event, t.pack, people)  # nearly always
        text = known or self._fill(event, line.line, line.nouns, event, t.pack, people)
        return f"{on_the_clock(event.at)} {text}" if isinstance(event, TimedEvent) else text

    def why(self, reason: Event, pack: Any, people: Sequence[str]) -> str:
        """Return the sentence of a reason that follows from the position; it is written like an event."""
        line = self.whys.get(reason[0])
        if line is None:
            raise RulesBug(f"text.toml has no [why.{reason[0]}] for {reason}")
        return self._fill(("why", *reason), line.line, line.nouns, reason, pack, people)

    def _fill(
        self,
        subject: Any,
        template: str,
        nouns: tuple[str, ...],
        words: Sequence[Any],
        pack: Any,
        people: Sequence[str],
    ) -> str:
        """Fill a template with the nouns of an action or event; `subject` is the key in the cache."""

        def fill(people: Sequence[str]) -> str:
            slots, _ = _slots(nouns)
            if len(slots) != len(words) - 1:
                raise RulesBug(f"text.toml gives {words[0]!r} {len(slots)} nouns, it has {words!r}")
            pairs = zip(slots, words[1:], strict=True)
            return sentence(
                template, {name: self._noun_phrase(kind, noun, pack, people) for (name, kind), noun in pairs}
            )

        return self._sentences.get(subject, pack, people) or self._sentences.add(subject, pack, people, fill)

    # -- prompts and steps

    def prompt(self, t: Table, seat: Seat | None, people: Sequence[str] = ()) -> str:
        """Return the question of the waiting step to a seat; other seats must not see it."""
        if not t.stack:
            return "The game is over."
        top = t.stack[-1]
        key = type(top), top.at, top.topic(t, seat)
        prompt = self._prompts.get(key)
        if prompt is None:
            names = (name for name in _step_names(top, t, seat) if name in self.prompts)
            self._prompts[key] = prompt = next((self.prompts[name] for name in names), "Your move.")
        if isinstance(prompt, str):
            return prompt
        nouns: list[Any] = []
        for declaration in prompt.nouns:  # attributes of the frame or of the table; methods get the seat
            name = declaration.partition(":")[0]
            value = getattr(top, name) if hasattr(top, name) else getattr(t, name)
            nouns.append(value(seat) if callable(value) else value)
        subject, people = (prompt.line, *nouns), people or seat_names(t.seats)
        return self._fill(subject, prompt.line, prompt.nouns, ("", *nouns), t.pack, people)

    def step(self, t: Table, seat: Seat | None) -> Step:
        """Return the rules that apply while the waiting step asks the seat, or all seats (None)."""
        names = _step_names(t.stack[-1], t, seat) if t.stack else ("over",)
        return next((self.steps[name] for name in names if name in self.steps), Step(()))

    # -- the table as text

    def state(self, view: View, zones: Zones, pack: Any, people: Sequence[str]) -> list[str]:
        """Return a view as lines: one per zone, or one per zone and seat where seats have several items."""
        lines: list[str] = []
        for name, value in view.items():
            zone = self.zones.get(name)
            if zone is None or zone.hidden:
                continue
            conceals = zones[name].sees is not Sees.ALL
            if not zones[name].per_seat:
                lines.append(f"{zone.title}: {self._value_text(zone, value, pack, people, conceals)}")
                continue
            texts = [self._value_text(zone, inner, pack, people, conceals) for inner in value]
            pairs = list(zip(people, texts, strict=True))
            if all(not isinstance(inner, (list, tuple)) or not inner for inner in value):
                lines.append(f"{zone.title}: " + ", ".join(f"{person} {text}" for person, text in pairs))
            else:
                lines += [f"{zone.title}, {person}: {text}" for person, text in pairs]
        return lines

    def _value_text(
        self, zone: ZoneText, value: Any, pack: Any, people: Sequence[str], conceals: bool = False
    ) -> str:
        """Return a value as text.  `conceals` is true if -1 means a card that is face down."""
        conceals = conceals or zone.kind in self.namers
        if isinstance(value, dict):
            names = self._kind(zone.keys).names
            named = {
                names.get(key, key.replace("_", " ")): self._value_text(zone, inner, pack, people, conceals)
                for key, inner in value.items()
            }
            return ", ".join(f"{name} {text}" for name, text in named.items()) or "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if not isinstance(value, (list, tuple)):
            if conceals and value == HIDDEN:
                return "face down"
            return "-" if value == VACANT else self.noun(zone.kind, value, pack, people)
        if any(isinstance(inner, (list, tuple)) for inner in value):
            return " | ".join(self._value_text(zone, inner, pack, people, conceals) for inner in value)
        hidden = sum(inner == HIDDEN for inner in value) if conceals else 0
        shown = [inner for inner in value if not hidden or inner != HIDDEN]
        texts = [f"{hidden} face down"] if hidden else []
        texts += [self._value_text(zone, inner, pack, people, conceals) for inner in shown]
        return (" " if zone.sentences else ", ").join(texts) or "none"


@cache
def _slots(nouns: tuple[str, ...]) -> tuple[Slots, bool]:
    """Return the nouns of a template with their kinds, and True if a seat is among them."""
    parts = [name.partition(":") for name in nouns]
    slots = tuple((name, kind or name) for name, _, kind in parts)
    return slots, any(kind == "seat" for _, kind in slots)


def _step_names(top: Frame, t: Table, seat: Seat | None) -> tuple[str, ...]:
    """Return the names of a step in the file, the most specific first."""
    frame = type(top).__name__
    return f"{frame}.{top.at}.{top.topic(t, seat)}", f"{frame}.{top.at}", frame


def on_the_clock(ticks: int) -> str:
    """Return "1:05" for 65 seconds of a countdown; a second that has begun counts."""
    seconds = -(-ticks // SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"


def seat_names(seats: int) -> tuple[str, ...]:
    """Return the names of seats without players."""
    return tuple(f"Seat {seat + 1}" for seat in range(seats))


# -- caches: the same labels and sentences are needed again and again

RULES_CACHE_SIZE = 1 << 11  # for lru_cache of functions of the rules
MOST_SENTENCES = 3_000  # of one game
MOST_LABELS = 10_000  # of one deck
MOST_PACKS = 8  # decks of one game with cached labels
STAND_INS = tuple(map(chr, range(0xFDD0, 0xFDE0)))  # noncharacters in place of the players' names
STAND_IN = re.compile(f"([{''.join(STAND_INS)}])")


class CachedSentence(NamedTuple):
    """A sentence with "%s" for each name; `names` selects them from the people.

    It refers to the pack, so that the id of the pack, a part of the key, is not used for another one.
    """

    text: str
    names: Callable[[Sequence[str]], Any] | None
    pack: Any


class SentenceCache:
    """Sentences by pack and subject. Names are put in anew, so that all tables share the cache."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, Any], CachedSentence] = {}

    def get(self, subject: Any, pack: Any, people: Sequence[str]) -> str | None:
        """Return the sentence with these names; None if it is not cached or must be made anew."""
        try:
            known = self._known.get((id(pack), subject))
        except TypeError:  # a subject with lists cannot be a key
            return None
        if known is None or known.names is None:
            return known and known.text
        names = tuple(people)
        text: str = known.text % known.names(names)
        if _are_plain(names):
            return text
        return single_stops(text) if "" not in names else None

    def add(
        self, subject: Any, pack: Any, people: Sequence[str], make: Callable[[Sequence[str]], str]
    ) -> str:
        """Make a sentence, cache it unless its subject contains lists, and return it."""
        key = id(pack), subject
        try:
            is_new = key not in self._known
        except TypeError:
            return make(people)
        if is_new:
            parts = STAND_IN.split(make(STAND_INS))
            seats = [STAND_INS.index(name) for name in parts[1::2]]
            self._known = self._known if len(self._known) < MOST_SENTENCES else {}
            if seats:
                text = "%s".join([part.replace("%", "%%") for part in parts[::2]])
                self._known[key] = CachedSentence(text, itemgetter(*seats), pack)
            else:
                self._known[key] = CachedSentence(parts[0], None, pack)
        return self.get(subject, pack, people) or make(people)


@lru_cache(1000)
def _are_plain(people: tuple[str, ...]) -> bool:
    """True if names need no care: an empty name drops a clause, and a stop in a name could be doubled."""
    return all(name and ENDS.isdisjoint(name) for name in people)


class LabelCache:
    """Labels that are the same at every step and at every table with the same pack."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[dict[Action, Label], Any]] = {}

    def of_pack(self, pack: Any) -> dict[Action, Label]:
        known = self._known.get(id(pack))
        return known[0] if known else {}

    def add(self, pack: Any, label: Label) -> None:
        known = self.of_pack(pack)
        if not known or len(known) >= MOST_LABELS:
            self._known = self._known if len(self._known) < MOST_PACKS else {}
            self._known[id(pack)] = known, _ = {}, pack
        known[label[0]] = label
