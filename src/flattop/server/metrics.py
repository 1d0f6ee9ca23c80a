"""Metrics for the operator, in the Prometheus text format."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

SECONDS_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)
SIZE_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
LAG_INTERVAL = 0.05  # seconds between two measurements
COUNTERS = {
    "moves": "Actions played and saved.",
    "refusals": "Messages that were refused.",
    "failed_saves": "Saves that failed.",
    "bot_failures": "Worker processes for bots and hints that died, timed out or gave an invalid answer.",
    "errors": "Internal errors of the server.",
    "turned_away": "Connections refused, or closed for being idle, flooding or not reading.",
}
GAUGES = {"tables": "Tables in memory.", "sockets": "Open sockets.", "tasks": "Tasks of the event loop."}


class Counters(Collector):
    """Plain integers, which are cheaper to increment than Prometheus counters."""

    def __init__(self) -> None:
        self.values = dict.fromkeys(COUNTERS, 0)

    def collect(self) -> Iterator[CounterMetricFamily]:
        for name, value in self.values.items():
            yield CounterMetricFamily(f"flattop_{name}", COUNTERS[name], value)


class Metrics:
    """The metrics of one server. A process may run several, so each has its own registry."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        self._gauges = {name: Gauge(f"flattop_{name}", text, registry=own) for name, text in GAUGES.items()}
        self._counters = Counters()
        own.register(self._counters)
        self.connections = Gauge("flattop_connections", "Open connections, including sockets.", registry=own)
        sizes = partial(Histogram, registry=own, buckets=SIZE_BUCKETS)
        durations = partial(Histogram, registry=own, buckets=SECONDS_BUCKETS)
        self.batch = sizes("flattop_save_batch", "Saves in one commit.")
        self.save_seconds = durations("flattop_save_seconds", "Duration of a commit in seconds.")
        self.lag = durations("flattop_loop_lag_seconds", "Delay of a timer of the event loop in seconds.")
        self.ticks = durations(
            "flattop_tick_late_seconds", "Delay of a clock tick of a real-time table in seconds."
        )

    def count(self, name: str) -> None:
        self._counters.values[name] += 1

    def observe_commit(self, batch: int, seconds: float) -> None:
        self.batch.observe(batch)
        self.save_seconds.observe(seconds)

    async def watch_loop(self) -> None:
        """Measure the delay of timers, which shows when the event loop is blocked."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self.lag.observe(max(0.0, loop.time() - due))

    def text(self, **gauges: int) -> str:
        for name, value in gauges.items():
            self._gauges[name].set(value)
        return generate_latest(self.registry).decode()
