"""The server: tables that people and bots play at over the network, saved move by move."""
