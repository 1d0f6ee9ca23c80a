"""The reasons of Burger Up."""

from flattop.bots.policies.reasons.burger_up import JUDGED, reason

__all__ = ["JUDGED", "reason"]
