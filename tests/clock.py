"""A manual clock."""


class Clock:
    """Seconds that pass only by `advance`."""

    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time

    def advance(self, seconds):
        self.time += seconds
