"""The rules at hand of a variant: its own, and those of its base game that still hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from flattop.kernel.text.schema import Rule


def of_variant(own: Sequence[Rule], base: Sequence[Rule]) -> tuple[Rule, ...]:
    """No two rules contradict each other: what is replaced is left out, and examples stay with their game."""
    replaced = replacements(own)
    kept = [rule for rule in base if rule.id not in replaced and "-E" not in rule.id]
    return (*map(_marked, own), *kept)


def replacements(own: Sequence[Rule]) -> Mapping[str, str]:
    """For each rule of the base game that does not hold here the one that stands in its place."""
    return {old: rule.id for rule in own for old in rule.replaces}


def _marked(rule: Rule) -> Rule:
    """Whoever knows the base game, or looks up a rule of it, is told what holds instead."""
    if not rule.replaces:
        return rule
    return replace(rule, text=f"{rule.text} In place of {', '.join(rule.replaces)}.")
