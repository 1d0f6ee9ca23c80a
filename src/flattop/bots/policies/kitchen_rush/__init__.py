"""How the house bot plays Kitchen Rush."""

from flattop.bots.policies.kitchen_rush.policy import HouseBot

__all__ = ["HouseBot"]
