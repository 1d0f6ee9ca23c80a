"""Rolls: preparing and rescuing own rolls, and hindering rivals with Interesting Times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.bots.policies.ninja_burger.valuation import HONOR, Valuation, worth
from flattop.games.ninja_burger.cards import bonus
from flattop.games.ninja_burger.skills import is_unlisted, success_chance
from flattop.kernel import PASS, Action, Seat

if TYPE_CHECKING:
    from flattop.bots.policies.ninja_burger.policy import HouseBot

DUEL_STAKE = 20.0  # Honor: a duel decides the game
CHEAP, DEAR = 0.15, 0.35  # Honor that rescues cost beyond their price
HOPELESS = 0.2  # below this probability a free second try does not take precedence over other rescues
ENOUGH = 0.3  # Honor that a card must cost its target
FULL = 4  # with more cards in hand, CROWDED is enough
CROWDED = 0.15


def preparation(valuation: Valuation, options: list[Action]) -> Action:
    """Use an ability before the roll if it gives a better skill."""
    if ("use_ability",) in options:
        ability = valuation.pack.ability[valuation.ninjas[valuation.seat]]
        assert ability
        if skill_gain(valuation, ability.to) > 0:
            return ("use_ability",)
    return options[-1]


def skill_gain(valuation: Valuation, skill: str) -> int:
    """Return how much better another skill is than the current one, with the same modifiers."""
    return valuation.skill(valuation.seat, skill) - valuation.skill(
        valuation.seat, valuation.view["rolling"]["skill"]
    )


def substitution(bot: HouseBot, valuation: Valuation, options: list[Action]) -> Action:
    never_fails = valuation.pack.never_fails_at[valuation.ninjas[valuation.seat]]
    return max(options, key=lambda option: (option[1] in never_fails, skill_gain(valuation, option[1])))


def rescue(valuation: Valuation, options: list[Action]) -> Action:
    """Return the rescue that gains most Honor, else a deal for an item, else accept the failure."""
    gap, at_stake = gap_of(valuation), stake(valuation)
    buys = [play for play in valuation.obs.anytime if play[0] == "buy"]
    balances = [(balance(valuation, option, gap, at_stake), option) for option in [*options, *buys]]
    best = max(balances, key=lambda rescue: rescue[0])
    if best[0] > 0:
        return best[1]
    return deal_for_item(valuation, gap, at_stake) or ("accept_failure",)


def gap_of(valuation: Valuation) -> int:
    rolling = valuation.view["rolling"]
    return int(rolling["total"] - rolling["effective"])


def stake(valuation: Valuation) -> float:
    """Return the value of making this roll: the stake of the mission times the odds of the rolls after it."""
    if valuation.view["duellists"]:
        return DUEL_STAKE
    mission, rolling = valuation.own_mission, valuation.view["rolling"]
    ahead = valuation.mission_odds(
        valuation.seat, mission, 0, rolling["roll"] if "card" not in rolling else 0
    )
    return valuation.stake(valuation.seat, mission) * ahead


def balance(valuation: Valuation, option: Action, gap: int, at_stake: float) -> float:
    """Return the Honor that a rescue gains on average."""
    verb = option[0]
    if verb == "reroll":
        return second_try(valuation, option[1], at_stake)
    if verb in ("use_item", "play"):
        cost = CHEAP if verb == "use_item" else DEAR
        return at_stake - cost if makes_roll(valuation, option[1], gap) else -1.0
    if verb == "buy":
        spent = valuation.pack.price[option[1]] / HONOR - valuation.item_worth(option[1])
        return at_stake - max(CHEAP, spent) if makes_roll(valuation, option[1], gap) else -1.0
    return -1.0


def second_try(valuation: Valuation, source: int | str, at_stake: float) -> float:
    """Value another throw.  Free ones come first."""
    odds = success_chance(valuation.view["rolling"]["effective"])
    if not isinstance(source, str):
        return at_stake * odds - (CHEAP if valuation.pack.is_stuff[source] else DEAR)
    return max(at_stake * 1.5, 0.01) if odds > HOPELESS else at_stake * odds


def makes_roll(valuation: Valuation, kind: int, gap: int) -> bool:
    """Return whether a card or item makes the roll with the same dice."""
    pack, skill = valuation.pack, valuation.view["rolling"]["skill"]
    unlisted = is_unlisted(pack, valuation.ninjas[valuation.seat], skill)
    for effect in pack.fortune[kind].effects:
        if effect.op == "auto_success" and effect.skill in ("any", skill):
            return True
        if effect.op == "substitute_skill" and effect.source in ("any", skill):
            skills = pack.skills.basic if effect.to == "basic" else (effect.to,)
            if max(skill_gain(valuation, to) for to in skills if to != skill) >= gap:
                return True
    return max(bonus(pack.in_play[kind], skill, unlisted), bonus(pack.on_roll[kind], skill, unlisted)) >= gap


def deal_for_item(valuation: Valuation, gap: int, at_stake: float) -> Action | None:
    """Return a deal for a rival's item that makes the roll, if enough is at stake."""
    if valuation.view["offers"][valuation.seat] or at_stake <= DEAR or not valuation.money:
        return None
    partners = [play for play in valuation.obs.anytime if play[0] == "deal"]
    return next((play for play in partners if wanted_item(valuation, play[1], gap) is not None), None)


def wanted_item(valuation: Valuation, partner: Seat, gap: int) -> int | None:
    """Return the partner's cheapest item that makes the roll."""
    items = [
        item
        for item in valuation.view["items"][partner]
        if item_makes_roll(valuation, item, valuation.seat, gap)
    ]
    return min(items, key=lambda item: valuation.pack.price[item], default=None)


def item_makes_roll(valuation: Valuation, item: int, seat: Seat, gap: int) -> bool:
    """Return whether an item in play makes the seat's failed roll with the same dice."""
    pack, skill = valuation.pack, valuation.view["rolling"]["skill"]
    unlisted = is_unlisted(pack, valuation.ninjas[seat], skill)
    if item in valuation.view["used"]:
        return False
    if any(e.op == "auto_success" and e.skill in ("any", skill) for e in pack.fortune[item].effects):
        return True
    return max(bonus(pack.in_play[item], skill, unlisted), bonus(pack.on_roll[item], skill, unlisted)) >= gap


# -- hindering rivals


def hinder(valuation: Valuation, options: list[Action]) -> Action:
    """Play the card that hurts the active ninja most, if it hurts a dangerous rival enough."""
    plays = [option for option in options if option[0] == "play"]
    target = valuation.view["active"]
    if not plays or target == valuation.seat:
        return PASS
    best = max(plays, key=lambda play: damage(valuation, play[1], target))
    enough = CROWDED if len(valuation.hand) > FULL else ENOUGH
    return best if damage(valuation, best[1], target) * valuation.danger(target) >= enough else PASS


def damage(valuation: Valuation, kind: int, target: Seat) -> float:
    """Return the Honor that a card costs its target on average."""
    return sum(
        effect_damage(valuation, kind, i, target) for i in range(len(valuation.pack.fortune[kind].effects))
    )


def effect_damage(valuation: Valuation, kind: int, i: int, target: Seat) -> float:
    effect = valuation.pack.fortune[kind].effects[i]
    mission = valuation.view["missions"][target][0]
    at_stake = valuation.stake(target, mission)
    if effect.op == "skill_bonus" and effect.scope == "roll":
        effective = valuation.view["rolling"]["effective"]
        return at_stake * (success_chance(effective) - success_chance(effective + effect.amount))
    if effect.op == "skill_bonus":
        before = valuation.mission_odds(target, mission)
        return at_stake * before * 0.07 * -effect.amount * len(valuation.pack.missions[mission].steps)
    if effect.op == "extra_roll":
        missed = 1 - valuation.roll_odds(target, effect.any, valuation.pack.missions[mission].mission_mod)
        return missed * (-worth(effect.fail_effects) if effect.fail_effects else at_stake)
    if effect.op == "reroll":
        return at_stake * (1 - success_chance(valuation.view["rolling"]["effective"]))
    return loss(valuation, effect.op, effect.amount, effect.n, target)


def loss(valuation: Valuation, op: str, amount: int, n: int, target: Seat) -> float:
    """Return the value of what the target loses."""
    view = valuation.view
    if op == "money":
        return float(min(-amount, view["money"][target]) / HONOR)
    if op == "lose_item":
        return 0.5 * min(n, len(view["items"][target]))
    if op == "discard":
        return 0.25 * min(n, len(view["hands"][target]))
    return float(-amount)


def card_worth(valuation: Valuation, kind: int) -> float:
    """Return the value of keeping a card in hand."""
    card, pack = valuation.pack.fortune[kind], valuation.pack
    if card.kind == "course":
        return 1.0 if valuation.course_gain(kind) > 0 else -1.0
    if card.kind == "stuff":
        within = card.price <= valuation.money + 2 * pack.rules.pay
        return valuation.item_worth(kind) if within else 0.0
    if card.kind == "times":
        return 0.35 if card.play_if.skill else 0.5
    return 0.9
