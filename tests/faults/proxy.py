"""A line between two servers that can be cut: in the middle of what is being said, and in either direction."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress

CHUNK = 65536


class Proxy:
    """Passes on what comes to its port, in a thread of its own, until it is told to cut."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._loop = asyncio.new_event_loop()
        self._lines: set[asyncio.StreamWriter] = set()
        self._armed = 0
        self._cut = threading.Event()
        self.where = ""
        """Who was speaking when it was cut: `call` (whoever called) or `answer`; '' if nobody was."""
        self._server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def cut(self, after: int, patience: float) -> str:
        """Let so many more pieces pass, and then half a piece; cut all lines. Whatever has not been said by then is cut, too."""
        self._cut.clear()
        self.where = ""
        self._armed = after + 1
        if not self._cut.wait(patience):
            self._loop.call_soon_threadsafe(self._cut_all)
            self._cut.wait(1)
        return self.where

    def close(self) -> None:
        """End it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:  # the server is away: so is the line
            writer.transport.abort()
            return
        self._lines |= {writer, back}
        await asyncio.gather(self._pass(reader, back, "call"), self._pass(there, writer, "answer"))
        self._lines -= {writer, back}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, who: str) -> None:
        with suppress(OSError):
            while piece := await reader.read(CHUNK):
                if self._armed == 1:
                    writer.write(piece[: len(piece) // 2])
                    self.where = who
                    await asyncio.sleep(0)  # that much goes out
                    self._cut_all()
                    return
                self._armed = max(0, self._armed - 1)
                writer.write(piece)
                await writer.drain()
        with suppress(OSError):
            writer.close()

    def _cut_all(self) -> None:
        """As a broken net does: both sides are told that there is no connection any more."""
        self._armed = 0
        for each in self._lines:
            told = each.get_extra_info("socket")
            if told is not None:
                with suppress(OSError):
                    told.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            each.transport.abort()
        self._cut.set()
