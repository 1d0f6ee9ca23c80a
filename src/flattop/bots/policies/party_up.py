"""The house bot of Party Up: as in Burger Up, with one burger and less time."""

from __future__ import annotations

from flattop.bots.policies.burger_up import policy


class HouseBot(policy.HouseBot):
    """Judges like the one of Burger Up; the upgrade needs a little more time to be worth it."""

    upgrade_turns = 6
