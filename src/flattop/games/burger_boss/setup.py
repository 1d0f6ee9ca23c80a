"""Set-up: starting money and workers, and three shuffled decks."""

from __future__ import annotations

from flattop.games.burger_boss.cards import Pack
from flattop.games.burger_boss.round import Rounds
from flattop.games.burger_boss.schema import GRILLS, KINDS, NOTHING
from flattop.games.burger_boss.table import BossTable
from flattop.kernel import VACANT, Chance, Settings


def deal(seats: int, chance: Chance, settings: Settings, pack: Pack) -> BossTable:
    """Return a new table at its first decision."""
    hands_out = settings["restaurants"] == "seat_order"
    missions = shuffled_missions(chance, settings, pack)
    dealt = seats if settings["missions"] == "on" else 0
    t = BossTable(
        pack=pack.plain_signs if settings["signs"] == "plain" else pack,
        seats=seats, chance=chance, settings=settings,
        restaurants=tuple(range(seats)) if hands_out else (VACANT,) * seats,
        deck=chance.shuffled(range(len(pack.customers)))[::-1],  # BB-13
        queue=[VACANT] * len(pack.bonus),
        specials=chance.shuffled(pack.special_cards)[::-1],  # BB-14
        hands=[[] for _ in range(seats)],
        missions=[missions[seat : seat + 1] if dealt else [] for seat in range(seats)],  # BB-10
        unused=missions[dealt:],
        stock=list(pack.tokens),  # BB-15
        chilled=[0] * KINDS * seats, recent=[0] * KINDS * seats,
        dishes=[NOTHING] * GRILLS * seats, track=[0] * GRILLS * seats,
        money=[pack.start.money] * seats, workers=[pack.start.workers] * seats,  # BB-08
        kitchens=[pack.start.kitchens] * seats,
        hired=[0] * seats, tips=[0] * seats, sales=[0] * seats, cooked=[0] * seats,
        rolled=[[] for _ in range(seats)], home=[[] for _ in range(seats)], working=[()] * seats,
        placed_dice=[()] * len(pack.spots), order=tuple(range(seats)), totals=(VACANT,) * seats,
        left=(), served=[()] * seats, served_at=[()] * seats,
    )  # fmt: skip
    t.start(Rounds("new_round" if hands_out else "choose_restaurant"))
    return t


def shuffled_missions(chance: Chance, settings: Settings, pack: Pack) -> list[int]:
    """Shuffle the missions if they are dealt. Otherwise use no randomness and return them in order."""
    missions = list(range(len(pack.missions)))
    return chance.shuffled(missions) if settings["missions"] == "on" else missions
