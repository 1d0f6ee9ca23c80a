"""The table of Burger Go!: deck, hands, rows, kept Middle Buns, discards and coins."""

from __future__ import annotations

from dataclasses import field

from flattop.games.burger_up.actions import CHOOSE, SHOW
from flattop.games.burger_up.burger_go import scoring
from flattop.games.burger_up.burger_go.draft import Choice
from flattop.games.burger_up.burger_go.refusals import why_not
from flattop.games.burger_up.cards import Pack
from flattop.kernel import HIDDEN, Action, Obstacle, Options, Seat, Sees, Table, Zone, part

HAND = 7  # BG-03: whatever the number of seats

ZONES = {
    "round": Zone(),
    "card": Zone(),
    "coins": Zone(per_seat=True),
    "hands": Zone(Sees.OWNER, per_seat=True, pool="cards", set_aside=lambda t, owner: t.cards_laid(owner)),
    "choices": Zone(Sees.OWNER, per_seat=True),
    "rows": Zone(per_seat=True),
    "beneath": Zone(per_seat=True),
    "tally": Zone(per_seat=True),
    "kept": Zone(per_seat=True),
    "discards": Zone(),
    "deck": Zone(Sees.NONE, pool="cards"),
}


@part
class GoTable(Table):
    """Cards are numbers; a face is `card * 2 + half`. The deck's top card comes first."""

    pack: Pack = field(kw_only=True, compare=False)
    deck: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)  # faces in the order played
    kept: list[list[int]] = field(default_factory=list)  # Middle Buns of earlier rounds
    discards: list[int] = field(default_factory=list)
    coins: list[int] = field(default_factory=list)
    round: int = 0

    # -- computed zones

    @property
    def card(self) -> int:
        """The number of the card being played in this round, 1 to 7."""
        return min(HAND, HAND + 1 - len(self.hands[0]))

    @property
    def choices(self) -> list[list[int]]:
        """The face each seat has laid down; empty until it has decided."""
        choice = self.in_progress(Choice)
        if choice is None or not choice.decided:
            return [[] for _ in range(self.seats)]
        return [choice.laid_down(seat) for seat in range(self.seats)]

    def cards_laid(self, seat: Seat) -> list[int]:
        """The card of the face laid down. Until all are turned up, it counts as a card of the hand."""
        choice = self.in_progress(Choice)
        if choice is None or seat not in choice.decided:
            return []
        return [face if face == HIDDEN else face >> 1 for face in choice.laid_down(seat)]

    @property
    def beneath(self) -> list[list[int]]:
        """For each card in a row, the index of the Sauce it lies on."""
        return [scoring.beneath(self.row_types(seat)) for seat in range(self.seats)]

    def row_types(self, seat: Seat) -> list[str]:
        type_of = self.pack.type_of
        return [type_of[face] for face in self.rows[seat]]

    @property
    def buns(self) -> list[int]:
        """Middle Buns of each seat, including this round."""
        return [len(self.kept[s]) + self.row_types(s).count(scoring.BUN) for s in range(self.seats)]

    @property
    def tally(self) -> list[list[int]]:
        """Coins each seat would get now for Salad, Cheese & Egg, Meat, and for Middle Buns at the end."""
        pays, rows = self.pack.burger_go, [self.row_types(seat) for seat in range(self.seats)]
        salads = scoring.salad_coins([row.count(scoring.SALAD) for row in rows], pays)
        cheeses = [scoring.cheese_coins(row.count(scoring.CHEESE), pays) for row in rows]
        meats = [scoring.meat_coins(row, pays) for row in rows]
        kept = [len(cards) + row.count(scoring.BUN) for cards, row in zip(self.kept, rows, strict=True)]
        buns = scoring.bun_coins(kept, pays, self.penalty)
        return [list(own) for own in zip(salads, cheeses, meats, buns, strict=True)]

    @property
    def penalty(self) -> bool:
        """True if the fewest Middle Buns lose coins (BG-R7)."""
        return self.seats > 2 or self.settings["two_player_penalty"] == "on"

    # -- playing the game

    def playable(self, seat: Seat) -> Options:
        """Any card of the hand; of the last card only its half (BG-R1).

        A last Middle Bun is also asked for, although there is no choice. Others see who has decided,
        so skipping the question would reveal the card.
        """
        hand = self.hands[seat]
        if len(hand) > 1 or self.pack.is_bun[hand[0]]:
            return [CHOOSE[card] for card in hand]
        return SHOW[hand[0]]

    def play_face(self, seat: Seat, face: int) -> None:
        self.hands[seat].remove(face >> 1)
        row = self.rows[seat]
        row.append(face)
        if self.events is not None:
            self.tell("shown", seat, face)
            if (place := scoring.beneath(self.row_types(seat))[-1]) >= 0:
                self.tell("sauced", seat, face, row[place])

    def pass_left(self) -> None:
        """Pass each hand to the next seat clockwise (BG-10)."""
        hands = self.hands
        self.hands = [hands[-1], *hands[:-1]]
        self.tell("handed_on")
        for seat, cards in enumerate(hands):
            self.whisper(seat, "passed_on", cards[:], (seat + 1) % self.seats)

    # -- starting a new round

    def clear_rows(self) -> None:
        """Discard everything but Middle Buns, which are kept for the rest of the game (BG-14)."""
        is_bun = self.pack.is_bun
        for seat, row in enumerate(self.rows):
            buns = [face >> 1 for face in row if is_bun[face >> 1]]
            self.kept[seat] += buns
            self.discards += [face >> 1 for face in row if not is_bun[face >> 1]]
            if buns:
                self.tell("kept", seat, len(buns))
        self.rows = [[] for _ in self.rows]

    def deal_hands(self) -> None:
        """Deal one card at a time from seat 0; shuffle the discards when the deck is too small (BG-R10)."""
        need = HAND * self.seats
        if len(self.deck) < need:
            self.tell("reshuffled", len(self.discards))
            self.deck += self.chance.shuffled(self.discards)
            self.discards = []
        self.hands = [self.deck[seat : need : self.seats] for seat in range(self.seats)]
        self.deck = self.deck[need:]
        self.reveal()
        self.tell("dealt", self.round)

    # -- scoring

    def pay_rows(self) -> None:
        """Pay coins for Salad, Cheese & Egg, Meat & Patty with Sauce (BG-13)."""
        pays, rows = self.pack.burger_go, [self.row_types(seat) for seat in range(self.seats)]
        salads = [row.count(scoring.SALAD) for row in rows]
        prizes = scoring.salad_coins(salads, pays)
        paid = [s + scoring.row_coins(row, pays) for s, row in zip(prizes, rows, strict=True)]
        self.coins = [old + new for old, new in zip(self.coins, paid, strict=True)]
        if self.events is not None:
            self.tell_salads(salads)
            self.tell_rows(rows)
            self.tell_paid(paid)

    def tell_salads(self, salads: list[int]) -> None:
        for number, each in scoring.salad_prizes(salads, self.pack.burger_go).items():
            seats, most = _having(number, salads), number == max(salads)
            self.tell("most_salads" if most else "second_salads", seats, number, len(seats), each)

    def tell_rows(self, rows: list[list[str]]) -> None:
        pays = self.pack.burger_go
        for seat, row in enumerate(rows):
            if cheese := row.count(scoring.CHEESE):
                self.tell("cheese_paid", seat, cheese, scoring.cheese_coins(cheese, pays))
            if meat := row.count(scoring.MEAT):
                sauced = sum(place >= 0 for place in scoring.beneath(row))
                self.tell("meat_paid", seat, sauced, meat - sauced, scoring.meat_coins(row, pays))

    def tell_paid(self, paid: list[int]) -> None:
        for seat, coins in enumerate(paid):
            self.tell("round_paid", seat, coins, self.coins[seat])

    # -- ending the game

    def compare_buns(self) -> None:
        """The most Middle Buns gain coins, the fewest lose (BG-25, BG-26)."""
        buns = self.buns
        prizes = scoring.bun_prizes(buns, self.pack.burger_go, self.penalty)
        self.coins = [self.purse(old, prizes.get(n, 0)) for old, n in zip(self.coins, buns, strict=True)]
        if not prizes:
            self.tell("buns_level", buns[0])
        for number, each in prizes.items():
            seats, most = _having(number, buns), number == max(buns)
            self.tell("most_buns" if most else "fewest_buns", seats, number, len(seats), abs(each))

    def purse(self, coins: int, change: int) -> int:
        """Coins after a gain or loss; a loss may go below zero, or stops there (BG-R8)."""
        return coins + change if self.settings["below_zero"] == "yes" else max(0, coins + change)

    @property
    def places(self) -> list[int]:
        """The place of each seat, 1 being first."""
        return scoring.places(self.coins, self.buns, self.settings["tie_break"])

    def tell_ranking(self) -> None:
        if self.events is None:
            return
        places, buns = self.places, self.buns
        for seat in sorted(range(self.seats), key=places.__getitem__):
            self.tell("ranked", seat, places[seat], self.coins[seat], buns[seat])
        self.tell("won", _having(1, places))

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return why_not(self, seat, action)


def _having(number: int, numbers: list[int]) -> tuple[Seat, ...]:
    """The seats whose number this is."""
    return tuple(seat for seat, own in enumerate(numbers) if own == number)
