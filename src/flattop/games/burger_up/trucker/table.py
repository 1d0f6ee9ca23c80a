"""The table of Burger Trucker: the centre, a burger and a hand for each seat, the line of Top Buns."""

from __future__ import annotations

from dataclasses import field

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import is_met
from flattop.games.burger_up.trucker import computed_zones, scoring
from flattop.games.burger_up.trucker.computed_zones import Phase
from flattop.games.burger_up.trucker.refusals import why_not
from flattop.games.burger_up.trucker.scoring import BUILDING
from flattop.kernel import VACANT, Action, Obstacle, Seat, Table, part


@part
class TruckTable(Table):
    """Cards are numbers; a face is `card * 2 + half`. Piles start with their top card."""

    pack: Pack = field(kw_only=True, compare=False)
    live: bool  # True if the Build Phase runs against the clock
    limit: int  # ticks of the Build Phase; 0 if there is no limit
    phase: Phase = "setup"
    round: int = 0
    beat: int = 0  # counted from 1, without a clock
    now: int = 0  # tick of the build clock
    ready: list[bool] = field(default_factory=list)
    # -- the centre
    pile: list[int] = field(default_factory=list)
    face_up: list[int] = field(default_factory=list)
    # -- by seat
    held: list[int] = field(default_factory=list)  # a card, or VACANT
    taken_at: list[int] = field(default_factory=list)  # the tick at which the held card was taken
    burgers: list[list[int]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # BUILDING, OUT of time, or 1 for the first to finish
    coins: list[int] = field(default_factory=list)  # of the rounds that are over
    accounts: list[tuple[scoring.Account, ...]] = field(default_factory=list)  # by round and seat
    # -- Top Buns
    incoming: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    turned: int = 0  # of the line, from the left
    takers: list[int] = field(default_factory=list)  # the seat that claimed each Top Bun, or VACANT
    passed: list[bool] = field(default_factory=list)  # seats that passed on the open Top Bun
    # -- the end of the previous round
    last_line: tuple[int, ...] = ()  # the part that was turned up
    last_takers: tuple[int, ...] = ()
    last_burgers: tuple[tuple[int, ...], ...] = ()

    # -- set-up phase

    def set_up_round(self) -> None:
        """Collect and shuffle all cards, and deal the Incoming Orders (TR-03 to TR-05, TR-R13)."""
        self.round += 1
        self.last_line, self.last_takers = tuple(self.line[: self.turned]), tuple(self.takers)
        self.last_burgers = tuple([tuple(stack) for stack in self.burgers])
        self.phase, self.now, self.beat = "setup", 0, 0
        self.pile = self.chance.shuffled(range(len(self.pack.cards)))
        self.aside = self.chance.shuffled(range(len(self.pack.top_buns)))
        self.incoming, self.aside = self.aside[: self.seats], self.aside[self.seats :]
        self.face_up, self.line, self.takers, self.turned = [], [], [], 0
        self.clear_places()
        self.tell("set_up", self.round, tuple(self.incoming))

    def clear_places(self) -> None:
        each = range(self.seats)
        self.burgers = [[] for _ in each]
        self.held, self.taken_at = [VACANT for _ in each], [0 for _ in each]
        self.places = [BUILDING for _ in each]
        self.ready, self.passed = [False for _ in each], [False for _ in each]

    def open_build(self) -> None:
        self.phase, self.beat = "build", 0 if self.live else 1
        self.tell("opened" if self.live else "begun", self.round)

    # -- build phase

    def is_building(self, seat: Seat) -> bool:
        return self.places[seat] == BUILDING

    @property
    def builders(self) -> list[Seat]:
        """The seats that have not finished."""
        return [seat for seat, place in enumerate(self.places) if place == BUILDING]

    def wants(self, seat: Seat) -> str:
        """The type that the burger requests; any type if the option `matching` is off."""
        stack = self.burgers[seat]
        if not stack or self.settings["matching"] == "off":
            return burger.ANY
        return self.pack.faces[stack[-1]].next

    def has_food(self, seat: Seat) -> bool:
        """True if the burger has an ingredient other than a Middle Bun."""
        return not self.pack.buns.issuperset(self.burgers[seat])

    @property
    def moment(self) -> int | None:
        """The time left to build, or the time passed if there is no limit."""
        if not self.live or self.phase != "build":
            return None
        return self.limit - self.now if self.limit else self.now

    def in_hand(self, seat: Seat) -> int:
        return self.held[seat]

    def too_early(self, seat: Seat) -> bool:
        """True if the delay `reach` has not passed since the card was taken."""
        return self.live and self.now < self.taken_at[seat] + int(self.settings["reach"])

    # -- score phase

    def lay_line(self) -> None:
        """Shuffle the Incoming Orders and some orders set aside into a face-down line (TR-15, TR-16)."""
        self.phase = "score"
        more = self.settings["extra_orders"]
        self.aside = self.chance.shuffled(self.aside)
        added, self.aside = self.aside[:more], self.aside[more:]
        self.line = self.chance.shuffled(self.incoming + added)
        self.takers = [VACANT for _ in self.line]
        self.tell("laid", len(self.line), more)

    @property
    def claim_order(self) -> list[Seat]:
        """The order in which seats are asked (TR-R9); empty before the Score Phase."""
        return scoring.claim_order(self.places, self.round) if self.line else []

    @property
    def open_order(self) -> int:
        """The Top Bun turned up last, or VACANT."""
        return self.line[self.turned - 1] if self.turned else VACANT

    def turn_up(self) -> None:
        self.turned += 1
        self.passed = [False for _ in self.passed]
        self.reveals += 1
        if self.events is not None:
            self.tell("turned_up", self.open_order, self.turned)

    def claimants(self) -> list[Seat]:
        """Seats that may claim the open Top Bun, in the order they are asked (TR-19, TR-20)."""
        able = [
            seat
            for seat, passed in enumerate(self.passed)
            if not passed and seat not in self.takers and self.can_meet(seat)
        ]
        if len(able) < 2:
            return able
        return [seat for seat in scoring.claim_order(self.places, self.round) if seat in able]

    def can_meet(self, seat: Seat) -> bool:
        order, stack = self.line[self.turned - 1], self.burgers[seat]
        return len(stack) >= self.pack.shortest[order] and is_met(self.pack.needs[order], stack)

    def claim(self, seat: Seat) -> None:
        self.takers[self.turned - 1] = seat
        self.tell("claimed", seat, self.open_order, self.turned)

    def let_go(self, seat: Seat) -> None:
        self.passed[seat] = True
        self.tell("passed", seat, self.open_order)

    def discard(self) -> None:
        if self.events is not None:
            self.tell("discarded", self.open_order, self.turned)

    @property
    def all_have_claimed(self) -> bool:
        return self.seats == sum(seat != VACANT for seat in self.takers)

    def close_line(self) -> None:
        """Top Buns left face down are removed with their coins (TR-22)."""
        self.tell("closed", len(self.line) - self.turned)

    def pay_round(self) -> None:
        """Pay speed, line, size and Perfect coins to every seat (TR-23, TR-R13)."""
        accounts = tuple(self.account(seat) for seat in range(self.seats))
        self.accounts.append(accounts)
        self.coins = [had + sum(account) for had, account in zip(self.coins, accounts, strict=True)]
        for seat, account in enumerate(accounts):
            self.tell("paid", seat, *account, sum(account), self.coins[seat])

    def account(self, seat: Seat) -> scoring.Account:
        speed = scoring.speed_coins(self.places[seat])
        line = self.takers.index(seat) + 1 if seat in self.takers else 0
        served = line or self.settings["unclaimed_scores"] == "yes"
        return scoring.account(self.pack, self.burgers[seat], speed, line, bool(served))

    def end_game(self) -> None:
        self.phase = "over"
        best = max(self.coins)
        self.tell("won", tuple(seat for seat, coins in enumerate(self.coins) if coins == best))

    # -- computed zones

    clock = property(computed_zones.clock)
    wanted = property(computed_zones.wanted)
    heights = property(computed_zones.heights)
    sizes = property(computed_zones.sizes)
    pays = property(computed_zones.pays)
    next_speed = property(computed_zones.next_speed)
    asked = property(computed_zones.asked)
    prospects = property(computed_zones.prospects)
    fits = property(computed_zones.fits)
    line_asked = property(computed_zones.line_asked)
    line_prospects = property(computed_zones.line_prospects)
    meets = property(computed_zones.meets)
    claimed = property(computed_zones.claimed)

    @property
    def speed(self) -> list[int]:
        return [scoring.speed_coins(place) for place in self.places]

    @property
    def line_coins(self) -> list[int]:
        return list(range(1, len(self.line) + 1))

    def is_through(self, seat: Seat) -> bool:
        """True if the seat has finished or is out of time while others still build."""
        return self.phase == "build" and self.places[seat] != BUILDING

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return why_not(self, seat, action)
