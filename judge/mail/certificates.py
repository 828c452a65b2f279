"""When a mail server's certificate ends."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from typing import Any


def certificate_end(connection: Any) -> datetime | None:
    """Return when the certificate of the other side of a socket expires; None for a socket without TLS."""
    found = connection.getpeercert() if isinstance(connection, ssl.SSLSocket) else None
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(found["notAfter"])), UTC) if found else None
