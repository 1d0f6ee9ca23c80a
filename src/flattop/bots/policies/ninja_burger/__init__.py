"""How the house bot plays Ninja Burger."""

from flattop.bots.policies.ninja_burger.outlook import forecast
from flattop.bots.policies.ninja_burger.policy import HouseBot

__all__ = ["FORECAST_AT", "HouseBot", "forecast"]

FORECAST_AT = ("Secret.wait",), "round"
