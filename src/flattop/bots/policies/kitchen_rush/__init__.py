"""The house bot of Kitchen Rush."""

from flattop.bots.policies.kitchen_rush.policy import HouseBot

__all__ = ["HouseBot"]
