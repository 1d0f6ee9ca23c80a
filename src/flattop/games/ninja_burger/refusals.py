"""Refusals: the reason why an action is illegal. It never depends on another seat's hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.ninja_burger import deals
from flattop.games.ninja_burger.deals import Deal
from flattop.kernel import Action, Noun, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable


OVER = Obstacle("over", "The game is over.", "NB-06")
NOT_ASKED = Obstacle("not-your-turn", "You are not asked for that now.", "NB-R40")
NOT_NOW = Obstacle("not-now", "That is not the question now.", "NB-R40")
NO_SUCH = Obstacle("no-such", "There is no such thing on this table.", "NB-R40")
NOT_HELD = Obstacle("not-held", "You do not hold that card.", "NB-66")
NOT_OWNED = Obstacle("not-owned", "You do not have that item in play, or it is used up.", "NB-67")
LOCKED = Obstacle("locked", "First you must take what this costs you.", "NB-69")
CLOSED = Obstacle("closed", "Not while a deal or a swap is being made.", "NB-R41")
SET_UP = Obstacle("set-up", "Not before the first round has begun.", "NB-R41")
DUEL = Obstacle("duel", "In The Challenge nobody deals, lends or studies.", "NB-R41")
NOT_USEFUL = Obstacle("not-useful", "While a throw stands failed only a useful item may be had.", "NB-R35")
WRONG_TIME = Obstacle("wrong-time", "That card has no place here.", "NB-66")

# the obstacle when the verb is right but its noun is not
ASKED: dict[str, Obstacle] = {
    "pick": Obstacle("not-dealt", "That ninja was not dealt to you.", "NB-08"),
    "keep": Obstacle("not-drawn", "You have not drawn that Mission.", "NB-22"),
    "push": Obstacle("no-target", "An Errand goes to the lowest Honor present without one.", "NB-62"),
    "swap_with": Obstacle("no-partner", "Only deliveries of those who came can be swapped.", "NB-R39"),
    "use": Obstacle("not-listed", "This roll does not list that skill.", "NB-42"),
    "substitute": Obstacle("no-substitute", "That skill cannot be used instead.", "NB-50"),
    "reroll": Obstacle("no-reroll", "You have no such second try here.", "NB-53"),
    "use_item": NOT_OWNED,
    "lend": Obstacle("no-loan", "You have no such item that would help on this roll.", "NB-R38"),
    "cancel": Obstacle("no-cancel", "You hold no such card that cancels.", "NB-R32"),
    "discard": Obstacle("not-held", "You do not hold that card.", "NB-56"),
    "lose": Obstacle("not-owned", "You have no such item in play.", "NB-56"),
    "take": Obstacle("not-there", "No such Stuff lies in the discards.", "NB-56"),
    "hand_over": Obstacle("not-owned", "You have no such item in play.", "NB-R39"),
    "put_item": Obstacle("not-owned", "Only items in play can be given.", "NB-80"),
    "want_item": Obstacle("not-owned", "Only items that lie before your partner can be asked for.", "NB-80"),
}
TOO_SOON: dict[str, Obstacle] = {  # verbs that the same question sometimes offers
    "finish": Obstacle("too-many", "More cards are in your hand than may stay there.", "NB-35"),
    "ask_help": Obstacle("no-help", "Help was asked for already, or nobody can give any.", "NB-R45"),
    "use_ability": Obstacle("no-ability", "You have no ability for this, or it is used up.", "NB-R30"),
}


def why_not(t: NinjaTable, seat: Seat, action: Action) -> Obstacle:
    """Return the obstacle to an illegal action of the seat."""
    if t.over:
        return OVER
    verb, nouns = (action[0], action[1:]) if action else ("", ())
    if not isinstance(seat, int) or not 0 <= seat < t.seats:
        return NOT_ASKED
    asked = t.asks.get(seat, ())
    if any(option[0] == verb for option in asked):
        return why_not_this(t, seat, verb, nouns)
    if verb in ANYTIME:
        return why_no_cut_in(t, seat, verb, nouns)
    if seat not in t.asks:
        return NOT_ASKED
    if isinstance(t.stack[-1], Deal):
        return why_no_term(t, t.stack[-1], verb)
    if verb == "play":
        return why_no_play(t, seat, nouns)
    return TOO_SOON.get(verb, NOT_NOW) if isinstance(verb, str) else NOT_NOW


def why_not_this(t: NinjaTable, seat: Seat, verb: str, nouns: tuple[Noun, ...]) -> Obstacle:
    """The verb is asked for, but not with these nouns."""
    if verb in ("put_money", "want_money"):
        return why_not_so_much(t, verb, nouns)
    if verb == "play":
        return why_no_play(t, seat, nouns)
    if verb in ANYTIME and verb != "lend":
        return why_no_cut_in(t, seat, verb, nouns)
    return ASKED.get(verb, NO_SUCH) if nouns else NO_SUCH


def why_no_play(t: NinjaTable, seat: Seat, nouns: tuple[Noun, ...]) -> Obstacle:
    kind = a_card(t, nouns)
    if kind not in t.hands[seat]:
        return NO_SUCH if kind is None else NOT_HELD
    if t.pack.fortune[kind].kind == "times" and t.active >= 0 and t.active != seat:
        return why_no_times(t)
    return WRONG_TIME


def why_no_times(t: NinjaTable) -> Obstacle:
    if t.has_errand(t.active):
        return Obstacle("errand", "Interesting Times have no place on an Errand.", "NB-65")
    most = t.settings["max_times_per_mission"]
    if most and t.times_played >= most:
        return Obstacle("enough", "No more Interesting Times on this mission.", "NB-R31")
    return Obstacle("wrong-time", "These are not the circumstances the card asks for.", "NB-74")


# -- any-time plays


def why_no_cut_in(t: NinjaTable, seat: Seat, verb: str, nouns: tuple[Noun, ...]) -> Obstacle:
    """The obstacle to all any-time plays of the seat, or to this one."""
    if not t.phase:
        return SET_UP
    if deals.is_closed(t):
        return CLOSED
    if seat == t.locked:
        return LOCKED
    if t.duellists and (verb != "buy" or not t.roll or t.roll.seat != seat):
        return DUEL
    return ANYTIME[verb](t, seat, nouns)


def why_no_purchase(t: NinjaTable, seat: Seat, nouns: tuple[Noun, ...]) -> Obstacle:
    kind = a_card(t, nouns)
    if kind not in t.hands[seat]:
        return NO_SUCH if kind is None else NOT_HELD
    if not t.pack.is_stuff[kind]:
        return Obstacle("no-stuff", "Only Ninja Stuff is bought.", "NB-67")
    if not t.can_pay(seat, kind):
        return Obstacle("cannot-pay", f"That costs ${t.pack.price[kind]}.", "NB-67")
    return NOT_USEFUL


def why_no_course(t: NinjaTable, seat: Seat, nouns: tuple[Noun, ...]) -> Obstacle:
    kind = a_card(t, nouns)
    if kind not in t.hands[seat]:
        return NO_SUCH if kind is None else NOT_HELD
    if t.phase == deals.MISSIONS_PHASE and t.pack.is_course[kind]:
        return Obstacle("on-mission", "Courses cannot be taken during the missions.", "NB-R29")
    return WRONG_TIME


def why_no_loan(t: NinjaTable, seat: Seat, nouns: tuple[Noun, ...]) -> Obstacle:
    return ASKED["lend"]


def why_no_deal(t: NinjaTable, seat: Seat, nouns: tuple[Noun, ...]) -> Obstacle:
    partner = nouns[0] if len(nouns) == 1 else None
    if not isinstance(partner, int) or partner not in t.rivals(seat):
        return NO_SUCH
    if t.settings["deals"] == "no":
        return Obstacle("no-deals", "At this table nobody bargains.", "NB-R42")
    if partner == t.locked:
        return Obstacle("locked", "That ninja must first take what this costs him.", "NB-69")
    if t.offers[seat] >= t.settings["offer_limit"]:
        return Obstacle("enough", "You have opened as many deals as you may for now.", "NB-R43")
    return NOT_USEFUL if t.failing else NOT_NOW


ANYTIME: dict[str, Callable[[NinjaTable, Seat, tuple[Noun, ...]], Obstacle]] = {
    "buy": why_no_purchase,
    "study": why_no_course,
    "lend": why_no_loan,
    "deal": why_no_deal,
}


# -- deals


def why_not_so_much(t: NinjaTable, verb: str, nouns: tuple[Noun, ...]) -> Obstacle:
    amount, unit = nouns[0] if len(nouns) == 1 else None, t.pack.rules.money_unit
    if not isinstance(amount, int) or amount <= 0 or amount % unit:
        return Obstacle("no-amount", f"Money comes in units of ${unit}.", "NB-02")
    return Obstacle("cannot-pay", "Nobody can pay more than he has.", "NB-R42")


def why_no_term(t: NinjaTable, deal: Deal, verb: str) -> Obstacle:
    if verb in ("put_money", "want_money"):
        named = bool(deal.money)
        return Obstacle(
            "no-money", "The money is named already." if named else "There is no money to name.", "NB-R42"
        )
    if verb == "swap_missions":
        rule = "NB-R16" if t.phase == 4 else "NB-79"
        return Obstacle("no-swap", "These Missions cannot be swapped now.", rule)
    if verb == "offer" and (deal.gives or deal.wants or deal.money or deal.swap):
        return NOT_USEFUL
    if verb == "offer":
        return Obstacle("empty", "Something must change hands.", "NB-R42")
    return ASKED.get(verb, CLOSED)


def a_card(t: NinjaTable, nouns: tuple[Noun, ...]) -> int | None:
    """The kind of Fortune card that the nouns name; None if they name none."""
    kind = nouns[0] if len(nouns) == 1 else None
    known = isinstance(kind, int) and not isinstance(kind, bool) and 0 <= kind < len(t.pack.fortune)
    return kind if known and isinstance(kind, int) else None
