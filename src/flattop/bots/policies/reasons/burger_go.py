"""Burger Go!: what the face does in the own row, compared with the rows of the others."""

from __future__ import annotations

from flattop.bots.policies.burger_go import Valuation
from flattop.bots.policies.reasons import Move, noun_of
from flattop.games.burger_up.burger_go import scoring
from flattop.kernel import Event
from flattop.match import Observation

JUDGED = ()


def reason(obs: Observation, move: Move) -> Event | None:
    face = noun_of(move, "show")
    if move[0][0] == "choose" and (face is None or face >> 1 != move[0][1]):
        valuation, card = Valuation(obs), move[0][1]
        face = max((2 * card, 2 * card + 1), key=valuation.of_face)
    if face is None:
        return None
    rows = [[obs.pack.type_of[other] for other in row] for row in obs.view["rows"]]
    kind, own = obs.pack.type_of[face], rows[obs.seat]
    if kind == scoring.MEAT:
        return ("meat_on_sauce" if scoring.open_sauces(own) else "meat_alone", face)
    if kind == scoring.SAUCE:
        return ("sauce", face, 7 - obs.view["card"])
    if kind == scoring.CHEESE:
        return ("cheese", face, own.count(kind) + 1)
    if kind == scoring.SALAD:
        numbers = [row.count(kind) for row in rows]
    else:
        numbers = [len(kept) + row.count(kind) for kept, row in zip(obs.view["kept"], rows, strict=True)]
    most = max(number for seat, number in enumerate(numbers) if seat != obs.seat)
    return (kind, face, numbers[obs.seat] + 1, most)
