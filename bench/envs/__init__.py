"""Environments beside those of others."""
