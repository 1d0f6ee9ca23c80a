"""Undo and its terms: free until a draw, a reveal or another seat; beyond that by consent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flattop.kernel import Action, Seat, Secret, Table


@dataclass(frozen=True, slots=True)
class Moment:
    """One action as it was played, and the table before it."""

    seat: Seat
    action: Action
    before: Table
    draws: int
    sealed: bool  # an answer in secret: nobody else has noticed it


@dataclass(frozen=True, slots=True)
class Terms:
    """What an undo would cost a seat: nothing, or the consent of others."""

    kind: Literal["free", "consent"]
    consent: tuple[Seat, ...]  # whom it asks
    reason: str


def moment(t: Table, seat: Seat, action: Action) -> Moment:
    """Called just before the action is played."""
    return Moment(seat, action, t.clone(), t.chance.draws, isinstance(t.stack[-1], Secret))


def last_of(history: list[Moment], seat: Seat) -> int:
    """Where in the history the seat acted last; -1 if it never did."""
    return next((i for i in range(len(history) - 1, -1, -1) if history[i].seat == seat), -1)


def terms(t: Table, history: list[Moment], seat: Seat) -> Terms | None:
    """The terms on which the seat may take back its last action; None if it has none."""
    i = last_of(history, seat)
    if i < 0:
        return None
    crossed = _crossed(t, history[i])
    open_since = [m.seat for m in history[i + 1 :] if not m.sealed]
    if not crossed and not open_since and seat in t.asks:
        return Terms("free", (), "nothing was drawn or shown since")
    others = tuple(s for s in range(t.seats) if s != seat)
    if crossed:
        return Terms("consent", others, crossed)
    moved = {*open_since, *t.asks} - {seat}
    return Terms("consent", tuple(s for s in others if s in moved) or others, "another seat is on")


def _crossed(t: Table, then: Moment) -> str:
    if t.chance.draws != then.draws:
        return "luck was drawn since"
    return "something hidden was shown since" if t.reveals != then.before.reveals else ""


def rewound(history: list[Moment], i: int, free: bool) -> tuple[Table, list[Moment]]:
    """The table before moment `i`; on free terms what others sealed since is kept."""
    t, kept = history[i].before.clone(), history[:i]
    for later in history[i + 1 :] if free else ():
        kept.append(Moment(later.seat, later.action, t.clone(), t.chance.draws, later.sealed))
        t.push(later.seat, later.action)
    return t, kept
