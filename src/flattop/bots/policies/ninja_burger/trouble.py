"""Trouble for others: which Interesting Times to play, on whom, and which cards to keep."""

from __future__ import annotations

from flattop.bots.policies.ninja_burger.ninjas import HONOR, worth
from flattop.bots.policies.ninja_burger.outlook import Outlook
from flattop.games.ninja_burger.skills import success_chance
from flattop.kernel import PASS, Action, Seat

ENOUGH = 0.3  # Honor that a card must cost its target
FULL = 4  # with so many cards in hand less is enough
CROWDED = 0.15


def reply(outlook: Outlook, options: list[Action]) -> Action:
    """The card that hurts the active ninja most, if he is worth it; nothing is lent for nothing."""
    plays = [option for option in options if option[0] == "play"]
    target = outlook.view["active"]
    if not plays or target == outlook.seat:
        return PASS
    best = max(plays, key=lambda play: damage(outlook, play[1], target))
    enough = CROWDED if len(outlook.hand) > FULL else ENOUGH
    return best if damage(outlook, best[1], target) * outlook.danger(target) >= enough else PASS


def damage(outlook: Outlook, kind: int, target: Seat) -> float:
    """Honor that a card costs its target on average."""
    return sum(
        effect_damage(outlook, kind, i, target) for i in range(len(outlook.pack.fortune[kind].effects))
    )


def effect_damage(outlook: Outlook, kind: int, i: int, target: Seat) -> float:
    effect = outlook.pack.fortune[kind].effects[i]
    mission = outlook.view["missions"][target][0]
    at_stake = outlook.stake(target, mission)
    if effect.op == "skill_bonus" and effect.scope == "roll":
        effective = outlook.view["rolling"]["effective"]
        return at_stake * (success_chance(effective) - success_chance(effective + effect.amount))
    if effect.op == "skill_bonus":
        before = outlook.mission_odds(target, mission)
        return at_stake * before * 0.07 * -effect.amount * len(outlook.pack.missions[mission].steps)
    if effect.op == "extra_roll":
        missed = 1 - outlook.roll_odds(target, effect.any, outlook.pack.missions[mission].mission_mod)
        return missed * (-worth(effect.fail_effects) if effect.fail_effects else at_stake)
    if effect.op == "reroll":
        return at_stake * (1 - success_chance(outlook.view["rolling"]["effective"]))
    return loss(outlook, effect.op, effect.amount, effect.n, target)


def loss(outlook: Outlook, op: str, amount: int, n: int, target: Seat) -> float:
    """What the target has to lose."""
    view = outlook.view
    if op == "money":
        return float(min(-amount, view["money"][target]) / HONOR)
    if op == "lose_item":
        return 0.5 * min(n, len(view["items"][target]))
    if op == "discard":
        return 0.25 * min(n, len(view["hands"][target]))
    return float(-amount)


def card_worth(outlook: Outlook, kind: int) -> float:
    """What a card in hand is worth keeping for."""
    card, pack = outlook.pack.fortune[kind], outlook.pack
    if card.kind == "course":
        return 1.0 if outlook.course_gain(kind) > 0 else -1.0
    if card.kind == "stuff":
        within = card.price <= outlook.money + 2 * pack.rules.pay
        return outlook.item_worth(kind) if within else 0.0
    if card.kind == "times":
        return 0.35 if card.play_if.skill else 0.5
    return 0.9
