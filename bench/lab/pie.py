"""A test game for two with known values: the first seat wins 55 % of the games, and a card is worth 5 %.

Each seat is dealt one of ten cards and says that it is ready; then the winner is drawn.  The seat with the
Cherry wins 5 % more games than with any other card.  Nothing else matters.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

from flattop.games import CATALOG
from flattop.kernel import Action, Chance, Frame, Game, Next, Outcome, Seat, Sees, Table, Text, Zone, part
from flattop.match import Observation

EDGE, CHERRY = 0.55, 0.05
CARDS = ("Cherry", *(f"Crumb {number}" for number in range(1, 10)))
KEY = "pie"


@part
class Pie(Table):
    hands: list[list[int]]
    deck: list[int]
    winner: int = -1


@part
class Cut(Frame):
    turn: Seat = 0
    at: str = "wait"

    def wait(self, t: Pie) -> Next:
        return t.ask(self.turn, [("ready",), ("able",)])

    def ready(self, t: Pie, seat: Seat) -> Next:
        self.turn += 1
        return self.wait if self.turn < t.seats else self.cut

    able = ready

    def cut(self, t: Pie) -> Next:
        share = EDGE + CHERRY * (t.hands[0][0] == 0) - CHERRY * (t.hands[1][0] == 0)
        t.winner = int(t.chance.random() >= share)
        return t.done()


def deal(seats: int, chance: Chance, settings: object, pack: object) -> Pie:
    cards = chance.shuffled(range(len(CARDS)))
    t = Pie([[cards[0]], [cards[1]]], cards[2:], seats=seats, chance=chance, pack=pack)
    t.start(Cut())
    return t


def outcome(t: Pie) -> Outcome:
    points = tuple(int(seat == t.winner) for seat in range(2))
    return Outcome(points, (t.winner,) if t.winner >= 0 else (), "the pie is cut")


class Ready:
    """A bot that is always ready."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, obs: Observation) -> Action:
        return ("ready",)


def enter() -> None:
    """Add the game to the catalog."""
    if KEY in CATALOG:
        return
    folder = Path(__file__).parent
    module = ModuleType(f"flattop.games.{KEY}")
    module.GAME = Game(  # type: ignore[attr-defined]
        key=KEY,
        title="Pie",
        seats=(2,),
        mode="competitive",
        deal=deal,
        outcome=outcome,
        zones={
            "hands": Zone(Sees.OWNER, per_seat=True, pool="cards"),
            "deck": Zone(Sees.NONE, pool="cards"),
        },
        options={},
        pack=lambda deck: None,
        deck=folder / "pie.toml",
        text=Text(folder / "pie.toml", {"card": lambda pack, card: CARDS[card]}),
        rules=(),
    )
    sys.modules[module.__name__] = module
    CATALOG[KEY] = KEY
