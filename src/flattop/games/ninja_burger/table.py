"""The table of Ninja Burger: three decks and the possessions of each ninja, with changes that rules share."""

from __future__ import annotations

from dataclasses import field

from flattop.games.ninja_burger import computed_zones, deals, refusals
from flattop.games.ninja_burger.cards import Kinds, Pack
from flattop.games.ninja_burger.meeting import COME_OR_NOT, Talk
from flattop.games.ninja_burger.skill_roll import MadeRoll, SkillRoll
from flattop.games.ninja_burger.skills import effective_skill
from flattop.games.ninja_burger.windows import CardReplies
from flattop.kernel import VACANT, Action, Next, Obstacle, Options, Seat, Table, part

UNDONE, FAILED, DONE = VACANT, 0, 1  # result of this round's mission


@part
class NinjaTable(Table):
    """Decks end with their top card. Discards are only added to, until they are shuffled."""

    pack: Pack = field(kw_only=True, compare=False)
    ninja_deck: list[int]
    mission_deck: list[int]
    deck: list[int]  # Fortune cards, by kind
    # visible to their owner only
    dealt: list[list[int]]
    missions: list[list[int]]
    hands: list[list[int]]
    # before every seat
    ninjas: list[int]
    honor: list[int]
    money: list[int]
    items: list[tuple[int, ...]]
    courses: list[tuple[int, ...]]
    # face-up discards
    ninja_discards: tuple[int, ...] = ()
    mission_discards: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    # the round
    round: int = 0
    phase: int = 0
    starter: Seat = VACANT
    sharers: tuple[Seat, ...] = ()  # seats that rolled for the start, while they share the lead
    throws: tuple[tuple[Seat, int], ...] = ()  # the last throws that broke a tie
    order: tuple[Seat, ...] = ()
    attending: tuple[Seat, ...] = ()
    face_up: tuple[Seat, ...] = ()  # seats whose Mission is open
    free_tries: tuple[Seat, ...] = ()
    results: tuple[int, ...] = ()
    offers: tuple[int, ...] = ()  # deals opened in this phase or turn
    tired: tuple[Seat, ...] = ()  # seats whose ability is used up in this mission
    used: tuple[int, ...] = ()  # items used up in this mission
    # the current mission
    active: Seat = VACANT
    wide: tuple[int, ...] = ()  # Interesting Times that count for every roll
    extra: tuple[int, ...] = ()  # Interesting Times whose extra roll is pending
    times_played: int = 0
    path: tuple[MadeRoll, ...] = ()
    spared: bool = False  # this failure costs no Honor
    locked: Seat = VACANT  # seat that must take a loss before it may buy or deal (NB-R32, NB-R34)
    # the end
    duellists: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    ending: str = ""

    # -- queries

    def rivals(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats, clockwise from the seat's left."""
        return tuple([(seat + step) % self.seats for step in range(1, self.seats)])

    def has_errand(self, seat: Seat) -> bool:
        return self.pack.is_errand(self.missions[seat][0])

    @property
    def roll(self) -> SkillRoll | None:
        """The roll being made, or None."""
        for frame in reversed(self.stack):
            if isinstance(frame, SkillRoll):
                return frame
        return None

    @property
    def current_roll(self) -> SkillRoll:
        """The roll being made; there must be one."""
        roll = self.roll
        assert roll is not None
        return roll

    @property
    def failing(self) -> SkillRoll | None:
        """The roll whose throw has failed and is not accepted yet."""
        roll = self.roll
        return roll if roll is not None and roll.failed else None

    def held(self, seat: Seat, kinds: Kinds) -> list[int]:
        """The kinds that are in the seat's hand."""
        return sorted(kinds.intersection(self.hands[seat]))

    def owned(self, seat: Seat, kinds: Kinds) -> list[int]:
        """The kinds that are items of the seat, not used up in this mission."""
        return sorted(kinds.intersection(self.items[seat]).difference(self.used))

    def may_hold(self, seat: Seat, kinds: Kinds) -> bool:
        """True if public information allows one of these cards in the seat's hand.

        The question itself is public, so asking a seat must not reveal its hand.
        """
        if not self.hands[seat]:
            return False
        gone, copies = self.discards, self.pack.copies
        return any(gone.count(kind) < copies[kind] for kind in kinds)

    def can_pay(self, seat: Seat, kind: int) -> bool:
        return self.money[seat] >= self.pack.price[kind]

    # -- Honor and money, from and to the bank

    def gain_honor(self, seat: Seat, amount: int) -> None:
        """Gain or lose Honor; it may fall below zero unless the option says otherwise (NB-R1)."""
        was = self.honor[seat]
        now = was + amount
        if self.settings["honor_floor"] == "zero" and now < 0:
            now = 0
        self.honor[seat] = now
        if now > was:
            self.tell("honor_gained", seat, now - was, now)
        elif now < was:
            self.tell("honor_lost", seat, was - now, now)

    def gain_money(self, seat: Seat, amount: int) -> None:
        """Gain or lose money; a seat never pays more than it has (NB-57)."""
        was = self.money[seat]
        now = self.money[seat] = max(0, was + amount)
        if now > was:
            self.tell("money_gained", seat, now - was, now)
        elif now < was:
            self.tell("money_lost", seat, was - now, now)

    # -- cards

    def draw_fortune(self, seat: Seat, count: int, why: str) -> None:
        """Draw Fortune cards; the discards are shuffled when the deck is empty (NB-82, NB-R10)."""
        drawn = 0
        for _ in range(count):
            if not self.deck and self.discards:
                self.deck, self.discards = self.chance.shuffled(self.discards), ()
                self.tell("reshuffled", "Fortune", len(self.deck))
            if self.deck:
                drawn += 1
                self.hands[seat].append(self.deck.pop())
                self.whisper(seat, "own_draw", self.hands[seat][-1])
        self.reveal()
        self.tell("drew", seat, drawn, why)

    def draw_mission(self, seat: Seat) -> None:
        if not self.mission_deck:
            self.mission_deck, self.mission_discards = self.chance.shuffled(self.mission_discards), ()
            self.tell("reshuffled", "Mission", len(self.mission_deck))
        self.missions[seat].append(self.mission_deck.pop())
        self.reveal()
        self.whisper(seat, "own_mission", self.missions[seat][-1])

    def draw_ninja(self) -> int:
        if not self.ninja_deck:
            self.ninja_deck, self.ninja_discards = self.chance.shuffled(self.ninja_discards), ()
            self.tell("reshuffled", "Ninja", len(self.ninja_deck))
        self.reveal()
        return self.ninja_deck.pop()

    def spend(self, seat: Seat, kind: int) -> None:
        """Move a card from the hand to the discards, face up (NB-R11)."""
        self.hands[seat].remove(kind)
        self.discards += (kind,)
        self.reveal()

    def use_up(self, seat: Seat, kind: int) -> None:
        """Discard a one-use item; mark any other as used in this mission (NB-71, NB-R30)."""
        if self.pack.fortune[kind].use == "once":
            self.lose_item(seat, kind)
        else:
            self.used += (kind,)

    def lose_item(self, seat: Seat, kind: int) -> None:
        self.drop_item(seat, kind)
        self.discards += (kind,)

    def drop_item(self, seat: Seat, kind: int) -> None:
        i = self.items[seat].index(kind)
        self.items[seat] = self.items[seat][:i] + self.items[seat][i + 1 :]

    def swap_missions(self, seat: Seat, rival: Seat) -> None:
        """Swap Missions during the Staff Meeting; both seats are no longer ready (NB-R44)."""
        self.missions[seat], self.missions[rival] = self.missions[rival], self.missions[seat]
        for frame in self.stack:
            if isinstance(frame, Talk):
                frame.ready = tuple([s for s in frame.ready if s not in (seat, rival)])

    # -- deciding together

    def ninja_choices(self, seat: Seat) -> Options:
        return [("pick", ninja) for ninja in self.dealt[seat]]

    def attendance(self, seat: Seat) -> Options:
        return COME_OR_NOT

    # -- any-time plays (NB-R40, NB-R41)

    def anytime(self, seat: Seat) -> Options:
        return deals.anytime(self, seat)

    def buy(self, seat: Seat, kind: int) -> Next:
        deals.buy(self, seat, kind)
        return self.again

    def study(self, seat: Seat, kind: int) -> Next:
        deals.study(self, seat, kind)
        return self.again

    def lend(self, seat: Seat, kind: int) -> Next:
        deals.lend(self, seat, kind)
        return self.again

    def deal(self, seat: Seat, partner: Seat) -> Next:
        return self.interrupt(deals.open_deal(self, seat, partner))

    def clear_passes(self, seat: Seat) -> None:
        """After a play, purchase or deal: clear the passes of a window, or let the next seat talk."""
        for frame in reversed(self.stack):
            if isinstance(frame, CardReplies):
                frame.passes = 0
                return
            if isinstance(frame, Talk):
                frame.last = seat
                return

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return refusals.why_not(self, seat, action)

    # -- computed zones

    @property
    def roller(self) -> Seat:
        roll = self.roll
        return roll.seat if roll else VACANT

    @property
    def rolled_skill(self) -> str:
        return self.current_roll.skill

    @property
    def roll_needs(self) -> int:
        """The highest total that makes the roll."""
        return effective_skill(self, self.current_roll)

    def own_mission(self, seat: Seat) -> int:
        return self.missions[seat][0]

    rolling = property(computed_zones.rolling)
    margins = property(computed_zones.margins)
    addends = property(computed_zones.addends)
    steps = property(computed_zones.steps)
    replying = property(computed_zones.replying)
    gauges = property(computed_zones.gauges)
    bargain = property(computed_zones.bargain)
    draft = property(computed_zones.draft)
