"""What is put together for a daemon: shared by its threads."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from types import ModuleType

import pytest

from judge.assets import Assets
from judge.config import Config
from judge.daemon import wiring
from judge.rules.ruleset import Ruleset
from judge.variants.modules import unload_modules


def test_threads_that_ask_at_once_have_the_same_rules(shipped: Assets) -> None:
    """The office needs a game's rules when the sender does: read twice at once, one reading took the other's modules away."""
    rules = getattr(wiring.ruleset_loader, "afresh", wiring.ruleset_loader)([shipped.games], shipped)
    together = Barrier(4)

    def ask(folder: str) -> Ruleset:
        together.wait()
        return rules(folder)

    with ThreadPoolExecutor(4) as threads:
        for folder in ("columbus", "gigaton"):
            assert len({id(found) for found in threads.map(ask, [folder] * 4)}) == 1


class Meanwhile(str):
    """The name of a module; whoever looks at it finds that another thread has imported one more."""

    __slots__ = ()

    def __format__(self, how: str) -> str:
        sys.modules[f"{self!s}.more"] = ModuleType("more")
        return str(self)


def test_a_folder_is_read_while_another_thread_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Python has loaded is looked through then; a letter was put aside for it."""
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    sys.modules[Meanwhile("while_we_look")] = ModuleType("while_we_look")
    sys.modules["judge_games.nowhere.ports"] = ModuleType("ports")
    unload_modules(Path("nowhere"))
    assert "while_we_look.more" in sys.modules
    assert "judge_games.nowhere.ports" not in sys.modules


def test_versions_that_may_be_at_work_together() -> None:
    """A release and its repairs; one between two releases only with itself."""
    shared = [wiring.shared_version(each) for each in ("0.2.0", "0.2.13", "0.3.0", "10.2.1", "0.2.1.dev7+g1a2b3c4d")]
    assert shared == ["0.2.x", "0.2.x", "0.3.x", "10.2.x", "0.2.1.dev7+g1a2b3c4d"]


@pytest.mark.parametrize("left", [b"", b"\n", bytes(64), b"5e3a91c0\n"], ids=["nothing", "line", "zeros", "the first characters"])
def test_an_empty_key_is_refused(tmp_path: Path, left: bytes) -> None:
    """A copy that was cut short is no secret: anybody could make reply addresses with it. It is not overwritten either."""
    path = tmp_path / "judge.key"
    path.touch(0o600)
    path.write_bytes(left)
    with pytest.raises(OSError, match=r"judge\.key is empty or cut short; put your copy of it back"):
        wiring.load_token_key(Config(key=path))
    assert path.read_bytes() == left
