"""Balance studies: statistics of a game's seats, cards, decisions and options, from games among bots."""

from flattop.lab.balance.study import Study, Variant, balance

__all__ = ["Study", "Variant", "balance"]
