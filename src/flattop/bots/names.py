"""Names of bots: foods and spices, so that players can tell bots apart from people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from flattop.bots import RANKS

BOT_NAMES = tuple(name for rank in RANKS.values() for name in rank.staff)
EARLIER_NAMES = ("House bot", "Random bot")  # in records of earlier versions


def free_names(names: Sequence[str], taken: Iterable[str]) -> Iterator[str]:
    """Yield names that are not taken: first as they are, then numbered, without end."""
    used = {*taken}
    yield from (name for name in names if name not in used)
    yield from (name for number in count(2) for first in names if (name := f"{first} {number}") not in used)


def is_bot_name(name: str) -> bool:
    """Return whether a name is a bot's and not that of a person whose seat a bot has taken over."""
    return re.sub(r" [0-9]+$", "", name) in (*BOT_NAMES, *EARLIER_NAMES)
