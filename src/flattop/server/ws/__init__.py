"""WebSockets: one client at one table, and what each of its messages sets off."""
