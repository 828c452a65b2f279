"""Verify DKIM signatures and forwarders' seals of letters as they arrive, within a short time.

Later stages never ask name servers about a letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

from judge.config import Config
from judge.letters import Letter
from judge.mail.dns_records import Resolve, remembering_resolver
from judge.mail.seals import sealed_sender
from judge.mail.signatures import signed_sender

WAIT = 1.25
"""Seconds that letters wait for name servers. Deadlines allow two seconds for letters on their way into the store."""
AT_ONCE = 8
"""Letters checked at the same time. Slow name servers keep others waiting for no longer than `WAIT`."""


def signature_check(settings: Config) -> SignatureCheck | None:
    """Return a checker of signatures and seals; None if a mail server does it, or nobody is to do it."""
    forwarders = {each.address.lower(): each.seals.lower() for each in settings.forwarders}
    signatures = settings.verify_signatures and not settings.verified
    if not signatures and not forwarders:
        return None
    return SignatureCheck(settings.address if signatures else "", remembering_resolver(WAIT), forwarders)


class SignatureCheck:
    """Finds for each letter whose signature or trusted seal it has (`Letter.signed`). It may be called from any thread."""

    def __init__(self, own: str, resolve: Resolve, forwarders: Mapping[str, str] | None = None) -> None:
        """Prepare its threads.

        Args:
            own: the judge's address; '' if a mail server of ours has verified signatures.
            resolve: asks name servers, and is called from several threads.
            forwarders: an address whose mail is forwarded to the judge → the domain whose seals count (`sealed_sender`).
        """
        self._own, self._resolve, self._forwarders = own, resolve, forwarders or {}
        self._pool = ThreadPoolExecutor(AT_ONCE, "signatures")

    def verify(self, letters: Sequence[Letter]) -> list[Letter]:
        """Return the same letters, with `signed` set where a signature was verified in time. Never raises."""
        sought = [*([b"dkim-signature:"] if self._own else []), *([b"arc-seal:"] if self._forwarders else [])]
        asked = {n: letter for n, letter in enumerate(letters) if any(each in letter.raw.lower() for each in sought)}
        told = {self._pool.submit(self._sender, each): n for n, each in asked.items()}
        done, late = wait(told, WAIT)
        for unanswered in late:
            unanswered.cancel()
        found = {told[each]: each.result() for each in done}
        return [replace(letter, signed=found.get(n, "")) for n, letter in enumerate(letters)]

    def _sender(self, letter: Letter) -> str:
        own = signed_sender(letter.raw, self._own, letter.received, self._resolve) if self._own else ""
        return own or sealed_sender(letter.raw, self._forwarders, letter.received, self._resolve)

    def close(self) -> None:
        """Stop its threads, without waiting for name servers."""
        self._pool.shutdown(wait=False, cancel_futures=True)
