"""How the house bot plays Ninja Burger."""

from flattop.bots.policies.ninja_burger.policy import HouseBot

__all__ = ["HouseBot"]
