"""Something that is not well with a judge, for monitoring programs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple


class Level(IntEnum):
    """Exit statuses of monitoring plugins (Nagios, Icinga, Zabbix and others)."""

    OK = 0
    WARNING = 1
    CRITICAL = 2
    UNKNOWN = 3


class Remark(NamedTuple):
    """Something that is not well: how bad it is, which sentence says so, and its facts."""

    level: Level
    says: str
    facts: Mapping[str, Any]
