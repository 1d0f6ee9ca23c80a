"""The house bot of Burger Up."""

from flattop.bots.policies.burger_up.policy import HouseBot

__all__ = ["HouseBot"]
