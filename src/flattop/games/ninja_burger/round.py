"""Play of the game: rounds of eight phases, until a ninja is the new manager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.ninja_burger import scoring
from flattop.games.ninja_burger.challenge import Challenge
from flattop.games.ninja_burger.effects import throw_away
from flattop.games.ninja_burger.meeting import DrawMissionCards, StaffMeeting
from flattop.games.ninja_burger.mission import Mission
from flattop.games.ninja_burger.turn_order import begin_phase, take_order
from flattop.kernel import VACANT, Action, Each, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable


FINISH: Action = ("finish",)


@part
class Rounds(Frame):
    """Set-up, then phase after phase (NB-16)."""

    at: str = "choose_ninjas"

    # -- starting the game

    def choose_ninjas(self, t: NinjaTable) -> Next:
        return t.seal("ninja_choices", self.ninjas_chosen)

    def ninjas_chosen(self, t: NinjaTable, answers: dict[Seat, Action]) -> Next:
        """Shuffle the other ninjas into the Ninja deck (NB-09), and deal three cards each (NB-10)."""
        unwanted = [ninja for seat in range(t.seats) for ninja in t.dealt[seat] if ninja != answers[seat][1]]
        for seat in range(t.seats):
            t.ninjas[seat] = answers[seat][1]
            t.tell("chose", seat, t.ninjas[seat])
        t.dealt = [[] for _ in range(t.seats)]
        t.ninja_deck = t.chance.shuffled(sorted(t.ninja_deck + unwanted))
        t.reveal()
        for seat in range(t.seats):
            t.draw_fortune(seat, t.pack.rules.start_hand, "start")
        return self.new_round

    # -- the phases

    def new_round(self, t: NinjaTable) -> Next:
        t.round += 1
        t.sharers, t.throws = (), ()
        t.attending, t.face_up, t.free_tries, t.results = (), (), (), (VACANT,) * t.seats
        t.tell("round", t.round)
        return self.pay

    def pay(self, t: NinjaTable) -> Next:
        """Phase 1: money and a card for every seat (NB-20, NB-21)."""
        begin_phase(t, 1)
        take_order(t)
        wages = scoring.pay(t.honor, t.pack.rules)
        for seat in t.order:
            t.gain_money(seat, wages[seat])
            t.gain_money(seat, t.pack.pay_ability[t.ninjas[seat]])
            t.draw_fortune(seat, t.pack.rules.fortune_per_pay, "pay")
        return self.draw_missions

    def draw_missions(self, t: NinjaTable) -> Next:
        begin_phase(t, 2)
        take_order(t)
        return t.call(DrawMissionCards(), self.decide)

    def decide(self, t: NinjaTable, _: object) -> Next:
        """Phase 3: every seat decides in secret to come or stay away (NB-23, NB-R12)."""
        begin_phase(t, 3)
        return t.seal("attendance", self.reveal_missions)

    def reveal_missions(self, t: NinjaTable, answers: dict[Seat, Action]) -> Next:
        """Seats that come show their Mission (NB-24).

        The others, or a seat alone, get a second try (NB-29, NB-30).
        """
        seats = range(t.seats)
        t.attending = t.face_up = tuple([seat for seat in seats if answers[seat] == ("come",)])
        alone = len(t.attending) == 1
        trying = [seat for seat in seats if alone or seat not in t.attending]
        t.free_tries = tuple([seat for seat in trying if t.pack.may_retry[t.ninjas[seat]]])
        t.reveal()
        t.tell("attendance", t.attending, t.free_tries)
        for seat in t.attending:
            t.tell("shows", seat, t.missions[seat][0])
        return self.meet if t.attending else self.attempt

    def meet(self, t: NinjaTable) -> Next:
        begin_phase(t, 4)
        take_order(t)
        return t.call(StaffMeeting(), self.attempt)

    def attempt(self, t: NinjaTable, _: object = None) -> Next:
        begin_phase(t, 5)
        take_order(t)
        return t.call(Each(Mission, t.order), self.honor_bonus)

    def honor_bonus(self, t: NinjaTable, _: object) -> Next:
        """Phase 6 (NB-32 to NB-34)."""
        begin_phase(t, 6)
        amounts = scoring.bonuses(t.results)
        if any(amounts):
            t.tell("bonus", scoring.BONUS_FOR.get(sum(amounts), "all"))
        for seat, amount in enumerate(amounts):
            t.gain_honor(seat, amount)
        return self.discard

    def discard(self, t: NinjaTable) -> Next:
        begin_phase(t, 7)
        take_order(t)
        return t.call(Each(Discard, t.order), self.check_honor)

    def check_honor(self, t: NinjaTable, _: object) -> Next:
        """Phase 8: check the lead, then the totals, then disgraced ninjas (NB-36, NB-37)."""
        begin_phase(t, 8)
        t.ending = scoring.ending(t.honor, t.round, scoring.thresholds(t.pack.rules, t.seats, t.settings))
        fallen = [seat for seat in range(t.seats) if t.honor[seat] <= 0]
        if not t.ending and not fallen:
            return self.new_round
        best = scoring.leaders(t.honor)
        if len(best) > 1 or not t.ending:
            take_order(t)
        if not t.ending:
            return t.call(Each(Amends, tuple([seat for seat in t.order if seat in fallen])), self.amended)
        t.tell("position_open", t.ending, sum(t.honor))
        return self.challenge if len(best) > 1 else self.crown(t, best[0])

    def amended(self, t: NinjaTable, _: object) -> Next:
        return self.new_round

    def challenge(self, t: NinjaTable) -> Next:
        best = scoring.leaders(t.honor)
        t.duellists, t.free_tries = tuple([seat for seat in t.order if seat in best]), ()
        t.tell("challenge", t.duellists)
        return t.call(Challenge(), self.crown)

    def crown(self, t: NinjaTable, winner: Seat) -> Next:
        t.winners = (winner,)
        t.reveal()  # hands are shown
        t.tell("won", winner, t.honor[winner])
        return t.done()


@part
class Discard(Frame):
    """Phase 7: discard until at most five cards are in hand (NB-35)."""

    seat: Seat
    at: str = "choose"

    def choose(self, t: NinjaTable) -> Next:
        discards, hand = t.pack.actions("discard"), t.hands[self.seat]
        options = [discards[kind] for kind in sorted(set(hand))]
        return t.ask(self.seat, options if len(hand) > t.pack.rules.hand_limit else [FINISH, *options])

    def discard(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        throw_away(t, seat, kind)
        return self.choose

    def finish(self, t: NinjaTable, seat: Seat) -> Next:
        return t.done()


@part
class Amends(Frame):
    """You have no Honor: the ninja loses all cards and money, and a new one starts (NB-38, NB-39, NB-R9)."""

    seat: Seat
    at: str = "bow_out"

    def bow_out(self, t: NinjaTable) -> Next:
        seat = self.seat
        t.tell("bowed_out", seat, t.ninjas[seat])
        t.ninja_discards += (t.ninjas[seat],)
        t.discards += (*t.items[seat], *t.courses[seat], *t.hands[seat])
        t.items[seat], t.courses[seat], t.hands[seat] = (), (), []
        t.ninjas[seat], t.money[seat], t.honor[seat] = VACANT, 0, t.pack.rules.start_honor
        t.dealt[seat] = [t.draw_ninja() for _ in range(t.settings["replacement_ninja_cards"])]
        return self.choose if len(t.dealt[seat]) > 1 else self.report

    def choose(self, t: NinjaTable) -> Next:
        return t.ask(self.seat, t.ninja_choices(self.seat))

    def pick(self, t: NinjaTable, seat: Seat, ninja: int) -> Next:
        t.ninja_discards += tuple([other for other in t.dealt[seat] if other != ninja])
        t.dealt[seat] = [ninja]
        return self.report

    def report(self, t: NinjaTable) -> Next:
        seat = self.seat
        t.ninjas[seat], t.dealt[seat] = t.dealt[seat][0], []
        t.reveal()
        t.tell("reported", seat, t.ninjas[seat], t.honor[seat])
        t.draw_fortune(seat, t.pack.rules.start_hand, "amends")
        return t.done()
