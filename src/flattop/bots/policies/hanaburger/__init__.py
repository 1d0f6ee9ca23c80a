"""How the house bot plays Hanaburger."""

from flattop.bots.policies.hanaburger.outlook import forecast, is_meant
from flattop.bots.policies.hanaburger.policy import HouseBot

__all__ = ["HouseBot", "forecast", "is_meant"]
