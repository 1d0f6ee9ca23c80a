"""What bots are called: foods and spices, so that each is told apart and nobody takes one for a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from flattop.bots import RANKS

STAFF = tuple(name for rank in RANKS.values() for name in rank.staff)
EARLIER = ("House bot", "Random bot")  # what they were called in tables of the past


def free_names(staff: Sequence[str], taken: Iterable[str]) -> Iterator[str]:
    """Names of the staff that nobody at the table has, without end."""
    used = {*taken}
    yield from (name for name in staff if name not in used)
    yield from (name for number in count(2) for first in staff if (name := f"{first} {number}") not in used)


def is_bots(name: str) -> bool:
    """Whether it is a bot's own name, and not that of a person for whom a bot plays."""
    return re.sub(r" [0-9]+$", "", name) in (*STAFF, *EARLIER)
