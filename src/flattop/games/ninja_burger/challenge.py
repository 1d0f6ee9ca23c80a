"""The Challenge: ninjas who share the highest Honor duel for the win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.ninja_burger.scoring import best_duellists
from flattop.games.ninja_burger.skill_roll import ACCEPT, USE_ABILITY, SkillRoll
from flattop.games.ninja_burger.skills import effective_skill
from flattop.games.ninja_burger.windows import BeforeRoll
from flattop.kernel import Action, Frame, Next, Noun, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

STAND: Action = ("stand",)


@part
class Challenge(Frame):
    """Each duellist makes a Combat roll. The best success wins; ties continue (NB-83, NB-R48)."""

    margins: tuple[int | None, ...] = ()  # margin of each duellist so far; None for a failure
    at: str = "next_duellist"

    def next_duellist(self, t: NinjaTable) -> Next:
        if len(self.margins) < len(t.duellists):
            return t.call(DuelRoll(t.duellists[len(self.margins)]), self.rolled)
        return self.judge

    def rolled(self, t: NinjaTable, margin: int | None) -> Next:
        self.margins += (margin,)
        return self.next_duellist

    def judge(self, t: NinjaTable) -> Next:
        best = best_duellists(t.duellists, self.margins)
        if len(best) == 1:
            return t.done(best[0])
        t.duellists, self.margins = best, ()
        t.tell("challenge", best)
        return self.next_duellist


@part
class DuelRoll(SkillRoll):
    """A roll without a mission, help or free try. A made roll may be rolled again once."""

    final: bool = False  # a made throw was rolled again, so no further reroll
    at: str = "begin"

    def begin(self, t: NinjaTable) -> Next:
        self.skill = "combat"
        return self.announce

    def announce(self, t: NinjaTable) -> Next:
        t.tell("announced", self.seat, self.skill, effective_skill(t, self), 0)
        return t.call(BeforeRoll((self.seat,)), self.throw)

    def on_brilliant(self, t: NinjaTable) -> None:
        """A natural 3 or 4 gives no Honor here (NB-R24)."""
        t.tell("brilliant", self.seat)

    def rescues(self, t: NinjaTable) -> list[Action]:
        fit = self.fit(t, "after_fail")
        options = [] if self.final else self.second_tries(t)
        options += [("play", kind) for kind in t.held(self.seat, fit.tricks)]
        options += [("use_item", kind) for kind in t.owned(self.seat, fit.items)]
        if self.has_ability(t, "substitute_skill", "after_fail"):
            options.append(USE_ABILITY)
        return [*options, ACCEPT]

    def accept_failure(self, t: NinjaTable, seat: Seat) -> Next:
        t.tell("accepted", seat)
        return t.done(None)

    def made(self, t: NinjaTable) -> Next:
        self.failed = False
        t.tell("made", self.seat, self.margin(t))
        return t.done(0) if self.auto else self.keep_or_not

    def keep_or_not(self, t: NinjaTable) -> Next:
        """A made throw may be thrown again once; the second throw counts (NB-85)."""
        return t.ask(self.seat, [STAND] if self.final else [*self.second_tries(t), STAND])

    def reroll(self, t: NinjaTable, seat: Seat, source: Noun) -> Next:
        self.final = not self.failed
        return SkillRoll.reroll(self, t, seat, source)

    def stand(self, t: NinjaTable, seat: Seat) -> Next:
        return t.done(self.margin(t))
