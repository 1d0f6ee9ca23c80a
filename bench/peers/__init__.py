"""Engines and servers of others, measured beside ours in one run."""
