"""Proofs of the lab: its intervals, its reports."""
