"""Prometheus as far as alerts go: what a judge's metrics were, minute by minute, and which alerts `promtool` says fire then."""

from __future__ import annotations

import math
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from prometheus_client.core import Metric

from tests.waiting import LONGEST

RULES = Path(__file__).parents[2] / "deploy/prometheus/alerts.yml"
PROMTOOL = shutil.which("promtool")
FIRING = 'count(ALERTS{alertstate="firing", alertname="%s"}) or vector(0)'
ANY = 'count(ALERTS{alertstate="firing"}) or vector(0)'


def names() -> set[str]:
    """The names of our alerts."""
    return {rule["alert"] for group in yaml.safe_load(RULES.read_text("utf-8"))["groups"] for rule in group["rules"]}


@dataclass
class Scrapes:
    """Each metric's values, one a minute; a minute in which nobody answered has none."""

    series: dict[str, list[float | None]] = field(default_factory=dict)
    minutes: int = 0

    def add(self, metrics: list[Metric] | None) -> None:
        """Note what was answered now; None: nobody answered."""
        found = {'up{job="judge"}': 0.0 if metrics is None else 1.0}
        for metric in metrics or ():
            for sample in metric.samples:
                labels = ", ".join(f'{key}="{value}"' for key, value in sorted({**sample.labels, "job": "judge"}.items()))
                found[f"{sample.name}{{{labels}}}"] = float(sample.value)
        for name in {*found, *self.series}:
            self.series.setdefault(name, [None] * self.minutes).append(found.get(name))
        self.minutes += 1


def _value(value: float | None) -> str:
    return "stale" if value is None or math.isnan(value) else format(value, ".3f")


def check(scrapes: Scrapes, folder: Path, expected: dict[int, str | None]) -> str:
    """Return what is wrong, '' if nothing. `expected`: minutes after the first scrape → the alert that fires then; None: none."""
    kept = {name: values for name, values in scrapes.series.items() if "_bucket" not in name}
    series = [{"series": name, "values": " ".join(map(_value, values))} for name, values in kept.items()]
    asked = [
        {
            "expr": FIRING % alert if alert else ANY, "eval_time": f"{minute}m",
            "exp_samples": [{"labels": "{}", "value": int(bool(alert))}],
        }
        for minute, alert in expected.items()
    ]  # fmt: skip
    test = {"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": [
        {"interval": "1m", "input_series": series, "promql_expr_test": asked}
    ]}  # fmt: skip
    (folder / "alerts_test.yml").write_text(yaml.safe_dump(test), "utf-8")
    command = [str(PROMTOOL), "test", "rules", str(folder / "alerts_test.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    return "" if done.returncode == 0 else done.stdout + done.stderr

