"""Hanaburger: what hints have told, and what the burgers ask for."""

from __future__ import annotations

from flattop.bots.policies.hanaburger.policy import LIKELY, Knowledge
from flattop.bots.policies.reasons import Move, noun_of
from flattop.bots.policies.reasons.burger_up import order_that_needs
from flattop.kernel import VACANT, Action, Event
from flattop.match import Observation

JUDGED = (
    "both_ask",
    "token",
)


def reason(obs: Observation, move: Move) -> Event | None:
    knowledge, (verb, noun) = Knowledge(obs), move[0]
    if verb == "place":
        pointed = any(hint[-1] == noun for hint in obs.view["pointed_at"][obs.seat])
        chance = knowledge.chance(noun)
        name = "pointed" if pointed else "likely" if chance >= LIKELY else "risky"
        return (name, noun, round(100 * chance))
    if verb == "discard":
        uses = [knowledge.use(slot) for slot in knowledge.slots]
        return ("least" if uses[noun] == min(uses) else "token", noun)
    if verb == "hint":
        clue = noun_of(move, "tell")
        return hint(knowledge, noun, ("tell", clue) if clue else knowledge.best_hint(noun)[1])
    if verb == "tell":
        return hint(knowledge, obs.view["hinting"], move[0])
    place = noun if verb == "onto" else obs.view["chosen"]
    target = knowledge.plan.burgers.get(place)
    if target is None:
        return None
    name = {kind.id: kind.name for kind in obs.pack.types}.get(target.wanted, "anything")
    if verb == "end":
        return ("asks", place, name)
    shown = noun if verb == "show" else best_face(knowledge, place)
    other = knowledge.plan.burgers.get(1 - place)
    if other and other.wanted == target.wanted and verb == "onto":
        return ("both_ask", name, place)
    if shown == VACANT:
        return ("asks", place, name)
    order = obs.view["orders"][place]
    if order_that_needs(obs.pack, [order], obs.view["burgers"][place], shown) is not None:
        return ("needed", order, shown, place)
    asks = {kind.id: kind.name for kind in obs.pack.types}.get(obs.pack.faces[shown].next, "anything")
    return ("then_asks", place, name, shown, asks)


def best_face(knowledge: Knowledge, place: int) -> int:
    """Return the best face for a burger of the card that is turned up, if it is."""
    card = knowledge.view["shown"]
    faces = knowledge.plan.faces(place, card) if card >= 0 else ()
    gains = [(gain, face) for face in faces if (gain := knowledge.plan.face_gain(place, face)) is not None]
    return max(gains)[1] if gains else VACANT


def hint(knowledge: Knowledge, to: int, tell: Action) -> Event:
    """Return why a clue is worth telling: the newest card that it points at, or a lack of better things."""
    slot = knowledge.newest(to).get(knowledge.pack.tells.index(tell))
    card = knowledge.hands[to][slot] if slot is not None else VACANT
    if slot is not None and knowledge.plan.gains[card] is not None:
        return ("points_at", to, tell[1], slot, card)
    best = max(knowledge.chance(own) for own in knowledge.slots)
    if best < LIKELY:
        return ("unsure", round(100 * best))
    return ("narrows", to, tell[1])
