"""The store: an event log per table, whose key is the lock against playing twice."""

from flattop.server.store.sqlite import NotSaved, Store
from flattop.server.store.writes import SeatRow, TableRow, Write

__all__ = ["NotSaved", "SeatRow", "Store", "TableRow", "Write"]
