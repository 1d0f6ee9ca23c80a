"""Looking through a record: the chances of every seat along it, and the decisions that mattered."""
