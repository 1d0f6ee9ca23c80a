"""One value on its way into a sentence: numbers, names, lists and cards as people would say them.

In a template:

    {money}  {money:dollars}        the value by its own kind, or by another one
    {card:card!}                    in full, with every field of the card
    {needs:;}  {ways:or}            a list with its items well apart, or with "or" before the last
    {notes:.}                       a list of whole sentences
    {left:# card|cards}             a number with its noun
    {food:#ingredient}              how many of each kind a row or a table of numbers holds
    {star:yes , Perfect}            words that are said if there is something; with `no`, if there is nothing
    {phase:is build It is time.}    words that are said if the value is that one
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from flattop.kernel.text.game_text import Text
from flattop.kernel.text.phrase import stopped
from flattop.kernel.text.schema import Kind
from flattop.kernel.toml import Entry
from flattop.kernel.zone import HIDDEN, VACANT

OF_THE_FILE = {"id", "key", "basis", "note", "ours"}  # where an entry comes from; not printed on any card
AMOUNT = "amount"  # the kind of a number that may be below zero, where -2 is no empty place
JOINTS = {"": " and ", ";": "; ", ".": " ", "or": " or "}
NAMED = re.compile(r"{(\w+)")
SPACES = re.compile(r" +([.,;:])?|\.(?=\.)")


class CardWords(Entry, frozen=True):
    """How one kind of card is told; fields that no line names follow by their own names."""

    of: tuple[str, ...] = ()  # lists of the deck that hold its fields, by number; none for a part of a card
    match: str = ""  # the field that the noun is, where it is not the number
    line: str = ""
    by: str = ""  # the field that decides which of the lines is said
    lines: dict[str, str] = {}
    said: tuple[str, ...] = ()  # fields that other fields, or the lines, say in words


class Spoken:
    """A value that a template can name, with the kind of thing it is."""

    __slots__ = ("kind", "raw", "speech")

    def __init__(self, speech: Speech, raw: Any, kind: str = "") -> None:
        self.speech, self.raw, self.kind = speech, raw, kind

    def __getattr__(self, name: str) -> Spoken:
        raw = self.raw.get(name) if isinstance(self.raw, dict) else getattr(self.raw, name)
        return Spoken(self.speech, raw)

    def __getitem__(self, i: Any) -> Spoken:
        return Spoken(self.speech, None if self.raw is None else self.raw[i], self.kind)

    def __str__(self) -> str:
        return format(self)

    def __format__(self, spec: str) -> str:
        how, _, rest = spec.partition(" ")
        if how in ("yes", "no"):
            return f" {rest}" if self.speech.is_nothing(self.raw, self.kind) is (how == "no") else ""
        if how == "is":
            word, _, rest = rest.partition(" ")
            return f" {rest}" if str(self.raw) == word else ""
        if how.startswith("#"):
            return self.speech.counted(self.raw, spec[1:].strip())
        if spec and spec in JOINTS:
            return listed([self.speech.noun(inner, self.kind) for inner in self.raw], JOINTS[spec])
        kind, full, joint = spec.partition("!")
        if full:
            return self.speech.full(self.raw, kind or self.kind, JOINTS[joint])
        return self.speech.noun(self.raw, spec or self.kind)


def is_nothing(raw: Any, kind: str = "") -> bool:
    """Whether there is nothing to tell; the first card and the first seat have number 0."""
    if isinstance(raw, (list, tuple)) and not kind:
        return all(is_nothing(inner) for inner in raw)
    if isinstance(raw, bool) or not isinstance(raw, int):
        return not raw
    if kind == AMOUNT:
        return raw == 0
    return raw == VACANT or (raw == 0 and kind in ("", "dollars", "coins", "tenths"))


class Speech:
    """The words of one game for the people at one table."""

    def __init__(
        self,
        text: Text,
        kinds: Mapping[str, Kind],
        cards: Mapping[str, CardWords],
        pack: Any,
        people: Sequence[str],
    ) -> None:
        self.text, self.kinds, self.cards = text, kinds, cards
        self.pack, self.people = pack, people
        self.mentions: dict[tuple[str, Any], None] = {}  # cards that were named, in their order

    # -- nouns

    def noun(self, raw: Any, kind: str) -> str:
        """A thing, or several of them, by name."""
        if kind in MEASURES and isinstance(raw, (int, float)):
            return MEASURES[kind](raw)
        if isinstance(raw, dict):
            return listed([f"{self.noun(key, kind)} {self.noun(inner, '')}" for key, inner in raw.items()])
        if isinstance(raw, (list, tuple, set, frozenset)):
            return self._several(list(raw), kind)
        return self._one(raw, kind)

    def is_nothing(self, raw: Any, kind: str) -> bool:
        """Whether there is nothing to tell: no thing at all, or one whose name is empty."""
        entry = self.kinds.get(kind)
        return is_nothing(raw, kind) or bool(entry and entry.names.get(str(raw)) == "")

    def _one(self, raw: Any, kind: str) -> str:
        entry = self.kinds.get(kind)
        if entry and str(raw) in entry.names:
            return entry.names[str(raw)]
        if raw is None or raw == VACANT:
            return "nobody" if kind == "seat" else "nothing"
        if isinstance(raw, bool):
            return "yes" if raw else "no"
        if raw == HIDDEN and kind in self.text.namers:
            return "hidden from you"
        if hasattr(raw, "__struct_fields__"):
            return self.entry(raw, kind)
        if self.has_card(kind, raw):
            self.mentions[kind, raw] = None
        if entry and kind not in self.text.namers and kind not in self.text.kinds:
            return entry.format.format(raw + entry.start if isinstance(raw, int) else raw)
        return self.text.noun(kind, raw, self.pack, self.people)

    def _several(self, raw: list[Any], kind: str) -> str:
        closed = raw.count(HIDDEN) if kind in self.text.namers else 0
        words = [self.noun(inner, kind) for inner in raw if not closed or inner != HIDDEN]
        if any(isinstance(inner, (list, tuple)) for inner in raw):
            return "; ".join(words)
        return listed([*([f"{closed} face down"] if closed else []), *words])

    def counted(self, raw: Any, spec: str) -> str:
        """A number with its noun, `card|cards`; or how many of each a table of numbers holds, by kind."""
        if "|" in spec:
            one, _, many = spec.partition("|")
            return f"{raw or 'no'} {one if raw == 1 else many}"
        pairs = raw.items() if isinstance(raw, dict) else enumerate(raw or ())
        return listed([f"{n} {self.noun(key, spec)}" for key, n in pairs if n])

    # -- cards

    def has_card(self, kind: str, raw: Any) -> bool:
        words = self.cards.get(kind)
        return bool(words and words.of) and (isinstance(raw, str) or (isinstance(raw, int) and raw >= 0))

    def full(self, raw: Any, kind: str, joint: str = " and ") -> str:
        """A card, or a part of one, with all that is printed on it."""
        if isinstance(raw, (list, tuple)):
            return listed([self.full(inner, kind) for inner in raw], joint)
        return self.entry(raw, kind) if hasattr(raw, "__struct_fields__") else self.card(kind, raw)

    def card(self, kind: str, noun: Any) -> str:
        words = self.cards[kind]
        told = [self._told(words, fields) for fields in self._entries(words, noun)]
        return " ".join(told)

    def field(self, kind: str, noun: Any, name: str) -> Any:
        """What is printed on a card under one name."""
        return next(self._entries(self.cards[kind], noun))[name]

    def entry(self, entry: Any, kind: str) -> str:
        """A part of a card, which the card itself holds."""
        return self._told(self.cards.get(kind, CardWords()), fields_of(entry))

    def _entries(self, words: CardWords, noun: Any) -> Iterator[dict[str, Any]]:
        lists = [getattr(self.pack, name) for name in words.of]
        if words.match:
            entries = (fields_of(entry) for entry in lists[0])
            yield from (fields for fields in entries if fields[words.match] == noun)
        else:
            yield {name: raw for entries in lists for name, raw in fields_of(entries[noun]).items()}

    def _told(self, words: CardWords, fields: Mapping[str, Any]) -> str:
        line = words.lines[str(fields[words.by])] if words.by else words.line
        bound = {name: Spoken(self, raw) for name, raw in fields.items()}
        said = {*NAMED.findall(line), *words.said, words.by} if line else {*words.said}
        rest = [
            f"{name.replace('_', ' ').capitalize()}: {self.noun(raw, '')}."
            for name, raw in fields.items()
            if name not in said and not _is_of_the_file(name) and not _is_empty(raw)
        ]
        told = [line.format(**bound, pack=Spoken(self, self.pack)), *rest]
        return SPACES.sub(_spaced, " ".join(filter(None, told))).strip()


def fields_of(entry: Any) -> dict[str, Any]:
    """The fields of an entry of the deck; a bare value is called `it`."""
    names = getattr(entry, "__struct_fields__", None) or getattr(entry, "_fields", None)
    return {name: getattr(entry, name) for name in names} if names else {"it": entry}


def _is_of_the_file(name: str) -> bool:
    return name in OF_THE_FILE or name.endswith("_basis")


def _is_empty(raw: Any) -> bool:
    return raw is None or raw is False or raw == "" or (isinstance(raw, (tuple, list, dict)) and not raw)


def listed(words: Sequence[str], joint: str = " and ") -> str:
    """ "a, b and c", or with another joint; "nothing" for none."""
    if len(words) < 2 or joint in ("; ", " "):
        return joint.join(words) or "nothing"
    return f"{', '.join(words[:-1])}{joint}{words[-1]}"


def sentence(words: str) -> str:
    """Words with one space between them, and a capital in front."""
    tidy = SPACES.sub(_spaced, words).strip()
    return stopped(tidy[:1].upper() + tidy[1:])


def _spaced(gap: re.Match[str]) -> str:
    """One space, none before a stop, and one stop where a name ends with one."""
    return "" if gap[0] == "." else gap[1] or " "


MEASURES: dict[str, Callable[[Any], str]] = {
    AMOUNT: str,
    "tenths": lambda ticks: f"{ticks / 10:g} {'second' if ticks == 10 else 'seconds'}",
    "signed": lambda amount: f"{amount:+d}",
}
