"""The table of Between Two Burgers: hands, open pairs, and a burger between every two neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from flattop.games.burger_up.actions import CHOOSE, SHOW
from flattop.games.burger_up.between_two import scoring
from flattop.games.burger_up.between_two.placing import LEFT, wish_options
from flattop.games.burger_up.between_two.refusals import why_not
from flattop.games.burger_up.between_two.rounds import Choice
from flattop.games.burger_up.cards import Pack
from flattop.kernel import VACANT, Action, Next, Obstacle, Options, Seat, Sees, Table, Zone, part, places

ZONES = {
    "round": Zone(),
    "turn": Zone(),
    "direction": Zone(),
    "placing": Zone(),
    "beside": Zone(per_seat=True),
    "burgers": Zone(),
    "parts": Zone(),
    "totals": Zone(),
    "scores": Zone(per_seat=True),
    "revealed": Zone(per_seat=True),
    "sent_left": Zone(per_seat=True),
    "wishes": Zone(per_seat=True),
    "hands": Zone(Sees.OWNER, per_seat=True, pool="cards", set_aside=lambda t, owner: t.picks[owner]),
    "picks": Zone(Sees.OWNER, per_seat=True),
    "pile": Zone(Sees.NONE, pool="cards"),
    "discards": Zone(Sees.NONE, pool="cards"),
}


@part
class BetweenTable(Table):
    """Cards are numbers; a face is `card * 2 + half`. The pile's top card comes first."""

    pack: Pack = field(kw_only=True, compare=False)
    beside: tuple[tuple[int, int], ...]  # by seat: the burger at its left and the one at its right
    burgers: list[list[int]] = field(default_factory=list)  # faces from the Bottom Bun upwards
    pile: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    revealed: list[list[int]] = field(default_factory=list)  # open cards that are not placed yet
    sent_left: list[int] = field(default_factory=list)  # the card that goes left, once it is chosen
    wishes: list[list[int]] = field(default_factory=list)  # faces wished for on the left and the right burger
    discards: list[int] = field(default_factory=list)
    round: int = 0
    turn: int = 0  # counted over the whole game

    # -- computed zones

    @property
    def direction(self) -> str:
        """The direction in which hands are passed in this round (BT-15)."""
        return "right" if self.round == 2 else "left"

    @property
    def placing(self) -> list[Seat]:
        """The seats that place now: one after the other, or all that have cards left (BT-R4)."""
        order = [(self.turn + step) % self.seats for step in range(self.seats)]
        waiting = [seat for seat in order if self.revealed[seat]]
        return waiting if self.settings["placing"] == "free" else waiting[:1]

    @property
    def picks(self) -> list[list[int]]:
        """Cards laid face down. Until they are turned up, they count as cards of the hand."""
        choice = self.in_progress(Choice)
        return [choice.face_down(seat) if choice else [] for seat in range(self.seats)]

    @property
    def parts(self) -> list[list[int]]:
        """Points of each burger for Salad, Sauce, Meat, Cheese and Middle Buns."""
        return scoring.parts(self.pack, self.burgers, self.settings)

    @property
    def totals(self) -> list[int]:
        return [sum(five) for five in self.parts]

    @property
    def scores(self) -> list[int]:
        """The lower of the two burgers beside each seat (BT-20)."""
        return [low for low, _ in scoring.own_scores(self.totals, self.beside)]

    @property
    def places(self) -> tuple[int, ...]:
        """Rank by the lower burger, then by the other one; equal in both shares a place (BT-R12)."""
        return places(scoring.own_scores(self.totals, self.beside))

    @property
    def is_shared(self) -> bool:
        """True if two seats share both burgers and so always score the same (BT-R3)."""
        return self.seats == len(self.burgers) == 2

    # -- step 1 and 2

    def pickable(self, seat: Seat) -> Options:
        return [CHOOSE[card] for card in self.hands[seat]]

    def turn_up(self, seat: Seat, pair: Sequence[int]) -> None:
        hand = self.hands[seat]
        for card in pair:
            hand.remove(card)
        self.revealed[seat] = sorted(pair)
        self.tell("turned_up", seat, pair)

    # -- step 3

    def placings(self, seat: Seat) -> Options:
        """First the card for the left burger, then the half of that card, then of the other."""
        if self.sent_left[seat] == VACANT:
            return [LEFT[card] for card in self.revealed[seat]]
        return SHOW[self.next_to_lay(seat)]

    def next_to_lay(self, seat: Seat) -> int:
        """The card for the left burger comes first."""
        cards, left = self.revealed[seat], self.sent_left[seat]
        return left if left in cards else cards[0]

    def open_cards(self, seat: Seat) -> list[int]:
        return self.revealed[seat]

    def has_only_buns(self, seat: Seat) -> bool:
        is_bun = self.pack.is_bun
        return all(is_bun[card] for card in self.revealed[seat])

    def send_left(self, seat: Seat, card: int) -> None:
        self.sent_left[seat] = card
        self.lay_buns(seat)

    def lay_buns(self, seat: Seat) -> None:
        """Lay Middle Buns at once: their halves are alike (BT-R5)."""
        while self.revealed[seat] and self.pack.is_bun[card := self.next_to_lay(seat)]:
            self.lay(seat, 2 * card)

    def lay(self, seat: Seat, face: int) -> None:
        card = face >> 1
        left, right = self.beside[seat]
        burger = left if card == self.sent_left[seat] else right
        self.revealed[seat].remove(card)
        self.burgers[burger].append(face)
        if self.events is not None:
            self.tell("laid", seat, face, burger, self.totals[burger])

    # -- talk

    def anytime(self, seat: Seat) -> Options:
        return wish_options(self, seat)

    def partner(self, seat: Seat, burger: int) -> Seat | None:
        """The seat that shares the burger; None in a duel."""
        sharing = [s for s, two in enumerate(self.beside) if s != seat and burger in two]
        return sharing[0] if sharing else None

    def wish(self, seat: Seat, burger: int, face: int) -> Next:
        self.wishes[seat][self.beside[seat].index(burger)] = face
        self.tell("wished", seat, face, burger)
        return self.again

    def unwish(self, seat: Seat, burger: int) -> Next:
        self.wishes[seat][self.beside[seat].index(burger)] = VACANT
        self.tell("unwished", seat, burger)
        return self.again

    def clear_wishes(self) -> None:
        self.wishes = [[VACANT, VACANT] for _ in range(self.seats)]
        self.sent_left = [VACANT] * self.seats

    # -- rounds

    def deal_hands(self) -> None:
        """Shuffle all cards that are in no burger, and deal them clockwise from seat 0 (BT-R2)."""
        cards = self.chance.shuffled(self.pile + self.discards)
        need = self.seats * (2 * self.settings["turns_per_round"] + 1)
        self.hands = [cards[seat : need : self.seats] for seat in range(self.seats)]
        self.pile, self.discards = cards[need:], []
        self.reveal()
        self.tell("dealt", self.round, len(self.hands[0]))

    def pass_hands(self) -> None:
        """Pass all hands at once: to the left, in round 2 to the right (BT-15)."""
        hands, left = self.hands, self.direction == "left"
        self.hands = [hands[-1], *hands[:-1]] if left else [*hands[1:], hands[0]]
        self.reveal()
        self.tell("handed_on", self.direction)
        for seat, cards in enumerate(hands):
            self.whisper(seat, "passed_on", cards[:], (seat + (1 if left else -1)) % self.seats)

    def throw_away_hands(self) -> None:
        """Discard the last cards unseen, without passing them (BT-16, BT-R14)."""
        for hand in self.hands:
            self.discards += hand
        self.hands = [[] for _ in range(self.seats)]
        self.tell("thrown_away", self.round)

    # -- ending the game

    def tell_result(self) -> None:
        if self.events is not None:
            for event in scoring.result_events(self):
                self.tell(*event)

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return why_not(self, seat, action)
