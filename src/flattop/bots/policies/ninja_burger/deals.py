"""Deals: when to open one, what to offer, and when to agree."""

from __future__ import annotations

from typing import NamedTuple

from flattop.bots.policies.ninja_burger.rolls import saves, wanted_item
from flattop.bots.policies.ninja_burger.valuation import HONOR, Valuation
from flattop.kernel import PASS, Action, Seat

MARGIN = 0.3  # Honor that a swap must be worth to open a deal for it
SHARE = 0.75  # of what a failure would cost, asked of the ninja who fails
UNIT = 50


class Wish(NamedTuple):
    """The terms a seat would offer a partner."""

    gives: int | None = None
    wants: int | None = None
    money: int = 0  # dollars to pay, below zero to ask for
    swap: bool = False


def opening(valuation: Valuation, came: list[Seat]) -> Action | None:
    """One deal a phase: with whoever has a Mission that fits oneself better, and whom one's own fits too."""
    if valuation.view["offers"][valuation.seat]:
        return None
    deals = [play for play in valuation.obs.anytime if play[0] == "deal" and play[1] in came]
    best = max(deals, key=lambda play: swap_gain(valuation, play[1]), default=None)
    if best is None or swap_gain(valuation, best[1]) < MARGIN or wish(valuation, best[1]) is None:
        return None
    return best


def swap_gain(valuation: Valuation, partner: Seat) -> float:
    """What swapping Missions with the partner would bring."""
    mine, theirs = valuation.own_mission, valuation.view["missions"][partner][0]
    return valuation.value(valuation.seat, theirs) - valuation.value(valuation.seat, mine)


def wish(valuation: Valuation, partner: Seat) -> Wish | None:
    """What to offer the partner at this moment; None if there is nothing to gain."""
    rolling, roller = valuation.view["rolling"], valuation.view["roller"]
    if rolling and rolling["state"] == "failed":
        if roller == valuation.seat:
            return purchase(valuation, partner)
        return sale(valuation) if roller == partner else None
    return swap(valuation, partner) if valuation.view["phase"] == 4 else None


def swap(valuation: Valuation, partner: Seat) -> Wish | None:
    """Missions, with money to make up for what the partner loses by it, as far as the gain allows."""
    view = valuation.view
    gain = swap_gain(valuation, partner)
    mine, theirs = valuation.own_mission, view["missions"][partner][0]
    lost = valuation.value(partner, theirs) - valuation.value(partner, mine)
    price = 0 if lost < 0 else rounded((lost + 0.1) * HONOR)
    if price > valuation.money or price > gain * HONOR:
        return None
    return Wish(money=price, swap=True)


def purchase(valuation: Valuation, partner: Seat) -> Wish | None:
    """A rival's item that saves the roll, for half of what the failure would cost."""
    rolling = valuation.view["rolling"]
    item = wanted_item(valuation, partner, rolling["total"] - rolling["effective"])
    if item is None:
        return None
    at_stake = valuation.stake(valuation.seat, valuation.own_mission)
    price = max(valuation.pack.price[item] * 3 // 4, int(at_stake * HONOR * 0.6))
    return Wish(wants=item, money=min(valuation.money, rounded(price)))


def sale(valuation: Valuation) -> Wish | None:
    """An item for the ninja who fails, at most of what his failure would cost him."""
    view, failing = valuation.view, valuation.view["roller"]
    gap = view["rolling"]["total"] - view["rolling"]["effective"]
    goods = [item for item in view["items"][valuation.seat] if saves(valuation, item, failing, gap)]
    if not goods or valuation.danger(failing) > 0.9:
        return None
    item = min(goods, key=valuation.item_worth)
    price = rounded(valuation.stake(failing, view["missions"][failing][0]) * HONOR * SHARE)
    price = min(price, view["money"][failing] // UNIT * UNIT)
    return Wish(gives=item, money=-price) if price >= valuation.pack.price[item] / 2 else None


def rounded(dollars: float) -> int:
    return max(UNIT, int(dollars + UNIT - 1) // UNIT * UNIT)


def help(valuation: Valuation, options: list[Action]) -> Action:
    """Sell to who fails, if he can pay; buy for that only what pays at once."""
    failing = valuation.view["roller"]
    deal = ("deal", failing)
    if deal in options and not valuation.view["offers"][valuation.seat] and sale(valuation):
        return deal
    return PASS


def next_term(valuation: Valuation, options: list[Action]) -> Action:
    """The next step towards the wish, or the offer once all of it is in the draft."""
    bargain = valuation.view["bargain"]
    wished = wish(valuation, bargain["partner"])
    if wished is None:
        return ("drop",)
    money, swap, *flags = valuation.view["draft"][valuation.seat]
    own = valuation.view["items"][valuation.seat]
    steps: list[tuple[bool, Action]] = [
        (wished.gives is not None and not any(flags[: len(own)]), ("put_item", wished.gives)),
        (wished.wants is not None and not any(flags[len(own) :]), ("want_item", wished.wants)),
        (wished.swap and not swap, ("swap_missions",)),
        (wished.money > 0 and not money, ("put_money", wished.money)),
        (wished.money < 0 and not money, ("want_money", -wished.money)),
        (True, ("offer",)),
    ]
    step = next(action for missing, action in steps if missing)
    return step if step in valuation.obs.options else ("drop",)


def is_welcome(valuation: Valuation) -> bool:
    """Agree if the own worth rises, and the partner's not much more if he leads."""
    bargain = valuation.view["bargain"]
    author, own = bargain["author"], valuation.seat
    gain = bargain["money"] / HONOR
    gain += sum(valuation.item_worth(item) for item in bargain["gives"])
    gain -= sum(valuation.item_worth(item) for item in bargain["wants"])
    if bargain["swap"]:
        gain += swap_gain(valuation, author)
    return (
        gain + rescue_gain(valuation, bargain["gives"]) > 0.2 * valuation.danger(author)
        if author != own
        else False
    )


def rescue_gain(valuation: Valuation, items: list[int]) -> float:
    """What an offered item brings by saving the own roll."""
    rolling = valuation.view["rolling"]
    if not rolling or rolling["state"] != "failed" or valuation.view["roller"] != valuation.seat:
        return 0.0
    gap = rolling["total"] - rolling["effective"]
    saved = any(saves(valuation, item, valuation.seat, gap) for item in items)
    return valuation.stake(valuation.seat, valuation.own_mission) if saved else 0.0
