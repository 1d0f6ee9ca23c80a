"""Training: bots play, a network learns from what they saw, and what it is worth is measured."""
