"""The house bot of Hanaburger."""

from flattop.bots.policies.hanaburger.policy import HouseBot, forecast, is_consistent

__all__ = ["HouseBot", "forecast", "is_consistent"]
