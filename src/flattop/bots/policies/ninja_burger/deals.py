"""Deals: when to open one, what to offer, and when to agree."""

from __future__ import annotations

from typing import NamedTuple

from flattop.bots.policies.ninja_burger.rolls import saves, wanted_item
from flattop.bots.policies.ninja_burger.valuation import HONOR, Outlook
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


def opening(outlook: Outlook, came: list[Seat]) -> Action | None:
    """One deal a phase: with whoever has a Mission that fits oneself better, and whom one's own fits too."""
    if outlook.view["offers"][outlook.seat]:
        return None
    deals = [play for play in outlook.obs.anytime if play[0] == "deal" and play[1] in came]
    best = max(deals, key=lambda play: swap_gain(outlook, play[1]), default=None)
    if best is None or swap_gain(outlook, best[1]) < MARGIN or wish(outlook, best[1]) is None:
        return None
    return best


def swap_gain(outlook: Outlook, partner: Seat) -> float:
    """What swapping Missions with the partner would bring."""
    mine, theirs = outlook.own_mission, outlook.view["missions"][partner][0]
    return outlook.value(outlook.seat, theirs) - outlook.value(outlook.seat, mine)


def wish(outlook: Outlook, partner: Seat) -> Wish | None:
    """What to offer the partner at this moment; None if there is nothing to gain."""
    rolling, roller = outlook.view["rolling"], outlook.view["roller"]
    if rolling and rolling["state"] == "failed":
        if roller == outlook.seat:
            return purchase(outlook, partner)
        return sale(outlook) if roller == partner else None
    return swap(outlook, partner) if outlook.view["phase"] == 4 else None


def swap(outlook: Outlook, partner: Seat) -> Wish | None:
    """Missions, with money to make up for what the partner loses by it, as far as the gain allows."""
    view = outlook.view
    gain = swap_gain(outlook, partner)
    mine, theirs = outlook.own_mission, view["missions"][partner][0]
    lost = outlook.value(partner, theirs) - outlook.value(partner, mine)
    price = 0 if lost < 0 else rounded((lost + 0.1) * HONOR)
    if price > outlook.money or price > gain * HONOR:
        return None
    return Wish(money=price, swap=True)


def purchase(outlook: Outlook, partner: Seat) -> Wish | None:
    """A rival's item that saves the roll, for half of what the failure would cost."""
    rolling = outlook.view["rolling"]
    item = wanted_item(outlook, partner, rolling["total"] - rolling["effective"])
    if item is None:
        return None
    at_stake = outlook.stake(outlook.seat, outlook.own_mission)
    price = max(outlook.pack.price[item] * 3 // 4, int(at_stake * HONOR * 0.6))
    return Wish(wants=item, money=min(outlook.money, rounded(price)))


def sale(outlook: Outlook) -> Wish | None:
    """An item for the ninja who fails, at most of what his failure would cost him."""
    view, failing = outlook.view, outlook.view["roller"]
    gap = view["rolling"]["total"] - view["rolling"]["effective"]
    goods = [item for item in view["items"][outlook.seat] if saves(outlook, item, failing, gap)]
    if not goods or outlook.danger(failing) > 0.9:
        return None
    item = min(goods, key=outlook.item_worth)
    price = rounded(outlook.stake(failing, view["missions"][failing][0]) * HONOR * SHARE)
    price = min(price, view["money"][failing] // UNIT * UNIT)
    return Wish(gives=item, money=-price) if price >= outlook.pack.price[item] / 2 else None


def rounded(dollars: float) -> int:
    return max(UNIT, int(dollars + UNIT - 1) // UNIT * UNIT)


def help(outlook: Outlook, options: list[Action]) -> Action:
    """Sell to who fails, if he can pay; buy for that only what pays at once."""
    failing = outlook.view["roller"]
    deal = ("deal", failing)
    if deal in options and not outlook.view["offers"][outlook.seat] and sale(outlook):
        return deal
    return PASS


def next_term(outlook: Outlook, options: list[Action]) -> Action:
    """The next step towards the wish, or the offer once all of it is in the draft."""
    bargain = outlook.view["bargain"]
    wished = wish(outlook, bargain["partner"])
    if wished is None:
        return ("drop",)
    money, swap, *flags = outlook.view["draft"][outlook.seat]
    own = outlook.view["items"][outlook.seat]
    steps: list[tuple[bool, Action]] = [
        (wished.gives is not None and not any(flags[: len(own)]), ("put_item", wished.gives)),
        (wished.wants is not None and not any(flags[len(own) :]), ("want_item", wished.wants)),
        (wished.swap and not swap, ("swap_missions",)),
        (wished.money > 0 and not money, ("put_money", wished.money)),
        (wished.money < 0 and not money, ("want_money", -wished.money)),
        (True, ("offer",)),
    ]
    step = next(action for missing, action in steps if missing)
    return step if step in outlook.obs.options else ("drop",)


def is_welcome(outlook: Outlook) -> bool:
    """Agree if the own worth rises, and the partner's not much more if he leads."""
    bargain = outlook.view["bargain"]
    author, own = bargain["author"], outlook.seat
    gain = bargain["money"] / HONOR
    gain += sum(outlook.item_worth(item) for item in bargain["gives"])
    gain -= sum(outlook.item_worth(item) for item in bargain["wants"])
    if bargain["swap"]:
        gain += swap_gain(outlook, author)
    return (
        gain + rescue_gain(outlook, bargain["gives"]) > 0.2 * outlook.danger(author)
        if author != own
        else False
    )


def rescue_gain(outlook: Outlook, items: list[int]) -> float:
    """What an offered item brings by saving the own roll."""
    rolling = outlook.view["rolling"]
    if not rolling or rolling["state"] != "failed" or outlook.view["roller"] != outlook.seat:
        return 0.0
    gap = rolling["total"] - rolling["effective"]
    saved = any(saves(outlook, item, outlook.seat, gap) for item in items)
    return outlook.stake(outlook.seat, outlook.own_mission) if saved else 0.0
