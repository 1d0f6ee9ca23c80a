"""The games played with the Burger Up pack."""
