"""Benchmarks and pictures of the web client in a real browser."""
