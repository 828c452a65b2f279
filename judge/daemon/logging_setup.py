"""The log: one line of key=value for each event, with numbers and names of games, but no addresses and no text of letters."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from judge.office.redaction import redact_text

_ADDRESS = re.compile(r"[^\s<>\"'(),;:/]+@[^\s<>\"'(),;:/]+")
_PLAIN = re.compile(r"[\w.:/+-]+")
FRAMES = 4
"""The most places of a traceback that are logged."""


class KeyValueFormatter(logging.Formatter):
    """Format a record as one line. `own`: the judge's address, whose plus addresses are secret.

    >>> _log.info("decided", extra={"ids": {"letter": 12, "state": "done"}})                  # doctest: +SKIP
    time=2027-03-05T21:00:02.113Z level=info thread=office said=decided letter=12 state=done
    """

    def __init__(self, own: str = "") -> None:
        super().__init__()
        self._own = own

    def format(self, record: logging.LogRecord) -> str:
        """Format the record as one line: text that people wrote cannot begin another line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        parts = {"time": at, "level": record.levelname.lower(), "thread": record.threadName, "said": record.getMessage()}
        parts |= getattr(record, "ids", {})
        if record.exc_info and record.exc_info[1] is not None:
            parts |= self._trouble(record.exc_info[1], record.exc_info[2])
        return " ".join(f"{key}={self._value(value)}" for key, value in parts.items())

    def _trouble(self, error: BaseException, trace: TracebackType | None) -> dict[str, Any]:
        """Describe an error: one from outside by its message, one of the judge's own only by its kind and place, because its
        message may quote a letter. A letter's traceback is stored with it (`judge letter`).
        """
        frames = traceback.extract_tb(trace)[-FRAMES:]
        where = " < ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in reversed(frames))
        why = {"why": str(error)} if isinstance(error, OSError) else {}
        return {"error": type(error).__name__, **why, "where": where}

    def _value(self, value: Any) -> str:
        text = _ADDRESS.sub("(address)", redact_text(str(value), self._own)) if isinstance(value, str) else str(value)
        return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def configure_logging(level: int = logging.INFO) -> None:
    """Log to standard error from now on: the judge's own events from `level` up, of its libraries only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(KeyValueFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("judge").setLevel(level)


def redact_own_address(own: str) -> None:
    """Leave out the secret part of plus addresses of `own` from now on."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, KeyValueFormatter):
            handler.setFormatter(KeyValueFormatter(own))
