"""The terminal client: whole games on a text screen, over the same sheets as everywhere."""
