"""Analysis of a record: the winning chances of every seat over the game, and the decisions that mattered."""
