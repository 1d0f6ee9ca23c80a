"""The plays of the Build Phase, built once and shared by every table."""

from __future__ import annotations

from functools import cache

from flattop.games.burger_up.plays import CARDS
from flattop.kernel import PASS, Action

READY: tuple[Action, ...] = (("ready",),)
FLIP: Action = ("flip",)
GRAB: tuple[Action, ...] = tuple(("grab", card) for card in CARDS)
PUT_BACK: Action = ("put_back",)
FINISH: Action = ("finish",)
CLAIM: tuple[Action, ...] = (("claim",), PASS)


@cache
def layings(faces: tuple[int, ...]) -> tuple[Action, ...]:
    """What can be done with a held card of which these faces fit (TR-09)."""
    return (*(("place", face) for face in faces), PUT_BACK)
