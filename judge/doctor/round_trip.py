"""Whether mail really goes round: `judge doctor --round-trip` sends letters through the relay to a plus address of the judge's own
and waits until they are back, and sends another to the operator. One of those to itself has an empty envelope sender, as answers to
strangers have it. The judge ignores letters from its own address: nothing else happens.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from judge.config import Config
from judge.daemon.wiring import build_deliverer
from judge.doctor.finding import Finding, State, Surroundings
from judge.mail.delivery import OutgoingMessage, RejectedMessage
from judge.mail.imap import mailbox_has
from judge.store import Store

LONGEST = 120.0
"""Seconds to wait for the letter."""
REST = 2.0
"""Seconds from one look to the next."""
HEAD = 4096
"""Bytes of a letter in which its Message-ID is looked for."""


def check_round_trip(
    settings: Config, around: Surroundings, rest: Callable[[float], None] = time.sleep, longest: float = LONGEST
) -> Iterator[Finding]:
    """Send all of them, and wait for those to the judge itself."""
    if settings.relay is None:
        yield Finding("round trip", State.UNKNOWN, "trip-none")
        return
    local, _, host = settings.address.partition("@")
    mark = secrets.token_hex(8)
    there = f"{local}+doctor.{mark}@{host}"
    if settings.operator:
        yield _sent(settings, around, settings.operator, f"<doctor.{mark}.operator@{host}>", "operator-sent", "operator-unsent")
    before = _last_letter(settings)
    sent = _sent(settings, around, there, (name := f"<doctor.{mark}@{host}>"), "trip-well", "trip-unsent")
    if sent.state is not State.WELL:
        yield sent
        return
    bare = _sent(settings, around, there, (other := f"<doctor.{mark}.bare@{host}>"), "trip-bare-well", "trip-bare-unsent", "")
    awaited = {name: ("trip-well", "trip-lost")}
    if bare.state is State.WELL:
        awaited[other] = ("trip-bare-well", "trip-bare-lost")
    waited, back = 0.0, set[str]()
    while (back := back | {each for each in awaited if each not in back and _is_back(settings, each, before)}) != set(awaited):
        if waited >= longest:
            break
        rest(REST)
        waited += REST
    facts = {"address": there, "seconds": int(waited), "longest": int(longest)}
    for each, (well, lost) in awaited.items():
        yield Finding("round trip", *((State.WELL, well) if each in back else (State.TO_DO, lost)), facts)
    if bare.state is not State.WELL:
        yield bare


def _sent(
    settings: Config, around: Surroundings, to: str, name: str, well: str, wrong: str, envelope: str | None = None
) -> Finding:
    """Hand a letter to the relay, and say what it said. Its envelope sender is the judge's address if none is given."""
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"], letter["Subject"] = settings.address, to, "Judge: a test letter"
    letter["Date"], letter["Message-ID"], letter["Auto-Submitted"] = format_datetime(around.now), name, "auto-generated"
    letter.set_content("`judge doctor --round-trip` sent this, to see whether mail arrives. Please do not answer it.\n")
    try:
        with build_deliverer(settings).open() as send:
            send(OutgoingMessage(0, settings.address if envelope is None else envelope, to, letter.as_bytes()))
    except (RejectedMessage, OSError) as error:
        facts = {"address": to, "error": " ".join(str(error).split())}
        return Finding("operator" if wrong == "operator-unsent" else "round trip", State.TO_DO, wrong, facts)
    return Finding("operator" if well == "operator-sent" else "round trip", State.WELL, well, {"address": to})


def _is_back(settings: Config, name: str, before: int) -> bool:
    """Whether the letter lies in the mailbox or Maildir, or the judge has taken it."""
    with suppress(OSError, ValueError):
        store = Store.open_existing(settings.store)
        try:
            with store.look() as work:
                if any(name.encode() in head for head in work.letters.heads_after(before, HEAD)):
                    return True
        finally:
            store.close()
    if settings.inbox:
        new = Path(settings.inbox.path) / "new"
        with suppress(OSError):
            if any(name.encode() in each.read_bytes()[:HEAD] for each in new.iterdir()):
                return True
    with suppress(Exception):  # of many kinds; that it cannot be opened is found by its own check
        return settings.imap is not None and mailbox_has(settings.imap, name)
    return False


def _last_letter(settings: Config) -> int:
    """Return the number of the newest letter in the store; 0 if there is none, or no store."""
    with suppress(OSError, ValueError):
        store = Store.open_existing(settings.store)
        try:
            with store.look() as work:
                return work.letters.last_number()
        finally:
            store.close()
    return 0
