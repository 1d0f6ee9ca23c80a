"""Figures for whoever runs the server, as Prometheus text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
LAG_EVERY = 0.05
COUNTERS = {
    "moves": "Actions played and saved.",
    "refusals": "Messages that were refused.",
    "failed_saves": "Saves that left nothing.",
    "bot_failures": "Bot workers that died, were too slow or answered nonsense.",
    "errors": "Faults of the server itself.",
    "turned_away": "Connections that were refused, or closed because they idled, flooded or did not read.",
}
GAUGES = {"tables": "Tables in memory.", "sockets": "Open sockets.", "tasks": "Tasks of the event loop."}


class Counts(Collector):
    """How often each thing has happened: plain numbers, which only whoever reads them makes figures of."""

    def __init__(self) -> None:
        self.times = dict.fromkeys(COUNTERS, 0)

    def collect(self) -> Iterator[CounterMetricFamily]:
        for name, times in self.times.items():
            yield CounterMetricFamily(f"flattop_{name}", COUNTERS[name], times)


class Metrics:
    """What has happened since the start, in a registry of its own: a process may run several servers."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        self._gauges = {name: Gauge(f"flattop_{name}", words, registry=own) for name, words in GAUGES.items()}
        self._counts = Counts()
        own.register(self._counts)
        self.connections = Gauge("flattop_connections", "Open connections, sockets among them.", registry=own)
        sizes, spans = (partial(Histogram, registry=own, buckets=bounds) for bounds in (SIZES, SECONDS))
        self.batch = sizes("flattop_save_batch", "Saves carried by one commit.")
        self.save_seconds = spans("flattop_save_seconds", "Seconds of one commit.")
        self.lag = spans("flattop_loop_lag_seconds", "How late the event loop came to a timer.")
        self.ticks = spans("flattop_tick_late_seconds", "How late a live table's clock moved.")

    def count(self, name: str) -> None:
        self._counts.times[name] += 1

    def saved(self, batch: int, seconds: float) -> None:
        self.batch.observe(batch)
        self.save_seconds.observe(seconds)

    async def watch_loop(self) -> None:
        """Measure how long the event loop is kept from its work."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag.observe(max(0.0, loop.time() - due))

    def text(self, **gauges: int) -> str:
        for name, value in gauges.items():
            self._gauges[name].set(value)
        return generate_latest(self.registry).decode()
