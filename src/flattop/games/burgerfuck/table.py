"""The table of BurgerFuck: piles, hands, grid and counters, and changes that several rules share."""

from __future__ import annotations

from dataclasses import field

from flattop.games.burgerfuck import refusals
from flattop.games.burgerfuck import strike as strikes
from flattop.games.burgerfuck.cards import JOKER, SUITS, Pack
from flattop.games.burgerfuck.grid import COLUMNS, is_full, makes_line
from flattop.kernel import SECOND, VACANT, Action, Next, Obstacle, Options, Seat, Table, part

TABLE: Seat = -1  # BF-37: the Table is an entity that can draw
ORBS = 30  # BF-04
NO_CONCERT = 0  # turns count from 1
CHECKLIST_TITLE = "Played on a virtual table this game is rated 99.965 % safe. At a real one, please tick:"
PRECAUTIONS = (
    "The room measures at least 10 by 10 feet, has no window, and its door locks.",
    "Spare furniture and ornaments are cleared out.",
    "The table stands as near the middle as it will go.",
    "No food or drink is in the room during play.",
    "The room is sterilised right before and right after.",
    "Nobody is inside who is not in this game.",
    "All that can go online is off and outside; rules are on handwritten index cards, to be burned to ash.",
    "Nobody plays who is pregnant or means to be within six months.",
    "Nobody has had stimulants, potassium or iodine in the last 36 hours.",
)


@part
class BurgerfuckTable(Table):
    """Cards are numbers (see `Pack`). The cards of a hand that everyone has seen come first."""

    pack: Pack = field(kw_only=True, compare=False)
    deck: list[int]  # the top card last
    play_pile: list[int]  # the top card last
    hands: list[list[int]]
    shown: list[int]  # number of cards at the front of each hand that everyone has seen (BF-R29)
    fresh: list[int]  # number of cards at the end of each hand that cannot strike in this beat (BF-R38)
    orbs: list[int]
    small: list[int]
    large: list[int]
    grid: list[tuple[Seat, ...]]  # columns from the bottom up
    closing: list[int]  # by suit, the last turn of its Concert
    top_by: Seat = TABLE  # the entity that played the top card
    card_disposal: list[int] = field(default_factory=list)
    table_hand: list[int] = field(default_factory=list)
    red: frozenset[int] = frozenset((JOKER,))  # BF-15
    marker: Seat = 0
    turn: int = 1
    beat: int = 0
    extra_plays: int = 0  # taken this turn
    grace: int = 0  # ticks until the turn continues (BF-R42)
    winner: Seat = VACANT

    # -- computed zones

    @property
    def stage(self) -> list[int]:
        """The Ace on Stage for each suit, or VACANT."""
        return [ace if turn else VACANT for ace, turn in zip(self.pack.aces, self.closing, strict=True)]

    @property
    def red_list(self) -> list[int]:
        return sorted(self.red)

    @property
    def orb_disposal(self) -> int:
        """Spent Orbs. They never return, so the count follows from the Orbs that seats have (BF-R34)."""
        return ORBS * self.seats - sum(self.orbs)

    @property
    def checklist(self) -> list[str]:
        """The precautions of the rule book, shown before the game if the option asks for them (BF-67)."""
        return [CHECKLIST_TITLE, *PRECAUTIONS] if self.settings["safety_checklist"] == "on" else []

    # -- hands

    def seats_after(self, seat: Seat) -> list[Seat]:
        """All seats clockwise, starting to the left of this one and ending with it."""
        return [*range(seat + 1, self.seats), *range(seat + 1)]

    def take_from_hand(self, seat: Seat, card: int) -> None:
        """Remove a card from a hand, a copy that everyone has seen first."""
        hand = self.hands[seat]
        place = hand.index(card)
        del hand[place]
        if place < self.shown[seat]:
            self.shown[seat] -= 1
        self.reveals += 1

    def show_card(self, seat: Seat, place: int) -> int:
        """Show a card to everyone; it stays in the hand (BF-42)."""
        # The card is not fresh: fresh cards come from striking face cards, and in that beat no Ace is struck.
        hand = self.hands[seat]
        card = hand[place]
        if place >= self.shown[seat]:
            del hand[place]
            hand.insert(self.shown[seat], card)
            self.shown[seat] += 1
        self.reveal()
        return card

    # -- drawing

    def can_draw(self) -> bool:
        """True if a card can be drawn, with a Deck Resurrection if needed (BF-R16)."""
        return bool(self.deck or self.card_disposal or len(self.play_pile) > 1)

    @property
    def top_card(self) -> int:
        return self.play_pile[-1]

    def draw_cards(self, entity: Seat, count: int, why: str = "draw") -> int:
        """Draw up to `count` cards for an entity, and return how many it got (BF-R35).

        The Deck is resurrected between two draws if it is empty. Draws that find no card are lost.
        """
        hand = self.hands[entity] if entity >= 0 else self.table_hand
        before = len(hand)
        for _ in range(count):
            if not self.deck and not self.resurrect_deck():
                break
            hand.append(self.deck.pop())
        self.reveals += 1
        drawn = len(hand) - before
        if self.events is not None and count:
            self.tell("drew", entity, drawn, why)
            if drawn and entity >= 0:
                self.whisper(entity, "got", tuple(hand[-drawn:]))
        return drawn

    def resurrect_deck(self) -> bool:
        """Shuffle the Landfill and all but the top card of the Play Pile into a new Deck (BF-63 to BF-65)."""
        cards = self.play_pile[:-1] + self.card_disposal
        if not cards:
            return False
        self.tell("resurrected", len(cards))
        self.deck = self.chance.shuffled(cards)[::-1]
        self.play_pile = self.play_pile[-1:]
        self.card_disposal = []
        return True

    # -- the Red List

    def redden(self, card: int) -> None:
        """Put a card on the Red List: every copy of it is Red (BF-14)."""
        if card not in self.red:
            self.red |= {card}
            self.tell("reddened", card)

    # -- the Strategy Grid

    def place_pawn(self, seat: Seat, column: int, counts: bool = True) -> None:
        """Place a pawn. A line or a full grid clears all pawns (BF-19 to BF-22)."""
        self.grid[column] += (seat,)
        self.tell("dropped", seat, column)
        if counts and makes_line(self.grid, column):
            self.large[seat] += 1
            self.grid = [()] * COLUMNS
            self.tell("four", seat, self.large[seat])
        elif is_full(self.grid):  # BF-R12
            self.grid = [()] * COLUMNS
            self.tell("grid_full")

    # -- the Stage

    def open_concert(self, ace: int) -> None:
        """Put the Ace on Stage until the end of the next turn (BF-39, BF-R25, BF-R27)."""
        suit = self.pack.suit_of[ace]
        self.leave_stage(suit)
        self.closing[suit] = self.turn + 1
        self.tell("concert", ace, suit, self.turn + 1)

    def leave_stage(self, suit: int) -> None:
        """Move the Ace of this suit, if any, from the Stage to the Landfill (BF-R26)."""
        if self.closing[suit]:
            ace = self.pack.aces[suit]
            self.closing[suit] = NO_CONCERT
            self.card_disposal.append(ace)
            self.tell("concert_over", ace, suit)

    def end_concerts(self) -> None:
        """End the Concerts that last until this turn (BF-40)."""
        for suit in range(SUITS):
            if self.closing[suit] == self.turn:
                self.leave_stage(suit)

    # -- beats and Strikes

    def open_beat(self) -> None:
        """Start a beat: cards drawn through Strikes are no longer fresh (BF-R37, BF-R38)."""
        self.beat += 1
        self.fresh = [0] * self.seats

    def restart_grace(self) -> None:
        """On a live table, let the turn wait for Strikes (BF-R42)."""
        if self.settings["strikes"] == "live":
            self.grace = round(SECOND * self.settings["grace"])

    def anytime(self, seat: Seat) -> Options:
        """Strikes on a live table while it is at rest (BF-R36, BF-R41)."""
        return strikes.live_strikes(self, seat)

    def strike(self, seat: Seat, card: int) -> Next:
        return self.interrupt(strikes.Strike(seat, card))

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return refusals.why_not(self, seat, action)
