"""Pieces in text and colour: food, dice, coins."""
