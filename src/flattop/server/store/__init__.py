"""The store: an event log per table, whose key is the lock against playing twice; all SQL is in here."""
