"""Undo: its terms, the redeal of hidden cards after it, and the consent or refusal of bots.

An undo is free until something was drawn or revealed, or until another seat has moved or is to move.
Later it needs the consent of other seats.  A free undo keeps the secret answers that others have given
since, so it also needs the earlier table to ask the same question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from flattop.kernel import (
    Illegal,
    Seat,
    Secret,
    Table,
    Zones,
    hidden_piles,
    listed,
    piles_hidden_from_all,
    redeal_unknown,
)
from flattop.match import seed as seeds
from flattop.match.record import Entry
from flattop.match.undo_history import Moment, UndoHistory

if TYPE_CHECKING:
    from flattop.match.match import Match


class Terms(NamedTuple):
    """The terms of an undo: free, or by consent of other seats."""

    kind: Literal["free", "consent"]
    consent: tuple[Seat, ...]  # the seats that must consent
    reason: str
    redeals: bool = False  # True if cards that no seat knows are dealt again

    def check(self, missing: Sequence[str]) -> None:
        """Raise Illegal if the consent of these people is missing."""
        if missing:
            sentence = f"Taking that back needs the consent of {listed(missing)}: {self.reason}."
            raise Illegal("consent", sentence)


FREE = Terms("free", (), "nothing was drawn or shown since")


def terms(t: Table, history: UndoHistory, seat: Seat, i: int) -> Terms | None:
    """Return the terms on which a seat may undo its moment `i` and all later ones; None if `i` is -1."""
    if i < 0:
        return None
    then = history.moments[i]
    others = tuple([other for other in range(t.seats) if other != seat])
    if t.chance.draws != then.draws:
        return Terms("consent", others, "luck was drawn since", redeals=True)
    if t.reveals != then.reveals:
        return Terms("consent", others, "something hidden was shown since", redeals=True)
    later = [moment for moment in history.moments[i + 1 :] if moment.seat != seat]
    moved = {moment.seat for moment in later if not moment.sealed}
    if not moved and seat in t.asks:
        if keeps_answers(history, seat, i):
            return FREE
        moved = {moment.seat for moment in later}  # their secret answers will be dropped
    active = moved.union(t.asks)
    consent = tuple([other for other in others if other in active]) or others
    return Terms("consent", consent, "another seat is on")


def keeps_answers(history: UndoHistory, seat: Seat, i: int) -> bool:
    """True if later answers of other seats stay legal while the seat undoes its moments back to `i`."""
    for n in range(i, len(history)):
        answers = [moment for moment in history.moments[n + 1 :] if moment.seat != seat]
        if answers and history.moments[n].seat == seat and not _would_be_legal(history, n, answers):
            return False
    return True


def _would_be_legal(history: UndoHistory, n: int, answers: Sequence[Moment]) -> bool:
    """True if moment `n` is an answer to the question of these answers, which are legal before it."""
    if not history.moments[n].sealed:
        return False
    t = history.before(n)
    try:
        for moment in answers:
            t.play(moment.seat, moment.action)
    except Illegal:
        return False
    return True


def step_back(match: Match, history: UndoHistory, seat: Seat, redeal: bool, unmark: bool) -> Entry:
    """Undo the seat's last action and return the entry for the record.

    After a redeal the other seats are asked a secret question again.  With `unmark` the table no longer
    shows that they had answered it.
    """
    last = history.last_of(seat)
    cost = terms(match.table, history, seat, last)
    redeals = cost is not None and cost.redeals
    match.table = rewind(match.table, history, last, cost is not None and cost.kind == "free")
    match.undone[seat] += 1
    match.undos_without_redeal += redeals and not redeal
    if not (redeals and redeal):
        return {"undo": [seat]}
    match.count_redeal(seat)
    t = match.table
    chance = seeds.chance(seeds.after_undo(match.chance_seed, match.actions))
    chance.draws = t.chance.draws + 1  # counts as a draw, even if nothing is hidden
    t.chance = chance
    unmarked = False
    for frame in t.stack:
        if isinstance(frame, Secret):
            frame.forget(seat)  # the others are asked again
            unmarked |= unmark and frame.unmark()
    redeal_unknown(t, match.game.zones, chance)
    t.ask_afresh()
    return {"undo": [seat], "anew": True} | ({"unmarked": True} if unmarked else {})


def rewind(now: Table, history: UndoHistory, i: int, free: bool) -> Table:
    """Return the table before moment `i`, which is dropped; on free terms later secret answers are kept.

    The history changes last, so an error leaves it as it was.
    """
    t, kept = history.before(i), history.moments[i + 1 :] if free else []
    t.chance = now.chance
    pending = []
    for n, (seat, action, _, _, sealed, forced) in enumerate(kept, i):
        pending.append(history.before_action(t, seat, action, sealed, forced, n))
        t.play(seat, action)
    history.cut(i)
    for moment in pending:
        history.add(moment, t.chance.draws)
    return t


# -- consent of bots


def bots_refuse(t: Table, zones: Zones, history: UndoHistory, seat: Seat, i: int) -> Illegal | None:
    """Return a refusal if the seat has since seen cards that stay the same after the redeal.

    Cards that no seat knew are dealt again, but what a rival has shown stays true.
    """
    if i < 0 or not was_shown(zones, chain(history.since(i), [t]), seat):
        return None
    return Illegal("bots-refuse", "The bots do not consent: you have seen what cannot be dealt anew.")


MOST_REDEALS = 3  # undone draws of a seat in one game that bots consent to
TOO_MANY = Illegal(
    "bots-refuse", f"The bots do not consent: you have taken back {MOST_REDEALS} draws already."
)

Card = tuple[str, int]  # the pool of a card and its number


class HiddenCards(NamedTuple):
    """Cards hidden from a seat: those that another seat knows, and those that no seat knows."""

    known: Counter[Card]
    unknown: Counter[Card]


def was_shown(zones: Zones, tables: Iterable[Table], seat: Seat) -> bool:
    """True if between two of the tables the seat saw a card that another seat knew, or that was certain.

    A card is certain if it is the only one that an unseen pile could have held.
    """
    for then, since in pairwise(_hidden_cards(t, zones, seat) for t in tables):
        to_unknown, to_known = since.unknown - then.unknown, since.known - then.known
        if then.known - since.known - to_unknown:
            return True
        for card in then.unknown - since.unknown - to_known:
            if all(other == card or other[0] != card[0] for other in then.unknown):
                return True
    return False


def _hidden_cards(t: Table, zones: Zones, seat: Seat) -> HiddenCards:
    unseen = {(pile.name, pile.owner): {*pile.places} for pile in piles_hidden_from_all(t, zones)}
    cards = HiddenCards(Counter(), Counter())
    for name, zone, owner, pile, places in hidden_piles(t, zones, seat):
        if zone.recompute:
            continue
        unknown = unseen.get((name, owner), ())
        for i in places:
            # hidden dice are counted, whatever they show
            card = (f"{name} {owner}", 0) if zone.reroll else (zone.pool or name, pile[i])
            (cards.unknown if i in unknown else cards.known)[card] += 1
    return cards
