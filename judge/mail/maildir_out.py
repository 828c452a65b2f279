"""Deliver into Maildirs, one for each address, while there is no relay."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.mail.delivery import OutgoingMessage, Send

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyz0123456789@_+-.")
_LONGEST = 120


def folder_name(address: str) -> str:
    """Return a folder name for an address: not hidden, not outside its parent, and different for each address."""
    name = "".join(each if each in _SAFE else f"%{ord(each):02x}" for each in address.lower())
    name = f"%2e{name[1:]}" if name.startswith(".") else name
    return name if len(name) <= _LONGEST else f"{name[:80]}%{hashlib.sha256(name.encode()).hexdigest()[:32]}"


class MaildirDeliverer:
    """Delivers into `root/<address>/new`, each letter whole or not at all."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @contextmanager
    def open(self) -> Iterator[Send]:
        """Return a way to deliver mail. Nothing needs to be closed."""
        yield self.deliver

    def deliver(self, parcel: OutgoingMessage) -> None:
        """Write a mail durably. Sent twice, it has the same name, so it is there once while it is unread.

        Raises:
            OSError: it cannot be written.
        """
        box = self._root / folder_name(parcel.to)
        try:
            _put(box, parcel)
        except FileNotFoundError:  # nothing was delivered to this address yet
            for name in ("tmp", "new", "cur"):
                (box / name).mkdir(parents=True, exist_ok=True)
            _put(box, parcel)


def _put(box: Path, parcel: OutgoingMessage) -> None:
    name = f"{parcel.number:010d}.{hashlib.sha256(parcel.raw).hexdigest()[:16]}.judge"
    _write(box / "tmp" / name, parcel.raw.replace(b"\r\n", b"\n"))
    (box / "tmp" / name).rename(box / "new" / name)
    _sync(box / "new")


def _write(path: Path, raw: bytes) -> None:
    with path.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
