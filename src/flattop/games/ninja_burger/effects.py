"""The small set of effects that every card is made of, and what they ask of the ninja they hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.ninja_burger.fitting import fits
from flattop.games.ninja_burger.open_options import Line, Offers
from flattop.games.ninja_burger.schema import BASIC, Effect
from flattop.games.ninja_burger.skills import is_unlisted
from flattop.kernel import VACANT, Action, Frame, Next, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

LONGEST_EXCUSE = 140
ON_A_ROLL = ("skill_bonus", "auto_success", "substitute_skill")


@part
class Consequences(Frame):
    """The effects of a mission, a ninja or a card at one moment, one after the other as printed."""

    seat: Seat
    moment: str
    card: int
    i: int = 0
    at: str = "next_effect"

    def next_effect(self, t: NinjaTable, _: object = None) -> Next:
        effects = t.pack.moments[self.moment, self.card]
        while self.i < len(effects):
            effect = effects[self.i]
            self.i += 1
            if self.applies(t, effect):
                choice = DEEDS[effect.op](t, self.seat, effect, self.card)
                if choice:
                    return t.call(choice, self.next_effect)
        return t.done()

    def applies(self, t: NinjaTable, effect: Effect) -> bool:
        """Honor may be spared (NB-R36), and on a roll only what fits the skill in use counts (NB-R28)."""
        if t.spared and effect.op == "honor" and effect.amount < 0:
            return False
        if effect.op in ON_A_ROLL and effect.scope != "mission":
            roll = t.current_roll
            return fits(effect, roll.skill, is_unlisted(t.pack, t.ninjas[roll.seat], roll.skill))
        return True


# -- what an effect does; it hands back a frame where somebody has to choose

Deed = Callable[["NinjaTable", Seat, Effect, int], Frame | None]


def change_honor(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.gain_honor(seat, effect.amount)


def change_money(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.gain_money(seat, effect.amount)


def draw(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.draw_fortune(seat, effect.n, "reward")


def discard(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """From the hand, as many as there are (NB-56, NB-57)."""
    if len(t.hands[seat]) > effect.n:
        return Discarding(seat, effect.n)
    for kind in t.hands[seat][:]:
        throw_away(t, seat, kind)
    return None


def lose_item(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """Items in play, as many as there are (NB-56, NB-57)."""
    if len(t.items[seat]) > effect.n:
        return LosingItems(seat, effect.n)
    for kind in t.items[seat]:
        lose(t, seat, kind)
    return None


def take_item(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """Stuff from the discards, or an item of the ninja who has just failed."""
    if effect.source == "discard":
        return TakingStuff(seat, effect.n)
    return HandingOver(t.active, seat, effect.n)


def put_on_roll(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    """A bonus or penalty on this roll, or on all rolls of the mission."""
    if effect.scope == "mission":
        t.wide += (card,)
        return
    t.current_roll.cards += (card,)


def succeed(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    """The roll is made by 0, without dice or whatever they show."""
    t.current_roll.auto = True


def substitute(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """Another skill; asked for if there is a choice, or an excuse to be made (NB-50, NB-52)."""
    if effect.to == "basic" or t.settings["fast_talk"] == "yes":
        return Substitution(seat, effect.to)
    t.current_roll.change_skill(t, effect.to, "")
    return None


def add_roll(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.extra += (card,)


def throw_again(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.current_roll.forced = True


def spare(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.spared = True


DEEDS: dict[str, Deed] = {
    "honor": change_honor,
    "money": change_money,
    "draw": draw,
    "discard": discard,
    "lose_item": lose_item,
    "take_item": take_item,
    "skill_bonus": put_on_roll,
    "auto_success": succeed,
    "substitute_skill": substitute,
    "extra_roll": add_roll,
    "reroll": throw_again,
    "prevent": spare,
}


# -- choices


def throw_away(t: NinjaTable, seat: Seat, kind: int) -> None:
    t.spend(seat, kind)
    t.tell("discarded", seat, kind)


def lose(t: NinjaTable, seat: Seat, kind: int) -> None:
    t.lose_item(seat, kind)
    t.tell("lost_item", seat, kind)


@part
class OneByOne(Frame):
    """The seat chooses so many, one by one, while there are any; who is not locked may deal in between."""

    seat: Seat
    left: int
    at: str = "choose"

    def choose(self, t: NinjaTable) -> Next:
        actions = self.actions(t)
        return t.ask(self.seat, actions) if actions else t.done()

    def actions(self, t: NinjaTable) -> list[Action]:
        """What there is to choose from."""
        return []

    def one_is_gone(self, t: NinjaTable) -> Next:
        self.left -= 1
        return self.choose if self.left else t.done()


@part
class Discarding(OneByOne):
    """The loser chooses which cards leave his hand."""

    def actions(self, t: NinjaTable) -> list[Action]:
        discards = t.pack.actions("discard")
        return [discards[kind] for kind in sorted(set(t.hands[self.seat]))]

    def discard(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        throw_away(t, seat, kind)
        return self.one_is_gone(t)


@part
class LosingItems(OneByOne):
    """The loser chooses which items he loses."""

    def actions(self, t: NinjaTable) -> list[Action]:
        return [("lose", kind) for kind in sorted(set(t.items[self.seat]))]

    def lose(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        lose(t, seat, kind)
        return self.one_is_gone(t)


@part
class TakingStuff(OneByOne):
    """Stuff of one's choice from the discards, into play at once; nothing if none lies there."""

    at: str = "look"

    def look(self, t: NinjaTable) -> Next:
        return self.choose if self.left and self.actions(t) else t.done()

    def actions(self, t: NinjaTable) -> list[Action]:
        return [("take", kind) for kind in sorted({kind for kind in t.discards if t.pack.is_stuff[kind]})]

    def take(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        i = t.discards.index(kind)
        t.discards = t.discards[:i] + t.discards[i + 1 :]
        t.items[seat] += (kind,)
        self.left -= 1
        t.tell("took", seat, kind)
        return self.look


@part
class HandingOver(Frame):
    """The ninja who has failed hands over an item of his own choice, and cannot sell it first (NB-69)."""

    seat: Seat
    taker: Seat
    left: int
    at: str = "look"

    def look(self, t: NinjaTable) -> Next:
        more = bool(self.left and t.items[self.seat])
        t.locked = self.seat if more else VACANT
        return self.choose if more else t.done()

    def choose(self, t: NinjaTable) -> Next:
        return t.ask(self.seat, [("hand_over", kind) for kind in sorted(set(t.items[self.seat]))])

    def hand_over(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        t.drop_item(seat, kind)
        t.items[self.taker] += (kind,)
        self.left -= 1
        t.tell("handed_over", seat, kind, self.taker)
        return self.look


@part
class Substitution(Frame):
    """Which skill instead, with an excuse for the log where the table likes to hear one (NB-52)."""

    seat: Seat
    to: str
    at: str = "choose"

    def choose(self, t: NinjaTable) -> Next:
        """A loan or a purchase meanwhile may make the failed throw good at once (NB-R20)."""
        roll = t.current_roll
        return t.done() if roll.failed and roll.is_saved(t) else t.ask(self.seat, self.skills(t))

    def skills(self, t: NinjaTable) -> Options:
        roll = t.current_roll
        skills = [skill for skill in BASIC if skill != roll.skill] if self.to == "basic" else [self.to]
        actions: list[Action] = [("substitute", skill, "") for skill in skills]
        if t.settings["fast_talk"] == "no":
            return actions
        return Offers(tuple(actions), tuple(Line(action[:-1], LONGEST_EXCUSE) for action in actions))

    def substitute(self, t: NinjaTable, seat: Seat, skill: str, excuse: str) -> Next:
        roll = t.current_roll
        roll.change_skill(t, skill, excuse)
        return t.done()
