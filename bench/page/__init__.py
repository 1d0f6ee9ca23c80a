"""Benches of the page: what is seen of a game in a real browser."""
