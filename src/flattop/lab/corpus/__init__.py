"""A corpus: any number of games as records and as tables."""
