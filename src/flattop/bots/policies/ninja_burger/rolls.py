"""A roll of one's own: what prepares it, and what saves it, cheapest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.bots.policies.ninja_burger.valuation import HONOR, Outlook, worth
from flattop.games.ninja_burger.fitting import bonus
from flattop.games.ninja_burger.odds import chance
from flattop.games.ninja_burger.skills import is_unlisted
from flattop.kernel import PASS, Action, Seat

if TYPE_CHECKING:
    from flattop.bots.policies.ninja_burger.policy import HouseBot


DUEL_STAKE = 20.0  # the game itself
FREE, CHEAP, DEAR, DEAREST = 0.0, 0.15, 0.35, 0.6  # Honor that rescues cost beyond their price
HOPELESS = 0.2  # a second try below this chance is kept for another roll, if anything better is at hand
Rescue = tuple[float, Action]  # what it gains in Honor, and the action


def preparation(outlook: Outlook, options: list[Action]) -> Action:
    """Only what must be done before the dice fall: an ability for a better skill."""
    if ("use_ability",) in options:
        ability = outlook.pack.ability[outlook.ninjas[outlook.seat]]
        assert ability
        if better(outlook, ability.to) > 0:
            return ("use_ability",)
    return options[-1]


def better(outlook: Outlook, skill: str) -> int:
    """By how much another skill is better than the one in use, all modifiers of the roll staying."""
    return outlook.skill(outlook.seat, skill) - outlook.skill(outlook.seat, outlook.view["rolling"]["skill"])


def substitution(bot: HouseBot, outlook: Outlook, options: list[Action]) -> Action:
    never_fails = outlook.pack.built_in[outlook.ninjas[outlook.seat]]
    return max(options, key=lambda option: (option[1] in never_fails, better(outlook, option[1])))


def rescue(outlook: Outlook, options: list[Action]) -> Action:
    """The rescue with the best balance of chance, stake and cost; none for little at stake."""
    gap, at_stake = gap_of(outlook), stake(outlook)
    buys = [play for play in outlook.obs.anytime if play[0] == "buy"]
    balances = [(balance(outlook, option, gap, at_stake), option) for option in [*options, *buys]]
    best = max(balances, key=lambda rescue: rescue[0])
    if best[0] > 0:
        return best[1]
    return wished(outlook, gap, at_stake) or ("accept_failure",)


def gap_of(outlook: Outlook) -> int:
    rolling = outlook.view["rolling"]
    return int(rolling["total"] - rolling["effective"])


def stake(outlook: Outlook) -> float:
    """What making this roll is worth: the stake of the mission times the chance of the rolls to come."""
    if outlook.view["duellists"]:
        return DUEL_STAKE
    mission, rolling = outlook.own_mission, outlook.view["rolling"]
    ahead = outlook.mission_odds(outlook.seat, mission, 0, rolling["roll"] if "card" not in rolling else 0)
    return outlook.stake(outlook.seat, mission) * ahead


def balance(outlook: Outlook, option: Action, gap: int, at_stake: float) -> float:
    """Honor that a rescue gains on average."""
    verb = option[0]
    if verb == "reroll":
        return second_try(outlook, option[1], at_stake)
    if verb in ("use_item", "play"):
        cost = CHEAP if verb == "use_item" else DEAR
        return at_stake - cost if closes(outlook, option[1], gap) else -1.0
    if verb == "buy":
        spent = outlook.pack.price[option[1]] / HONOR - outlook.item_worth(option[1])
        return at_stake - max(CHEAP, spent) if closes(outlook, option[1], gap) else -1.0
    return -1.0


def second_try(outlook: Outlook, source: int | str, at_stake: float) -> float:
    """One more throw; what costs nothing goes first."""
    odds = chance(outlook.view["rolling"]["effective"])
    if not isinstance(source, str):
        return at_stake * odds - (CHEAP if outlook.pack.is_stuff[source] else DEAR)
    return max(at_stake * 1.5, 0.01) if odds > HOPELESS else at_stake * odds


def closes(outlook: Outlook, kind: int, gap: int) -> bool:
    """Whether a card or item makes the roll with the same dice."""
    pack, skill = outlook.pack, outlook.view["rolling"]["skill"]
    unlisted = is_unlisted(pack, outlook.ninjas[outlook.seat], skill)
    for effect in pack.fortune[kind].effects:
        if effect.op == "auto_success" and effect.skill in ("any", skill):
            return True
        if effect.op == "substitute_skill" and effect.source in ("any", skill):
            skills = pack.skills.basic if effect.to == "basic" else (effect.to,)
            if max(better(outlook, to) for to in skills if to != skill) >= gap:
                return True
    return max(bonus(pack.in_play[kind], skill, unlisted), bonus(pack.on_roll[kind], skill, unlisted)) >= gap


def wished(outlook: Outlook, gap: int, at_stake: float) -> Action | None:
    """A rival's item that would make the roll: open a deal for it, if it is worth the money."""
    if outlook.view["offers"][outlook.seat] or at_stake <= DEAR or not outlook.money:
        return None
    partners = [play for play in outlook.obs.anytime if play[0] == "deal"]
    return next((play for play in partners if wanted_item(outlook, play[1], gap) is not None), None)


def wanted_item(outlook: Outlook, partner: Seat, gap: int) -> int | None:
    """The cheapest item of the partner that makes the roll."""
    items = [item for item in outlook.view["items"][partner] if saves(outlook, item, outlook.seat, gap)]
    return min(items, key=lambda item: outlook.pack.price[item], default=None)


def saves(outlook: Outlook, item: int, seat: Seat, gap: int) -> bool:
    """Whether an item in play would make the seat's failed roll with the same dice."""
    pack, skill = outlook.pack, outlook.view["rolling"]["skill"]
    unlisted = is_unlisted(pack, outlook.ninjas[seat], skill)
    if item in outlook.view["used"]:
        return False
    if any(e.op == "auto_success" and e.skill in ("any", skill) for e in pack.fortune[item].effects):
        return True
    return max(bonus(pack.in_play[item], skill, unlisted), bonus(pack.on_roll[item], skill, unlisted)) >= gap


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
        return at_stake * (chance(effective) - chance(effective + effect.amount))
    if effect.op == "skill_bonus":
        before = outlook.mission_odds(target, mission)
        return at_stake * before * 0.07 * -effect.amount * len(outlook.pack.missions[mission].steps)
    if effect.op == "extra_roll":
        missed = 1 - outlook.roll_odds(target, effect.any, outlook.pack.missions[mission].mission_mod)
        return missed * (-worth(effect.fail_effects) if effect.fail_effects else at_stake)
    if effect.op == "reroll":
        return at_stake * (1 - chance(outlook.view["rolling"]["effective"]))
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
