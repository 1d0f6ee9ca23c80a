"""Formatting of values in the templates of `describe.toml`: numbers, names, lists and cards as text.

In a template:

    {money}  {money:dollars}        the value by its own kind, or by another one
    {card:card!}                    the card in full, with all of its fields
    {needs:;}  {ways:or}            a list separated by semicolons, or with "or" before the last item
    {notes:.}                       a list of whole sentences
    {left:# card|cards}             a number with its noun
    {food:#ingredient}              the amount of each kind in a list or dict of numbers
    {star:yes , Perfect}            text that is used if there is a value; with `no`, if there is none
    {phase:is build It is time.}    text that is used if the value is this one
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from flattop.kernel.text.game_text import Text
from flattop.kernel.text.schema import Kind
from flattop.kernel.text.sentence_template import single_stops
from flattop.kernel.toml import Entry
from flattop.kernel.zone import HIDDEN, VACANT

METADATA_FIELDS = {"id", "key", "basis", "note", "ours"}  # of an entry of a deck file; not printed on a card
AMOUNT = "amount"  # the kind of a number that may be negative: -2 is not an empty place
JOINTS = {"": " and ", ";": "; ", ".": " ", "or": " or "}
FIELD = re.compile(r"{(\w+)")
SPACES = re.compile(r" +([.,;:])?|\.(?=\.)")


class CardFormat(Entry, frozen=True):
    """Wording of one kind of card. Fields that the line does not use follow by their names."""

    of: tuple[str, ...] = ()  # lists of the pack with its fields, by number; none for a part of a card
    match: str = ""  # the field that identifies the card, if that is not its number
    line: str = ""
    by: str = ""  # the field that selects one of `lines`
    lines: dict[str, str] = {}
    said: tuple[str, ...] = ()  # fields that other fields or the lines already express


class FormattedValue:
    """A value with its kind, formatted by the format specs above."""

    __slots__ = ("formatter", "kind", "raw")

    def __init__(self, formatter: ValueFormatter, raw: Any, kind: str = "") -> None:
        self.formatter, self.raw, self.kind = formatter, raw, kind

    def __getattr__(self, name: str) -> FormattedValue:
        raw = self.raw.get(name) if isinstance(self.raw, dict) else getattr(self.raw, name)
        return FormattedValue(self.formatter, raw)

    def __getitem__(self, i: Any) -> FormattedValue:
        return FormattedValue(self.formatter, None if self.raw is None else self.raw[i], self.kind)

    def __str__(self) -> str:
        return format(self)

    def __format__(self, spec: str) -> str:
        command, _, rest = spec.partition(" ")
        if command in ("yes", "no"):
            return f" {rest}" if self.formatter.is_nothing(self.raw, self.kind) is (command == "no") else ""
        if command == "is":
            wanted, _, rest = rest.partition(" ")
            return f" {rest}" if str(self.raw) == wanted else ""
        if command.startswith("#"):
            return self.formatter.counted(self.raw, spec[1:].strip())
        if spec and spec in JOINTS:
            return joined([self.formatter.noun(inner, self.kind) for inner in self.raw], JOINTS[spec])
        kind, in_full, joint = spec.partition("!")
        if in_full:
            return self.formatter.in_full(self.raw, kind or self.kind, JOINTS[joint])
        return self.formatter.noun(self.raw, spec or self.kind)


def is_nothing(raw: Any, kind: str = "") -> bool:
    """True if there is nothing to describe; 0 is the first card or seat, but no money."""
    if isinstance(raw, (list, tuple)) and not kind:
        return all(is_nothing(inner) for inner in raw)
    if isinstance(raw, bool) or not isinstance(raw, int):
        return not raw
    if kind == AMOUNT:
        return raw == 0
    return raw == VACANT or (raw == 0 and kind in ("", "dollars", "coins", "tenths"))


class ValueFormatter:
    """Formats the values of one game for the people at one table, and collects the cards it mentions."""

    def __init__(
        self,
        text: Text,
        kinds: Mapping[str, Kind],
        cards: Mapping[str, CardFormat],
        pack: Any,
        people: Sequence[str],
    ) -> None:
        self.text, self.kinds, self.cards = text, kinds, cards
        self.pack, self.people = pack, people
        self.mentions: dict[tuple[str, Any], None] = {}  # (kind, noun) of cards, in order of appearance

    # -- nouns

    def noun(self, raw: Any, kind: str) -> str:
        """Return the name of a thing, or of several."""
        if kind in NUMBER_FORMATS and isinstance(raw, (int, float)):
            return NUMBER_FORMATS[kind](raw)
        if isinstance(raw, dict):
            return joined([f"{self.noun(key, kind)} {self.noun(inner, '')}" for key, inner in raw.items()])
        if isinstance(raw, (list, tuple, set, frozenset)):
            items = list(raw)
            hidden = items.count(HIDDEN) if kind in self.text.namers else 0
            texts = [self.noun(inner, kind) for inner in items if not hidden or inner != HIDDEN]
            if any(isinstance(inner, (list, tuple)) for inner in items):
                return "; ".join(texts)
            return joined([*([f"{hidden} face down"] if hidden else []), *texts])
        return self._single(raw, kind)

    def is_nothing(self, raw: Any, kind: str) -> bool:
        """True if there is nothing to describe, or if the name of the thing is empty."""
        entry = self.kinds.get(kind)
        return is_nothing(raw, kind) or bool(entry and entry.names.get(str(raw)) == "")

    def _single(self, raw: Any, kind: str) -> str:
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

    def counted(self, raw: Any, spec: str) -> str:
        """Return a number with its noun (`card|cards`), or the amount of each kind in a list or dict."""
        if "|" in spec:
            singular, _, plural = spec.partition("|")
            return f"{raw or 'no'} {singular if raw == 1 else plural}"
        pairs = raw.items() if isinstance(raw, dict) else enumerate(raw or ())
        return joined([f"{n} {self.noun(key, spec)}" for key, n in pairs if n])

    # -- cards

    def has_card(self, kind: str, raw: Any) -> bool:
        card_format = self.cards.get(kind)
        is_card = bool(card_format and card_format.of)
        return is_card and (isinstance(raw, str) or (isinstance(raw, int) and raw >= 0))

    def in_full(self, raw: Any, kind: str, joint: str = " and ") -> str:
        """Return a card, a part of one, or a list of them, with all of their fields."""
        if isinstance(raw, (list, tuple)):
            return joined([self.in_full(inner, kind) for inner in raw], joint)
        return self.entry(raw, kind) if hasattr(raw, "__struct_fields__") else self.card(kind, raw)

    def card(self, kind: str, noun: Any) -> str:
        card_format = self.cards[kind]
        return " ".join(
            [self._fields_text(card_format, fields) for fields in self._entries(card_format, noun)]
        )

    def field(self, kind: str, noun: Any, name: str) -> Any:
        """Return the value of one field of a card."""
        return next(self._entries(self.cards[kind], noun))[name]

    def entry(self, entry: Any, kind: str) -> str:
        """Return the text of a struct that is a part of a card."""
        return self._fields_text(self.cards.get(kind, CardFormat()), fields_of(entry))

    def _entries(self, card_format: CardFormat, noun: Any) -> Iterator[dict[str, Any]]:
        lists = [getattr(self.pack, name) for name in card_format.of]
        if card_format.match:
            entries = (fields_of(entry) for entry in lists[0])
            yield from (fields for fields in entries if fields[card_format.match] == noun)
        else:
            yield {name: raw for entries in lists for name, raw in fields_of(entries[noun]).items()}

    def _fields_text(self, card_format: CardFormat, fields: Mapping[str, Any]) -> str:
        line = card_format.lines[str(fields[card_format.by])] if card_format.by else card_format.line
        values = {name: FormattedValue(self, raw) for name, raw in fields.items()}
        done = {*FIELD.findall(line), *card_format.said, card_format.by} if line else {*card_format.said}
        texts = [line.format(**values, pack=FormattedValue(self, self.pack))]
        for name, raw in fields.items():
            is_metadata = name in METADATA_FIELDS or name.endswith("_basis")
            is_empty = raw is None or raw is False or raw in ("", (), [], {})
            if name not in done and not is_metadata and not is_empty:
                texts.append(f"{name.replace('_', ' ').capitalize()}: {self.noun(raw, '')}.")
        return _tidy(" ".join(filter(None, texts)))


def fields_of(entry: Any) -> dict[str, Any]:
    """Return the fields of an entry of the deck; a plain value is the field `it`."""
    names = getattr(entry, "__struct_fields__", None) or getattr(entry, "_fields", None)
    return {name: getattr(entry, name) for name in names} if names else {"it": entry}


def joined(texts: Sequence[str], joint: str = " and ") -> str:
    """Return "a, b and c", or the texts with another joint; "nothing" if there are none."""
    if len(texts) < 2 or joint in ("; ", " "):
        return joint.join(texts) or "nothing"
    return f"{', '.join(texts[:-1])}{joint}{texts[-1]}"


def tidy_sentence(text: str) -> str:
    """Return a text with a capital letter, single spaces and single stops."""
    tidy = _tidy(text)
    return single_stops(tidy[:1].upper() + tidy[1:])


def _tidy(text: str) -> str:
    """Reduce gaps to one space, or to none before punctuation, and two stops to one."""
    return SPACES.sub(lambda gap: "" if gap[0] == "." else gap[1] or " ", text).strip()


NUMBER_FORMATS: dict[str, Callable[[Any], str]] = {
    AMOUNT: str,
    "tenths": lambda ticks: f"{ticks / 10:g} {'second' if ticks == 10 else 'seconds'}",
    "signed": lambda amount: f"{amount:+d}",
}
