"""A relay that takes every letter, and keeps it before it says so: where the judge's letters end up, as they came."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, AnyStr

from aiosmtpd.smtp import SMTP

from tests.faults.places import Places


def relay(folder: Path, port: int) -> None:
    """Serve at a port of loopback, until killed. In `folder` it says where it is, and keeps what it is given."""
    places = Places(folder / "places")
    places.clear()
    (folder / "kept").mkdir(exist_ok=True)
    loop, keeper = asyncio.new_event_loop(), _Keeper(folder / "kept", places)
    loop.run_until_complete(loop.create_server(lambda: _Slow(places, keeper, loop), "127.0.0.1", port))
    loop.run_forever()


class _Slow(SMTP):
    """Lingers before a letter is read, once it has asked for it."""

    def __init__(self, places: Places, keeper: _Keeper, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(keeper, loop=loop)
        self._places = places

    async def push(self, status: AnyStr) -> None:
        if str(status).startswith("354"):
            self._places.add("taking", 1)
            await super().push(status)
            await asyncio.sleep(self._places.stay())
            self._places.add("taking", -1)
        else:
            await super().push(status)


class _Keeper:
    def __init__(self, kept: Path, places: Places) -> None:
        self._kept, self._places = kept, places
        self._count = len(list(kept.iterdir()))

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        self._places.add("kept", 1)
        self._count += 1
        new = self._kept / f".{self._count:06}"
        new.write_bytes(envelope.original_content)
        new.rename(new.with_name(new.name[1:]))
        await asyncio.sleep(self._places.stay())
        self._places.add("kept", -1)
        return "250 OK"


class Kept:
    """The letters that a relay has kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "kept"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._read: list[EmailMessage] = []
        self.wordings: dict[str, set[bytes]] = {}
        """Message-ID → the different letters that came under it, as far as has been looked."""

    def __iter__(self) -> Iterator[EmailMessage]:
        """All of them."""
        for path in sorted(self._folder.glob("[0-9]*"))[len(self._read) :]:
            raw = path.read_bytes()
            letter = message_from_bytes(raw, policy=policy.default)
            assert isinstance(letter, EmailMessage)
            self._read.append(letter)
            self.wordings.setdefault(str(letter["Message-ID"]), set()).add(raw)
        return iter(self._read)
