"""Metrics for Prometheus: counts from the store, made on each request, and the office's own statistics."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from judge.clock import JumpGuardClock
from judge.daemon.clock_check import clock_doubt
from judge.daemon.judge_state import UNTRIED
from judge.daemon.lasting_check import LASTS
from judge.daemon.monitoring import OperatorMonitor
from judge.office.statistics import DurationHistogram, OfficeStatistics
from judge.store.facts import AT_WORK, BACKUP_FAILED, FIRST, RULES, UNREADABLE

NONE = float("nan")
WAYS = (
    ("fetched", "Since everything in a mailbox was last fetched", "place"),
    ("relay", "Since the relay last let the judge in", "relay"),
    ("port", "Since the judge's own port last answered", "port"),
)
"""Of each kind of way in or out: its name, what its age means, and its label."""


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
        watch, now = self._watch, self._watch.clock.now()
        with watch.store.look() as work:
            census, doubted = work.census(now), clock_doubt(work, now) is not None
            facts = work.facts.beginning("")
            refused = {each.address for each in work.outbox.refused_last()}
        letters = GaugeMetricFamily("judge_letters", "Letters in the store, by state", labels=["state"])
        for state, count in sorted(census.letters.items()):
            letters.add_metric([state], count)
        yield letters
        yield from self._ways(now)
        yield from self._workers(now)
        untried = watch.lasting.age(UNTRIED, now).total_seconds() if census.outbox.untried else 0.0
        outbox = max(_age(census.outbox.since, now), untried)
        leap = watch.clock.leap if isinstance(watch.clock, JumpGuardClock) else None
        doubted = doubted or (leap is not None and leap.until is not None and now < leap.until)
        for name, help_text, value in (
            ("judge_outbox_letters", "Letters of ours that wait to be sent", census.outbox.queued),
            ("judge_outbox_age_seconds", "How long the oldest of them has waited since it was first tried, or first seen", outbox),
            ("judge_refused_people", "People whose mail the relay refused for good, with none sent since", len(refused)),
            ("judge_waiting_age_seconds", "How long the oldest letter waits to be decided", _age(census.oldest_waiting, now)),
            ("judge_next_deadline_seconds", "Until anything happens to a game by itself; below nought it is overdue",
             -_age(census.next_due, now, NONE)),
            ("judge_overdue_games", "Games to which something should have happened by now", census.overdue),
            ("judge_overdue_age_seconds", "How long the first of them is overdue",
             _age(census.next_due if census.overdue else None, now)),
            ("judge_games", "Games in the store", census.games),
            ("judge_unreadable_games", "Games that cannot be opened", int(facts.get(UNREADABLE) or 0)),
            ("judge_unreadable_folders", "Folders of games whose rules cannot be read", len(facts.get(RULES, "").split())),
            ("judge_at_work_age_seconds", "Since a judge last noted in the store that it is at work",
             _age(_instant(facts.get(AT_WORK)), now)),
            ("judge_key_changed", "Whether the key is another than before this start", watch.store.key_changed),
            ("judge_clock_doubted", "Whether the clock is not believed, so that deadlines wait", doubted),
            ("judge_backup_failed", "Whether the last backup could not be made", bool(facts.get(BACKUP_FAILED))),
        ):  # fmt: skip
            yield GaugeMetricFamily(name, help_text, value=float(value))
        yield from self._machine(now, _instant(facts.get(FIRST)))

    def _ways(self, now: datetime) -> Iterator[Metric]:
        """Each way in and out."""
        for (name, help_text, label), known in zip(WAYS, self._watch.known_ways(), strict=True):
            ages = GaugeMetricFamily(f"judge_{name}_age_seconds", help_text, labels=[label])
            limits = GaugeMetricFamily(f"judge_{name}_limit_seconds", "How long that may be", labels=[label])
            for way, found in sorted(known.items()):
                ages.add_metric([way], (now - found.at).total_seconds())
                limits.add_metric([way], found.limit.total_seconds())
            yield ages
            yield limits

    def _workers(self, now: datetime) -> Iterator[Metric]:
        ages = GaugeMetricFamily("judge_worker_age_seconds", "Since a worker that was not stopped was at work", labels=["worker"])
        for name, at in sorted(self._watch.workers.known().items()) if self._watch.workers else ():
            ages.add_metric([name], (now - at).total_seconds())
        yield ages

    def _machine(self, now: datetime, first: datetime | None) -> Iterator[Metric]:
        """The machine: its disk, its clock, and backups. What is not known has no value."""
        steady, folder = self._watch.steady, self._watch.folder
        if steady and steady.days:
            made = steady.backup()
            age = "Since the newest backup was made; if there is none, since the judge was first at work"
            yield GaugeMetricFamily("judge_backup_age_seconds", age, value=_age(made or first, now))
            limit = timedelta(days=steady.days) if made else LASTS
            yield GaugeMetricFamily("judge_backup_limit_seconds", "How long that may be", value=limit.total_seconds())
        if folder:
            yield GaugeMetricFamily("judge_disk_free_bytes", "Free where the store is", value=float(shutil.disk_usage(folder).free))
        if steady and steady.synchronised is not None:
            says = float(steady.synchronised)
            yield GaugeMetricFamily("judge_clock_synchronised", "Whether time servers set the clock", value=says)


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


def _age(since: datetime | None, now: datetime, unknown: float = 0.0) -> float:
    return unknown if since is None else (now - since).total_seconds()


def _instant(said: str | None) -> datetime | None:
    return datetime.fromisoformat(said) if said else None


def _histogram(name: str, help_text: str, times: DurationHistogram) -> Metric:
    return HistogramMetricFamily(name, help_text, buckets=times.buckets(), sum_value=times.total)
