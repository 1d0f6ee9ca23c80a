"""Setup: the Card Facility, seven cards each, and who takes the Turn Marker first."""

from __future__ import annotations

from flattop.games.burgerfuck.cards import SUITS, Pack
from flattop.games.burgerfuck.grid import COLUMNS
from flattop.games.burgerfuck.playing import SIDES
from flattop.games.burgerfuck.table import NO_CONCERT, ORBS, BurgerfuckTable
from flattop.games.burgerfuck.turn import Turns
from flattop.kernel import Chance, Seat, Settings, decimal_number, whole_number

HAND = 7  # BF-16
MANY = 5  # BF-R2: from so many seats on a third deck is needed


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
    """Two for up to four seats, three for more, or as told (BF-01, BF-R2)."""
    told = settings["decks"]
    return (3 if seats >= MANY else 2) if told == "auto" else int(told)


def first_seat(t: BurgerfuckTable) -> Seat:
    """The highest roll takes the Turn Marker; those who tie roll again (BF-17, BF-R6)."""
    told = t.settings["first"]
    if told != "roll":
        return int(told) - 1
    seats = list(range(t.seats))
    while len(seats) > 1:
        rolls = [t.chance.below(SIDES) + 1 for _ in seats]
        for seat, roll in zip(seats, rolls, strict=True):
            t.tell("rolled", seat, roll)
        seats = [seat for seat, roll in zip(seats, rolls, strict=True) if roll == max(rolls)]
    return seats[0]


def read_first(written: str, seats: int) -> int:
    """The option `first` as a seat, counted from one."""
    return whole_number(written, 1, seats, f"say 'roll', or a seat from 1 to {seats}")


def read_limit(written: str, seats: int) -> int:
    return whole_number(written, 10, 5000, "a number of turns from 10 to 5000")


def read_grace(written: str, seats: int) -> float:
    return decimal_number(written, 0, 10, "seconds from 0 to 10")
