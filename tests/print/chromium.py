"""Debian's Chromium without a screen, spoken to in DevTools' protocol through a pipe: JSON, each message ended by a zero byte."""

from __future__ import annotations

import base64
import json
import os
import selectors
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Json = dict[str, Any]
OPTIONS = (
    "--remote-debugging-pipe", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip
SECONDS = 300
"""How long an answer may take, on a machine that does other things, too."""


def missing() -> str:
    """Why there is no browser, '' if there is one."""
    return "" if shutil.which("chromium") else "tier missing: no Chromium here (Debian: apt-get install chromium)"


class Browser:
    """One page of a browser. `said`: what its console said, errors of scripts and of loading among it."""

    def __init__(self, to: int, answers: int) -> None:
        self.said: list[str] = []
        self._to, self._answers, self._left, self._count, self._page = to, answers, b"", 0, ""
        self._loaded: set[str] = set()
        """The loaders whose page is there with all that belongs to it."""
        self._ready = selectors.DefaultSelector()
        self._ready.register(answers, selectors.EVENT_READ)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._page = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Page.setLifecycleEventsEnabled", enabled=True)

    def ask(self, method: str, **params: Any) -> Json:
        """A command's result. Raises AssertionError if the browser refuses it or does not answer."""
        self._count += 1
        asked = {"id": self._count, "method": method, "params": params, **({"sessionId": self._page} if self._page else {})}
        left = json.dumps(asked).encode() + b"\0"
        while left:
            left = left[os.write(self._to, left) :]
        while (answer := self._next()).get("id") != self._count:
            self._hear(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return dict(answer["result"])

    def open(self, page: Path, width: int, dark: bool = False) -> None:
        """Show a file in a window so many pixels wide."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        looks = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.ask("Emulation.setEmulatedMedia", features=looks)
        loader = self.ask("Page.navigate", url=page.resolve().as_uri())["loaderId"]
        while loader not in self._loaded:  # that of the page before may be late
            self._hear(self._next())

    def run(self, script: str) -> Any:
        """What an expression, or the promise that it makes, comes to."""
        found = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def picture(self) -> bytes:
        """The whole page as a PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"])

    def print(self) -> bytes:
        """The page as a PDF."""
        return base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])

    def _hear(self, event: Json) -> None:
        method, told = event.get("method", ""), event.get("params", {})
        if method == "Page.lifecycleEvent" and told["name"] == "load":
            self._loaded.add(told["loaderId"])
        elif method == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(arg.get("value", arg.get("description"))) for arg in told["args"]))
        elif method == "Runtime.exceptionThrown":
            self.said.append(str(told["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.said.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")

    def _next(self) -> Json:
        until = time.monotonic() + SECONDS
        while b"\0" not in self._left:
            assert self._ready.select(until - time.monotonic()), "Chromium says nothing"
            more = os.read(self._answers, 1 << 20)
            assert more, "Chromium has gone"
            self._left += more
        message, _, self._left = self._left.partition(b"\0")
        return dict(json.loads(message))


@contextmanager
def browsing(folder: Path) -> Iterator[Browser]:
    """A browser that keeps its things in a folder."""
    hears, tell = os.pipe()
    listen, answers = os.pipe()
    # Chromium reads from descriptor 3 and writes to descriptor 4, whatever else they were.
    command = 'exec 3<&"$0" 4>&"$1"; shift; exec "$@"'
    argv = ["bash", "-c", command, str(hears), str(answers), "chromium", *OPTIONS, f"--user-data-dir={folder}", "about:blank"]
    with (folder.parent / f"{folder.name}.log").open("wb") as log:
        started = subprocess.Popen(argv, pass_fds=(hears, answers), stderr=log, stdout=log, env={**os.environ, "HOME": str(folder)})
    os.close(hears)
    os.close(answers)
    try:
        yield Browser(tell, listen)
    finally:
        os.close(tell)
        os.close(listen)
        started.terminate()
        try:
            started.wait(SECONDS)
        finally:
            started.kill()  # if it still runs
