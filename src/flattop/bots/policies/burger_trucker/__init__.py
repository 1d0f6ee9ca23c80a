"""How the house bot plays Burger Trucker."""

from flattop.bots.policies.burger_trucker.policy import HouseBot

__all__ = ["HouseBot"]
