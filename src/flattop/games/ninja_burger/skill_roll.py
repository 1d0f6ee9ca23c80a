"""Skill rolls: announced, thrown, saved, or accepted as failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flattop.games.ninja_burger import deals
from flattop.games.ninja_burger.cards import Fit, fits
from flattop.games.ninja_burger.deals import CallForHelp
from flattop.games.ninja_burger.effects import Consequences
from flattop.games.ninja_burger.interesting_times import times_open
from flattop.games.ninja_burger.schema import ANY, Alternative, Skill, Window
from flattop.games.ninja_burger.skills import BRILLIANT, effective_skill, is_made, is_unlisted
from flattop.games.ninja_burger.windows import AfterSuccess, BeforeRoll
from flattop.kernel import VACANT, Action, Frame, Next, Noun, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

ROLL: Action = ("roll",)
ROLL_ONLY = (ROLL,)
ACCEPT: Action = ("accept_failure",)
ASK_HELP: Action = ("ask_help",)
USE_ABILITY: Action = ("use_ability",)
FREE_TRY: Action = ("reroll", "free_try")
BY_ABILITY: Action = ("reroll", "ability")


class MadeRoll(NamedTuple):
    """A roll of the current mission that was made."""

    number: int  # index among the printed rolls, or VACANT
    card: int  # the Interesting Times that demanded it, or VACANT
    skill: Skill
    margin: int


@part
class SkillRoll(Frame):
    """Three dice against one skill. A failure counts only once the player accepts it (NB-R20)."""

    seat: Seat
    number: int = VACANT  # index of the mission's roll
    card: int = VACANT  # or the Interesting Times that demand it
    skill: Skill = ""  # the skill in use
    mod: int = 0  # modifier printed for the chosen skill
    cards: tuple[int, ...] = ()  # cards put on this roll
    dice: tuple[int, ...] = ()
    auto: bool = False  # made by 0 without regard to the dice
    failed: bool = False  # the throw has failed, and can still be saved
    forced: bool = False  # Interesting Times demand another throw
    helped: bool = False  # True if help was asked for since the throw
    at: str = "begin"

    # -- (a) the skill

    def begin(self, t: NinjaTable) -> Next:
        alternatives = self.alternatives(t)
        if len(alternatives) > 1:
            return self.choose_skill
        return self.declare(alternatives[0])

    def choose_skill(self, t: NinjaTable) -> Next:
        return t.ask(self.seat, [("use", alternative.skill) for alternative in self.alternatives(t)])

    def use(self, t: NinjaTable, seat: Seat, skill: Skill) -> Next:
        return self.declare(next(a for a in self.alternatives(t) if a.skill == skill))

    def alternatives(self, t: NinjaTable) -> tuple[Alternative, ...]:
        if self.card != VACANT:
            return t.pack.extra_roll(self.card).any
        return t.pack.missions[t.missions[self.seat][0]].steps[self.number].any

    def declare(self, alternative: Alternative) -> Next:
        self.skill, self.mod = alternative.skill, alternative.mod
        return self.announce

    # -- (b) before the roll

    def announce(self, t: NinjaTable) -> Next:
        if t.events is not None:
            t.tell("announced", self.seat, self.skill, effective_skill(t, self), max(0, self.number + 1))
        return t.call(BeforeRoll((*t.rivals(self.seat), self.seat)), self.throw)

    def preparations(self, t: NinjaTable) -> list[Action] | tuple[Action, ...]:
        """The options of the rolling ninja before the dice fall."""
        fit, pack, seat = self.fit(t, "before_roll"), t.pack, self.seat
        plays, uses = pack.actions("play"), pack.actions("use_item")
        options = [plays[kind] for kind in t.held(seat, fit.tricks)]
        options += [uses[kind] for kind in t.owned(seat, fit.items)]
        if self.has_ability(t, "substitute_skill", "before_roll"):
            options.append(USE_ABILITY)
        return [*options, ROLL] if options else ROLL_ONLY

    def loans(self, t: NinjaTable, rival: Seat) -> list[Action]:
        """Items of a rival that would help on this roll (NB-47, NB-R38)."""
        if not t.items[rival] or self.seat == rival or t.duellists:
            return []
        window: Window = "after_fail" if self.failed else "before_roll"
        lends = t.pack.actions("lend")
        return [lends[kind] for kind in t.owned(rival, self.fit(t, window).lends)]

    # -- (c), (d) the throw

    def throw(self, t: NinjaTable, _: object = None) -> Next:
        self.failed = False
        self.auto = self.auto or self.never_fails(t)
        if self.auto:
            return self.made
        self.dice = t.chance.dice(3)
        if t.events is not None:
            t.tell("threw", self.seat, self.dice, self.total, effective_skill(t, self))
        if self.is_brilliant:
            self.on_brilliant(t)
        return self.judge

    def on_brilliant(self, t: NinjaTable) -> None:
        """A natural 3 or 4 gains Honor (NB-44)."""
        t.tell("brilliant", self.seat)
        t.gain_honor(self.seat, 1)

    def judge(self, t: NinjaTable) -> Next:
        if self.is_saved(t):
            return self.made
        self.failed, self.helped = True, False
        t.offers = (0,) * t.seats  # NB-R43
        if t.events is not None:
            t.tell("failed", self.seat, self.total - effective_skill(t, self))
        return self.rescue

    # -- (e) a failed throw

    def rescue(self, t: NinjaTable) -> Next:
        """Asked again after every purchase, deal or loan, because the same dice may now be enough."""
        if self.is_saved(t):
            return self.made
        return t.ask(self.seat, self.rescues(t))

    def rescued(self, t: NinjaTable, _: object) -> Next:
        return self.rescue

    def rescues(self, t: NinjaTable) -> list[Action]:
        fit, pack, seat = self.fit(t, "after_fail"), t.pack, self.seat
        options = self.second_tries(t)
        if t.hands[seat]:
            plays = pack.actions("play")
            options += [plays[kind] for kind in t.held(seat, fit.tricks)]
        if t.items[seat]:
            uses = pack.actions("use_item")
            options += [uses[kind] for kind in t.owned(seat, fit.items)]
        if self.has_ability(t, "substitute_skill", "after_fail"):
            options.append(USE_ABILITY)
        if self.may_ask_help(t):
            options.append(ASK_HELP)
        options.append(ACCEPT)
        return options

    def second_tries(self, t: NinjaTable) -> list[Action]:
        """All ways to roll again (NB-53)."""
        fit, rerolls = self.fit(t, "after_fail"), t.pack.actions("reroll")
        options = [FREE_TRY] if self.seat in t.free_tries else []
        if self.has_ability(t, "reroll", "after_fail"):
            options.append(BY_ABILITY)
        kinds = t.held(self.seat, fit.second_tricks) + t.owned(self.seat, fit.second_items)
        return options + [rerolls[kind] for kind in kinds]

    def reroll(self, t: NinjaTable, seat: Seat, source: Noun) -> Next:
        if source == "free_try":
            t.free_tries = tuple([s for s in t.free_tries if s != seat])
        elif source == "ability":
            t.tired += (seat,)
        elif t.pack.is_stuff[int(source)]:
            t.use_up(seat, int(source))
        else:
            t.spend(seat, int(source))
        t.tell("rerolls", seat, source)
        return self.throw

    def play(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        return t.call(self.trick(t, kind, "after_fail"), self.rescued)

    def use_item(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        return t.call(self.item(t, seat, kind, "after_fail"), self.rescued)

    def use_ability(self, t: NinjaTable, seat: Seat) -> Next:
        return t.call(self.ability(t), self.rescued)

    def may_ask_help(self, t: NinjaTable) -> bool:
        return not self.helped and any(deals.could_help(t, self, rival) for rival in t.rivals(self.seat))

    def ask_help(self, t: NinjaTable, seat: Seat) -> Next:
        self.helped = True
        t.tell("asked_help", seat)
        return t.call(CallForHelp(seat), self.rescued)

    def accept_failure(self, t: NinjaTable, seat: Seat) -> Next:
        self.failed = False
        t.tell("accepted", seat)
        return t.done(False)

    # -- (f) a made roll

    def made(self, t: NinjaTable) -> Next:
        self.failed = False
        t.tell("made", self.seat, self.margin(t))
        if times_open(t, "after_success"):
            return t.call(AfterSuccess(t.rivals(self.seat)), self.after_success)
        return self.finish

    def after_success(self, t: NinjaTable, _: object) -> Next:
        if not self.forced:
            return self.finish
        self.forced = False
        return self.throw

    def finish(self, t: NinjaTable) -> Next:
        t.path += (MadeRoll(self.number, self.card, self.skill, self.margin(t)),)
        return t.done(True)

    # -- queries

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def is_brilliant(self) -> bool:
        return not self.auto and 0 < sum(self.dice) <= BRILLIANT

    def is_saved(self, t: NinjaTable) -> bool:
        return self.auto or is_made(sum(self.dice), effective_skill(t, self))

    def never_fails(self, t: NinjaTable) -> bool:
        """True if the ninja always succeeds at the skill in use (NB-13, NB-R20)."""
        return self.skill in t.pack.never_fails_at[t.ninjas[self.seat]]

    def margin(self, t: NinjaTable) -> int:
        """The margin of success; 0 for an automatic success (NB-88)."""
        return 0 if self.auto else effective_skill(t, self) - self.total

    def fit(self, t: NinjaTable, window: Window) -> Fit:
        return t.pack.fit(window, self.skill, is_unlisted(t.pack, t.ninjas[self.seat], self.skill))

    def has_ability(self, t: NinjaTable, op: str, window: Window) -> bool:
        """True if the ninja has an unused ability of this kind that fits the roll."""
        ninja = t.ninjas[self.seat]
        ability = t.pack.ability[ninja]
        if ability is None or ability.op != op or window not in ability.when or self.seat in t.tired:
            return False
        return fits(ability, self.skill, is_unlisted(t.pack, ninja, self.skill))

    # -- changes

    def trick(self, t: NinjaTable, kind: int, window: Window) -> Frame:
        """Play a card on the own roll."""
        t.spend(self.seat, kind)
        t.tell("played", self.seat, kind)
        return Consequences(self.seat, window, kind)

    def item(self, t: NinjaTable, owner: Seat, kind: int, window: Window) -> Consequences:
        """Use an item on the roll, as the roller or as a rival who lends it."""
        if owner == self.seat:
            t.tell("used_item", owner, kind)
        else:
            t.tell("lent", owner, kind, self.seat)
        t.use_up(owner, kind)
        return Consequences(self.seat, window, kind)

    def ability(self, t: NinjaTable) -> Frame:
        t.tired += (self.seat,)
        t.tell("used_ability", self.seat)
        return Consequences(self.seat, "ability", t.ninjas[self.seat])

    def change_skill(self, t: NinjaTable, skill: Skill, excuse: str) -> None:
        """Change the skill.

        Printed modifiers stay; cards for the old skill are lost (NB-50, NB-51, NB-R26).
        """
        t.tell("substituted", self.seat, self.skill, skill, f", saying: {excuse}" if excuse else "")
        self.skill = skill
        self.auto = self.auto or (self.failed and self.never_fails(t))
        self.cards = tuple([card for card in self.cards if ANY in t.pack.on_roll[card]])
