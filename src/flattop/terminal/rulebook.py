"""The rules at hand, by id or by word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flattop.kernel import Rule

SHORT = 3  # letters


def matching(rules: Sequence[Rule], words: str) -> list[Rule]:
    """The rules that speak of all the words; a rule of that very id comes first and alone."""
    wanted = words.casefold().split()
    named = [rule for rule in rules if [rule.id.casefold()] == wanted]
    return named or [rule for rule in rules if all(_speaks_of(rule, word) for word in wanted)]


def _speaks_of(rule: Rule, word: str) -> bool:
    """Whether a word of the rule begins so; a very short one must be there as it is."""
    own = re.findall(r"\w[\w'’]*", f"{rule.id} {rule.section} {rule.text}".casefold())
    return (
        word in own if len(word) < SHORT else any(one.startswith(word) for one in [*own, rule.id.casefold()])
    )
