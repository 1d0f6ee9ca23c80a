"""Effects: the primitives that cards are made of, and the choices they ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.ninja_burger.cards import fits
from flattop.games.ninja_burger.open_options import FreeText, OpenOptions
from flattop.games.ninja_burger.schema import BASIC, Effect
from flattop.games.ninja_burger.skills import is_unlisted
from flattop.kernel import VACANT, Action, Frame, Next, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

LONGEST_EXCUSE = 140
ON_A_ROLL = ("skill_bonus", "auto_success", "substitute_skill")


@part
class Consequences(Frame):
    """The effects of a mission, ninja or card at one event, in printed order."""

    seat: Seat
    moment: str
    card: int
    i: int = 0
    at: str = "next_effect"

    def next_effect(self, t: NinjaTable, _: object = None) -> Next:
        effects = t.pack.effects_at[self.moment, self.card]
        while self.i < len(effects):
            effect = effects[self.i]
            self.i += 1
            if self.applies(t, effect):
                choice = EFFECT_HANDLERS[effect.op](t, self.seat, effect, self.card)
                if choice:
                    return t.call(choice, self.next_effect)
        return t.done()

    def applies(self, t: NinjaTable, effect: Effect) -> bool:
        """True unless Honor is spared (NB-R36), or the effect does not fit the skill of the roll (NB-R28)."""
        if t.spared and effect.op == "honor" and effect.amount < 0:
            return False
        if effect.op in ON_A_ROLL and effect.scope != "mission":
            roll = t.current_roll
            return fits(effect, roll.skill, is_unlisted(t.pack, t.ninjas[roll.seat], roll.skill))
        return True


# -- effect handlers; a handler returns a frame if a seat must choose

EffectHandler = Callable[["NinjaTable", Seat, Effect, int], Frame | None]


def change_honor(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.gain_honor(seat, effect.amount)


def change_money(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.gain_money(seat, effect.amount)


def draw(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    t.draw_fortune(seat, effect.n, "reward")


def discard(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """Discard cards from the hand, at most all of them (NB-56, NB-57)."""
    if len(t.hands[seat]) > effect.n:
        return Discarding(seat, effect.n)
    for kind in t.hands[seat][:]:
        throw_away(t, seat, kind)
    return None


def lose_item(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """Lose items in play, at most all of them (NB-56, NB-57)."""
    if len(t.items[seat]) > effect.n:
        return LosingItems(seat, effect.n)
    for kind in t.items[seat]:
        lose(t, seat, kind)
    return None


def take_item(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """Take Stuff from the discards, or an item of the ninja who has just failed."""
    if effect.source == "discard":
        return TakingStuff(seat, effect.n)
    return HandingOver(t.active, seat, effect.n)


def put_on_roll(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    """Put a bonus or penalty on this roll, or on all rolls of the mission."""
    if effect.scope == "mission":
        t.wide += (card,)
        return
    t.current_roll.cards += (card,)


def succeed(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> None:
    """The roll is made by 0, with or without dice."""
    t.current_roll.auto = True


def substitute(t: NinjaTable, seat: Seat, effect: Effect, card: int) -> Frame | None:
    """Use another skill; ask if there is a choice, or if an excuse may be given (NB-50, NB-52)."""
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


EFFECT_HANDLERS: dict[str, EffectHandler] = {
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
    """Choose a number of cards one by one, while there are any. Deals are possible in between."""

    seat: Seat
    left: int
    at: str = "choose"

    def choose(self, t: NinjaTable) -> Next:
        actions = self.actions(t)
        return t.ask(self.seat, actions) if actions else t.done()

    def actions(self, t: NinjaTable) -> list[Action]:
        """The options of the choice."""
        return []

    def one_is_gone(self, t: NinjaTable) -> Next:
        self.left -= 1
        return self.choose if self.left else t.done()


@part
class Discarding(OneByOne):
    """The seat chooses which cards leave its hand."""

    def actions(self, t: NinjaTable) -> list[Action]:
        discards = t.pack.actions("discard")
        return [discards[kind] for kind in sorted(set(t.hands[self.seat]))]

    def discard(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        throw_away(t, seat, kind)
        return self.one_is_gone(t)


@part
class LosingItems(OneByOne):
    """The seat chooses which items it loses."""

    def actions(self, t: NinjaTable) -> list[Action]:
        return [("lose", kind) for kind in sorted(set(t.items[self.seat]))]

    def lose(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        lose(t, seat, kind)
        return self.one_is_gone(t)


@part
class TakingStuff(OneByOne):
    """Take Stuff from the discards into play; nothing if there is none."""

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
    """The ninja who has failed hands over an item of its choice, and cannot sell it first (NB-69)."""

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
    """Choose another skill, with an excuse for the log if the option `fast_talk` is on (NB-52)."""

    seat: Seat
    to: str
    at: str = "choose"

    def choose(self, t: NinjaTable) -> Next:
        """Skip the choice if a loan or a purchase has already saved the roll (NB-R20)."""
        roll = t.current_roll
        return t.done() if roll.failed and roll.is_saved(t) else t.ask(self.seat, self.skills(t))

    def skills(self, t: NinjaTable) -> Options:
        roll = t.current_roll
        skills = [skill for skill in BASIC if skill != roll.skill] if self.to == "basic" else [self.to]
        actions: list[Action] = [("substitute", skill, "") for skill in skills]
        if t.settings["fast_talk"] == "no":
            return actions
        return OpenOptions(tuple(actions), tuple(FreeText(action[:-1], LONGEST_EXCUSE) for action in actions))

    def substitute(self, t: NinjaTable, seat: Seat, skill: str, excuse: str) -> Next:
        roll = t.current_roll
        roll.change_skill(t, skill, excuse)
        return t.done()
