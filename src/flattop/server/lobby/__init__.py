"""The lobby: tables are set, seats are taken and left, and games that are over are looked at again."""
