"""Text: every verb, option, event, prompt and state of a game as people would say it, from its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flattop.kernel.clock import SECOND
from flattop.kernel.errors import RulesBug
from flattop.kernel.frame import Action, Frame, Options, Seat
from flattop.kernel.table import Event, Table, Timed
from flattop.kernel.text.cache import Key, Keys, Sentences
from flattop.kernel.text.phrase import Said, listed, sentence
from flattop.kernel.text.reasons import COMMON_REASONS
from flattop.kernel.text.schema import (
    COMMON_EVENTS,
    COMMON_KINDS,
    COMMON_VERBS,
    PLAIN,
    Kind,
    Ledger,
    Line,
    Rule,
    Step,
    Verb,
    Words,
    ZoneText,
)
from flattop.kernel.toml import convert, read
from flattop.kernel.zone import HIDDEN, VACANT, View, Zones

Namer = Callable[[Any, Any], str]  # (pack, noun) -> word
Slots = tuple[tuple[str, str], ...]  # what a noun is called in a template, and its kind


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
        self.kinds = {name: kind.spelled() for name, kind in (COMMON_KINDS | words.kind).items()}
        self.zones, self.prompts, self.tallies = words.zone, words.prompt, words.tally
        self.steps, self.reasons = words.step, COMMON_REASONS | words.reason
        self.verbs, self.events = COMMON_VERBS | words.verb, COMMON_EVENTS | words.event
        self._questions: dict[tuple[type[Frame], str, str], str | Line] = {}
        self._sentences, self._keys = Sentences(), Keys()

    def noun(self, kind: str, noun: Any, pack: Any, people: Sequence[str]) -> str:
        """One thing by its name: a seat by who sits there, a card by its title, a number as people count."""
        if isinstance(noun, (list, tuple)):
            words = self._nouns(kind, noun, pack, people)
            return listed(words) or ("nobody" if kind == "seat" else self._kind(kind).none or "nothing")
        if kind == "seat" and noun >= 0:  # whoever is no seat is named by the kind
            return str(people[noun])
        if noun == HIDDEN and kind in self.namers:
            return "?"
        if kind in self.namers:
            return self.namers[kind](pack, noun)
        entry = self._kind(kind)
        if isinstance(noun, str) or str(noun) in entry.names:
            return entry.names.get(str(noun), str(noun))
        return entry.format.format(noun + entry.start)

    def _nouns(self, kind: str, nouns: Sequence[Any], pack: Any, people: Sequence[str]) -> list[str]:
        if (namer := self.namers.get(kind)) and {*map(type, nouns)} == {int} and min(nouns) >= 0:
            return [namer(pack, noun) for noun in nouns]
        return [self.noun(kind, noun, pack, people) for noun in nouns]

    def _kind(self, kind: str) -> Kind:
        return self.kinds.get(kind, PLAIN)

    def _said(self, kind: str, noun: Any, pack: Any, people: Sequence[str]) -> Said:
        """A noun for a sentence."""
        if kind in self.namers and type(noun) is int and noun >= 0:
            word = self.namers[kind](pack, noun)
            return Said(word, 1, not word)
        if kind == "seat" and type(noun) is int and noun >= 0:
            word = str(people[noun])
            return Said(word, 1, not word, own=True)
        word = self.noun(kind, noun, pack, people)
        if isinstance(noun, (list, tuple)):
            own = kind == "seat" and noun and noun[0] >= 0
            return Said(word, len(noun), not noun, bool(own))
        amount = isinstance(noun, int) and kind != "seat" and kind not in self.namers
        nothing = (not noun and self._kind(kind).is_amount) if amount else noun == VACANT
        return Said(word, noun if amount else 1, nothing or not word)

    def keys(self, t: Table, options: Options, people: Sequence[str]) -> list[Key]:
        """What each of some actions does, on a key."""
        known = self._keys.of(t.pack)
        return [known.get(action) or self._key(t, action, people) for action in options]

    def option(self, t: Table, action: Action, people: Sequence[str]) -> str:
        """What an action does, on a key."""
        return (self._keys.of(t.pack).get(action) or self._key(t, action, people))[1]

    def _key(self, t: Table, action: Action, people: Sequence[str]) -> Key:
        verb = self.verbs.get(action[0])
        if verb is None:
            raise RulesBug(f"text.toml has no [verb.{action[0]}] for {action}")
        label = _label(verb, t) if verb.at else verb.label
        key = action, self._fill((label, action), label, verb.nouns, action, t.pack, people)
        if not verb.at and not _slots(verb.nouns)[1]:  # it is called so at every step and at every table
            self._keys.keep(t.pack, key)
        return key

    def event(self, t: Table, event: Event, people: Sequence[str]) -> str:
        """One line of the log."""
        line = self.events.get(event[0])
        if line is None:
            raise RulesBug(f"text.toml has no [event.{event[0]}] for {event}")
        known = self._sentences.said(event, t.pack, people)  # most are: one look-up
        words = known or self._fill(event, line.line, line.nouns, event, t.pack, people)
        return f"{on_the_clock(event.at)} {words}" if isinstance(event, Timed) else words

    def _fill(
        self,
        about: Any,
        line: str,
        nouns: tuple[str, ...],
        spoken: Sequence[Any],
        pack: Any,
        people: Sequence[str],
    ) -> str:
        """A template with its nouns; what was said before, of whomever, is said again with other names."""
        return self._sentences.said(about, pack, people) or self._sentences.learn(
            about, pack, people, lambda names: self._sentence(line, nouns, spoken, pack, names)
        )

    def _sentence(
        self, template: str, names: tuple[str, ...], spoken: Sequence[Any], pack: Any, people: Sequence[str]
    ) -> str:
        slots, _ = _slots(names)
        if len(slots) != len(spoken) - 1:
            raise RulesBug(f"text.toml gives {spoken[0]!r} {len(slots)} nouns, it has {spoken!r}")
        nouns = zip(slots, spoken[1:], strict=True)
        return sentence(
            template, {word: self._said(kind, noun, pack, people) for (word, kind), noun in nouns}
        )

    def prompt(self, t: Table, seat: Seat | None, people: Sequence[str] = ()) -> str:
        """The question of the waiting step to a seat, in the language of the rules; for its eyes only."""
        if not t.stack:
            return "The game is over."
        top = t.stack[-1]
        asked = self._question(top, t, seat)
        if isinstance(asked, str):
            return asked
        nouns = [_of(top, t, name.partition(":")[0], seat) for name in asked.nouns]
        about, names = (asked.line, *nouns), people or seat_names(t.seats)
        return self._fill(about, asked.line, asked.nouns, ("", *nouns), t.pack, names)

    def _question(self, top: Frame, t: Table, seat: Seat | None) -> str | Line:
        """The words for what the step asks about, for the step, or for its frame."""
        key = type(top), top.at, top.topic(t, seat)
        known = self._questions.get(key)
        if known is None:
            named = (name for name in _names(top, t, seat) if name in self.prompts)
            self._questions[key] = known = next((self.prompts[name] for name in named), "Your move.")
        return known

    def step(self, t: Table, seat: Seat | None) -> Step:
        """What counts while the waiting step asks the seat, or asks anybody at all; or once it is over."""
        names = _names(t.stack[-1], t, seat) if t.stack else ("over",)
        return next((self.steps[name] for name in names if name in self.steps), Step(()))

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
            names = self._kind(zone.keys).names
            said = (
                f"{names.get(key, key.replace('_', ' '))} {self._thing(zone, v, pack, people)}"
                for key, v in value.items()
            )
            return ", ".join(said) or "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if not isinstance(value, (list, tuple)):
            return "-" if value == VACANT else self.noun(zone.kind, value, pack, people)
        if any(isinstance(inner, (list, tuple)) for inner in value):
            return " | ".join(self._thing(zone, inner, pack, people) for inner in value)
        closed = sum(inner == HIDDEN for inner in value) if zone.kind in self.namers else 0
        shown = [inner for inner in value if not closed or inner != HIDDEN]
        words = [f"{closed} face down"] if closed else []
        words += [self._thing(zone, inner, pack, people) for inner in shown]
        return (" " if zone.sentences else ", ").join(words) or "none"


@cache
def _slots(nouns: tuple[str, ...]) -> tuple[Slots, bool]:
    """The nouns of a template with their kinds, and whether people are among them."""
    parts = [name.partition(":") for name in nouns]
    slots = tuple((word, kind or word) for word, _, kind in parts)
    return slots, any(kind == "seat" for _, kind in slots)


def _names(top: Frame, t: Table, seat: Seat | None) -> tuple[str, ...]:
    """What a step is called in the file: with what it asks about, by itself, or by its frame."""
    frame = type(top).__name__
    return f"{frame}.{top.at}.{top.topic(t, seat)}", f"{frame}.{top.at}", frame


def _label(verb: Verb, t: Table) -> str:
    """What a verb is called by the step that waits, or at any other time."""
    names = _names(t.stack[-1], t, None) if t.stack else ()
    return next((verb.at[name] for name in names if name in verb.at), verb.label)


def _of(frame: Frame, t: Table, name: str, seat: Seat | None) -> Any:
    """What a prompt is about: something of the frame that asks, or of its table; some differ by seat."""
    noun = getattr(frame, name) if hasattr(frame, name) else getattr(t, name)
    return noun(seat) if callable(noun) else noun


def _by_seat(title: str, said: Sequence[str], value: Sequence[Any], people: Sequence[str]) -> list[str]:
    """One line where every seat has one thing or nothing, else one line per seat."""
    if all(not isinstance(inner, (list, tuple)) or not inner for inner in value):
        return [f"{title}: " + ", ".join(f"{who} {words}" for who, words in zip(people, said, strict=True))]
    return [f"{title}, {who}: {words}" for who, words in zip(people, said, strict=True)]


def on_the_clock(ticks: int) -> str:
    """ "1:05" for 65 seconds, as clocks count down: a second that has begun counts."""
    seconds = -(-ticks // SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"


def rules(path: Path) -> tuple[Rule, ...]:
    """The rules at hand of one game, in the order of its ledger."""
    return convert(Ledger, read(path), path.name).rule


def seat_names(seats: int) -> tuple[str, ...]:
    """What seats are called where nobody has a name."""
    return tuple(f"Seat {seat + 1}" for seat in range(seats))
