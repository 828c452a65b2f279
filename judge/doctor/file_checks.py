"""The checks of `judge doctor` that look at files and folders: key, disks, folders of the configuration, backups."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from judge.config import Config
from judge.daemon.paths import database_folder
from judge.daemon.wiring import is_key_cut_short, token_key_path
from judge.doctor.finding import Finding, State, Surroundings

SPACE = 500 * 2**20
"""Bytes that must be free on a disk: enough for some weeks of mail, and a backup."""


def check_key(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that the key of reply addresses exists, and that nobody else can read it."""
    path, store = token_key_path(settings), database_file(settings)
    if not path.exists():
        begun = store is None or store.exists()
        yield Finding("key", State.TO_DO if begun else State.WELL, "key-missing" if begun else "key-new", {"path": str(path)})
    elif is_key_cut_short(path.read_bytes()):
        yield Finding("key", State.TO_DO, "key-empty", {"path": str(path)})
    elif why := what_is_open(path):
        yield Finding("key", State.TO_DO, why, {"path": str(path)})
    else:
        yield Finding("key", State.WELL, "key-well", {"path": str(path)})


def check_disk(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that there is room on the disks to which the judge writes."""
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


def check_folders(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that outgoing mail can be put into its folder, and that further folders with games are there."""
    if settings.relay is None and (why := why_not_made(settings.maildir / "new")):
        yield Finding("folders", State.TO_DO, "folders-closed", {"path": str(settings.maildir), "error": why})
    for path in settings.games:
        if not path.is_dir():
            yield Finding("folders", State.TO_DO, "folders-missing", {"path": str(path)})


def check_backup(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Check that there is a recent backup."""
    if around.backups is None or not settings.backup_days:
        return
    found = sorted(around.backups.glob("*.backup"), key=lambda path: path.stat().st_mtime) if around.backups.is_dir() else []
    facts = {"path": str(around.backups)}
    if not found:
        yield Finding("backup", State.TO_DO, "backup-none", facts)
        return
    if not found[-1].stat().st_size:
        yield Finding("backup", State.TO_DO, "backup-empty", {**facts, "name": found[-1].name})
        return
    age = (around.now.timestamp() - found[-1].stat().st_mtime) / 86400
    old = age > settings.backup_days
    yield Finding("backup", State.TO_DO if old else State.WELL, "backup-old" if old else "backup-well", {**facts, "days": int(age)})


def why_not_made(path: Path) -> str:
    """Return why the judge could not make a file, nor the folders that it needs; '' if it could."""
    there = next(each for each in path.absolute().parents if each.exists())
    if not there.is_dir():
        return f"{there} is no folder"
    return "" if os.access(there, os.W_OK | os.X_OK) else f"this user may not write in {there}"


def database_file(settings: Config) -> Path | None:
    """Return the database's file; None unless it is SQLite."""
    return Path(settings.store.partition("sqlite:///")[2]) if settings.store.startswith("sqlite:///") else None


def what_is_open(path: Path) -> str:
    """Return the key of what is wrong with the owner or mode of a file with secrets; '' if nothing is."""
    found = path.stat()
    if found.st_uid != os.geteuid():
        return "file-not-mine"
    return "file-open" if found.st_mode & 0o077 else ""
