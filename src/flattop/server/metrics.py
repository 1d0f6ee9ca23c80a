"""Monitoring for the operator: metrics in the Prometheus text format, and current problems."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

SECONDS_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)
SIZE_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
LAG_INTERVAL = 0.05  # seconds between two measurements
MAX_CHARACTERS = 200  # of an error in the log
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


class HealthState:
    """Current problems: save errors, database damage and broken tables. Each change is logged once."""

    def __init__(self, log: Callable[..., None]) -> None:
        self._log = log
        self.broken: dict[str, str] = {}  # tables that cannot be loaded, with the reason
        self.integrity_errors: list[str] | None = None  # None until the first check
        self._save_error = ""

    def set_broken(self, table: str, reason: str) -> None:
        """Record that a table cannot be loaded; the others are not affected."""
        reason = " ".join(reason.split())[:MAX_CHARACTERS]
        if self.broken.get(table) != reason:
            self.broken[table] = reason
            self._log(f"the table is broken: {reason}", table)

    def set_loaded(self, table: str) -> None:
        if self.broken.pop(table, None):
            self._log("the table can be loaded again", table)

    def set_integrity(self, errors: list[str]) -> None:
        """Record the result of a check of the whole database."""
        for error in errors if errors != self.integrity_errors else ():
            self._log(f"the database is damaged: {error[:MAX_CHARACTERS]}")
        self.integrity_errors = errors

    def set_save_error(self, error: str) -> None:
        """Record the error of the last save; empty if it succeeded."""
        if error != self._save_error:
            self._log(f"saving fails: {error}" if error else "saving works again")
        self._save_error = error

    def lasting_problems(self) -> list[str]:
        """Problems that a restart would not fix."""
        count = len(self.broken)
        broken = [f"{count} of the tables cannot be played on; the log names them."] if count else []
        return broken + (["The database is damaged; the log says where."] if self.integrity_errors else [])
