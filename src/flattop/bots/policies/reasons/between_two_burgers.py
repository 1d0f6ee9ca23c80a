"""Between Two Burgers: the points that a face brings one of the two burgers now."""

from __future__ import annotations

from itertools import permutations

from flattop.bots.policies.between_two_burgers import Valuation, both, own_value, sauce_points
from flattop.bots.policies.reasons import Move
from flattop.kernel import Event
from flattop.match import Observation

JUDGED = ("wish",)


def reason(obs: Observation, move: Move) -> Event | None:
    valuation, (verb, *nouns) = Valuation(obs), move[0]
    if verb == "wish":
        return ("wish", *nouns)
    if verb not in ("choose", "left", "show"):
        return None
    placings = shown(obs, valuation, move)
    gains = [(points_gained(valuation, face, burger), face, burger) for face, burger in placings]
    gain, face, burger = max(gains)
    if gain <= 0:
        return ("later", face, burger)
    now = {side: points(valuation, tuple(obs.view["burgers"][side]), side) for side in beside(valuation)}
    is_weaker = now[burger] == min(now.values()) and len(set(now.values())) > 1
    return ("weaker" if is_weaker else "gain", face, burger, gain)


def beside(valuation: Valuation) -> tuple[int, int]:
    return valuation.left, valuation.right


def shown(obs: Observation, valuation: Valuation, move: Move) -> list[tuple[int, int]]:
    """Return the faces that the move shows or aims at, with their burgers."""
    verb, noun = move[0]
    if verb == "show":
        to_left = noun >> 1 == obs.view["sent_left"][obs.seat]
        return [(noun, valuation.left if to_left else valuation.right)]
    if verb == "left":
        others = [card for card in valuation.cards if card != noun]
        pairs = [(noun, other) for other in others]
    else:
        chosen = [action[1] for action in move if action[0] == "choose"]
        picked = [*obs.view["picks"][obs.seat], *chosen[1:]]
        others = picked or [other for other in valuation.cards if other != noun]
        pairs = [pair for other in others for pair in permutations((noun, other))]
    left, right = max(
        pairs,
        key=lambda pair: both(
            valuation.best_face(pair[0], valuation.left), valuation.best_face(pair[1], valuation.right)
        ),
    )
    placings = [(left, valuation.left), (right, valuation.right)]
    return [
        (max((2 * card, 2 * card + 1), key=lambda face: valuation.face_worth(face, burger)), burger)
        for card, burger in placings
    ]


def points_gained(valuation: Valuation, face: int, burger: int) -> int:
    faces = tuple(valuation.view["burgers"][burger])
    return points(valuation, (*faces, face), burger) - points(valuation, faces, burger)


def points(valuation: Valuation, faces: tuple[int, ...], burger: int) -> int:
    """Return the points that a burger would score now."""
    settings = valuation.obs.settings
    own = own_value(valuation.pack, faces, settings["meat_sets"], settings["cheese_over_six"], 0)
    sauces = valuation.sauces(burger, own.sauces)
    return own.points + sauce_points(sauces, settings["sauce_second"], settings["sauce_ties"])[burger]
