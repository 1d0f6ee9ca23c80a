"""Comparison with other engines and servers."""
