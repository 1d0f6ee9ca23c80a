"""Balance studies: what games among bots show about a game's seats, cards, decisions and options."""

from flattop.lab.balance.study import Study, Variant, balance

__all__ = ["Study", "Variant", "balance"]
