"""WebSockets: a line to one client, and what each of its messages sets off."""
