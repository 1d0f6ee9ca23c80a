"""A bot that plays through `flattop play GAME --plain` and reads nothing but its text."""
