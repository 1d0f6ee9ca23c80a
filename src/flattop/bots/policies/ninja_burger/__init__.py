"""The house bot of Ninja Burger."""

from flattop.bots.policies.ninja_burger.policy import HouseBot
from flattop.bots.policies.ninja_burger.valuation import forecast

__all__ = ["FORECAST_AT", "HouseBot", "forecast"]

FORECAST_AT = ("Secret.wait",), "round"
