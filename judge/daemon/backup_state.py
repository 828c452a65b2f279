"""When the newest backup was made, and whether it is still where it was put."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from socket import gethostname
from typing import NamedTuple

from judge.store.facts import BACKED_UP, BACKUP_PLACE
from judge.store.transaction import Transaction


class BackupState(NamedTuple):
    """What is known of the newest backup."""

    at: datetime | None
    """When it was made; None if there is none."""
    gone: bool = False
    """Whether it was put into this machine's folder, which has none any more: removed, or its disk is not mounted."""
    here: bool = False
    """Whether this machine made it, in the folder of its configuration, and so can say whether it is gone."""


def backup_state(work: Transaction, folder: Path) -> BackupState:
    """Return what the files of a folder, and the store, tell of the newest backup. Of one that was put elsewhere, or by another
    machine, only the store tells.
    """
    noted, here = work.facts.get(BACKED_UP), work.facts.get(BACKUP_PLACE) == backup_place(folder)
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".backup")]
        files = [datetime.fromtimestamp((folder / name).stat().st_mtime).astimezone() for name in names]
        unseen = False
    except (FileNotFoundError, NotADirectoryError):
        files, unseen = [], False
    except OSError:  # this process may not look
        files, unseen = [], True
    at = max([*files, *([datetime.fromisoformat(noted)] if noted else [])], default=None)
    return BackupState(at, here and not files and not unseen, here)


def backup_place(folder: Path) -> str:
    """Return what is noted in the store of where a backup was put."""
    return f"{gethostname()} {folder.absolute()}"
