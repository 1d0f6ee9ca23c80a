"""Deals: when to open one, which terms to offer, and when to accept."""

from __future__ import annotations

from typing import NamedTuple

from flattop.bots.policies.ninja_burger.rolls import item_makes_roll, wanted_item
from flattop.bots.policies.ninja_burger.valuation import HONOR, Valuation
from flattop.kernel import PASS, Action, Seat

MARGIN = 0.3  # Honor that a swap must gain to open a deal for it
SHARE = 0.75  # share of the cost of a failure that is asked for a rescue
UNIT = 50


class Terms(NamedTuple):
    """The terms a seat would offer a partner."""

    gives: int | None = None
    wants: int | None = None
    money: int = 0  # dollars to pay; negative to ask for
    swap: bool = False


def deal_to_open(valuation: Valuation, came: list[Seat]) -> Action | None:
    """Return a deal with the partner whose Mission suits the seat best.  There is one deal per phase."""
    if valuation.view["offers"][valuation.seat]:
        return None
    deals = [play for play in valuation.obs.anytime if play[0] == "deal" and play[1] in came]
    best = max(deals, key=lambda play: swap_gain(valuation, play[1]), default=None)
    if best is None or swap_gain(valuation, best[1]) < MARGIN or terms_for(valuation, best[1]) is None:
        return None
    return best


def swap_gain(valuation: Valuation, partner: Seat) -> float:
    """Return the gain of swapping Missions with the partner."""
    own, other = valuation.own_mission, valuation.view["missions"][partner][0]
    return valuation.value(valuation.seat, other) - valuation.value(valuation.seat, own)


def terms_for(valuation: Valuation, partner: Seat) -> Terms | None:
    """Return the terms to offer the partner now, or None if there is nothing to gain."""
    rolling, roller = valuation.view["rolling"], valuation.view["roller"]
    if rolling and rolling["state"] == "failed":
        if roller == valuation.seat:
            return purchase(valuation, partner)
        return sale(valuation) if roller == partner else None
    return swap(valuation, partner) if valuation.view["phase"] == 4 else None


def swap(valuation: Valuation, partner: Seat) -> Terms | None:
    """Offer to swap Missions, with money for the partner's loss as far as the gain allows."""
    view = valuation.view
    gain = swap_gain(valuation, partner)
    own, other = valuation.own_mission, view["missions"][partner][0]
    lost = valuation.value(partner, other) - valuation.value(partner, own)
    price = 0 if lost < 0 else rounded((lost + 0.1) * HONOR)
    if price > valuation.money or price > gain * HONOR:
        return None
    return Terms(money=price, swap=True)


def purchase(valuation: Valuation, partner: Seat) -> Terms | None:
    """Offer to buy an item that saves the roll, for a share of what the failure would cost."""
    rolling = valuation.view["rolling"]
    item = wanted_item(valuation, partner, rolling["total"] - rolling["effective"])
    if item is None:
        return None
    at_stake = valuation.stake(valuation.seat, valuation.own_mission)
    price = max(valuation.pack.price[item] * 3 // 4, int(at_stake * HONOR * 0.6))
    return Terms(wants=item, money=min(valuation.money, rounded(price)))


def sale(valuation: Valuation) -> Terms | None:
    """Offer an item to the ninja who fails, for most of what the failure would cost."""
    view, failing = valuation.view, valuation.view["roller"]
    gap = view["rolling"]["total"] - view["rolling"]["effective"]
    goods = [item for item in view["items"][valuation.seat] if item_makes_roll(valuation, item, failing, gap)]
    if not goods or valuation.danger(failing) > 0.9:
        return None
    item = min(goods, key=valuation.item_worth)
    price = rounded(valuation.stake(failing, view["missions"][failing][0]) * HONOR * SHARE)
    price = min(price, view["money"][failing] // UNIT * UNIT)
    return Terms(gives=item, money=-price) if price >= valuation.pack.price[item] / 2 else None


def rounded(dollars: float) -> int:
    return max(UNIT, int(dollars + UNIT - 1) // UNIT * UNIT)


def offer_help(valuation: Valuation, options: list[Action]) -> Action:
    """Offer a sale to the ninja who fails, if it can pay."""
    failing = valuation.view["roller"]
    deal = ("deal", failing)
    if deal in options and not valuation.view["offers"][valuation.seat] and sale(valuation):
        return deal
    return PASS


def next_term(valuation: Valuation, options: list[Action]) -> Action:
    """Return the next step towards the terms, or `offer` once the draft is complete."""
    bargain = valuation.view["bargain"]
    terms = terms_for(valuation, bargain["partner"])
    if terms is None:
        return ("drop",)
    money, swap, *flags = valuation.view["draft"][valuation.seat]
    own = valuation.view["items"][valuation.seat]
    steps: list[tuple[bool, Action]] = [
        (terms.gives is not None and not any(flags[: len(own)]), ("put_item", terms.gives)),
        (terms.wants is not None and not any(flags[len(own) :]), ("want_item", terms.wants)),
        (terms.swap and not swap, ("swap_missions",)),
        (terms.money > 0 and not money, ("put_money", terms.money)),
        (terms.money < 0 and not money, ("want_money", -terms.money)),
        (True, ("offer",)),
    ]
    step = next(action for missing, action in steps if missing)
    return step if step in valuation.obs.options else ("drop",)


def should_accept(valuation: Valuation) -> bool:
    """Return whether an offer gains enough, with a reserve if the partner is dangerous."""
    bargain = valuation.view["bargain"]
    author, own = bargain["author"], valuation.seat
    gain = bargain["money"] / HONOR
    gain += sum(valuation.item_worth(item) for item in bargain["gives"])
    gain -= sum(valuation.item_worth(item) for item in bargain["wants"])
    if bargain["swap"]:
        gain += swap_gain(valuation, author)
    if author == own:
        return False
    return bool(gain + rescue_gain(valuation, bargain["gives"]) > 0.2 * valuation.danger(author))


def rescue_gain(valuation: Valuation, items: list[int]) -> float:
    """Return the value of an offered item that saves the own roll."""
    rolling = valuation.view["rolling"]
    if not rolling or rolling["state"] != "failed" or valuation.view["roller"] != valuation.seat:
        return 0.0
    gap = rolling["total"] - rolling["effective"]
    saved = any(item_makes_roll(valuation, item, valuation.seat, gap) for item in items)
    return valuation.stake(valuation.seat, valuation.own_mission) if saved else 0.0
