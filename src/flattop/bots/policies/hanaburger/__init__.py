"""How the house bot plays Hanaburger."""

from flattop.bots.policies.hanaburger.policy import HouseBot

__all__ = ["HouseBot"]
