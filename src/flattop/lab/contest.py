"""Bots compared at tables of one kind: what a duel and a tournament have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from flattop.lab.simulate import Plan, Rank


class Contest:
    """At what table it is; which bots there are, a duel or a tournament says by itself."""

    __slots__ = ()

    game: str
    seats: int
    seed: int
    given: Mapping[str, Any]
    deck: Path | None

    @property
    def is_shared(self) -> bool:
        """Whether all seats have one aim, so that each bot plays as a team of its own."""
        return not self.plan(("house",) * self.seats).has_rivals

    def plan(self, seated: tuple[Rank, ...]) -> Plan:
        return Plan(self.game, seated, self.seed, self.given, self.deck)

    def check_bots(self, bots: Iterable[Rank]) -> None:
        """Each of them can sit at the table."""
        for rank in bots:
            self.plan((rank,) * self.seats).check()
