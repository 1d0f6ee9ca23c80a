"""Starting the game: three shuffled decks, and ninjas to choose from."""

from __future__ import annotations

from flattop.games.ninja_burger.cards import Pack
from flattop.games.ninja_burger.round import Rounds
from flattop.games.ninja_burger.table import NinjaTable
from flattop.kernel import VACANT, Chance, Settings

SIX = 6


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> NinjaTable:
    """A new table, at its first decision (NB-07, NB-08)."""
    rules = pack.rules
    each = rules.ninjas_dealt_six_players if seats == SIX else rules.ninjas_dealt
    ninjas = chance.shuffled(range(len(pack.ninjas)))
    t = NinjaTable(
        seats=seats, chance=chance, settings=settings, pack=pack,
        ninja_deck=ninjas[seats * each :],
        mission_deck=chance.shuffled(range(len(pack.missions))),
        deck=chance.shuffled(pack.cards),
        dealt=[sorted(ninjas[seat * each : (seat + 1) * each]) for seat in range(seats)],
        missions=[[] for _ in range(seats)], hands=[[] for _ in range(seats)],
        ninjas=[VACANT] * seats, honor=[rules.start_honor] * seats, money=[rules.start_money] * seats,
        items=[()] * seats, courses=[()] * seats,
        results=(VACANT,) * seats, offers=(0,) * seats,
    )  # fmt: skip
    t.start(Rounds())
    return t
