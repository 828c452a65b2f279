"""A real mailbox for the tests of this folder."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.mail import dovecot as server


@pytest.fixture
def dovecot() -> Iterator[server.Dovecot]:
    """A Dovecot with an empty mailbox. Without the program the tier is missing, and in CI that is a failure."""
    if reason := server.missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with server.running() as running:
        yield running
