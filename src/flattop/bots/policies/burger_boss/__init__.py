"""The house bot of Burger Boss."""

from flattop.bots.policies.burger_boss.policy import HouseBot

__all__ = ["HouseBot"]
