"""The house bot of Burger Trucker."""

from flattop.bots.policies.burger_trucker.policy import WEIGHTS, HouseBot, forecast

__all__ = ["FORECAST_AT", "HouseBot", "forecast"]

FORECAST_AT = ("Beats.step",), "", WEIGHTS.handwork
