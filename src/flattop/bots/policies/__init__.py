"""House bots, hand-written: a file or a folder per game, quick bots that know the game."""
