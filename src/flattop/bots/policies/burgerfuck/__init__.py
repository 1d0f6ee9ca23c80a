"""How the house bot plays BurgerFuck."""

from flattop.bots.policies.burgerfuck.policy import HouseBot

__all__ = ["HouseBot"]
