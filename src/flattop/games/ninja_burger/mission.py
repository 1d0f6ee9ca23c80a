"""Phase 5: a ninja attempts a mission roll by roll, and takes its reward or penalty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.ninja_burger.effects import Consequences
from flattop.games.ninja_burger.skill_roll import SkillRoll
from flattop.games.ninja_burger.windows import RewardWindow, RivalFailed, StartWindow
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

MOVE_ON: Action = ("move_on",)
TAKE_PENALTY: Action = ("take_penalty",)


@part
class Mission(Frame):
    """One ninja's turn (NB-R19)."""

    seat: Seat
    number: int = 0  # number of printed rolls made
    extra: int = VACANT  # the card whose extra roll is being made
    at: str = "turn_up"

    # -- (1), (2) the mission is turned up, rivals may make it harder

    def turn_up(self, t: NinjaTable) -> Next:
        t.active, t.wide, t.extra, t.times_played, t.path, t.spared = self.seat, (), (), 0, (), False
        t.offers = (0,) * t.seats
        if self.seat not in t.face_up:
            t.face_up += (self.seat,)
            t.reveal()
        t.tell("attempts", self.seat, self.mission(t))
        if t.has_errand(self.seat):
            return self.next_roll
        return t.call(StartWindow(t.rivals(self.seat)), self.started)

    def mission(self, t: NinjaTable) -> int:
        return t.missions[self.seat][0]

    def started(self, t: NinjaTable, _: object) -> Next:
        return self.next_roll

    # -- (3) extra rolls in the order played, then the printed ones

    def next_roll(self, t: NinjaTable, _: object = None) -> Next:
        if t.extra:
            self.extra, t.extra = t.extra[0], t.extra[1:]
            return t.call(SkillRoll(self.seat, card=self.extra), self.extra_rolled)
        if self.number < len(t.pack.missions[self.mission(t)].steps):
            self.number += 1
            return t.call(SkillRoll(self.seat, self.number - 1), self.rolled)
        return self.before_reward

    def rolled(self, t: NinjaTable, made: bool) -> Next:
        return self.next_roll if made else self.fail

    def extra_rolled(self, t: NinjaTable, made: bool) -> Next:
        """A failed extra roll fails the mission, unless its card has another penalty (NB-77, NB-R37)."""
        if made:
            return self.next_roll
        if t.pack.extra_roll(self.extra).on_fail == "fail_mission":
            return self.fail
        t.locked = self.seat  # it cannot first sell what it must lose (NB-69)
        return t.call(Consequences(self.seat, "failed_extra", self.extra), self.extra_paid)

    def extra_paid(self, t: NinjaTable, _: object) -> Next:
        t.locked = VACANT
        return self.next_roll

    # -- (4), (5) success

    def before_reward(self, t: NinjaTable) -> Next:
        if t.has_errand(self.seat):
            return self.succeed
        return t.call(RewardWindow(t.rivals(self.seat)), self.settled)

    def settled(self, t: NinjaTable, _: object) -> Next:
        return self.next_roll if t.extra else self.succeed

    def succeed(self, t: NinjaTable) -> Next:
        self.record_result(t, 1)
        t.tell("succeeded", self.seat, self.mission(t))
        return t.call(Consequences(self.seat, "reward", self.mission(t)), self.rewarded)

    def rewarded(self, t: NinjaTable, _: object = None) -> Next:
        return self.celebrate if t.may_hold(self.seat, self.success_cards(t)) else self.end

    def success_cards(self, t: NinjaTable) -> frozenset[int]:
        """Cards that may be played after a successful mission."""
        errand, fortune = t.has_errand(self.seat), t.pack.fortune
        return frozenset(
            kind for kind in t.pack.playable("on_success") if not (errand and fortune[kind].play_if.delivery)
        )

    def celebrate(self, t: NinjaTable) -> Next:
        cards = t.held(self.seat, self.success_cards(t))
        return t.ask(self.seat, [*[("play", kind) for kind in cards], MOVE_ON])

    def play(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        t.spend(seat, kind)
        t.tell("played", seat, kind)
        return t.call(Consequences(seat, "on_success", kind), self.rewarded)

    def move_on(self, t: NinjaTable, seat: Seat) -> Next:
        return self.end

    # -- (6) failure

    def fail(self, t: NinjaTable) -> Next:
        """Lock the seat: it cannot buy or deal until the drawback is done (NB-69, NB-R34)."""
        self.record_result(t, 0)
        t.locked = self.seat
        t.tell("mission_failed", self.seat, self.mission(t))
        return self.apologize if self.failure_items(t) else self.penalty

    def failure_items(self, t: NinjaTable) -> list[int]:
        return [] if t.spared else t.owned(self.seat, t.pack.playable("on_fail"))

    def apologize(self, t: NinjaTable) -> Next:
        return t.ask(self.seat, [*[("use_item", kind) for kind in self.failure_items(t)], TAKE_PENALTY])

    def use_item(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        t.tell("used_item", seat, kind)
        t.use_up(seat, kind)
        return t.call(Consequences(seat, "on_fail", kind), self.penalty)

    def take_penalty(self, t: NinjaTable, seat: Seat) -> Next:
        return self.penalty

    def penalty(self, t: NinjaTable, _: object = None) -> Next:
        return t.call(Consequences(self.seat, "penalty", self.mission(t)), self.drawback)

    def drawback(self, t: NinjaTable, _: object) -> Next:
        return t.call(Consequences(self.seat, "drawback", t.ninjas[self.seat]), self.pity)

    def pity(self, t: NinjaTable, _: object) -> Next:
        t.locked, t.spared = VACANT, False
        return t.call(RivalFailed(t.rivals(self.seat)), self.end)

    # -- (7) the next ninja

    def end(self, t: NinjaTable, _: object = None) -> Next:
        t.mission_discards += (self.mission(t),)
        t.missions[self.seat] = []
        t.active, t.wide, t.path, t.tired, t.used = VACANT, (), (), (), ()
        return t.done()

    def record_result(self, t: NinjaTable, result: int) -> None:
        results = list(t.results)
        results[self.seat] = result
        t.results = tuple(results)
