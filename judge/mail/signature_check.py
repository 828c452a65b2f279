"""Verify the DKIM signatures of letters as they arrive, within a short time. Later stages never ask name servers about a letter."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

from judge.config import Config
from judge.letters import Letter
from judge.mail.dns_records import Resolve, remembering_resolver
from judge.mail.signatures import signed_sender

WAIT = 1.25
"""Seconds that letters wait for name servers. Deadlines allow two seconds for letters on their way into the store."""
AT_ONCE = 8
"""Letters checked at the same time. Slow name servers keep others waiting for no longer than `WAIT`."""


def signature_check(settings: Config) -> SignatureCheck | None:
    """Return a checker of signatures; None if a mail server does it, or nobody is to do it."""
    if settings.verified or not settings.verify_signatures:
        return None
    return SignatureCheck(settings.address, remembering_resolver(WAIT))


class SignatureCheck:
    """Finds for each letter whose signature it has (`Letter.signed`). It may be called from any thread."""

    def __init__(self, own: str, resolve: Resolve) -> None:
        """`own`: the judge's address; `resolve`: asks name servers, and is called from several threads."""
        self._own, self._resolve = own, resolve
        self._pool = ThreadPoolExecutor(AT_ONCE, "signatures")

    def verify(self, letters: Sequence[Letter]) -> list[Letter]:
        """Return the same letters, with `signed` set where a signature was verified in time. Never raises."""
        asked = {n: letter for n, letter in enumerate(letters) if b"dkim-signature:" in letter.raw.lower()}
        told = {self._pool.submit(signed_sender, each.raw, self._own, each.received, self._resolve): n for n, each in asked.items()}
        done, late = wait(told, WAIT)
        for unanswered in late:
            unanswered.cancel()
        found = {told[each]: each.result() for each in done}
        return [replace(letter, signed=found.get(n, "")) for n, letter in enumerate(letters)]

    def close(self) -> None:
        """Stop its threads, without waiting for name servers."""
        self._pool.shutdown(wait=False, cancel_futures=True)
