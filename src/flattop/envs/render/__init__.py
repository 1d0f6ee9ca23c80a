"""Rendering of a table as text or as an image."""
