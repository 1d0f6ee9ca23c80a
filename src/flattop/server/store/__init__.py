"""The store: everything the server saves, in SQLite or PostgreSQL. All SQL is here."""
