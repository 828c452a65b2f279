"""Since when a trouble has lasted: across restarts, and anew for another trouble."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from judge.daemon.trouble_times import TroubleTimes
from judge.store import Store
from tests.letters.post_office import START

MINUTE = timedelta(minutes=1)


def test_a_trouble_goes_on_after_a_restart(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    times = TroubleTimes(store)
    assert times.lasts("untried", START, "7") == timedelta()
    assert times.lasts("untried", START + 2 * MINUTE, "7") == 2 * MINUTE
    again = TroubleTimes(store)
    assert again.lasts("untried", START + 5 * MINUTE, "7") == 5 * MINUTE
    assert again.lasts("untried", START + 6 * MINUTE, "8") == timedelta()
    again.lasts("untried", START + 8 * MINUTE, "8")
    again.over("untried")
    assert TroubleTimes(store).lasts("untried", START + 9 * MINUTE, "8") == timedelta()
    store.close()


def test_what_lasts_a_moment_is_not_written_down(tmp_path: Path) -> None:
    """Mail always waits for a moment."""
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    times = TroubleTimes(store)
    times.lasts("untried", START, "7")
    times.lasts("untried", START + MINUTE / 2, "7")
    with store.look() as work:
        assert work.facts.beginning("since ") == {}
    store.close()
