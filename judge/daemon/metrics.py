"""Metrics for Prometheus: counts from the store, made on each request, and the office's own statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from judge.daemon.monitoring import OperatorMonitor
from judge.office.statistics import DurationHistogram, OfficeStatistics


class MetricsCollector(Collector):
    """The metrics of one judge. Nothing is counted between two requests."""

    def __init__(self, watch: OperatorMonitor, tally: OfficeStatistics) -> None:
        self._watch, self._tally = watch, tally

    def collect(self) -> Iterator[Metric]:
        """Yield every metric as it is now."""
        yield from self._stored()
        yield _histogram("judge_letter_seconds", "Dealing with a letter, commit included", self._tally.letters)
        yield _histogram("judge_phase_seconds", "Running phases, reports to everybody queued and committed", self._tally.phases)
        decided = CounterMetricFamily("judge_decided", "Letters since the start, by what became of them", labels=["state"])
        for state, count in sorted(self._tally.decided.items()):
            decided.add_metric([state], count)
        yield decided

    def _stored(self) -> Iterator[Metric]:
        now = self._watch.clock.now()
        with self._watch.store.look() as work:
            census = work.census(now)
        letters = GaugeMetricFamily("judge_letters", "Letters in the store, by state", labels=["state"])
        for state, count in sorted(census.letters.items()):
            letters.add_metric([state], count)
        yield letters
        fetched = GaugeMetricFamily("judge_fetched_age_seconds", "Since everything in a mailbox was last fetched", labels=["place"])
        for place, found in sorted(self._watch.fetched().items()):
            fetched.add_metric([place], (now - found.at).total_seconds())
        yield fetched
        age = self._watch.age(census.outbox, now).total_seconds()
        due = float("nan") if census.next_due is None else (census.next_due - now).total_seconds()
        for name, help_text, value in (
            ("judge_outbox_letters", "Letters of ours that wait to be sent", census.outbox.queued),
            ("judge_outbox_age_seconds", "How long the oldest of them has waited since it was first tried", age),
            ("judge_next_deadline_seconds", "Until anything happens to a game by itself; below nought it is overdue", due),
            ("judge_overdue_games", "Games to which something should have happened by now", census.overdue),
            ("judge_games", "Games in the store", census.games),
        ):
            yield GaugeMetricFamily(name, help_text, value=value)


def serve_metrics(watch: OperatorMonitor, tally: OfficeStatistics, host: str, port: int) -> Callable[[], None]:
    """Answer Prometheus at http://host:port/metrics from a separate thread; call the result to stop.

    Raises:
        OSError: the port cannot be opened.
    """
    registry = CollectorRegistry()
    registry.register(MetricsCollector(watch, tally))
    server, thread = start_http_server(port, host, registry)

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)

    return stop


def _histogram(name: str, help_text: str, times: DurationHistogram) -> Metric:
    return HistogramMetricFamily(name, help_text, buckets=times.buckets(), sum_value=times.total)
