"""Figures for whoever keeps the house, as Prometheus text."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from itertools import accumulate

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
LAG_EVERY = 0.05


class Histogram:
    def __init__(self, name: str, help_text: str, bounds: tuple[float, ...]) -> None:
        self.name, self.help, self.bounds = name, help_text, bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total, self.most = 0.0, 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value
        self.most = max(self.most, value)

    def lines(self) -> list[str]:
        *below, count = accumulate(self.counts)
        buckets = [f'{self.name}_bucket{{le="{le}"}} {n}' for le, n in zip(self.bounds, below, strict=True)]
        head = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} histogram"]
        buckets.append(f'{self.name}_bucket{{le="+Inf"}} {count}')
        return [*head, *buckets, f"{self.name}_sum {self.total}", f"{self.name}_count {count}"]


COUNTERS = {
    "moves": "Actions played and saved.",
    "refusals": "Messages that were refused.",
    "failed_saves": "Saves that left nothing.",
    "bot_failures": "Bot workers that died, were too slow or answered nonsense.",
    "errors": "Faults of the house itself.",
}


class Metrics:
    """What has happened since the start."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(COUNTERS, 0)
        self.batch = Histogram("flattop_save_batch", "Saves carried by one commit.", SIZES)
        self.save_seconds = Histogram("flattop_save_seconds", "Seconds of one commit.", SECONDS)
        self.lag = Histogram("flattop_loop_lag_seconds", "How late the event loop came to a timer.", SECONDS)

        self.ticks = Histogram("flattop_tick_late_seconds", "How late a live table's clock moved.", SECONDS)

    def count(self, name: str) -> None:
        self.counts[name] += 1

    def saved(self, batch: int, seconds: float) -> None:
        self.batch.add(batch)
        self.save_seconds.add(seconds)

    async def watch_loop(self) -> None:
        """Measure how long the event loop is kept from its work."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag.add(max(0.0, loop.time() - due))

    def text(self, **gauges: int) -> str:
        lines: list[str] = []
        for name, value in gauges.items():
            lines += [f"# TYPE flattop_{name} gauge", f"flattop_{name} {value}"]
        for name, help_text in COUNTERS.items():
            lines += [f"# HELP flattop_{name}_total {help_text}", f"# TYPE flattop_{name}_total counter"]
            lines.append(f"flattop_{name}_total {self.counts[name]}")
        for histogram in (self.batch, self.save_seconds, self.lag, self.ticks):
            lines += histogram.lines()
        return "\n".join(lines) + "\n"
