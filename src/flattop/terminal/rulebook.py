"""The rules at hand, by id or by word."""

from __future__ import annotations

from collections.abc import Sequence

from flattop.kernel import Rule


def matching(rules: Sequence[Rule], words: str) -> list[Rule]:
    """The rules that hold all the words; a rule of that very id comes first and alone."""
    wanted = words.casefold().split()
    named = [rule for rule in rules if [rule.id.casefold()] == wanted]
    return named or [rule for rule in rules if all(word in _whole(rule) for word in wanted)]


def _whole(rule: Rule) -> str:
    return f"{rule.id} {rule.section} {rule.text}".casefold()
