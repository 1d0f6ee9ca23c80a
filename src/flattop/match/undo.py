"""Undo and its terms: free until a draw, a reveal or another seat; beyond that by consent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from flattop.kernel import Illegal, Seat, Table, Zones, listed
from flattop.match import seed as seeds
from flattop.match.exposure import was_shown
from flattop.match.history import History
from flattop.match.record import Entry
from flattop.match.reshuffle import redeal_after_undo

if TYPE_CHECKING:
    from flattop.match.match import Match


class Terms(NamedTuple):
    """What an undo would cost a seat: nothing, or the consent of others."""

    kind: Literal["free", "consent"]
    consent: tuple[Seat, ...]  # whom it asks
    reason: str
    anew: bool = False  # whether what nobody knows is dealt anew

    def check(self, missing: Sequence[str]) -> None:
        """Refuse it while somebody has not consented."""
        if missing:
            words = f"Taking that back needs the consent of {listed(missing)}: {self.reason}."
            raise Illegal("consent", words)


FREE = Terms("free", (), "nothing was drawn or shown since")


def terms(t: Table, history: History, seat: Seat, i: int) -> Terms | None:
    """The terms on which the seat may take back its moment `i` and all that followed; None if it has none."""
    if i < 0:
        return None
    then = history.moments[i]
    if t.chance.draws != then.draws:
        return _after_luck(t.seats, seat, "luck was drawn since")
    if t.reveals != then.reveals:
        return _after_luck(t.seats, seat, "something hidden was shown since")
    moved = {moment.seat for moment in history.moments[i + 1 :] if not moment.sealed and moment.seat != seat}
    if not moved and seat in t.asks:
        return FREE
    return _after_others(t.seats, seat, frozenset(moved.union(t.asks)))


@cache
def _after_luck(seats: int, seat: Seat, reason: str) -> Terms:
    return Terms("consent", _others(seats, seat), reason, anew=True)


@cache
def _after_others(seats: int, seat: Seat, on: frozenset[Seat]) -> Terms:
    """With the consent of those who have moved since or are on; of all, if that is nobody else."""
    others = _others(seats, seat)
    return Terms("consent", tuple([other for other in others if other in on]) or others, "another seat is on")


def _others(seats: int, seat: Seat) -> tuple[Seat, ...]:
    return tuple([other for other in range(seats) if other != seat])


def bots_refuse(t: Table, zones: Zones, history: History, seat: Seat, i: int) -> Illegal | None:
    """What nobody knew is dealt anew, but what a rival has shown stays true: that is no undo, but a peep."""
    if i < 0 or not was_shown(zones, chain(history.since(i), [t]), seat):
        return None
    return Illegal("bots-refuse", "The bots do not consent: you have seen what cannot be dealt anew.")


def step_back(match: Match, history: History, seat: Seat, anew: bool) -> Entry:
    """Take back the seat's last action; each is an entry of its own in the record, and comes back."""
    last = history.last_of(seat)
    cost = terms(match.table, history, seat, last)
    drawn = cost is not None and cost.anew
    match.table = rewind(match.table, history, last, cost is not None and cost.kind == "free")
    match.luck_kept += drawn and not anew
    if not (drawn and anew):
        return {"undo": [seat]}
    redeal_after_undo(
        match.table, match.game.zones, seat, seeds.chance(seeds.anew(match.luck, match.actions))
    )
    return {"undo": [seat], "anew": True}


def rewind(now: Table, history: History, i: int, free: bool) -> Table:
    """The table before moment `i`, which is forgotten; on free terms what others sealed since is kept."""
    t, later = history.before(i), history.moments[i + 1 :] if free else []
    t.chance = now.chance
    history.cut(i)
    for moment in later:
        opening = history.opening(t, moment.seat, moment.action, moment.sealed, moment.forced)
        t.push(moment.seat, moment.action)
        history.add(opening, t.chance.draws)
    return t
