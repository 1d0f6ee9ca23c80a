"""Rule texts: a game's `rules.toml`, and the rules that a variant shares with its base game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from flattop.kernel.deck import Deck, Key
from flattop.kernel.toml import Entry, convert, read


class Rule(Entry, frozen=True):
    """One rule: its id, its section in the rule book, and its text in our words."""

    id: Key
    section: str
    text: str
    replaces: tuple[Key, ...] = ()  # ids of rules of the base game that this rule replaces


class RulesFile(Deck, frozen=True):
    """Contents of `rules.toml`."""

    rule: tuple[Rule, ...]


def rules(path: Path) -> tuple[Rule, ...]:
    """Read the rules of a game, in the order of the file."""
    return convert(RulesFile, read(path), path.name).rule


def rules_of_variant(own: Sequence[Rule], base: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules of a variant, followed by the rules of its base game that still apply.

    Replaced rules and examples of the base game are left out.  A rule that replaces others names them in
    its text, for players who know the base game.
    """
    replaced = replacements(own)
    kept = [rule for rule in base if rule.id not in replaced and "-E" not in rule.id]
    marked = [
        replace(rule, text=f"{rule.text} In place of {', '.join(rule.replaces)}.") if rule.replaces else rule
        for rule in own
    ]
    return (*marked, *kept)


def replacements(own: Sequence[Rule]) -> Mapping[str, str]:
    """Map the id of each replaced rule of the base game to the id of the rule that replaces it."""
    return {old: rule.id for rule in own for old in rule.replaces}
