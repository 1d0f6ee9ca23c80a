"""Live tables: moves, votes, seats, clocks, and the messages to their subscribers."""
