"""Letters in by a pipe: `judge deliver < letter`, as mail servers call it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from typing import BinaryIO

from judge.chance import random_hex
from judge.clock import Clock
from judge.letters import Letter
from judge.mail import limits
from judge.mail.authentication_results import TrustedServer
from judge.mail.incoming import UNKNOWN, Take, sanitize_address, source_key
from judge.mail.server_stamp import stamped

_log = logging.getLogger(__name__)

OK, TRY_AGAIN = 0, 75
"""Exit codes: the letter is stored; or keep it and try again later (EX_TEMPFAIL of sysexits.h)."""


def read_letter(
    stream: BinaryIO, clock: Clock, sender: str | None, recipient: str, verifier: TrustedServer | None = None
) -> Letter:
    """Read a letter from a stream; of one that is too large, as much as shows that it is.

    Args:
        sender: envelope sender, empty for a bounce; None if unknown.
        recipient: envelope recipient; empty if unknown.
        verifier: the mail server whose `Received` line tells when a letter came; without one it comes now.
    """
    raw = stream.read(limits.RAW + 1)
    while stream.read(limits.RAW):  # a mail server takes a closed pipe for a failure
        pass
    sender = UNKNOWN if sender is None else sanitize_address(sender)
    recipient = sanitize_address(recipient)
    source = source_key("pipe", raw, sender, recipient, partial(random_hex, 16))
    return Letter(raw, stamped(raw, verifier, clock.now()), source, sender, recipient)


def envelope_from_environment(environment: Mapping[str, str]) -> tuple[str | None, str]:
    """Return sender and recipient from the environment, where Postfix (local(8), pipe(8)) and others put them."""
    recipient = environment.get("ORIGINAL_RECIPIENT") or environment.get("RECIPIENT") or ""
    return environment.get("SENDER"), recipient


def deliver(take: Take, letter: Letter) -> int:
    """Commit a letter; return the exit code that says whether it is stored."""
    try:
        take(letter)
    except OSError as error:
        _log.error("the letter could not be stored: %s", str(error).partition("\n")[0])
        return TRY_AGAIN
    except Exception:  # on any trouble of the store, the mail server keeps the letter
        _log.exception("the letter could not be stored")
        return TRY_AGAIN
    return OK
