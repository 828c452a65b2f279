"""`judge backup`, `restore`, `purge` and `store`: keep the store safe, and delete old mail."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from judge.chance import random_hex
from judge.clock import SystemClock
from judge.config import Config, ConfigError, load_config
from judge.daemon.backup_state import backup_place
from judge.daemon.paths import backup_folder
from judge.daemon.wiring import build_read_only, token_key_path
from judge.office.upkeep.alerts import Alerts
from judge.office.upkeep.retention import purge_old_texts
from judge.store import Store, existing_address
from judge.store.backup import BackupRefused, restore, write_backup
from judge.store.copying import copy_between_stores
from judge.store.facts import BACKED_UP, BACKUP_FAILED, BACKUP_PLACE

FAILED, UNKNOWN = 1, 2
"""Exit statuses: it failed, and nothing was changed; the configuration cannot be used."""
NAME = "judge-%Y%m%d-%H%M%S.backup"
"""The default name of a backup."""


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge backup`."""
    _config(parser)
    where = "a new one; if left out, in the folder `backups` of judge.yaml, or in backups/ by the store"
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help=where)
    parser.add_argument("--keep", type=int, metavar="N", help="delete the oldest of those made without FILE, but for N")


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge restore`."""
    _config(parser)
    parser.add_argument("file", metavar="FILE", type=Path, help="what `judge backup` wrote")
    parser.add_argument("--replace", action="store_true", help="put it in the place of the store that is there, which is kept")
    parser.add_argument(
        "--nothing-lost", action="store_true",
        help="nothing came after the backup (the judge moves): write to nobody, and move no deadline",
    )  # fmt: skip


def purge_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge purge`."""
    _config(parser)
    parser.add_argument("--days", type=int, metavar="N", help="other than `keep_days` of the configuration says")


def store_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge store`."""
    parser.add_argument("what", choices=["copy"], help="copy everything from one database into another, empty one")
    for name, metavar in (("source", "FROM"), ("target", "TO")):
        parser.add_argument(name, metavar=metavar, help="a judge.yaml whose store is meant, or the store's URL")


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def backup(args: argparse.Namespace) -> int:
    """Write a backup while the judge runs. Return 0 once it is on the disk and has been checked."""
    return _told(args, lambda settings: _backup(settings, args.file, args.keep))


def restore_store(args: argparse.Namespace) -> int:
    """Restore a backup. The judge must not run."""
    return _told(args, lambda settings: _restore(settings, args.file, args.replace, args.nothing_lost))


def purge(args: argparse.Namespace) -> int:
    """Delete the text of old mail. The daemon does this every day."""
    return _told(args, lambda settings: _purge(settings, settings.keep_days if args.days is None else args.days))


def copy_store(args: argparse.Namespace) -> int:
    """Copy a store into an empty one, which may be another kind of database."""
    return _tried(lambda: _copy(_url(args.source), _url(args.target)))


def _told(args: argparse.Namespace, work: Callable[[Config], str]) -> int:
    return _tried(lambda: work(load_config(args.config)))


def _tried(work: Callable[[], str]) -> int:
    try:
        print(work())
    except (ValueError, OSError) as error:  # ValueError: a store's address
        print(f"judge: {error}", file=sys.stderr)
        return UNKNOWN if isinstance(error, ConfigError) else FAILED
    return 0


def _now() -> datetime:
    return SystemClock().now()


def _backup(settings: Config, file: Path | None, keep: int | None) -> str:
    key, _ = token_key_path(settings), existing_address(settings.store)
    if file is None:
        file = backup_folder(settings) / _now().strftime(NAME)
        _write(settings, file)
        for old in sorted(file.parent.glob("judge-*.backup"))[: -max(keep, 1)] if keep is not None else ():
            old.unlink()
    else:
        write_backup(settings.store, file)
        _note(settings, "", file)
    return f"{file}: {file.stat().st_size:,} bytes. The key {key} is not in it: keep a copy of that elsewhere."


def _write(settings: Config, file: Path) -> None:
    """Write a backup that nobody watches, as a timer does: if it fails, the operator is told."""
    try:
        write_backup(settings.store, file)
    except OSError as error:
        _note(settings, str(error))
        raise
    _note(settings, "", file)


def _note(settings: Config, why: str, file: Path | None = None) -> None:
    """Note why a backup failed, and tell the operator; or, with '', that one was made, and where it is. Nothing, if the store
    cannot be opened.
    """
    with suppress(OSError, ValueError):
        _noted(Store.open_existing(settings.store), settings, why, file)


def _noted(store: Store, settings: Config, why: str, file: Path | None) -> None:
    try:
        with store.look() as work:
            known = work.facts.get(BACKUP_FAILED)
        with store.work() as work:
            if why != known:
                work.facts.put(BACKUP_FAILED, why)
            if not why:
                work.facts.put(BACKED_UP, _now().isoformat())
            if file is not None:
                work.facts.put(BACKUP_PLACE, backup_place(file.parent))
        if why:
            Alerts(store, settings.operator).alert("backup-failed", _now().date().isoformat(), {"why": why[:300]})
    finally:
        store.close()


def _restore(settings: Config, file: Path, replace: bool, nothing_lost: bool) -> str:
    if not file.is_file():
        raise BackupRefused(f"there is no file {file}")
    key = token_key_path(settings)
    kept = restore(file, settings.store, _now().strftime(".before-%Y%m%d-%H%M%S") if replace else "")
    store = Store.open(settings.store)  # an older judge's backup is brought up to date
    try:
        store.begin_epoch(random_hex(16))
    finally:
        store.close()
    lost = "" if key.exists() else f" There is no key {key}: unless you put it back, earlier letters cannot be replied to."
    told = "" if nothing_lost else f" {_tell(settings)}"
    return f"Restored from {file}.{f' What was there is {kept}.' if kept else ''}{lost}{told} `judge replay` checks every game."


def _tell(settings: Config) -> str:
    """Write to everybody in a game; return what was done. The letters go out when the judge starts."""
    judge = build_read_only(settings)
    try:
        done = judge.office.tell_of_restore(judge.clock.now())
    finally:
        judge.store.close()
    said = [f"The newest letter that it knows came at {done.known:%Y-%m-%d %H:%M} UTC."] if done.known else []
    if done.told:
        said.append(f"When the judge starts it asks everybody in {_number(done.told)} to send again what they wrote later.")
    if done.later:
        said.append(f"Their deadlines were put off to tomorrow: {', '.join(done.later)}.")
    if done.unreadable:
        said.append(f"Nobody is told in games that cannot be opened: {', '.join(done.unreadable)}.")
    return " ".join(said)


def _number(names: Sequence[str]) -> str:
    return f"{len(names)} game{'' if len(names) == 1 else 's'}"


def _url(said: str) -> str:
    return said if "://" in said else load_config(Path(said)).store


def _copy(source: str, target: str) -> str:
    lines = [f"{each.table:<14}{each.rows:>12,} rows  {each.digest[:16]}" for each in copy_between_stores(source, target)]
    return "\n".join([*lines, "The same in both. What came while it was copied is not in the copy; nor is the key, ever."])


def _purge(settings: Config, days: int) -> str:
    if days <= 0:
        return "Nothing is purged: keep_days is 0."
    store = Store.open_existing(settings.store)
    try:
        letters, notices = purge_old_texts(store, _now(), days)
    finally:
        store.close()
    return f"The words of {letters} letters and of {notices} letters of ours, all older than {days} days, are gone."
