"""The reasons of Burger Up."""

from flattop.bots.hints.position.burger_up import JUDGED, reason

__all__ = ["JUDGED", "reason"]
