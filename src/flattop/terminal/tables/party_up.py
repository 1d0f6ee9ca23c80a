"""Party Up on a screen: drawn like Burger Up."""

from __future__ import annotations

from flattop.terminal.tables.burger_up import LEGEND, board, hand, headline

__all__ = ["LEGEND", "board", "hand", "headline"]
