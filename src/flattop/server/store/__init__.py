"""The store: an event log per table, whose key is the lock against playing twice."""

from flattop.server.store.rows import SeatRow, TableRow, Write
from flattop.server.store.sqlite import NotSaved, Store

__all__ = ["NotSaved", "SeatRow", "Store", "TableRow", "Write"]
