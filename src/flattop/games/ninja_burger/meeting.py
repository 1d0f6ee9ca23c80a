"""Phases 2 and 4: drawing Missions, and the Staff Meeting with Errands and talk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.ninja_burger.turn_order import roll_off
from flattop.kernel import VACANT, Action, Frame, Next, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

DRAW: Action = ("draw",)
KEEP_ERRAND: Action = ("keep_errand",)
READY: Action = ("ready",)
READY_ONLY = (READY,)
COME_OR_NOT: tuple[Action, ...] = (("come",), ("stay_away",))


@part
class DrawMissionCards(Frame):
    """Phase 2: in phase order every seat draws one Mission, or two and keeps one (NB-22, NB-R17)."""

    i: int = -1
    at: str = "next_ninja"

    def next_ninja(self, t: NinjaTable) -> Next:
        self.i += 1
        if self.i == len(t.order):
            return t.done()
        seat = t.order[self.i]
        drawn = t.pack.missions_drawn[t.ninjas[seat]]
        if drawn == 1 and t.may_hold(seat, t.pack.playable("mission_draw")):
            return self.look_before
        return self.draw_missions(t, drawn)

    def look_before(self, t: NinjaTable) -> Next:
        seat = t.order[self.i]
        cards = t.held(seat, t.pack.playable("mission_draw"))
        return t.ask(seat, [*[("play", kind) for kind in cards], DRAW])

    def play(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        t.spend(seat, kind)
        t.tell("played", seat, kind)
        return self.draw_missions(t, t.pack.fortune[kind].effects[0].draw)

    def draw(self, t: NinjaTable, seat: Seat) -> Next:
        return self.draw_missions(t, 1)

    def draw_missions(self, t: NinjaTable, count: int) -> Next:
        seat = t.order[self.i]
        for _ in range(count):
            t.draw_mission(seat)
        t.tell("drew_mission", seat, count)
        return self.next_ninja if count == 1 else self.choose

    def choose(self, t: NinjaTable) -> Next:
        seat = t.order[self.i]
        return t.ask(seat, [("keep", mission) for mission in t.missions[seat]])

    def keep(self, t: NinjaTable, seat: Seat, mission: int) -> Next:
        """Discard the other cards at once, face up."""
        for unwanted in t.missions[seat]:
            if unwanted != mission:
                t.mission_discards += (unwanted,)
                t.tell("unwanted", seat, unwanted)
        t.missions[seat] = [mission]
        t.reveal()
        return self.next_ninja


@part
class StaffMeeting(Frame):
    """Phase 4: cards for those who came, then Errands, then talk (NB-R13)."""

    holder: Seat = VACANT
    asked: tuple[Seat, ...] = ()  # seats that have decided about an Errand, or had one pushed on them
    at: str = "cards"

    def cards(self, t: NinjaTable) -> Next:
        for seat in t.order:
            if seat in t.attending:
                t.draw_fortune(seat, t.pack.rules.fortune_per_meeting, "meeting")
        return t.done() if len(t.attending) == 1 else self.errands

    def errands(self, t: NinjaTable) -> Next:
        """The holder with the highest Honor decides first; then the list is rebuilt (NB-63, NB-R14)."""
        holders = [s for s in t.attending if s not in self.asked and t.has_errand(s) and targets(t, s)]
        if not holders:
            return self.talk
        highest = max(t.honor[seat] for seat in holders)
        self.holder = roll_off(t, [seat for seat in holders if t.honor[seat] == highest])
        return self.push_or_keep

    def push_or_keep(self, t: NinjaTable) -> Next:
        return t.ask(self.holder, [*[("push", seat) for seat in targets(t, self.holder)], KEEP_ERRAND])

    def push(self, t: NinjaTable, seat: Seat, target: Seat) -> Next:
        """The target cannot refuse (NB-62)."""
        t.tell("pushed", seat, t.missions[seat][0], target)
        t.swap_missions(seat, target)
        self.asked += (seat, target)
        return self.errands

    def keep_errand(self, t: NinjaTable, seat: Seat) -> Next:
        t.tell("kept_errand", seat)
        self.asked += (seat,)
        return self.errands

    def talk(self, t: NinjaTable) -> Next:
        return t.call(Talk(), self.over)

    def over(self, t: NinjaTable, _: object) -> Next:
        return t.done()


def targets(t: NinjaTable, holder: Seat) -> list[Seat]:
    """The seats on which an Errand may be pushed: the lowest Honor present without one (NB-62, NB-R15)."""
    lowest_present = min(t.honor[seat] for seat in t.attending)
    if t.honor[holder] == lowest_present:
        return []  # NB-61
    below = t.settings["errand_target"] == "lower"
    free = [
        seat
        for seat in t.attending
        if seat != holder and not t.has_errand(seat) and (not below or t.honor[seat] < t.honor[holder])
    ]
    lowest = min((t.honor[seat] for seat in free), default=0)
    return [seat for seat in free if t.honor[seat] == lowest]


@part
class Talk(Frame):
    """Seats that came and are not ready may act; the next in phase order is listed first (NB-R44)."""

    ready: tuple[Seat, ...] = ()
    last: Seat = VACANT  # the seat that decided last
    swapper: Seat = VACANT
    at: str = "speak"

    def speak(self, t: NinjaTable) -> Next:
        seats = self.speakers(t)
        if not seats:
            return t.done()
        return t.ask_any({seat: self.words(t, seat) for seat in seats})

    def speakers(self, t: NinjaTable) -> list[Seat]:
        """The seats in phase order, starting after the one that decided last."""
        after = t.order.index(self.last) + 1 if self.last != VACANT else 0
        order = t.order[after:] + t.order[:after]
        return [seat for seat in order if seat in t.attending and seat not in self.ready]

    def words(self, t: NinjaTable, seat: Seat) -> Options:
        cards = t.held(seat, t.pack.playable("meeting")) if partners(t, seat) else []
        return [*[("play", kind) for kind in cards], READY] if cards else READY_ONLY

    def say_ready(self, t: NinjaTable, seat: Seat) -> Next:
        self.ready += (seat,)
        self.last = seat
        t.tell("ready", seat)
        return self.speak

    def act(self, t: NinjaTable, seat: Seat, action: Action) -> Next:
        if action == READY:
            return self.say_ready(t, seat)
        return getattr(self, action[0])(t, seat, *action[1:])  # type: ignore[no-any-return]

    def play(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        """Swap deliveries with another seat without its consent (NB-R39)."""
        t.spend(seat, kind)
        t.tell("played", seat, kind)
        self.swapper = seat
        return self.choose_partner

    def choose_partner(self, t: NinjaTable) -> Next:
        return t.ask(self.swapper, [("swap_with", seat) for seat in partners(t, self.swapper)])

    def swap_with(self, t: NinjaTable, seat: Seat, partner: Seat) -> Next:
        self.last, self.swapper = seat, VACANT
        t.swap_missions(seat, partner)
        t.tell("swapped", seat, partner)
        return self.speak


def partners(t: NinjaTable, seat: Seat) -> list[Seat]:
    """The seats with which a delivery may be swapped by a card."""
    if t.has_errand(seat):
        return []
    return [other for other in t.attending if other != seat and not t.has_errand(other)]
