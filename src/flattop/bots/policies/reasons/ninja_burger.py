"""Ninja Burger: odds of rolls and missions, and the standing of the ninja who is hindered or helped."""

from __future__ import annotations

from flattop.bots.policies.ninja_burger.policy import times_made_for
from flattop.bots.policies.ninja_burger.rolls import gap_of, makes_roll
from flattop.bots.policies.ninja_burger.valuation import Valuation, mission_odds
from flattop.bots.policies.reasons import Move
from flattop.games.ninja_burger.skills import success_chance
from flattop.kernel import Event
from flattop.match import Observation

SAME = {
    "draw", "ready", "let_it_happen", "cancel", "reroll", "ask_help", "accept_failure", "take_penalty",
    "move_on", "finish", "stand", "deal", "keep_errand", "use_ability", "agree", "refuse", "offer",
    "drop", "put_item", "want_item", "put_money", "want_money", "swap_missions", "substitute",
}  # fmt: skip
JUDGED = {
    *SAME,
    "come_for_errand",
    "nothing_helps",
    "not_dangerous",
    "keep_cards",
    "improves",
    "affordable",
    "worth_least",
    "worth_most",
    "lend",
    "better_mission",
}
ABANDONS = ("drop",)
LOSSES = ("discard", "lose", "hand_over")


def reason(obs: Observation, move: Move) -> Event | None:
    valuation, (verb, *nouns) = Valuation(obs), move[0]
    if verb == "pick":
        return picking(valuation, nouns[0])
    if verb == "keep":
        return ("odds_of", nouns[0], percent(valuation.mission_odds(valuation.seat, nouns[0])))
    if verb in ("come", "stay_away"):
        return meeting(valuation, verb)
    if verb in ("push", "swap_with"):
        theirs = obs.view["missions"][nouns[0]][0]
        return ("better_mission", theirs, percent(valuation.mission_odds(valuation.seat, theirs)))
    if verb in ("use", "roll"):
        return skill(valuation, nouns[0]) if verb == "use" else roll(obs)
    if verb in ("play", "use_item", "lend", "pass", "reroll"):
        return card_play(valuation, move)
    if verb in ("buy", "study"):
        return buying(valuation, verb, nouns[0])
    if verb in LOSSES or verb == "take":
        return ("worth_most" if verb == "take" else "worth_least", nouns[0])
    return (verb,) if verb in SAME else None


def picking(valuation: Valuation, card: int) -> Event:
    """Return the average odds of a ninja over all deliveries."""
    ninja = valuation.ninja(valuation.seat)._replace(card=card)
    deliveries = valuation.pack.deliveries
    total = sum([mission_odds(ninja, mission) for mission in range(len(deliveries))])
    return ("average_odds", card, percent(total / max(1, len(deliveries))))


def meeting(valuation: Valuation, verb: str) -> Event | None:
    seat, mission = valuation.seat, valuation.own_mission
    if valuation.pack.is_errand(mission):
        return ("come_for_errand",) if verb == "come" else None
    odds = percent(valuation.mission_odds(seat, mission))
    may_retry = valuation.pack.may_retry[valuation.ninjas[seat]]
    if verb == "come":
        return ("come_safe" if odds >= 50 else "come", mission, odds)
    return ("second_try", mission, odds) if may_retry else ("stay_away", mission, odds)


def skill(valuation: Valuation, name: str) -> Event:
    """Return the odds of a skill, with the Interesting Times that target it if another is as good."""
    rolling = valuation.view["rolling"]
    pack = valuation.pack
    choices = (
        pack.extra_roll(rolling["card"]).any
        if "card" in rolling
        else pack.missions[valuation.own_mission].steps[rolling["roll"] - 1].any
    )
    odds = {choice.skill: valuation.odds(valuation.seat, choice.skill, choice.mod) for choice in choices}
    mine = odds.get(name, 0.0)
    if mine < max(odds.values()):
        return ("odds_of_skill", name, percent(mine))
    if list(odds.values()).count(mine) > 1:
        return ("fewer_times", name, percent(mine), times_made_for(valuation, name))
    return ("best_skill", name, percent(mine))


def card_play(valuation: Valuation, move: Move) -> Event | None:
    """Return why a card is played on a roll, kept, or lent."""
    verb, *nouns = move[0]
    view, seat, target = valuation.view, valuation.seat, valuation.view["active"]
    if verb == "lend":
        return ("lend",)
    if verb == "reroll":
        return ("throw_again", percent(success_chance(view["rolling"]["effective"])))
    if target == seat or target < 0:
        if verb == "pass":
            return ("nothing_helps",)
        failed = "total" in view["rolling"] and valuation.obs.step.endswith("rescue")
        if failed and makes_roll(valuation, nouns[0], gap_of(valuation)):
            return ("makes_roll", nouns[0], gap_of(valuation))
        return ("improves", nouns[0]) if valuation.obs.step == "BeforeRoll.offer" else None
    honor = view["honor"]
    if verb == "pass":
        behind = honor[target] < max(honor)
        return ("not_dangerous" if behind else "keep_cards", target, honor[target])
    leads = honor[target] == max(honor)
    return ("hurts_leader" if leads else "hurts", nouns[0], target, honor[target])


def roll(obs: Observation) -> Event | None:
    rolling = obs.view["rolling"]
    return ("odds_of_roll", percent(success_chance(rolling["effective"]))) if "effective" in rolling else None


def buying(valuation: Valuation, verb: str, card: int) -> Event:
    if verb == "study":
        return ("raises_skill", card, valuation.pack.course[card][0], valuation.course_gain(card))
    gain = percent(valuation.gain_by(card))
    return ("raises_odds", card, gain) if gain else ("affordable", card, valuation.pack.price[card])


def percent(share: float) -> int:
    return round(100 * share)
