"""The lobby: create and list tables, take and leave seats, read tables, and revisit finished games."""
