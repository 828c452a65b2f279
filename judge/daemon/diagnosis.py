"""What is wrong with a judge, or may soon be: the checks of `judge doctor`. They look, and change nothing.

The words stand in `templates/doctor.j2`, under the key of each finding.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from judge.config import Config, SmtpInConfig
from judge.daemon.single import judge_at_work, lock_path
from judge.daemon.wiring import build_deliverer, database_folder, token_key_path
from judge.game.model.serialization import read_game
from judge.mail.delivery import SmtpRelay
from judge.mail.dns_records import Resolve, ask_name_servers, check_sending_domain
from judge.mail.imap import probe_mailbox
from judge.store import GameListing, Store, existing_address
from judge.store.transaction import Transaction

SPACE = 500 * 2**20
"""Bytes that must be free on a disk: some weeks of letters, and a backup."""
ENDS_SOON = timedelta(days=14)
"""How long before its end a certificate is spoken of."""
LATE = timedelta(minutes=15)
"""How long after its deadline a phase is overdue. Until then letters may be waited for."""
BACKUP_DAYS = 2
"""How old the newest backup may be."""
SECONDS = 5.0
"""How long the judge's own port has to answer."""
NAMED = 6
"""Games and letters that are named."""


class State(StrEnum):
    """How something stands."""

    WELL = "ok"
    TO_DO = "TO DO"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: `about` what, how that stands, the key of its words, and the facts in them."""

    about: str
    state: State
    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the checks ask besides the configuration, so that a test can answer.

    Args:
        synchronised: whether the machine's clock is set by time servers; None if that cannot be said.
    """

    now: datetime
    resolve: Resolve = ask_name_servers
    selector: str = "judge"
    """Under which the domain's DKIM key lies in the DNS."""
    backups: Path | None = None
    """Where backups are looked for; None for no look."""
    synchronised: Callable[[], bool | None] = lambda: clock_is_synchronised()


Check = Callable[[Config, Surroundings], Iterator[Finding]]


def diagnose(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Everything that is found, one check after the other. A check that fails itself is told, and the others go on."""
    for name, check in CHECKS.items():
        try:
            yield from check(settings, around)
        except Exception as error:  # of any kind: what is ill is looked at here
            yield Finding(name, State.UNKNOWN, "check-failed", {"error": _said(error)})


def clock_is_synchronised() -> bool | None:
    """What systemd says of the machine's clock; None where it says nothing."""
    with suppress(OSError, subprocess.SubprocessError):
        asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        said = subprocess.run(asked, capture_output=True, text=True, timeout=SECONDS, check=False).stdout.strip()
        return {"yes": True, "no": False}.get(said)
    return None


def _store(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The store can be opened, belongs to this user, and nobody else can read it."""
    path = _database(settings)
    if path is not None and not path.exists():
        yield Finding("store", State.TO_DO, "store-missing", {"path": str(path)})
        return
    if path is not None and (why := _not_mine(path)):
        yield Finding("store", State.TO_DO, why, {"path": str(path)})
    try:
        Store.open_existing(settings.store).close()
    except (OSError, ValueError) as error:
        yield Finding("store", State.TO_DO, "store-closed", {"error": _said(error)})
    else:
        yield Finding("store", State.WELL, "store-well")


def _key(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The secret behind reply addresses is there, and nobody else's."""
    path, store = token_key_path(settings), _database(settings)
    if not path.exists():
        begun = store is None or store.exists()
        yield Finding("key", State.TO_DO if begun else State.WELL, "key-missing" if begun else "key-new", {"path": str(path)})
    elif why := _not_mine(path):
        yield Finding("key", State.TO_DO, why, {"path": str(path)})
    else:
        yield Finding("key", State.WELL, "key-well", {"path": str(path)})


def _disk(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """There is room where the judge writes."""
    folders = [database_folder(settings), None if settings.relay else settings.maildir]
    seen = set[int]()
    for folder in filter(None, folders):
        there = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
        if (device := there.stat().st_dev) in seen:
            continue
        seen.add(device)
        free = shutil.disk_usage(there).free
        state, key = (State.WELL, "disk-well") if free >= SPACE else (State.TO_DO, "disk-full")
        yield Finding("disk", state, key, {"path": str(there), "free": free // 2**20, "least": SPACE // 2**20})


def _operator(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Somebody elsewhere is told of trouble."""
    _, _, domain = settings.operator.rpartition("@")
    if not domain:
        yield Finding("operator", State.TO_DO, "operator-none")
    elif domain.casefold() == _domain(settings):
        yield Finding("operator", State.TO_DO, "operator-here", {"address": settings.operator})
    else:
        yield Finding("operator", State.WELL, "operator-well", {"address": settings.operator})


def _daemon(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """A judge is at work in the store. There may be more only in one that they share; another is not started."""
    if lock_path(settings.store) is None:
        return
    who = judge_at_work(settings.store)
    yield Finding("daemon", State.WELL if who else State.UNKNOWN, "daemon-well" if who else "daemon-none", {"who": who})


def _intake(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The judge's own ports answer, so that a judge is running."""
    for name, way, kind in (("smtp", settings.smtp, smtplib.SMTP), ("lmtp", settings.lmtp, smtplib.LMTP)):
        if way is not None and way.port:
            yield _port(name, way, kind)


def _port(name: str, way: SmtpInConfig, kind: type[smtplib.SMTP]) -> Finding:
    facts = {"host": way.host, "port": way.port, "way": name.upper()}
    try:
        server = kind(timeout=SECONDS)
        server.connect(way.host, way.port)
        server.quit()
    except OSError as error:
        return Finding(name, State.TO_DO, "intake-silent", {**facts, "error": _said(error)})
    return Finding(name, State.WELL, "intake-well", facts)


def _mailbox(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The mailbox can be opened."""
    box = settings.imap
    if box is None:
        return
    try:
        waiting, ends = probe_mailbox(box)
    except Exception as error:  # of many kinds, see `probe_mailbox`
        yield Finding("mailbox", State.TO_DO, "mailbox-failed", {"host": box.host, "port": box.port, "error": _said(error)})
        return
    yield Finding("mailbox", State.WELL, "mailbox-well", {"host": box.host, "folder": box.folder, "waiting": waiting})
    yield from _certificate("mailbox", box.host, ends, around.now)


def _inbox(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The Maildir that letters come into is there, and the judge may move what lies in it."""
    if settings.inbox is None:
        return
    path = Path(settings.inbox.path)
    usable = all(os.access(path / each, os.R_OK | os.W_OK | os.X_OK) for each in ("new", "cur"))
    yield Finding("inbox", State.WELL if usable else State.TO_DO, "inbox-well" if usable else "inbox-closed", {"path": str(path)})


def _relay(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The way out takes letters. None is sent."""
    relay, way = settings.relay, build_deliverer(settings)
    if relay is None or not isinstance(way, SmtpRelay):
        local = _is_local(_domain(settings))
        yield Finding("relay", State.WELL if local else State.TO_DO, "relay-none", {"path": str(settings.maildir)})
        return
    try:
        ends = way.probe()
    except OSError as error:
        yield Finding("relay", State.TO_DO, "relay-failed", {"error": _said(error)})
        return
    yield Finding("relay", State.WELL, "relay-well", {"host": relay.host, "port": relay.port})
    yield from _certificate("relay", relay.host, ends, around.now)


def _certificate(about: str, host: str, ends: datetime | None, now: datetime) -> Iterator[Finding]:
    if ends is not None and ends - now < ENDS_SOON:
        yield Finding(about, State.TO_DO, "certificate-ends", {"host": host, "days": max((ends - now).days, 0)})


def _dns(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The world can tell the judge's mail from forged mail, and knows where to answer."""
    domain = _domain(settings)
    if _is_local(domain):
        yield Finding("dns", State.WELL, "dns-local", {"domain": domain})
        return
    facts = {"domain": domain, "selector": around.selector}
    try:
        found = list(check_sending_domain(domain, around.selector, around.resolve))
    except OSError as error:
        yield Finding("dns", State.UNKNOWN, "dns-silent", {**facts, "error": _said(error)})
        return
    for each in found:
        good = each.how in ("well", "watching")
        yield Finding(each.about, State.WELL if good else State.TO_DO, f"{each.about}-{each.how}", {**facts, "record": each.record})


def _clock(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """The clock is right: deadlines hang on it."""
    newest = _look(settings, lambda work: work.census(around.now).newest)
    if newest is not None and newest > around.now + timedelta(minutes=1):
        yield Finding("clock", State.TO_DO, "clock-behind", {"now": _when(around.now), "newest": _when(newest)})
        return
    synchronised = around.synchronised()
    states = {True: (State.WELL, "clock-well"), False: (State.TO_DO, "clock-alone"), None: (State.UNKNOWN, "clock-unknown")}
    yield Finding("clock", *states[synchronised], {"now": _when(around.now)})


def _letters(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Every letter that came was decided, and every answer gets away."""
    census = _look(settings, lambda work: work.census(around.now))
    if census is None:
        return
    if census.shunted:
        yield Finding("letters", State.TO_DO, "letters-shunted", {"count": len(census.shunted), "first": census.shunted[0]})
    else:
        yield Finding("letters", State.WELL, "letters-well", {"waiting": census.letters.get("received", 0)})
    outbox = census.outbox
    age = around.now - outbox.since if outbox.since else timedelta()
    old = age > timedelta(minutes=settings.outbox_minutes)
    facts = {"queued": outbox.queued, "minutes": int(age.total_seconds() // 60)}
    yield Finding("outbox", State.TO_DO if old else State.WELL, "outbox-old" if old else "outbox-well", facts)


def _games(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Every game can be opened, and none waits for a phase that is due."""
    looked = _look(settings, _openable)
    if looked is None:
        return
    listed, closed = looked
    overdue = [card.name for card in listed if card.next_due and card.next_due < around.now - LATE and card.name not in closed]
    if closed:
        yield Finding("games", State.TO_DO, "games-unreadable", {"games": closed[:NAMED], "count": len(closed)})
    if overdue:
        yield Finding("games", State.TO_DO, "games-overdue", {"games": overdue[:NAMED], "count": len(overdue)})
    if not closed and not overdue:
        yield Finding("games", State.WELL, "games-well", {"count": len(listed)})


def _openable(work: Transaction) -> tuple[list[GameListing], list[str]]:
    """All games, and the names of those that cannot be opened."""
    listed = work.games.listings()
    return listed, [card.name for card in listed if not is_readable(work, card.name)]


def _backup(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """There is a backup, and it is not old."""
    if around.backups is None:
        return
    found = sorted(around.backups.glob("*.backup"), key=lambda path: path.stat().st_mtime) if around.backups.is_dir() else []
    facts = {"path": str(around.backups)}
    if not found:
        yield Finding("backup", State.TO_DO, "backup-none", facts)
        return
    age = (around.now.timestamp() - found[-1].stat().st_mtime) / 86400
    old = age > BACKUP_DAYS
    yield Finding("backup", State.TO_DO if old else State.WELL, "backup-old" if old else "backup-well", {**facts, "days": int(age)})


CHECKS: Mapping[str, Check] = {
    "store": _store, "key": _key, "disk": _disk, "clock": _clock, "operator": _operator, "daemon": _daemon, "intake": _intake,
    "mailbox": _mailbox, "inbox": _inbox, "relay": _relay, "dns": _dns, "letters": _letters, "games": _games, "backup": _backup,
}  # fmt: skip


def is_readable(work: Transaction, name: str) -> bool:
    """Whether a game can be opened as it stands; what happened in it is looked through by `judge replay`."""
    stored = work.games.get(name)
    try:
        return stored is None or bool(read_game(stored.head).name)
    except Exception:  # unreadable data of any kind
        return False


def _look(settings: Config, ask: Callable[[Transaction], Any]) -> Any:
    """What the store says; None if it cannot be opened, which is told by the check of the store."""
    try:
        existing_address(settings.store)
        store = Store.open_existing(settings.store)
    except (OSError, ValueError):
        return None
    try:
        with store.look() as work:
            return ask(work)
    finally:
        store.close()


def _database(settings: Config) -> Path | None:
    """The database's file; None unless it is SQLite."""
    return Path(settings.store.partition("sqlite:///")[2]) if settings.store.startswith("sqlite:///") else None


def _not_mine(path: Path) -> str:
    """Why a file with secrets in it is not as it should be: the key of the words, '' if it is."""
    found = path.stat()
    if found.st_uid != os.geteuid():
        return "file-not-mine"
    return "file-open" if found.st_mode & 0o077 else ""


def _domain(settings: Config) -> str:
    return settings.address.rpartition("@")[2].casefold()


def _is_local(domain: str) -> bool:
    """Whether no name server knows a domain: `localhost`, and names that are for examples and tests (RFC 6761)."""
    return "." not in domain or domain.endswith((".localhost", ".test", ".example", ".invalid", ".local", ".internal"))


def _when(instant: datetime) -> str:
    return instant.strftime("%Y-%m-%d %H:%M UTC")


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
