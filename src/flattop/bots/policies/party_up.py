"""The house bot of Party Up.  It plays as in Burger Up, with one burger."""

from __future__ import annotations

from flattop.bots.policies.burger_up import policy


class HouseBot(policy.HouseBot):
    """Values positions like the bot of Burger Up, but takes the upgrade only with a little more time left."""

    upgrade_turns = 6
