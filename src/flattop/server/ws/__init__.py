"""WebSockets: the connection of a client to a table, and the handling of its messages."""
