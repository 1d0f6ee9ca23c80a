"""Balance: what games among bots say about a game's rules, cards and options, and how sure that is."""

from flattop.lab.balance.study import Study, Variant, balance

__all__ = ["Study", "Variant", "balance"]
