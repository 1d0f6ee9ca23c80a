"""Action tuples of the games on this pack, built once and shared."""

from __future__ import annotations

from flattop.games.burger_up.burger import Fitting
from flattop.kernel import Action

Placings = tuple[dict[str, tuple[tuple[Action, ...], ...]], ...]  # by burger, type asked for, and card

CARDS, ORDERS, BURGERS = range(72), range(21), range(4)

DONE: Action = ("done",)
CASH: Action = ("cash",)
UPGRADE: Action = ("upgrade",)
ADVANCE: Action = ("advance",)
HOLD: Action = ("hold",)
BUY: tuple[Action, ...] = tuple(("buy", card) for card in CARDS)
TOSS: tuple[Action, ...] = tuple(("toss", card) for card in CARDS)
SCRAPE: tuple[Action, ...] = tuple(("scrape", card) for card in CARDS)
CHOOSE: tuple[Action, ...] = tuple(("choose", card) for card in CARDS)
SHOW: tuple[tuple[Action, Action], ...] = tuple((("show", 2 * c), ("show", 2 * c + 1)) for c in CARDS)
# by burger, then by card, face or Top Bun
SHIFT: tuple[tuple[Action, ...], ...] = tuple(tuple(("shift", c, b) for c in CARDS) for b in BURGERS)
PLACE: tuple[tuple[Action, ...], ...] = tuple(tuple(("place", f, b) for f in range(144)) for b in BURGERS)
SERVE: tuple[tuple[Action, ...], ...] = tuple(tuple(("serve", b, order) for order in ORDERS) for b in BURGERS)

ONLY_DONE = (DONE,)
REWARDS = (CASH, UPGRADE)


def placings_by_type(fitting: Fitting) -> Placings:
    """Place actions by burger, requested type and card."""
    return tuple(
        {
            kind: tuple(tuple(place[face] for face in faces) for faces in cards)
            for kind, cards in fitting.items()
        }
        for place in PLACE
    )
