"""Setup: the Card Facility, seven cards each, and the first holder of the Turn Marker."""

from __future__ import annotations

from flattop.games.burgerfuck.cards import SUITS, Pack
from flattop.games.burgerfuck.grid import COLUMNS
from flattop.games.burgerfuck.playing import SIDES
from flattop.games.burgerfuck.table import NO_CONCERT, ORBS, BurgerfuckTable
from flattop.games.burgerfuck.turn import Turns
from flattop.kernel import Chance, Seat, Settings, decimal_number, whole_number

HAND = 7  # BF-16
THREE_DECKS_FROM = 5  # BF-R2: from this number of seats on, three decks are used


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> BurgerfuckTable:
    """Shuffle, turn up the start card, deal, roll, in this order (BF-09, BF-R6)."""
    cards = chance.shuffled(pack.one_deck * decks(seats, settings))
    dealt = HAND * seats
    t = BurgerfuckTable(
        pack=pack, seats=seats, chance=chance, settings=settings,
        deck=cards[:dealt:-1],
        play_pile=cards[:1],
        hands=[cards[1 + seat : 1 + dealt : seats] for seat in range(seats)],
        shown=[0] * seats, fresh=[0] * seats,
        orbs=[ORBS] * seats, small=[0] * seats, large=[0] * seats,
        grid=[()] * COLUMNS, closing=[NO_CONCERT] * SUITS,
    )  # fmt: skip
    t.tell("dealt", HAND, t.play_pile[0])
    t.marker = first_seat(t)
    t.start(Turns())
    return t


def decks(seats: int, settings: Settings) -> int:
    """Two decks for up to four seats, three for more, or the number of the option (BF-01, BF-R2)."""
    number = settings["decks"]
    return (3 if seats >= THREE_DECKS_FROM else 2) if number == "auto" else int(number)


def first_seat(t: BurgerfuckTable) -> Seat:
    """The highest roll takes the Turn Marker; tied seats roll again (BF-17, BF-R6)."""
    first = t.settings["first"]
    if first != "roll":
        return int(first) - 1
    seats = list(range(t.seats))
    while len(seats) > 1:
        rolls = [t.chance.below(SIDES) + 1 for _ in seats]
        for seat, roll in zip(seats, rolls, strict=True):
            t.tell("rolled", seat, roll)
        seats = [seat for seat, roll in zip(seats, rolls, strict=True) if roll == max(rolls)]
    return seats[0]


def parse_first(text: str, seats: int) -> int:
    """Parse the option `first` as a seat, counted from 1."""
    return whole_number(text, 1, seats, f"say 'roll', or a seat from 1 to {seats}")


def parse_limit(text: str, seats: int) -> int:
    return whole_number(text, 10, 5000, "a number of turns from 10 to 5000")


def parse_grace(text: str, seats: int) -> float:
    return decimal_number(text, 0, 10, "seconds from 0 to 10")
