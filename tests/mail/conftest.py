"""A real mailbox for the tests of this folder, and a certificate."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mail import dovecot as server


@pytest.fixture
def dovecot() -> Iterator[server.Dovecot]:
    """A Dovecot with an empty mailbox. Without the program the tier is missing, and in CI that is a failure."""
    if reason := server.missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with server.running() as running:
        yield running


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate for `localhost`, vouched for by nobody but itself."""
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", str(path), "-out", f"{path}.crt"]
    subprocess.run(command, check=True, capture_output=True)
    path.write_bytes(path.read_bytes() + Path(f"{path}.crt").read_bytes())
    return path
