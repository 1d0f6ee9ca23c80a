"""Cards explain themselves: what the marks on them mean, and the rules that they rest on.

[sign.order]        what the marks on such a card mean: "★" = "Perfect"
[cite.special]      rules = ["BB-55"], each = { 0 = ["BB-56"] }
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flattop.kernel.toml import Entry

if TYPE_CHECKING:
    from flattop.kernel.text.describe import Describer


class Cite(Entry, frozen=True):
    """The rules that tell what a kind of card does."""

    rules: tuple[str, ...] = ()
    by: tuple[str, ...] = ()  # fields that decide which further ones count; without any the noun does
    each: dict[str, tuple[str, ...]] = {}


def about(describer: Describer) -> dict[str, dict[str, Any]]:
    """Of every kind of card its marks and rules, and of each card its name and the rules of its own."""
    told = describer.told
    return {kind: _kind(describer, kind) for kind in told.card if kind in told.cite or kind in told.sign}


def _kind(describer: Describer, kind: str) -> dict[str, Any]:
    nouns, cite = describer.nouns(kind), describer.told.cite.get(kind, Cite())
    own = {str(noun): list(_own(describer, kind, cite, noun)) for noun in nouns}
    return {
        "signs": list(describer.told.sign.get(kind, {}).items()),
        "rules": list(cite.rules),
        "names": {str(noun): describer.speech.noun(noun, kind) for noun in nouns},
        "own": {noun: rules for noun, rules in own.items() if rules},
    }


def _own(describer: Describer, kind: str, cite: Cite, noun: Any) -> tuple[str, ...]:
    """The rules that hold for this card, and not for all of its kind."""
    if not cite.each:
        return ()
    fields = {name: describer.speech.field(kind, noun, name) for name in cite.by}
    keys = [name if raw is True else str(raw) for name, raw in fields.items()] or [str(noun)]
    return tuple(rule for key in keys for rule in cite.each.get(key, ()))
