"""The check of `judge doctor` that asks what judges at work have noted of themselves. A mailbox, for example, may let the doctor
in, and yet be so full that the judge can move no letter in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.config import Config
from judge.daemon.health import verdict
from judge.daemon.single import judge_at_work, lock_path
from judge.doctor.finding import Finding, State, Surroundings
from judge.store import Store, existing_address

NOTED: Mapping[str, tuple[str, str]] = {
    "idle": ("daemon", "work-idle"), "worker": ("daemon", "work-gone"), "unwritable": ("store", "work-unwritable"),
    "place": ("", "work-unfetched"), "never": ("", "work-unfetched"), "waiting": ("letters", "work-waiting"),
    "relay-late": ("relay", "work-closed"), "relay-never": ("relay", "work-closed"), "refused": ("relay", "work-refused"),
    "rules": ("games", "work-rules"), "backup-failed": ("backup", "work-backup"), "clock": ("clock", "work-doubt"),
}  # fmt: skip
"""Remark of monitoring (`judge.daemon.health`) → what it is about ('' for the first word of its name), and the finding's key. Of
all other remarks the doctor has checks of its own.
"""
OF_DEAD = {"unwritable", "refused", "rules", "backup-failed"}
"""What still counts if no judge is at work: that mail waits then is no wonder."""


def check_work(settings: Config, around: Surroundings) -> Iterator[Finding]:
    """Return what is not well by the notes of the judge, or the workers, of a store. What cannot be opened has its own check."""
    try:
        existing_address(settings.store)
        store = Store.open_existing(settings.store)
    except (OSError, ValueError):
        return
    try:
        remarks = {(each.says, str(each.facts)): each for each in verdict(settings, store, around.now, lambda: None)}.values()
    finally:
        store.close()
    alone = lock_path(settings.store) is not None
    dead = not judge_at_work(settings.store) if alone else any(each.says == "idle" for each in remarks)
    for each in remarks:
        if each.says in NOTED and (not dead or each.says in OF_DEAD or (each.says == "idle" and not alone)):
            about, key = NOTED[each.says]
            yield Finding(about or str(each.facts["name"]).partition(" ")[0], State.TO_DO, key, each.facts)
