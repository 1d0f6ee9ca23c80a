"""Scenario and planning: the Timekeeper starts each shift (KR-03, KR-14, KR-93)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.end_of_shift import EndOfShift
from flattop.games.kitchen_rush.shift import Beats, Countdown
from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

READY: tuple[Action, ...] = (("ready",),)
START: tuple[Action, ...] = (("start",),)


@part
class Evening(Frame):
    """A whole scenario: plan, play and check each shift."""

    at: str = "plan"

    def plan(self, t: KitchenTable) -> Next:
        return t.call(Planning(), self.open)

    def open(self, t: KitchenTable, _: object) -> Next:
        begin_shift(t)
        return t.call(Beats() if t.stepped else Countdown(), self.close)

    def close(self, t: KitchenTable, _: object) -> Next:
        t.phase = "accounts"
        t.tell("time_up", t.shift)
        return t.call(EndOfShift(), self.go_on)

    def go_on(self, t: KitchenTable, _: object) -> Next:
        return t.done() if t.verdict else self.plan


@part
class Planning(Frame):
    """The team talks without a time limit; all others are ready before the Timekeeper starts (KR-R8)."""

    at: str = "discuss"

    def discuss(self, t: KitchenTable) -> Next:
        waiting = [seat for seat in range(t.seats) if seat != t.timekeeper and not t.ready[seat]]
        return t.ask_any(dict.fromkeys(waiting, READY) or {t.timekeeper: START})

    def ready(self, t: KitchenTable, seat: Seat) -> Next:
        t.ready[seat] = True
        t.tell("is_ready", seat)
        return self.discuss

    def start(self, t: KitchenTable, seat: Seat) -> Next:
        return t.done()


def begin_shift(t: KitchenTable) -> None:
    """Start the clock at tick 0, with every timer in hand (KR-R5)."""
    t.phase, t.now = "running", 0
    t.till, t.accounts = {"opening": t.coins}, []
    t.tell("started", t.shift, t.limit // t.pack.clock.ticks_per_second)
    if t.held_award("garden"):
        tend_garden(t)


def tend_garden(t: KitchenTable) -> None:
    """Move one spice of each kind from the supply to the bag."""
    grown = [kind for kind in range(5) if t.rack[kind]]
    for kind in grown:
        t.rack[kind] -= 1
        t.bag[kind] += 1
    t.tell("garden", grown)
