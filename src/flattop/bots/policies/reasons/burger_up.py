"""Burger Up, and the games with the same shop: what orders lack, and what a card pays."""

from __future__ import annotations

from collections.abc import Iterable

from flattop.bots.policies import burger_up, party_up, solo_up
from flattop.bots.policies.burger_up import Valuation, is_met_by_rivals
from flattop.bots.policies.reasons import Move
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER
from flattop.kernel import Event
from flattop.match import Observation

WEIGHTS = {
    "burger-up": burger_up.HouseBot.weights,
    "party-up": party_up.HouseBot.weights,
    "solo-up": solo_up.HouseBot.weights,
}
Stack = tuple[int, ...]
JUDGED = (
    "least_useful",
    "nothing_to_buy",
    "still_grows",
    "hand_is_useful",
    "cash",
    "upgrade",
    "advance",
    "hold",
)


def reason(obs: Observation, move: Move) -> Event | None:
    weights = WEIGHTS[obs.game.key]
    valuation = Valuation(obs.pack, obs.view, obs.seat, weights)
    verb, *nouns = move[0]
    if verb == "place":
        return placing(valuation, *nouns)
    if verb in ("scrape", "shift"):
        if valuation.dead_burgers:
            return ("dead_end",)
        is_gain = valuation.gain(valuation.spatula_result(move[0])) > 0
        return ("better_sorted",) if is_gain else ("frees",)
    if verb == "serve":
        return serving(obs, valuation, *nouns)
    if verb == "buy":
        return buying(valuation, nouns[0])
    if verb == "toss":
        return ("least_useful" if valuation.fits_somewhere(nouns[0]) else "fits_nowhere", nouns[0])
    if verb == "done":
        return stopping(obs, valuation)
    return (verb,) if verb in ("cash", "upgrade", "advance", "hold") else None


def placing(valuation: Valuation, face: int, to: int) -> Event:
    stack = valuation.burgers[to]
    order = order_that_needs(valuation.pack, [order for order, _ in valuation.orders], stack, face)
    if order is not None:
        return ("needed", face, to, order)
    going_on = valuation.fitting_in_hand(valuation.pack.faces[face].next) - bool(
        valuation.pack.fitting[valuation.pack.faces[face].next][face >> 1]
    )
    return ("taller", face, to, going_on)


def order_that_needs(pack: Pack, orders: Iterable[int], stack: Stack, face: int) -> int | None:
    """Return the order nearest to completion that the face brings nearer, if any."""
    best: tuple[int, int] | None = None
    for order in orders:
        _, *needs = pack.needs[order]
        before = sum([need.missing(stack) for need in needs])
        after = sum([need.missing((*stack, face)) for need in needs])
        if after < before < NEVER:
            best = min(best or (after, order), (after, order))
    return best[1] if best else None


def serving(obs: Observation, valuation: Valuation, served: int, order: int) -> Event:
    income = round(valuation.income(served, order))
    if obs.seats > 1 and is_met_by_rivals(obs.pack, obs.view, obs.seat, order):
        return ("contested", order, income)
    return ("pays_now", order, income)


def buying(valuation: Valuation, card: int) -> Event | None:
    orders = [order for order, _ in valuation.orders]
    for to, stack in enumerate(valuation.burgers):
        for face in burger.fitting_faces(valuation.pack, card, stack):
            order = order_that_needs(valuation.pack, orders, stack, face)
            if order is not None:
                return ("needed", face, to, order)
    if valuation.fits_somewhere(card):
        return ("fits", card)
    for stack in valuation.burgers:
        for held in valuation.hand:
            for face in burger.fitting_faces(valuation.pack, held, stack):
                if valuation.pack.fitting[valuation.pack.faces[face].next][card]:
                    return ("follows", card, face)
    return None


def stopping(obs: Observation, valuation: Valuation) -> Event | None:
    verbs = {action[0] for action in obs.options}
    if "buy" in verbs and "place" not in verbs:
        return ("nothing_to_buy",)
    if "serve" in verbs and "place" not in verbs:
        return ("still_grows",)
    if "toss" in verbs:
        return ("hand_is_useful",)
    building = [action for action in obs.options if action[0] in ("place", "scrape", "shift")]
    gain, _ = valuation.best_building(building)
    return ("nothing_gains",) if gain <= 0 else None
