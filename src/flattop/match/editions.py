"""Editions of rules: a game begun under an earlier edition may continue if a state hash confirms it."""

from __future__ import annotations

from flattop.match.match import Match
from flattop.match.record import BadRecord, Entry, ParsedRecord


class OtherEdition(BadRecord):
    """A game was played by an earlier edition of the rules, and the current one replays it differently."""

    def __init__(self, name: str, title: str, theirs: object, ours: int) -> None:
        self.words = (
            f"The rules of {title} have changed since this game began: "
            f"that was edition {theirs}, this is edition {ours}"
        )
        super().__init__(f"{name}: {self.words}")


def add_state_hash(match: Match) -> None:
    """Record the state hash of the table, so that a later edition of the rules can be checked against it."""
    if not match.over and match.record.hashed_at != match.actions:
        _add_entry(match, match.state_entry())


def check_edition(match: Match, name: str) -> None:
    """Raise OtherEdition if a game may not continue by the current rules.

    It may if they have its edition, or if its record has a state hash after the last action, which the
    replay has confirmed.
    """
    if match.over or match.record.edition == match.game.edition:
        return
    if match.record.hashed_at != match.actions:
        raise OtherEdition(name, match.game.title, match.record.edition, match.game.edition)


def reproduces(match: Match, record: ParsedRecord, chain: str) -> bool:
    """Return whether a replay has the digest of its log. Raises OtherEdition if the rules have changed."""
    if match.record.chain == chain:
        return True
    if record.edition != match.game.edition:
        raise OtherEdition(record.name, match.game.title, record.edition, match.game.edition)
    return False


def adopt_edition(match: Match) -> None:
    """Record that the current edition applies from here on, if another one did before."""
    if not match.over and match.record.edition != match.game.edition:
        _add_entry(match, {"edition": match.game.edition})


def _add_entry(match: Match, entry: Entry) -> None:
    match.record.add(entry)
    if match.on_entry:
        match.on_entry(entry)
