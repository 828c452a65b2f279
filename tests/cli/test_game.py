"""`judge game`: an operator looks at a game, gives it another GM, stops its clock, ends it; everybody in it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import cli
from judge.clock import SystemClock
from tests.letters.post_office import PostOffice, body


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    """A judge with a game that runs; the shell has its clock."""
    office = PostOffice(tmp_path)
    monkeypatch.setattr(SystemClock, "now", lambda clock: office.hands.time)
    office.game()
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\nkey: {tmp_path}/judge.key\n")
    return office


def judge(folder: Path, *words: str) -> int:
    """Call the command as the shell does."""
    return cli.main(["game", *words, "--config", str(folder / "judge.yaml")])


def test_a_game_is_shown(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    office.letter("Otto Blume <otto@mail.example>", "STANDBY quillfeather")
    assert judge(tmp_path, "Quillfeather") == 0
    said = capsys.readouterr().out
    assert "GM        Harriet Lowe <harriet@zine.example>" in said
    assert "deadline  Fri 5 March 2027, 21:00 London" in said
    assert "France: France Player <france@mail.example>" in said
    assert "standbys  Otto Blume <otto@mail.example>" in said
    assert judge(tmp_path, "pinta") == 2


def test_another_gm_is_set(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The old GM, the new one and the players are told; the old one's commands no longer count, the new one's do."""
    before = office.last["harriet@zine.example"]["Reply-To"]
    assert judge(tmp_path, "quillfeather", "--gm", "nora@x.example") == 0
    told = {message["To"]: body(message) for message in office.work()}
    assert "The operator of this judge has made nora the GM of" in told["harriet@zine.example"]
    assert "The operator of this judge has made you the GM." in told["nora@x.example"]
    assert "The operator of this judge has made nora the GM of this game." in told["france@mail.example"]
    refused = office.letter("harriet@zine.example", "PAUSE", to=before)
    assert "no longer the GM" in body(refused[0])
    done = office.reply("nora@x.example", "PAUSE")
    assert "The clock is stopped" in body(done[0])
    assert judge(tmp_path, "quillfeather", "--gm", "nora@x.example") == 1
    assert judge(tmp_path, "quillfeather", "--gm", "france@mail.example") == 1
    assert "plays in it" in capsys.readouterr().err


def test_the_clock_is_stopped_and_the_game_ended(office: PostOffice, tmp_path: Path) -> None:
    assert judge(tmp_path, "quillfeather", "--pause", "--reason", "the mail server moves") == 0
    told = {message["To"]: body(message) for message in office.work()}
    assert "the mail server moves" in told["france@mail.example"]
    assert "(This was done by the operator of this judge.)" in told["france@mail.example"]
    assert judge(tmp_path, "quillfeather", "--end") == 0
    assert "france@mail.example" in {message["To"] for message in office.work()}
    later = [str(message["Subject"]) for message in office.wait(days=8) if message["To"] == "france@mail.example"]
    assert any("The game is over" in subject for subject in later)
