"""Editions: a game whose rules have changed since it began goes on where a hash proves that it can."""

from __future__ import annotations

from flattop.match.match import Match
from flattop.match.record import BadRecord, state_hash


class OtherEdition(BadRecord):
    """A game was played by other rules than those of today, and these do not tell it alike."""

    def __init__(self, name: str, title: str, theirs: object, ours: int) -> None:
        self.words = (
            f"The rules of {title} have changed since this game began: "
            f"that was edition {theirs}, this is edition {ours}"
        )
        super().__init__(f"{name}: {self.words}")


def vouch(match: Match) -> None:
    """Write down the hash of the table as it stands, so that rules yet to come can be held against it."""
    if not match.over and match.record.vouched != match.actions:
        _write(match, {"state": state_hash(match.table), "after": match.actions})


def check(match: Match, name: str) -> None:
    """Whether a game may go on by the rules of today: where they are others, its last hash vouches for it."""
    if match.over or match.record.edition == match.game.edition:
        return
    if match.record.vouched != match.actions:
        raise OtherEdition(name, match.game.title, match.record.edition, match.game.edition)


def take_up(match: Match) -> None:
    """Write down that the rules of today hold from here on, where others did before."""
    if not match.over and match.record.edition != match.game.edition:
        _write(match, {"edition": match.game.edition})


def _write(match: Match, entry: dict[str, object]) -> None:
    match.record.add(entry)
    if match.noted:
        match.noted(entry)
