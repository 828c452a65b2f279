"""`judge alarm`: the operator is told, past the judge, of what the judge cannot write itself, once a day."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from judge.cli.alarm import alarm
from judge.config import Config
from tests.letters.post_office import PostOffice, body

OPERATOR = "keeper@home.example"


class Alarm:
    """A judge that has worked, and somebody who looks whether it still does."""

    def __init__(self, folder: Path) -> None:
        self.office = PostOffice(folder)
        self.office.parts.watch.look()
        self.settings = Config(address="judge@pbm.example", operator=OPERATOR, store=f"sqlite:///{folder}/judge.db", smtp=None)
        self.stamp, self.status = folder / "alarm", 0

    def after(self, unit: str = "", **time: int) -> list[str]:
        """What the operator is told after a while."""
        self.office.hands.time += timedelta(**time)
        self.status = alarm(self.settings, self.stamp, unit, self.office.hands.time, self.office.hands)
        sent, self.office.hands.sent = self.office.hands.sent, []
        return [" ".join(f"{each['To']} {each['Subject']} {body(each)}".split()) for each in sent]


@pytest.fixture
def house(tmp_path: Path) -> Alarm:
    return Alarm(tmp_path)


def test_a_judge_that_has_died_is_told_once_a_day(house: Alarm) -> None:
    assert house.after(minutes=5) == []
    [told] = house.after(minutes=6)
    assert told.startswith(f"{OPERATOR} Judge: I cannot work")
    assert "no judge at work for 11 min" in told
    assert house.after(minutes=5) == []
    assert house.after(hours=20) == []
    assert len(house.after(hours=4)) == 1


def test_when_it_works_again_the_next_death_is_told(house: Alarm) -> None:
    assert len(house.after(minutes=11)) == 1
    house.office.hands.time += timedelta(hours=2)
    house.office.parts.watch.look()
    assert house.after(minutes=1) == []
    assert len(house.after(minutes=11)) == 1


def test_a_unit_that_has_failed(house: Alarm) -> None:
    """systemd names it; nobody need wait for the judge to be missed."""
    [told] = house.after("judge.service", minutes=1)
    assert "Judge: judge.service has failed" in told
    assert "journalctl -u judge.service" in told
    assert house.after(minutes=11) == [], "it is told once"


def test_a_store_that_cannot_be_read(house: Alarm, tmp_path: Path) -> None:
    house.office.parts.store.close()
    (tmp_path / "judge.db").write_bytes(b"damaged" * 1000)
    [told] = house.after(minutes=1)
    assert "the store cannot be read" in told


def test_what_the_judge_writes_itself_is_not_told_twice(house: Alarm) -> None:
    """A mailbox out of reach, an old backup."""
    with house.office.parts.store.work() as work:
        work.facts.put("fetched from mailbox imap.club.example", (house.office.hands.time - timedelta(hours=1)).isoformat())
    assert house.after(minutes=1) == []


def test_a_relay_that_is_dead_too(house: Alarm, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is tried again the next time: then a heartbeat that has stopped is all that tells."""

    def closed() -> None:
        raise OSError("Connection refused")

    with monkeypatch.context() as dead:
        dead.setattr(house.office.hands, "open", closed)
        assert house.after(minutes=11) == []
    assert house.status == 1
    assert "the operator cannot be told: Connection refused" in capsys.readouterr().err
    assert len(house.after(minutes=5)) == 1


def test_nobody_to_tell(house: Alarm) -> None:
    house.settings = Config(store=house.settings.store)
    assert house.after(minutes=11) == []
    assert house.status == 1
