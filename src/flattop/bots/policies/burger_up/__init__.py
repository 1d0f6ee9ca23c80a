"""How the house bot plays Burger Up."""

from flattop.bots.policies.burger_up.policy import HouseBot

__all__ = ["HouseBot"]
