"""The terminal client: a full-screen client, a line client, and a drawing of every game's table."""
