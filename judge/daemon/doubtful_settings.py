"""Settings that a judge may run with, but that are seldom meant: said in the log at each start."""

from __future__ import annotations

from collections.abc import Iterator

from judge.config import Config


def doubtful_settings(settings: Config) -> Iterator[str]:
    """Yield a sentence for each."""
    if not settings.operator:
        yield "operator: nobody is named, so trouble stands in this log only"
    elif settings.operator.lower() == settings.address.lower():
        yield "operator: this is the judge's own address, so nobody reads what it says of trouble"
    if settings.relay is None:
        yield f"relay: there is none, so answers are not sent; they are put into {settings.maildir}"
    elif not settings.heartbeat and not settings.metrics:
        yield "heartbeat: there is none, so nobody notices when no letter can go out, such as when the relay's password has changed"
    for name, way in (("smtp", settings.smtp), ("lmtp", settings.lmtp)):
        if way and not (way.host.startswith("127.") or way.host in ("localhost", "::1")):
            yield f"{name}: {way.host} can be reached from other machines; the judge's port checks no senders and stops no spam"
    if settings.trust_from:
        yield "trust_from: From lines are believed, and anybody can forge one"
