"""The house bot of Party Up.  It plays as in Burger Up, with one burger."""

from __future__ import annotations

from flattop.bots.policies import burger_up


class HouseBot(burger_up.HouseBot):
    """Values positions like the bot of Burger Up, but takes the upgrade only with a little more time left."""

    upgrade_turns = 6
