"""What the judge logs as an error while it goes on."""

from __future__ import annotations

import logging


class LoggedErrors(logging.Handler):
    """Whatever the judge logs as an error while it goes on: nothing in a league is worth one."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it, with what was raised."""
        self._kept.append(logging.Formatter().format(record))

    def __enter__(self) -> None:
        logging.getLogger("judge").addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger("judge").removeHandler(self)
