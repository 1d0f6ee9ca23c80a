"""Windows: seats in order may reply to an event, until all in a row have passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.ninja_burger.cards import NONE, Kinds
from flattop.games.ninja_burger.effects import Consequences
from flattop.games.ninja_burger.interesting_times import InterestingTimes, times_open
from flattop.kernel import PASS, Action, Frame, Next, Options, Replies, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

PASS_ONLY = (PASS,)


@part
class CardReplies(Replies):
    """Seats that cannot hold a fitting card are skipped; any play clears the passes (NB-R21)."""

    order: tuple[Seat, ...]
    i: int = 0
    passes: int = 0
    at: str = "next_seat"

    def act(self, t: NinjaTable, seat: Seat, action: Action) -> Next:
        passed = action[0] in ("pass", "roll")
        self.move_on(passed)
        return self.next_seat if passed else Frame.act(self, t, seat, action)

    def may_reply(self, t: NinjaTable, seat: Seat) -> bool:
        return t.may_hold(seat, self.fitting(t))

    def options(self, t: NinjaTable, seat: Seat) -> Options:
        replies = self.plays(t, seat)
        return [*replies, PASS] if replies else PASS_ONLY

    def plays(self, t: NinjaTable, seat: Seat) -> list[Action]:
        plays = t.pack.actions("play")
        return [plays[kind] for kind in t.held(seat, self.fitting(t))]

    def fitting(self, t: NinjaTable) -> Kinds:
        """The cards that may be played in this window."""
        raise TypeError(f"{type(self).__name__} does not say what fits")

    def play(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        """Interesting Times are shown and carried out before anything else (NB-R32)."""
        return t.call(InterestingTimes(kind, seat, t.active), self.next_seat)


@part
class StartWindow(CardReplies):
    """A delivery is turned up, and no roll has been made."""

    def fitting(self, t: NinjaTable) -> Kinds:
        return times_open(t, "mission_start")


@part
class RewardWindow(CardReplies):
    """Every roll of a delivery is made, and the reward is not taken yet."""

    def fitting(self, t: NinjaTable) -> Kinds:
        return times_open(t, "before_reward")

    def is_settled(self, t: NinjaTable) -> bool:
        return bool(t.extra)  # an extra roll is made at once, then the window opens again


@part
class BeforeRoll(CardReplies):
    """The skill is declared, the dice are not thrown: first rivals reply, then the ninja (NB-R20)."""

    def may_reply(self, t: NinjaTable, seat: Seat) -> bool:
        roll = t.current_roll
        return seat == roll.seat or t.may_hold(seat, self.fitting(t)) or bool(roll.loans(t, seat))

    def fitting(self, t: NinjaTable) -> Kinds:
        return times_open(t, "before_roll")

    def options(self, t: NinjaTable, seat: Seat) -> Options:
        roll = t.current_roll
        return roll.preparations(t) if seat == roll.seat else CardReplies.options(self, t, seat)

    def plays(self, t: NinjaTable, seat: Seat) -> list[Action]:
        return CardReplies.plays(self, t, seat) + t.current_roll.loans(t, seat)

    def is_settled(self, t: NinjaTable) -> bool:
        return t.current_roll.auto

    def play(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        roll = t.current_roll
        if seat != roll.seat:
            return t.call(InterestingTimes(kind, seat, t.active), self.next_seat)
        return t.call(roll.trick(t, kind, "before_roll"), self.next_seat)

    def use_item(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        return t.call(t.current_roll.item(t, seat, kind, "before_roll"), self.next_seat)

    def use_ability(self, t: NinjaTable, seat: Seat) -> Next:
        return t.call(t.current_roll.ability(t), self.next_seat)

    def lend(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        return t.call(t.current_roll.item(t, seat, kind, "before_roll"), self.next_seat)

    def is_last_pass(self, t: NinjaTable) -> bool:
        """True if all other seats that may reply have passed."""
        after = [(self.i + n) % len(self.order) for n in range(1, len(self.order) - self.passes)]
        return not any(self.may_reply(t, self.order[i]) for i in after)


def lets_the_dice_fall(t: NinjaTable, seat: Seat) -> bool:
    """True if the dice fall once the seat passes: a failed throw ends most deals."""
    window = t.stack[-1]
    return isinstance(window, BeforeRoll) and window.is_last_pass(t)


@part
class AfterSuccess(CardReplies):
    """A throw was made; a forced reroll ends the window."""

    def fitting(self, t: NinjaTable) -> Kinds:
        fitting = times_open(t, "after_success")
        if not fitting:
            return NONE
        roll, pack = t.current_roll, t.pack
        if roll.auto:
            fitting -= pack.needs_dice
        return fitting - pack.needs_ordinary_throw if roll.is_brilliant else fitting

    def is_settled(self, t: NinjaTable) -> bool:
        return t.current_roll.forced


@part
class RivalFailed(CardReplies):
    """A mission has failed and its penalty is taken; rivals may profit from it (NB-R39)."""

    def fitting(self, t: NinjaTable) -> Kinds:
        return t.pack.playable("rival_fail") if t.items[t.active] else NONE

    def play(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        t.spend(seat, kind)
        t.tell("played", seat, kind)
        return t.call(Consequences(seat, "rival_fail", kind), self.next_seat)
