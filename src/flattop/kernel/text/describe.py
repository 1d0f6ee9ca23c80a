"""Descriptions: what lies on a table and what an option does, in full sentences, from what one seat sees.

A game's `describe.toml` refines what its zones, cards and words already say; whatever it leaves out is told
by the zone's title and by the names of the fields, so that nothing that can be seen stays untold.

    family = ["../cards.describe.toml"]     files that it shares with its family
    [kind.phase]                            further kinds of nouns, or other names for those of `text.toml`;
                                            "-1" = "" where that number is nothing at all
    [card.order]                            of = ["top_buns"], line = "{name} asks for {text}."
    [zone.burgers]                          by = ["burger"], line = "{seat}'s {burger}, bottom first: {it}."
    [verb]                                  place = "It costs {price} and earns {amount}."
    [sign.order]                            what the marks on such a card mean: "★" = "Perfect"
    [cite.special]                          rules = ["BB-55"], each = { 0 = ["BB-56"] }

`flattop.kernel.text.speech` words what stands in braces.  In a zone's line that is `it`, `title`, `seat`, the
levels of `by`, the fields of a row, any other zone at the same place, and `pack`, the deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from flattop.kernel.errors import RulesBug
from flattop.kernel.frame import Action, Seat
from flattop.kernel.text.citations import Cite
from flattop.kernel.text.game_text import Text
from flattop.kernel.text.schema import Kind, Verb
from flattop.kernel.text.speech import CardWords, Speech, Spoken, sentence
from flattop.kernel.toml import Entry, convert, read
from flattop.kernel.zone import HIDDEN, View, Zones

DEFAULT = "{title}: {it}."
ADDED = re.compile(r" \(.*\)| ★")  # to a name, in brackets or as a sign


class ZoneWords(Entry, frozen=True):
    """How one zone is told."""

    line: str = DEFAULT
    none: str | None = None  # instead, where there is nothing
    by: tuple[str, ...] = ()  # what each level of its lists is: a kind, `name:kind`, or `name:kind@zone`
    kind: str = ""  # of its things, if it is not the one of `text.toml`
    fields: tuple[str, ...] = ()  # `name:kind` of each place of a row, or of the keys that need a kind
    pick: dict[str, str] = {}  # kinds of a field `name:@other`, by what the other field says
    heads: str = ""  # a zone whose words head the places of a row, after the first
    told_with: str = ""  # the zone whose line tells this one too
    shows: tuple[str, ...] = ()  # `kind:noun` of cards that always lie there
    aside: bool = False  # told to whoever asks for it, not with the whole table


class Descriptions(Entry, frozen=True):
    """A game's `describe.toml`."""

    family: tuple[str, ...] = ()
    kind: dict[str, Kind] = {}
    card: dict[str, CardWords] = {}
    zone: dict[str, ZoneWords] = {}
    verb: dict[str, str] = {}
    sign: dict[str, dict[str, str]] = {}
    cite: dict[str, Cite] = {}


def descriptions(path: Path) -> Descriptions:
    """The file with those of its family under it; a game without one is told by its titles."""
    if not path.exists():
        return Descriptions()
    raw = read(path)
    for name in raw.get("family", ()):
        shared = read(path.parent / name)
        raw |= {table: entries | raw.get(table, {}) for table, entries in shared.items()}
    return convert(Descriptions, raw, path.name)


class Sentence(NamedTuple):
    """One sentence of the table: of which zone, and of whose place if it is somebody's."""

    zone: str
    owner: Seat | None
    words: str


@dataclass
class Describer:
    """Tells a view of one game: never the table, so nothing that the view does not hold."""

    text: Text
    told: Descriptions
    zones: Zones
    pack: Any
    people: Sequence[str]
    view: View
    seat: Seat | None = None  # whose view it is
    speech: Speech = field(init=False)

    def __post_init__(self) -> None:
        kinds = {**self.text.kinds, **self.told.kind}
        self.speech = Speech(self.text, kinds, self.told.card, self.pack, self.people)

    # -- zones

    def table(self) -> list[Sentence]:
        """Everything that can be seen, zone by zone, each thing once."""
        names = [name for name in self.view if not (self._words(name).told_with or self._words(name).aside)]
        return [told for name in names for told in self.zone(name) if told.words]

    def zone(self, name: str) -> list[Sentence]:
        """What one zone says; what is told with another zone is told there."""
        words = self._words(name)
        if words.told_with:
            return self.zone(words.told_with)
        levels = (*(("seat",) if self.zones[name].per_seat else ()), *words.by)
        place = Place(self, name, words)
        return [
            Sentence(name, inner.path[0] if self.zones[name].per_seat else None, inner.words())
            for inner in place.inside(self.view[name], levels)
        ]

    def title(self, name: str) -> str:
        entry = self.text.zones.get(name)
        return entry.title if entry else name.replace("_", " ").capitalize()

    def kind(self, name: str) -> str:
        entry = self.text.zones.get(name)
        return self._words(name).kind or (entry.kind if entry else "")

    def _words(self, name: str) -> ZoneWords:
        return self.told.zone.get(name, ZoneWords())

    # -- cards and options

    def card(self, kind: str, noun: Any) -> str:
        """A card with every field that is printed on it."""
        return self.speech.card(kind, noun)

    def named_card(self, kind: str, noun: Any) -> str:
        """The same, beginning with its name; empty where nothing is printed on it."""
        name, told = self.speech.noun(noun, kind), self.card(kind, noun)
        return told if not told or told.startswith(ADDED.sub("", name)) else f"{name}: {told}"

    def named_cards(self, cards: Iterable[tuple[str, Any]]) -> list[str]:
        """Each of them in full, copies of one card once."""
        return list(dict.fromkeys(filter(None, (self.named_card(*card) for card in cards))))

    def deck(self) -> dict[str, dict[str, str]]:
        """Every card that there is in words, by kind and noun; what is only a part of a card is left out."""
        kinds = {kind: self.nouns(kind) for kind in self.told.card}
        return {
            kind: {str(noun): self.card(kind, noun) for noun in nouns}
            for kind, nouns in kinds.items()
            if nouns
        }

    def nouns(self, kind: str) -> list[Any]:
        """All cards of a kind, by the nouns that name them."""
        words = self.told.card[kind]
        entries = getattr(self.pack, words.of[0]) if words.of else ()
        if words.match:
            return list(dict.fromkeys(getattr(entry, words.match) for entry in entries))
        return list(range(len(entries)))

    def option(self, action: Action) -> str:
        """What an action does, what it costs and what it brings; empty where its label says it all."""
        verb, template = self.text.verbs.get(action[0], Verb("")), self.told.verb.get(action[0], "")
        bound = dict(self._nouns(verb, action))
        own = () if self.seat is None else (self.seat,)  # zones that are somebody's are one's own here
        return sentence(template.format_map(Words(self, bound, own, per_seat=True)))

    def cards_of(self, action: Action) -> list[tuple[str, Any]]:
        """The cards that an action names."""
        verb = self.text.verbs.get(action[0], Verb(""))
        nouns = (noun for _, noun in self._nouns(verb, action))
        return [(noun.kind, noun.raw) for noun in nouns if self.speech.has_card(noun.kind, noun.raw)]

    def _nouns(self, verb: Verb, action: Action) -> Iterator[tuple[str, Spoken]]:
        for written, raw in zip(verb.nouns, action[1:], strict=False):
            name, _, kind = written.partition(":")
            yield name, Spoken(self.speech, raw, kind or name)

    def cards_in_sight(self, zone: str | None = None) -> list[tuple[str, Any]]:
        """Every card that is named where the table, or one zone, is told."""
        self.speech.mentions.clear()
        for name in self.view if zone is None else (zone,):
            self.zone(name)
            shown = (card.partition(":") for card in self._words(name).shows)
            self.speech.mentions.update({(kind, noun): None for kind, _, noun in shown})
        return list(self.speech.mentions)


@dataclass
class Place:
    """One place in a zone: the way to it, and what lies there."""

    describer: Describer
    zone: str
    told: ZoneWords
    path: tuple[int, ...] = ()
    value: Any = None
    bound: dict[str, Spoken] = field(default_factory=dict)

    def inside(self, value: Any, levels: Sequence[str]) -> Iterator[Place]:
        """This place, or those that lie deeper, level by level."""
        if not levels:
            yield Place(self.describer, self.zone, self.told, self.path, value, self.bound)
            return
        for i, inner in enumerate(value):
            name, spoken = self._counted(levels[0], i)
            deeper = Place(
                self.describer, self.zone, self.told, (*self.path, i), inner, {**self.bound, name: spoken}
            )
            yield from deeper.inside(inner, levels[1:])

    def _counted(self, level: str, i: int) -> tuple[str, Spoken]:
        """What the i-th place of a level is called: by its kind, or by what another zone has there."""
        name, _, kind = level.partition(":")
        kind, _, zone = kind.partition("@")
        places = self.describer.view[zone] if zone else range(i + 1)
        raw = places[i] if i < len(places) else HIDDEN
        return name, Spoken(self.describer.speech, raw, kind or name)

    def words(self) -> str:
        nothing = self.describer.speech.is_nothing(self.value, self.describer.kind(self.zone))
        template = self.told.none if nothing and self.told.none is not None else self.told.line
        words = Words(self.describer, self._bound(), self.path, self.describer.zones[self.zone].per_seat)
        return sentence(template.format_map(words))

    def _bound(self) -> dict[str, Spoken]:
        speech, kind = self.describer.speech, self.describer.kind(self.zone)
        title = self.describer.title(self.zone)
        if "seat" in self.bound and self.told.line == DEFAULT:
            title = f"{title}, {self.bound['seat']}"
        bound = {**self.bound, "it": Spoken(speech, self._headed(), kind), "title": Spoken(speech, title)}
        return bound | dict(self._fields())

    def _headed(self) -> Any:
        """The places of a row, each with its heading."""
        if not self.told.heads or not self.value:
            return self.value
        heads = self.describer.view[self.told.heads]
        heads = heads[self.path[-1]] if self.path else heads
        first, *rest = self.value
        headed = [f"{head}: {one}" for head, one in zip(heads, rest, strict=True)]
        return "; ".join([f"{first} as a whole", *headed])

    def _fields(self) -> Iterator[tuple[str, Spoken]]:
        kinds = dict(_named(written) for written in self.told.fields)
        row: Mapping[str, Any] = {}
        if isinstance(self.value, dict):
            row = {**dict.fromkeys(kinds), **self.value}
        elif self.told.fields and self.value is not None:
            values = self.value if isinstance(self.value, list) else []
            row = dict.fromkeys(kinds) | dict(zip(kinds, values, strict=False))
        for name, raw in row.items():
            kind = kinds.get(name, "")
            if kind.startswith("@"):
                kind = self.told.pick.get(str(row[kind[1:]]), "")
            yield name, Spoken(self.describer.speech, raw, kind)


def _named(written: str) -> tuple[str, str]:
    name, _, kind = written.partition(":")
    return name, kind


class Words(Mapping[str, Spoken]):
    """What stands for a name in braces: what is bound here, the deck, or another zone at the same place."""

    def __init__(
        self, describer: Describer, bound: Mapping[str, Spoken], path: tuple[int, ...], per_seat: bool
    ) -> None:
        self.describer, self.bound, self.path, self.per_seat = describer, bound, path, per_seat

    def __getitem__(self, name: str) -> Spoken:
        if name in self.bound:
            return self.bound[name]
        if name == "pack":
            return Spoken(self.describer.speech, self.describer.pack)
        if name not in self.describer.view:
            raise RulesBug(f"describe.toml speaks of {name!r}, which is no zone and nothing at this place")
        return Spoken(self.describer.speech, self._beside(name), self.describer.kind(name))

    def _beside(self, name: str) -> Any:
        """The same place in another zone; where that zone is not somebody's, the whole of it."""
        value, zone = self.describer.view[name], self.describer.zones[name]
        for i in self.path if zone.per_seat == self.per_seat else ():
            if not isinstance(value, list) or i >= len(value):
                break
            value = value[i]
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self.bound)

    def __len__(self) -> int:
        return len(self.bound)
