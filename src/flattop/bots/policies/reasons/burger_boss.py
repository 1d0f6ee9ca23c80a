"""Burger Boss: what the customers aimed at still lack."""

from __future__ import annotations

from flattop.bots.policies.burger_boss.plan import Plan
from flattop.bots.policies.burger_boss.policy import HouseBot, place_value
from flattop.bots.policies.reasons import Move, noun_of
from flattop.games.burger_boss.game_cards import PURCHASES, place_options
from flattop.kernel import VACANT, Chance, Event
from flattop.match import Observation

SIMPLE = {
    "restaurant": "all_alike", "pass": "keep_special", "use": "special_now", "plain": "keep_special",
    "add": "special_now", "refuse": "not_needed", "victim": "they_have_it", "to": "waited_longest",
    "rest": "goes_first", "work": "every_hand", "sell": "sell_now", "stop": "sell_later",
}  # fmt: skip

JUDGED = {
    *SIMPLE.values(),
    "specials",
    "supermarket",
    "make_room",
    "pair",
    "single",
    "for_no_one",
    "nothing_lacks",
} - {"all_alike"}


def reason(obs: Observation, move: Move) -> Event | None:
    verb, *nouns = move[0]
    if verb in SIMPLE:
        return (SIMPLE[verb],)
    plan = HouseBot(Chance(0)).plan(obs)
    if verb in ("die", "place"):
        return placing(obs, plan, move)
    if verb == "dice":
        return ("pair" if nouns[0] > 1 else "single",)
    if verb in ("take", "grab", "token", "swap"):
        kind = obs.view["held"] if verb == "swap" else nouns[0]
        return needed(plan, kind, cooking=verb == "token")
    if verb == "grill":
        return needed(plan, obs.view["held"], cooking=True)
    return ("nothing_lacks",) if verb == "done" else None


def placing(obs: Observation, plan: Plan, move: Move) -> Event | None:
    die = noun_of(move, "die") or obs.view["named"]
    card = noun_of(move, "place")
    if card is None:
        t = obs.picture()
        t.named = die
        cards = [option for _, option in place_options(t, obs.seat)]
        card = max(cards, key=lambda card: place_value(obs, plan, die, card), default=None)
    if card is None:
        return None
    spot = plan.pack.taking[die].get(card)
    if spot and spot.amount:
        found = customer_lacking(plan, spot.kind)
        return ("brings", card, spot.kind, found) if found is not None else ("stock", card, spot.kind)
    if card == "kitchen":
        done = plan.cookable()
        return ("cook", done[0].customer) if done else ("make_room",)
    if card in PURCHASES:
        return ("invest", card, round(plan.rounds_left))
    return (card,) if card in ("specials", "supermarket") else None


def needed(plan: Plan, kind: int, cooking: bool = False) -> Event | None:
    """Return the customer for whom an ingredient is meant."""
    for target in plan.targets:
        lacks = plan.recipe(target)[kind] > plan.dishes[target.grill][kind]
        if lacks if cooking else target.lacking[kind]:
            return ("for_customer", kind, target.customer)
    return ("for_no_one", kind) if cooking else None


def customer_lacking(plan: Plan, kind: int) -> int | None:
    return next((t.customer for t in plan.targets if t.lacking[kind] and t.customer != VACANT), None)
