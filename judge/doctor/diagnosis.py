"""The checks of `judge doctor`: what is wrong with a judge, or soon may be. They change nothing.

Their texts are in `templates/doctor.j2`, under the key of each finding.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from judge.config import Config, SmtpInConfig
from judge.daemon.backup_state import backup_state
from judge.daemon.daemon import TICKED
from judge.daemon.game_check import is_readable
from judge.daemon.judge_state import UNTRIED
from judge.daemon.single import judge_at_work, last_tick, lock_path
from judge.daemon.trouble_times import since_of
from judge.daemon.ways import READY, greeting
from judge.daemon.wiring import build_deliverer, token_key_path
from judge.doctor.file_checks import check_backup, check_disk, check_folders, check_key, database_file, what_is_open, why_not_made
from judge.doctor.finding import Finding, State, Surroundings
from judge.doctor.work_check import check_work
from judge.mail.delivery import SmtpRelay
from judge.mail.dns_records import check_reverse_names, check_sending_domain, key_in_zone
from judge.mail.imap import probe_mailbox
from judge.mail.smtp_in import IDENT
from judge.store import GameListing, ReplyTokens, Store, existing_address
from judge.store.census import LATE
from judge.store.facts import BACKED_UP, KEY, SINCE
from judge.store.transaction import Transaction

ENDS_SOON = timedelta(days=14)
"""How long before its end a certificate is reported."""
NAMED = 6
"""The most games and letters that are named."""


Check = Callable[[Config, Surroundings], Iterator[Finding]]


def diagnose(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Run every check and return the findings. A check that itself fails is reported, and the others go on."""
    for name, check in CHECKS.items():
        try:
            yield from check(settings, around)
        except Exception as error:  # any kind: the checks look at things that are broken
            yield Finding(name, State.UNKNOWN, "check-failed", {"error": _said(error)})


def _store(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that the store can be opened, belongs to this user, and cannot be read by others."""
    path = database_file(settings)
    if path is not None and not path.exists():
        why = why_not_made(path)
        yield Finding("store", State.TO_DO, "store-impossible" if why else "store-missing", {"path": str(path), "error": why})
        return
    if path is not None and (why := what_is_open(path)):
        yield Finding("store", State.TO_DO, why, {"path": str(path)})
    try:
        Store.open_existing(settings.store).close()
    except (OSError, ValueError) as error:
        yield Finding("store", State.TO_DO, "store-closed", {"error": _said(error)})
    else:
        yield Finding("store", State.WELL, "store-well")


def _fingerprint(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that the key is the one with which the judge was started last."""
    path, there = token_key_path(settings), _look(settings, lambda work: work.facts.get(KEY))
    here = ReplyTokens(path.read_bytes().strip()).fingerprint if path.exists() else ""
    if here and there and here != there:
        yield Finding("key", State.TO_DO, "key-other", {"path": str(path), "here": here, "there": there})


def _operator(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that an operator at another address is told of trouble."""
    _, _, domain = settings.operator.rpartition("@")
    if not domain:
        yield Finding("operator", State.TO_DO, "operator-none")
    elif domain.casefold() == _domain(settings):
        yield Finding("operator", State.TO_DO, "operator-here", {"address": settings.operator})
    else:
        yield Finding("operator", State.WELL, "operator-well", {"address": settings.operator})


def _daemon(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that a judge is running on the store, or that `judge tick` was, not long ago. A store that several may share does not
    tell.
    """
    if lock_path(settings.store) is None:
        return
    who, ticked = judge_at_work(settings.store), last_tick(settings.store)
    if who:
        yield Finding("daemon", State.WELL, "daemon-well", {"who": who})
    elif ticked is None:
        yield Finding("daemon", State.TO_DO, "daemon-none")
    else:
        state, key = (State.WELL, "daemon-ticks") if around.now - ticked <= TICKED else (State.TO_DO, "daemon-late")
        yield Finding("daemon", state, key, {"when": _when(ticked)})


def _intake(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that it is the judge that answers at its ports."""
    for name, way in (("smtp", settings.smtp), ("lmtp", settings.lmtp)):
        if way is not None and way.port:
            yield _port(name, way, is_judge_known_dead(settings.store))


def is_judge_known_dead(store: str) -> bool:
    """Whether no judge works on a store. False for a store that several may share: it does not tell."""
    return lock_path(store) is not None and not judge_at_work(store)


def _port(name: str, way: SmtpInConfig, dead: bool) -> Finding:
    """Check who answers at a port: any mail server does, but only a judge names itself in its greeting."""
    facts = {"host": way.host, "port": way.port, "way": name.upper()}
    try:
        code, greeted = greeting(name, way.host, way.port)
    except OSError as error:
        return Finding(name, State.TO_DO, "intake-silent", {**facts, "error": _said(error)})
    said = f"{code or ''} {greeted}".strip()
    if dead or not code or (code == READY and not said.endswith(IDENT)):
        return Finding(name, State.TO_DO, "intake-other", {**facts, "said": said})
    if code != READY:
        return Finding(name, State.TO_DO, "intake-busy", {**facts, "said": said})
    return Finding(name, State.WELL, "intake-well", facts)


def _mailbox(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that the mailbox can be opened."""
    box = settings.imap
    if box is None:
        return
    try:
        waiting, oldest, ends = probe_mailbox(box)
    except Exception as error:  # of many kinds, see `probe_mailbox`
        yield Finding("mailbox", State.TO_DO, "mailbox-failed", {"host": box.host, "port": box.port, "error": _said(error)})
        return
    facts = {"host": box.host, "folder": box.folder, "waiting": waiting}
    yield Finding("mailbox", State.WELL, "mailbox-well", facts)
    if oldest is not None and around.now - oldest > max(LATE, timedelta(seconds=2 * box.every)):
        yield Finding("mailbox", State.TO_DO, "mailbox-unfetched", {**facts, "since": _when(oldest)})
    yield from _certificate("mailbox", box.host, ends, around.now)


def _inbox(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that the Maildir for incoming letters exists, and that the judge may move files in it."""
    if settings.inbox is None:
        return
    path = Path(settings.inbox.path)
    usable = all(os.access(path / each, os.R_OK | os.W_OK | os.X_OK) for each in ("new", "cur"))
    yield Finding("inbox", State.WELL if usable else State.TO_DO, "inbox-well" if usable else "inbox-closed", {"path": str(path)})
    came = sorted(each.stat().st_mtime for each in (path / "new").iterdir()) if usable else []
    if came and around.now.timestamp() - came[0] > LATE.total_seconds():
        since = _when(datetime.fromtimestamp(came[0], UTC))
        yield Finding("inbox", State.TO_DO, "inbox-unfetched", {"path": str(path), "waiting": len(came), "since": since})


def _relay(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that the relay accepts a connection and login. Nothing is sent."""
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
    if ends is not None:
        soon = ends - now < ENDS_SOON
        facts = {"host": host, "days": max((ends - now).days, 0)}
        yield Finding(about, State.TO_DO if soon else State.WELL, "certificate-ends" if soon else "certificate-well", facts)


def _dns(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that others can tell the judge's mail from forged mail, and where they send theirs."""
    domain = _domain(settings)
    if _is_local(domain):
        yield Finding("dns", State.WELL, "dns-local", {"domain": domain})
        return
    facts = {"domain": domain, "selector": around.selector}
    try:
        found = list(check_sending_domain(domain, around.selector, around.resolve, _own_key(around)))
        found += check_reverse_names(domain, around.resolve) if _sends_itself(settings) else ()
    except OSError as error:
        yield Finding("dns", State.UNKNOWN, "dns-silent", {**facts, "error": _said(error)})
        return
    for each in found:
        good = each.how in ("well", "watching")
        yield Finding(each.about, State.WELL if good else State.TO_DO, f"{each.about}-{each.how}", {**facts, "record": each.record})
    if settings.relay and not _sends_itself(settings):
        yield Finding("ptr", State.WELL, "ptr-elsewhere", {"host": settings.relay.host})


def _own_key(around: Surroundings) -> str:
    """Return the public key that should be published, as `judge setup` wrote it down; '' if it did not, or that cannot be read."""
    try:
        return key_in_zone(around.zone.read_text("utf-8"), around.selector) if around.zone else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _sends_itself(settings: Config) -> bool:
    """Whether a mail server on this machine sends, so that its address and name count with receivers."""
    return settings.relay is not None and (settings.relay.host.startswith("127.") or settings.relay.host in ("localhost", "::1"))


def _clock(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check the clock, on which deadlines depend."""
    newest = _look(settings, lambda work: work.letters.last_received())
    if newest is not None and newest > around.now + timedelta(minutes=1):
        yield Finding("clock", State.TO_DO, "clock-behind", {"now": _when(around.now), "newest": _when(newest)})
        return
    synchronised = around.synchronised()
    states = {True: (State.WELL, "clock-well"), False: (State.TO_DO, "clock-alone"), None: (State.UNKNOWN, "clock-unknown")}
    yield Finding("clock", *states[synchronised], {"now": _when(around.now)})


def _letters(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that every letter was decided and every answer sent."""
    census = _look(settings, lambda work: work.census(around.now))
    if census is None:
        return
    if census.shunted:
        yield Finding("letters", State.TO_DO, "letters-shunted", {"count": len(census.shunted), "first": census.shunted[0]})
    else:
        yield Finding("letters", State.WELL, "letters-well", {"waiting": census.letters.get("received", 0)})
    outbox, untried = census.outbox, _look(settings, lambda work: work.facts.get(f"{SINCE}{UNTRIED}"))
    since = [each for each in (outbox.since, since_of(untried) if outbox.untried else None) if each]
    age = around.now - min(since, default=around.now)
    old = age > timedelta(minutes=settings.outbox_minutes)
    facts = {"queued": outbox.queued, "minutes": int(age.total_seconds() // 60)}
    yield Finding("outbox", State.TO_DO if old else State.WELL, "outbox-old" if old else "outbox-well", facts)


def _games(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that every game can be opened, and that no phase is overdue."""
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


def _backup(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that there is a recent backup, here or, as the store was told, elsewhere; and that it is still where it was put."""
    noted, folder = _look(settings, lambda work: work.facts.get(BACKED_UP)), around.backups
    gone = folder is not None and _look(settings, lambda work: backup_state(work, folder).gone)
    for each in check_backup(settings, around):
        age = around.now - datetime.fromisoformat(noted) if noted else None
        if each.key == "backup-none" and gone and age is not None:
            yield Finding("backup", State.TO_DO, "backup-gone", {**each.facts, "when": _when(datetime.fromisoformat(noted))})
        elif each.key == "backup-none" and age is not None and age <= timedelta(days=settings.backup_days):
            yield Finding("backup", State.WELL, "backup-elsewhere", {**each.facts, "days": age.days})
        else:
            yield each


def _openable(work: Transaction) -> tuple[list[GameListing], list[str]]:
    """Return all games, and the names of those that cannot be opened."""
    listed = work.games.listings()
    return listed, [card.name for card in listed if not is_readable(work, card.name)]


CHECKS: Mapping[str, Check] = {
    "store": _store, "key": check_key, "fingerprint": _fingerprint, "disk": check_disk, "folders": check_folders, "clock": _clock,
    "operator": _operator, "daemon": _daemon, "intake": _intake, "mailbox": _mailbox, "inbox": _inbox, "relay": _relay,
    "dns": _dns, "letters": _letters, "games": _games, "backup": _backup, "work": check_work,
}  # fmt: skip


def _look(settings: Config, ask: Callable[[Transaction], Any]) -> Any:
    """Return what `ask` finds in the store; None if the store cannot be opened, which its own check reports."""
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


def _domain(settings: Config) -> str:
    return settings.address.rpartition("@")[2].casefold()


def _is_local(domain: str) -> bool:
    """Whether a domain is never in the DNS: `localhost`, and names for examples and tests (RFC 6761)."""
    return "." not in domain or domain.endswith((".localhost", ".test", ".example", ".invalid", ".local", ".internal"))


def _when(instant: datetime) -> str:
    return instant.strftime("%Y-%m-%d %H:%M UTC")


def _said(error: Exception) -> str:
    """Return an error's words, without the full stop that ends the doctor's sentence."""
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
