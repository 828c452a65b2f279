"""What a check of `judge doctor` returns, and what it asks besides the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from judge.daemon.synchronised import clock_is_synchronised
from judge.mail.dns_records import Resolve, ask_name_servers


class State(StrEnum):
    """The result of a check."""

    WELL = "ok"
    TO_DO = "TO DO"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Finding:
    """A check's finding: its subject, its state, the key of its text, and the facts in it."""

    about: str
    state: State
    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the checks ask besides the configuration. Tests replace it.

    Args:
        synchronised: whether time servers set the machine's clock; None if unknown.
    """

    now: datetime
    resolve: Resolve = ask_name_servers
    selector: str = "judge"
    """The selector of the domain's DKIM key in the DNS."""
    backups: Path | None = None
    """Where backups should be; None to skip this check."""
    zone: Path | None = None
    """The file with the DNS records that `judge setup` has written, if it did; they are what should be published."""
    synchronised: Callable[[], bool | None] = clock_is_synchronised
