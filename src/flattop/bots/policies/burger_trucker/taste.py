"""How the house bot of Burger Trucker weighs things."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Taste:
    """The numbers that matter were tried against others."""

    step: float = 1.15  # steps that one more ingredient takes
    named: float = 0.8  # steps more for one that an order asks for
    handwork: int = 28  # ticks of a step in real time
    rush: float = 0.06  # that a rival finishes within a step
    haste: float = 0.2  # coins that a step must bring where nothing presses
    unseen: float = 0.7  # that a wanted card which is flipped can be used as well
    hidden_snapshot: float = 0.12  # that an open one can be used in a step, though it does not fit yet
    at_hand: float = 0.2  # that one which fits is lost before it is taken
    level: float = 0.25  # of these chances where equally many of each are asked for
    second: float = 0.7  # coins of the line more for each further order that is met
    luck: float = 0.02  # for each ingredient, to meet one of the orders nobody knows yet
    lost: float = 0.5  # that a rival who comes first takes an order it meets
    fits: float = 0.35  # a choice of cards that lie open and fit on top
