"""The precautions for a real table, as an optional checklist before the game (BF-67)."""

from __future__ import annotations

HEAD = "Played on a virtual table this game is rated 99.965 % safe. At a real one, please tick:"
PRECAUTIONS = (
    "The room measures at least 10 by 10 feet, has no window, and its door locks.",
    "Spare furniture and ornaments are cleared out.",
    "The table stands as near the middle as it will go.",
    "No food or drink is in the room during play.",
    "The room is sterilised right before and right after.",
    "Nobody is inside who is not in this game.",
    "All that can go online is off and outside; rules are on handwritten index cards, to be burned to ash.",
    "Nobody plays who is pregnant or means to be within six months.",
    "Nobody has had stimulants, potassium or iodine in the last 36 hours.",
)
