"""`judge alarm`: mail the operator, past the judge, if it cannot do so itself. For a timer, or cron, and for OnFailure=."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from socket import gethostname

from jinja2 import FileSystemLoader
from sqlalchemy.exc import SQLAlchemyError

from judge.assets import find_assets
from judge.clock import SystemClock
from judge.config import Config, load_config
from judge.daemon.health import verdict
from judge.daemon.remark import Level, Remark
from judge.daemon.surroundings_check import plain
from judge.daemon.wiring import build_deliverer, token_key_path
from judge.mail.delivery import Deliverer, OutgoingMessage, RejectedMessage
from judge.reports import Templates
from judge.store import Store

FAILED, NO_CONFIG = 1, 2
"""Exit statuses: the operator could not be told; the configuration cannot be read. 0: told, or nothing is to be told."""
UNTOLD = {"idle", "unwritable", "full", "unread"}
"""The remarks of which a judge cannot write letters: it is dead, or can keep nothing. Of all others it writes itself."""
AGAIN, OVER = timedelta(days=1), timedelta(hours=1)
"""How long after an alarm the next one is sent, and after how long without a reason it is over."""
FAILED_UNIT = "MONITOR_UNIT"
"""systemd's name, in the environment of OnFailure=, for the unit that failed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge alarm`."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")
    parser.add_argument("--unit", default=os.environ.get(FAILED_UNIT, ""), metavar="NAME", help="a unit of systemd that has failed")


def run(args: argparse.Namespace) -> int:
    """Mail the operator if there is a reason, once a day. Return 0 unless it could not be done."""
    try:
        settings = load_config(args.config)
        stamp = token_key_path(settings).with_name("alarm")
        return alarm(settings, stamp, args.unit, SystemClock().now(), build_deliverer(settings))
    except ValueError as error:  # a ConfigError, a store's address
        print(f"judge: {error}", file=sys.stderr)
        return NO_CONFIG


def alarm(settings: Config, stamp: Path, unit: str, now: datetime, way: Deliverer) -> int:
    """Mail the operator if there is a reason. `stamp`: a file whose time is that of the last alarm."""
    if not stamp.exists():
        stamp.touch(0o600)
    told = datetime.fromtimestamp(stamp.stat().st_mtime, UTC) if stamp.stat().st_size else None
    reasons = [each for each in remarks(settings, now) if each.says in UNTOLD]
    if not reasons and not unit:
        if told and now - told > OVER:
            os.truncate(stamp, 0)
        return 0
    if told and now - told < AGAIN:
        return 0
    if not settings.operator:
        print("judge: there is a reason for an alarm, and no `operator` in judge.yaml", file=sys.stderr)
        return FAILED
    letter = _letter(settings, reasons, unit, now)
    try:
        with way.open() as send:
            send(OutgoingMessage(0, settings.address, settings.operator, letter.as_bytes()))
    except (RejectedMessage, OSError) as error:
        print(f"judge: the operator cannot be told: {error}", file=sys.stderr)
        return FAILED
    stamp.write_text("told")
    os.utime(stamp, (now.timestamp(),) * 2)
    return 0


def remarks(settings: Config, now: datetime) -> list[Remark]:
    """Return what is not well."""
    try:
        store = Store.open_existing(settings.store)
        try:
            return verdict(settings, store, now, lambda: None)
        finally:
            store.close()
    except (OSError, SQLAlchemyError) as error:
        return [Remark(Level.CRITICAL, "unread", {"error": plain(str(getattr(error, "orig", None) or error))})]


def _letter(settings: Config, reasons: list[Remark], unit: str, now: datetime) -> EmailMessage:
    words = Templates(FileSystemLoader(find_assets().templates))
    line = words.printed("check.j2", level="CRITICAL", remarks=reasons, running=0) if reasons else ""
    subject, _, text = words.printed("alarm.j2", unit=unit, line=" ".join(line.split()), host=gethostname()).partition("\n")
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"], letter["Subject"] = settings.address, settings.operator, subject
    letter["Date"], letter["Auto-Submitted"] = format_datetime(now), "auto-generated"
    letter["Message-ID"] = f"<alarm.{int(now.timestamp())}@{settings.address.rpartition('@')[2]}>"
    letter.set_content(text.strip() + "\n")
    return letter
