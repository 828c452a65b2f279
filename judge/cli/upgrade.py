"""`judge upgrade --check [WHEEL]`: what this judge, or a wheel's, will do with the store. It changes nothing.

Without WHEEL it is asked of the judge that is installed and not yet started. A wheel's own judge answers for itself.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.cli.replay import LESS_NOTED, RULES_CHANGED, replay_game
from judge.cli.wheel import Wheel, unpack_wheel
from judge.clock import SystemClock
from judge.config import Config, ConfigError, load_config
from judge.daemon.paths import backup_folder
from judge.daemon.single import judge_at_work, lock_path
from judge.daemon.wiring import Application, build_application, shared_version
from judge.doctor.finding import Finding, State
from judge.reports import Templates
from judge.store import Store
from judge.store.backup import BackupRefused, check_backup
from judge.store.schema_versions import migration_names, migration_summary, require_known
from judge.store.scratch import scratch_copy
from judge.store.store import StoreKind
from judge.version import judge_version

TO_DO, UNKNOWN = 1, 2
"""Exit statuses: something is to be done first; the configuration cannot be used. 0: the judge may be started."""
FRESH = timedelta(hours=24)
"""The greatest age of a backup with which steps should be taken: what came since is lost on the way back."""
NAMED = 6
"""The most games that are named."""
NEWEST = 14
"""The most backups that are looked at, newest first, for one that this judge can use."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge upgrade`."""
    parser.add_argument("--check", action="store_true", required=True, help="only say what would happen; pip installs")
    parser.add_argument("wheel", metavar="WHEEL", nargs="?", type=Path, help="of the judge that may be installed; else this one")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Print what will happen. Return 0 if nothing is to be done first, 1 if something is, 2 without a configuration."""
    try:
        if args.wheel is None:
            return _report(list(check(load_config(args.config))))
        with tempfile.TemporaryDirectory(prefix="judge-wheel-") as scratch:
            return _check_wheel(unpack_wheel(args.wheel, Path(scratch)), args.config)
    except (ValueError, OSError) as error:  # ValueError: a store's address
        print(f"judge: {error}", file=sys.stderr)
        return UNKNOWN if isinstance(error, ConfigError) else TO_DO


def _check_wheel(wheel: Wheel, config: Path | None) -> int:
    """Have a wheel's judge answer for itself; of one that cannot, say what its files tell."""
    facts = {"version": wheel.version, "installed": judge_version(), "needs": list(wheel.lacking())}
    found = [Finding("wheel", State.WELL, "wheel-same" if wheel.version == judge_version() else "wheel-other", facts)]
    if facts["needs"]:
        return _report([*found, Finding("needs", State.TO_DO, "needs-more", facts)])
    if wheel.can_check:
        _print(found)
        return wheel.check(config)
    step = Store.look_at(load_config(config).store).step
    if step in wheel.steps:
        return _report([*found, Finding("store", State.UNKNOWN, "store-unasked", facts)])
    facts = {"knows": wheel.steps[-1], "step": step}
    return _report([*found, Finding("store", State.TO_DO, "store-unknown", facts)])


def check(settings: Config) -> Iterator[Finding]:
    """Return what is found, in the order in which it counts. A store that this judge refuses ends it."""
    try:
        kind = Store.look_at(settings.store)
    except FileNotFoundError as error:
        yield Finding("store", State.WELL, "store-none", {"error": str(error)})
        return
    try:
        if kind.step:
            require_known(kind.step, kind.by)
    except OSError as error:
        yield Finding("store", State.TO_DO, "store-refused", {"error": str(error), "file": _usable(settings)})
        return
    steps = [name for name in migration_names() if name > kind.step] if kind.step else []
    yield _store(kind, steps)
    yield _at_work(settings, kind, steps)
    yield from _backup(settings, steps)
    yield from _tried(settings, steps)


def _store(kind: StoreKind, steps: Sequence[str]) -> Finding:
    """Name the steps that the next start takes."""
    facts = {"engine": kind.engine, "step": kind.step or migration_names()[-1], "by": kind.by}
    if not steps:
        return Finding("store", State.WELL, "store-same", facts)
    return Finding("store", State.WELL, "store-steps", {**facts, "steps": [(name, migration_summary(name)) for name in steps]})


def _at_work(settings: Config, kind: StoreKind, steps: Sequence[str]) -> Finding:
    """Say who is at work in the store: while anybody is, no step is taken, and no worker of another release is started."""
    if lock_path(settings.store) is not None:
        who, alike = judge_at_work(settings.store), True
    else:
        who = f"at least one worker (version {kind.by or 'unknown'})" if Store.others_at_work(settings.store) else ""
        alike = shared_version(kind.by) == shared_version(judge_version())
    if who and (steps or not alike):
        return Finding("work", State.TO_DO, "work-older", {"who": who})
    return Finding("work", State.WELL, "work-some" if who else "work-none", {"who": who})


def _backups(settings: Config) -> list[Path]:
    """List backups, newest first."""
    return sorted(backup_folder(settings).glob("*.backup"), key=lambda path: path.stat().st_mtime, reverse=True)


def _backup(settings: Config, steps: Sequence[str]) -> Iterator[Finding]:
    """Check that there is a way back: a fresh backup, which can be read. Without steps none is needed."""
    found = _backups(settings)
    if not steps:
        yield Finding("backup", State.WELL, "backup-unneeded")
        return
    if not found:
        yield Finding("backup", State.TO_DO, "backup-none", {"path": str(backup_folder(settings))})
        return
    age = SystemClock().now() - datetime.fromtimestamp(found[0].stat().st_mtime, UTC)
    facts = {"path": str(found[0]), "hours": int(age.total_seconds() // 3600), "error": _wrong(settings, found[0])}
    if facts["error"]:
        yield Finding("backup", State.TO_DO, "backup-damaged", facts)
    else:
        fresh = age <= FRESH
        yield Finding("backup", State.WELL if fresh else State.TO_DO, "backup-fresh" if fresh else "backup-old", facts)


def _usable(settings: Config) -> str:
    """Return the newest backup that this judge can use; '' if there is none."""
    return next((str(file) for file in _backups(settings)[:NEWEST] if not _wrong(settings, file)), "")


def _wrong(settings: Config, file: Path) -> str:
    try:
        check_backup(settings.store, file)
    except OSError as error:
        return str(error)
    return ""


def _tried(settings: Config, steps: Sequence[str]) -> Iterator[Finding]:
    """Run every game again: on the store, or, if steps are to be taken, on a copy that has taken them."""
    with tempfile.TemporaryDirectory(prefix="judge-upgrade-") as scratch:
        settings = replace(settings, key=Path(scratch, "judge.key"))  # the judge's own is not touched, nor made
        if not steps:
            yield from _games(settings)
            return
        try:
            with scratch_copy(settings.store, Path(scratch)) as copy:
                yield from _stepped(replace(settings, store=copy))
        except BackupRefused as error:
            key = "try-no-copy" if lock_path(settings.store) else "try-no-database"
            yield Finding("try", State.UNKNOWN, key, {"error": str(error)})


def _stepped(copied: Config) -> Iterator[Finding]:
    """Take the steps on a copy of the store, and run its games again."""
    begun = monotonic()
    try:
        Store.open(copied.store).close()
    except Exception as error:  # of any kind: a step is a program, too
        yield Finding("try", State.TO_DO, "try-failed", {"error": " ".join(str(error).split())})
        return
    yield Finding("try", State.WELL, "try-done", {"seconds": f"{monotonic() - begun:.1f}"})
    yield from _games(copied)


@contextmanager
def _opened(settings: Config) -> Iterator[Application]:
    parts = build_application(settings, opened=Store.open_existing)
    try:
        yield parts
    finally:
        parts.store.close()
        if parts.signatures:
            parts.signatures.close()


def _games(settings: Config) -> Iterator[Finding]:
    """Say which games come out differently, and whose rules have changed."""
    differ, less, changed = list[str](), list[str](), list[str]()
    with _opened(settings) as parts:
        with parts.store.look() as work:
            names = [card.name for card in work.games.listings()]
        for name in names:
            lines, same = replay_game(parts, name)
            if not same:
                alike = LESS_NOTED in lines[-1] and all(line.endswith(": identical") for line in lines[:-1])
                (less if alike else differ).append(name)
            elif RULES_CHANGED in lines[-1]:
                changed.append(name)
    if differ:
        yield Finding("games", State.TO_DO, "games-differ", {"games": _named(differ), "first": differ[0]})
    for key, some in (("games-less", less), ("games-rules", changed)):
        if some:
            yield Finding("games", State.WELL, key, {"games": _named(some)})
    yield Finding("games", State.WELL, "games-same", {"count": len(names) - len(differ)})


def _named(games: Sequence[str]) -> str:
    more = f" and {len(games) - NAMED} more" if len(games) > NAMED else ""
    return ", ".join(games[:NAMED]) + more


def _report(found: Sequence[Finding]) -> int:
    first = sum(each.state is State.TO_DO for each in found)
    _print(found, first=first)
    return TO_DO if first else 0


def _print(found: Sequence[Finding], first: int | None = None) -> None:
    """Print findings in words. `first`: how many things are to be done first, if that is known."""
    words = Templates(FileSystemLoader(find_assets().templates))
    version = judge_version() if found[0].about != "wheel" else ""
    print(words.printed("upgrade.j2", found=found, version=version, first=first).rstrip("\n"))
