"""The figures of several workers as one text for Prometheus: a label says whose each of them is."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector, CollectorRegistry


def gathered(texts: Mapping[str, str]) -> str:
    """All figures of all workers, by worker."""
    families: dict[str, Metric] = {}
    for worker, text in sorted(texts.items()):
        for family in text_string_to_metric_families(text):
            kept = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            for sample in family.samples:
                labels = {"worker": worker.rsplit("-", 1)[0], **sample.labels}  # the same after each start
                kept.add_sample(sample.name, labels, sample.value)
    registry = CollectorRegistry()
    registry.register(_Families(list(families.values())))
    return generate_latest(registry).decode()


class _Families(Collector):
    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> list[Metric]:
        return self._families
