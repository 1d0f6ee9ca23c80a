"""Two tiny games: one hides nothing, the other ends after ten decisions."""

import sys
from pathlib import Path
from types import SimpleNamespace

from flattop.bots.random import Random
from flattop.games import CATALOG, game
from flattop.kernel import Frame, Game, Outcome, Sees, Table, Zone, part
from flattop.kernel.deck import Loader

HERE = Path(__file__).parent


def toy(key, seats, deal, points, zones):
    """Make a game from a folder; most points win."""

    def outcome(t):
        best = max(points(t))
        winners = tuple(seat for seat, own in enumerate(points(t)) if own == best)
        return Outcome(tuple(points(t)), winners, "most points")

    folder = HERE / key.replace("-", "_")
    load = Loader(folder / "rules.toml", lambda raw, file: None)  # nothing is printed
    return Game.from_folder(folder, key.replace("-", " ").title(), seats, deal, outcome, load, zones, {}, {})


@part
class FryTable(Table):
    heap: int
    taken: list[int]


@part
class Turn(Frame):
    seat: int
    at: str = "choose"

    def choose(self, t):
        return t.ask(self.seat, [("take", n) for n in (1, 2, 3) if n <= t.heap]) if t.heap else t.done()

    def take(self, t, seat, n):
        t.heap -= n
        t.taken[seat] += n
        t.tell("taken", seat, n)
        self.seat = (seat + 1) % t.seats
        return self.choose


def fries(seats, chance, settings, pack):
    t = FryTable(heap=12 + chance.below(5), taken=[0] * seats, seats=seats, chance=chance)
    t.start(Turn(0))
    return t


@part
class CardTable(Table):
    hands: list[list[int]]
    laid: list[int]
    deck: list[int]
    tricks: list[int]


@part
class Trick(Frame):
    seat: int = 0
    at: str = "choose"

    def choose(self, t):
        own = t.hands[self.seat]
        return t.ask(self.seat, [("lay", card) for card in sorted(own)]) if own else t.done()

    def lay(self, t, seat, card):
        t.hands[seat].remove(card)
        t.laid.append(card)
        t.reveal()
        t.tell("laid", seat, card)
        self.seat = 1 - seat
        return self.judge if len(t.laid) % 2 == 0 else self.choose

    def judge(self, t):
        first, second = t.laid[-2:]
        winner = self.seat if first > second else 1 - self.seat
        t.tricks[winner] += 1
        t.tell("took", winner)
        return self.choose


def cards(seats, chance, settings, pack):
    deck = chance.shuffled(range(14))
    t = CardTable([deck[:5], deck[5:10]], [], deck[10:], [0, 0], seats=seats, chance=chance)
    t.start(Trick())
    return t


HAND = Zone(Sees.OWNER, per_seat=True, pool="cards")
LAST_FRY = toy("last-fry", (2, 3), fries, lambda t: t.taken, {"heap": Zone(), "taken": Zone(per_seat=True)})
HIGH_CARD = toy(
    "high-card",
    (2,),
    cards,
    lambda t: t.tricks,
    {
        "hands": HAND,
        "laid": Zone(),
        "deck": Zone(Sees.NONE, pool="cards"),
        "tricks": Zone(per_seat=True),
    },
)
TOYS = (LAST_FRY, HIGH_CARD)


def enter(setitem=dict.__setitem__):
    """Add the toys to the catalog, and bots for them."""
    for one in TOYS:
        name = one.key.replace("-", "_")
        setitem(CATALOG, one.key, name)
        setitem(sys.modules, f"flattop.games.{name}", SimpleNamespace(GAME=one))
        setitem(sys.modules, f"flattop.bots.policies.{name}", SimpleNamespace(HouseBot=Random))
    game.cache_clear()
