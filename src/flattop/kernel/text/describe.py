"""Descriptions of tables, cards and options in full sentences, made from one seat's view.

A game's `describe.toml` refines what the titles and field names of its zones and cards already express.
Without an entry, a zone is described by its title and a card by the names of its fields, so that every
visible thing is described.

    family = ["../cards.describe.toml"]     files shared with related games
    [kind.phase]                            kinds of nouns that `text.toml` lacks, or other names for them;
                                            "-1" = "" if this number means nothing at all
    [card.order]                            of = ["top_buns"], line = "{name} asks for {text}."
    [zone.burgers]                          by = ["burger"], line = "{seat}'s {burger}, bottom first: {it}."
    [verb]                                  place = "It costs {price} and earns {amount}."
    [sign.order]                            the meaning of marks on such a card: "★" = "Perfect"
    [cite.special]                          rules that apply: rules = ["BB-55"], each = { 0 = ["BB-56"] }

`value_format.py` documents what stands in braces.  A zone's line may use `it`, `title`, `seat`, the levels
of `by`, the fields of a row, any other zone at the same place, and `pack`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from flattop.kernel.errors import RulesBug
from flattop.kernel.frame import Action, Seat
from flattop.kernel.text.game_text import Text
from flattop.kernel.text.schema import Kind, Verb
from flattop.kernel.text.value_format import CardFormat, FormattedValue, ValueFormatter, tidy_sentence
from flattop.kernel.toml import Entry, convert, read
from flattop.kernel.zone import HIDDEN, View, Zones

DEFAULT_LINE = "{title}: {it}."
ADDITION = re.compile(r" \(.*\)| ★")  # to the name of a card, in brackets or as a mark


class ZoneFormat(Entry, frozen=True):
    """Wording of one zone."""

    line: str = DEFAULT_LINE
    none: str | None = None  # the line for an empty zone
    by: tuple[str, ...] = ()  # the name of each level of its lists: a kind, `name:kind`, or `name:kind@zone`
    kind: str = ""  # of its items, if it is not the one of `text.toml`
    fields: tuple[str, ...] = ()  # `name:kind` of each place of a row, or of the keys that need a kind
    pick: dict[str, str] = {}  # kinds of a field `name:@other`, by the value of the other field
    heads: str = ""  # a zone with headings for the places of a row, after the first
    told_with: str = ""  # the zone whose line describes this one too
    shows: tuple[str, ...] = ()  # `kind:noun` of cards that are always there
    aside: bool = False  # described on request only, not with the whole table


class CardRules(Entry, frozen=True):
    """Ids of the rules that apply to a kind of card."""

    rules: tuple[str, ...] = ()
    by: tuple[str, ...] = ()  # fields that select further rules from `each`; by default the noun does
    each: dict[str, tuple[str, ...]] = {}


class Descriptions(Entry, frozen=True):
    """Contents of `describe.toml`."""

    family: tuple[str, ...] = ()
    kind: dict[str, Kind] = {}
    card: dict[str, CardFormat] = {}
    zone: dict[str, ZoneFormat] = {}
    verb: dict[str, str] = {}
    sign: dict[str, dict[str, str]] = {}
    cite: dict[str, CardRules] = {}


def descriptions(path: Path) -> Descriptions:
    """Read `describe.toml`, if there is one; its entries take precedence over those of its family files."""
    if not path.exists():
        return Descriptions()
    raw = read(path)
    for name in raw.get("family", ()):
        shared = read(path.parent / name)
        raw |= {table: entries | raw.get(table, {}) for table, entries in shared.items()}
    return convert(Descriptions, raw, path.name)


class Sentence(NamedTuple):
    """One sentence about a zone, or about one owner's part of it."""

    zone: str
    owner: Seat | None
    words: str


@dataclass
class Describer:
    """Describes a view of one game. It never sees the table, so it cannot reveal what the view hides."""

    text: Text
    descriptions: Descriptions
    zones: Zones
    pack: Any
    people: Sequence[str]
    view: View
    seat: Seat | None = None  # whose view it is
    formatter: ValueFormatter = field(init=False)

    def __post_init__(self) -> None:
        kinds = {**self.text.kinds, **self.descriptions.kind}
        self.formatter = ValueFormatter(self.text, kinds, self.descriptions.card, self.pack, self.people)

    # -- zones

    def table(self) -> list[Sentence]:
        """Describe everything visible, zone by zone."""
        formats = {name: self.zone_format(name) for name in self.view}
        names = [name for name, entry in formats.items() if not (entry.told_with or entry.aside)]
        return [sentence for name in names for sentence in self.zone(name) if sentence.words]

    def zone(self, name: str) -> list[Sentence]:
        """Describe one zone, or the zone whose line describes it too."""
        zone_format = self.zone_format(name)
        if zone_format.told_with:
            return self.zone(zone_format.told_with)
        per_seat = self.zones[name].per_seat
        levels = ("seat", *zone_format.by) if per_seat else zone_format.by
        places = Place(self, name, zone_format).places(self.view[name], levels)
        return [Sentence(name, place.path[0] if per_seat else None, place.sentence()) for place in places]

    def title(self, name: str) -> str:
        entry = self.text.zones.get(name)
        return entry.title if entry else name.replace("_", " ").capitalize()

    def kind(self, name: str) -> str:
        entry = self.text.zones.get(name)
        return self.zone_format(name).kind or (entry.kind if entry else "")

    def zone_format(self, name: str) -> ZoneFormat:
        return self.descriptions.zone.get(name, ZoneFormat())

    # -- cards and options

    def card(self, kind: str, noun: Any) -> str:
        """Describe a card with all of its fields."""
        return self.formatter.card(kind, noun)

    def named_card(self, kind: str, noun: Any) -> str:
        """Describe a card, beginning with its name; empty if nothing is printed on it."""
        name, text = self.formatter.noun(noun, kind), self.card(kind, noun)
        return text if not text or text.startswith(ADDITION.sub("", name)) else f"{name}: {text}"

    def named_cards(self, cards: Iterable[tuple[str, Any]]) -> list[str]:
        """Describe several cards; copies of one card are described once."""
        return list(dict.fromkeys(filter(None, (self.named_card(*card) for card in cards))))

    def deck(self) -> dict[str, dict[str, str]]:
        """Describe all cards, by kind and noun; kinds that are parts of cards are left out."""
        kinds = {kind: self.nouns(kind) for kind in self.descriptions.card}
        return {
            kind: {str(noun): self.card(kind, noun) for noun in nouns}
            for kind, nouns in kinds.items()
            if nouns
        }

    def nouns(self, kind: str) -> list[Any]:
        """Return the nouns of all cards of a kind."""
        card_format = self.descriptions.card[kind]
        entries = getattr(self.pack, card_format.of[0]) if card_format.of else ()
        if card_format.match:
            return list(dict.fromkeys(getattr(entry, card_format.match) for entry in entries))
        return list(range(len(entries)))

    def option(self, action: Action) -> str:
        """Describe the effect, cost and gain of an action; empty if its label is enough."""
        template = self.descriptions.verb.get(action[0], "")
        path = () if self.seat is None else (self.seat,)  # a zone per seat means the seat's own part here
        names = TemplateNames(self, dict(self._action_nouns(action)), path, per_seat=True)
        return tidy_sentence(template.format_map(names))

    def cards_of(self, action: Action) -> list[tuple[str, Any]]:
        """Return the cards that an action names."""
        nouns = [noun for _, noun in self._action_nouns(action)]
        return [(noun.kind, noun.raw) for noun in nouns if self.formatter.has_card(noun.kind, noun.raw)]

    def _action_nouns(self, action: Action) -> Iterator[tuple[str, FormattedValue]]:
        verb = self.text.verbs.get(action[0], Verb(""))
        for declaration, raw in zip(verb.nouns, action[1:], strict=False):
            name, _, kind = declaration.partition(":")
            yield name, FormattedValue(self.formatter, raw, kind or name)

    def cards_in_sight(self, zone: str | None = None) -> list[tuple[str, Any]]:
        """Return all cards that the description of the table, or of one zone, mentions."""
        self.formatter.mentions.clear()
        for name in self.view if zone is None else (zone,):
            self.zone(name)
            shown = (card.partition(":") for card in self.zone_format(name).shows)
            self.formatter.mentions.update({(kind, noun): None for kind, _, noun in shown})
        return list(self.formatter.mentions)


def card_citations(describer: Describer) -> dict[str, dict[str, Any]]:
    """Return, for each kind of card, the meaning of its marks, its names, and the rules that apply to it.

    `rules` apply to all cards of the kind, `own` to single cards.
    """
    entries = describer.descriptions
    citations: dict[str, dict[str, Any]] = {}
    for kind in entries.card:
        if kind in entries.cite or kind in entries.sign:
            nouns, card_rules = describer.nouns(kind), entries.cite.get(kind, CardRules())
            own: dict[str, list[str]] = {}
            for noun in nouns if card_rules.each else ():
                fields = {name: describer.formatter.field(kind, noun, name) for name in card_rules.by}
                keys = [name if raw is True else str(raw) for name, raw in fields.items()] or [str(noun)]
                own[str(noun)] = [rule for key in keys for rule in card_rules.each.get(key, ())]
            citations[kind] = {
                "signs": list(entries.sign.get(kind, {}).items()),
                "rules": list(card_rules.rules),
                "names": {str(noun): describer.formatter.noun(noun, kind) for noun in nouns},
                "own": {noun: rules for noun, rules in own.items() if rules},
            }
    return citations


@dataclass
class Place:
    """One place in a zone: the indices that lead to it, and its value."""

    describer: Describer
    zone: str
    format: ZoneFormat
    path: tuple[int, ...] = ()
    value: Any = None
    names: dict[str, FormattedValue] = field(default_factory=dict)  # of the levels

    def places(self, value: Any, levels: Sequence[str]) -> Iterator[Place]:
        """Yield all places of a nested list, level by level."""
        if not levels:
            yield replace(self, value=value)
            return
        name, _, kind = levels[0].partition(":")
        kind, _, zone = kind.partition("@")
        for i, inner in enumerate(value):
            nouns = self.describer.view[zone] if zone else range(i + 1)  # the noun may be in another zone
            noun = FormattedValue(
                self.describer.formatter, nouns[i] if i < len(nouns) else HIDDEN, kind or name
            )
            deeper = replace(self, path=(*self.path, i), value=inner, names={**self.names, name: noun})
            yield from deeper.places(inner, levels[1:])

    def sentence(self) -> str:
        describer, formatter = self.describer, self.describer.formatter
        kind, title = describer.kind(self.zone), describer.title(self.zone)
        template = self.format.line
        if self.format.none is not None and formatter.is_nothing(self.value, kind):
            template = self.format.none
        if "seat" in self.names and self.format.line == DEFAULT_LINE:
            title = f"{title}, {self.names['seat']}"
        value = self.value
        if self.format.heads and value:  # a row: put a heading before each place but the first
            heads = describer.view[self.format.heads]
            heads = heads[self.path[-1]] if self.path else heads
            headed = [f"{head}: {item}" for head, item in zip(heads, value[1:], strict=True)]
            value = "; ".join([f"{value[0]} as a whole", *headed])
        values = {
            **self.names,
            "it": FormattedValue(formatter, value, kind),
            "title": FormattedValue(formatter, title),
            **dict(self._fields()),
        }
        names = TemplateNames(describer, values, self.path, describer.zones[self.zone].per_seat)
        return tidy_sentence(template.format_map(names))

    def _fields(self) -> Iterator[tuple[str, FormattedValue]]:
        """Yield the fields of a row by name, with their kinds."""
        declared = (declaration.partition(":") for declaration in self.format.fields)
        kinds = {name: kind for name, _, kind in declared}
        row: Mapping[str, Any] = {}
        if isinstance(self.value, dict):
            row = {**dict.fromkeys(kinds), **self.value}
        elif self.format.fields and self.value is not None:
            values = self.value if isinstance(self.value, list) else []
            row = dict.fromkeys(kinds) | dict(zip(kinds, values, strict=False))
        for name, raw in row.items():
            kind = kinds.get(name, "")
            if kind.startswith("@"):
                kind = self.format.pick.get(str(row[kind[1:]]), "")
            yield name, FormattedValue(self.describer.formatter, raw, kind)


class TemplateNames(Mapping[str, FormattedValue]):
    """Values of the names in a template: given ones, `pack`, or another zone at the same place."""

    def __init__(
        self,
        describer: Describer,
        values: Mapping[str, FormattedValue],
        path: tuple[int, ...],
        per_seat: bool,
    ) -> None:
        self.describer, self.values_by_name, self.path, self.per_seat = describer, values, path, per_seat

    def __getitem__(self, name: str) -> FormattedValue:
        describer = self.describer
        if name in self.values_by_name:
            return self.values_by_name[name]
        if name == "pack":
            return FormattedValue(describer.formatter, describer.pack)
        if name not in describer.view:
            raise RulesBug(f"describe.toml uses {name!r}, which is neither a zone nor a name at this place")
        value = describer.view[name]
        same_place = self.path if describer.zones[name].per_seat == self.per_seat else ()
        for i in same_place:
            if not isinstance(value, list) or i >= len(value):
                break
            value = value[i]
        return FormattedValue(describer.formatter, value, describer.kind(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)
