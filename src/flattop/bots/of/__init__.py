"""House policies, one file per game: quick bots that know the game."""
