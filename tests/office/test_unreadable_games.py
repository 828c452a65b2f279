"""A game whose record in the store cannot be read: what fails is what is about that game, and somebody is told how to mend it."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from judge.cli import person, replay, status
from judge.game.model import serialization
from judge.office.upkeep.alerts import Alerts
from tests.letters.post_office import ADDRESS, GM, POWERS, PostOffice, body
from tests.letters.table import mail_of

OPERATOR = "root@pbm.example"
BAD = "A[Par]"
"""What no unit is written like."""


class Twins:
    """Two games of one GM, with France's player in both; nothing can be read of the first any more."""

    def __init__(self, folder: Path, deadline: str = "DEADLINE Fridays 21:00 Europe/London") -> None:
        self.folder = folder
        self.office = PostOffice(folder, operator=OPERATOR)
        for name in ("sparrow", "wren"):
            self.office.game(name, deadline)
        self.write("sparrow", "A Par-Bur")
        self.good = self.heads()

    def heads(self) -> dict[str, str]:
        with create_engine(f"sqlite:///{self.folder}/judge.db").begin() as connection:
            return {row.name: json.dumps(json.loads(row.head)) for row in connection.execute(text("select name, head from games"))}

    def plant(self, what: str = "games") -> None:
        """Write something into the store that cannot be read back, and start another judge on it."""
        column, game = ("head", "name") if what == "games" else ("body", "game")
        with create_engine(f"sqlite:///{self.folder}/judge.db").begin() as connection:
            connection.execute(
                text(f"update {what} set {column} = replace({column}, 'A(Par)', :bad) where {game} = 'sparrow'"), {"bad": BAD}
            )
        self.restart()

    def mend(self) -> None:
        with create_engine(f"sqlite:///{self.folder}/judge.db").begin() as connection:
            connection.execute(text("update games set head = replace(head, :bad, 'A(Par)') where name = 'sparrow'"), {"bad": BAD})

    def restart(self) -> None:
        old = self.office
        self.office = PostOffice(self.folder, operator=OPERATOR)
        self.office.hands.time, self.office.count, self.office.last = old.hands.time, old.count, old.last

    def write(self, game: str, lines: str, sender: str = "France") -> dict[str, str]:
        """A letter about a game; address → what came there because of it."""
        address = sender if "@" in sender else mail_of(sender)
        return told(self.office.letter(address, lines, f"[{game}] orders" if game else "orders"))


def told(letters: list[EmailMessage]) -> dict[str, str]:
    found: dict[str, str] = {}
    for letter in letters:
        said = " ".join(f"{letter['Subject']} {body(letter)}".split())
        found[letter["To"]] = f"{found.get(letter['To'], '')} {said}".strip()
    return found


@pytest.fixture
def twins(tmp_path: Path) -> Twins:
    found = Twins(tmp_path)
    found.plant()
    return found


# Letters about other games


def test_a_gm_may_open_another_game(twins: Twins) -> None:
    sent = twins.write("", "CREATE second VARIANT standard", GM)
    assert "second" in sent[GM]
    assert "cannot be opened" not in sent[GM]
    with twins.office.parts.store.look() as work:
        assert work.games.get("second") is not None


@pytest.mark.parametrize("line", ["STATUS", "A Par-Bur", "LIST", "WHO", "HELP", "PRESS TO Germany\nHello\nEND"])
def test_players_write_about_their_other_game(line: str, twins: Twins) -> None:
    sent = twins.write("wren", line)
    assert "cannot be opened" not in sent[mail_of("France")]
    assert "went wrong" not in sent[mail_of("France")]


def test_what_is_about_no_game_goes_on(twins: Twins) -> None:
    for line in ("HELP", "LIST", "MAPS OFF", "NAME Francois", "TIMEZONE Europe/Paris", "GAME wren\nSTATUS"):
        sent = twins.office.letter(mail_of("France"), line, "hello")
        assert sent, line
        assert "went wrong" not in body(sent[0]), line
        assert "cannot be opened" not in body(sent[0]), line


def test_no_letter_goes_to_the_game_that_is_left(twins: Twins) -> None:
    """Who plays in two games and names none is asked, though only one of them can be read."""
    sent = told(twins.office.letter(mail_of("France"), "A Par-Bur", "orders"))
    assert "several games" in sent[mail_of("France")]


def test_a_newcomer_joins_another_game(twins: Twins) -> None:
    twins.write("", "CREATE second VARIANT standard", GM)
    sent = told(twins.office.letter("new@mail.example", "JOIN second", "hello"))
    assert "second" in sent["new@mail.example"]
    sent = told(twins.office.letter(mail_of("France"), "JOIN second\nNAME Francois", "hello"))
    assert "second" in sent[mail_of("France")]
    assert "cannot be opened" not in sent[mail_of("France")]


# Letters about that game


def test_a_letter_about_it_is_kept_and_its_writer_is_told(twins: Twins) -> None:
    sent = twins.write("sparrow", "A Par-Pic")
    mine = sent[mail_of("France")]
    assert "sparrow cannot be opened at the moment" in mine
    assert "kept" in mine
    assert "operator" in mine
    assert set(sent) == {mail_of("France"), OPERATOR}
    assert "judge replay sparrow" in sent[OPERATOR]
    assert BAD in sent[OPERATOR]
    again = twins.write("sparrow", "STATUS")
    assert set(again) == {mail_of("France")}  # the operator knows
    again = twins.write("sparrow", "PROCESS", GM)
    assert set(again) == {GM}
    assert "sparrow cannot be opened at the moment" in again[GM]
    assert twins.heads()["wren"] == twins.good["wren"]


def test_a_letter_that_was_kept_counts_after_the_repair(twins: Twins) -> None:
    twins.write("sparrow", "A Par-Pic")
    with twins.office.parts.store.look() as work:
        (number,) = work.census(twins.office.hands.time).shunted
    twins.mend()
    twins.restart()
    with twins.office.parts.store.work() as work:
        assert work.letters.reopen(number)
    sent = told(twins.office.work())
    assert "A(Par)-Pic" in sent[mail_of("France")]
    assert '"A(Par)-Pic"' in twins.heads()["sparrow"] or "Pic" in twins.heads()["sparrow"]


def test_the_rest_of_a_letter_is_obeyed(twins: Twins) -> None:
    sent = told(twins.office.letter(mail_of("France"), "GAME wren\nA Par-Bur\nGAME sparrow\nA Par-Pic", "orders"))
    mine = sent[mail_of("France")]
    assert "A(Par)-Bur" in mine
    assert "sparrow cannot be opened at the moment" in mine
    assert "send" in mine
    assert "Bur" in twins.heads()["wren"]


# What happens by itself


def test_other_deadlines_are_met_and_reported(twins: Twins) -> None:
    sent = told(twins.office.wait(days=7))
    assert "WREN" in sent[mail_of("Germany")]
    assert "SPRING 1901" in sent[mail_of("Germany")]
    assert "sparrow" not in sent.get(mail_of("Germany"), "").lower().replace("sparrow)", "")
    assert "sparrow" in sent[GM]
    assert "judge replay sparrow" in sent[OPERATOR]
    later = told(twins.office.wait(hours=3))
    assert OPERATOR not in later
    assert GM not in later
    twins.mend()
    twins.restart()
    sent = told(twins.office.wait(hours=2))
    assert "SPARROW" in sent[mail_of("Germany")]


def test_a_mailbox_out_of_reach_holds_up_the_others(twins: Twins) -> None:
    known = twins.office.hands.time
    now = known + timedelta(days=7)
    Alerts(twins.office.parts.store, OPERATOR).held_up(now, known, now + timedelta(hours=6))
    sent = told(twins.office.work())
    assert "wren" in sent[GM]
    assert "waits" in sent[GM]


def test_a_game_whose_rules_are_gone_is_one_of_them(tmp_path: Path) -> None:
    twins = Twins(tmp_path)
    with create_engine(f"sqlite:///{tmp_path}/judge.db").begin() as connection:
        said = {"old": '"standard"', "new": '"atlantis"'}
        connection.execute(text("update games set head = replace(head, :old, :new) where name = 'sparrow'"), said)
    twins.restart()
    assert "sparrow cannot be opened at the moment" in twins.write("sparrow", "A Par-Pic")[mail_of("France")]
    for line in ("A Par-Bur", "NAME Francois", "STATUS"):
        assert "cannot be opened" not in twins.write("wren", line)[mail_of("France")]
    assert "SPRING 1901" in told(twins.office.wait(days=7))[mail_of("Germany")]


# Its operator's commands


def config(twins: Twins) -> Path:
    path = twins.folder / "judge.yaml"
    path.write_text(f"store: sqlite:///{twins.folder}/judge.db\n", "utf-8")
    return path


def test_deliver_and_tick_go_on(twins: Twins) -> None:
    """The two commands of a judge without a daemon, each a process of its own."""
    path = config(twins)
    more = f"address: {ADDRESS}\nkey: {twins.folder}/judge.key\nmaildir: {twins.folder}/out\n"
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    for n, (game, to) in enumerate((("sparrow", "France"), ("wren", "Germany"))):
        raw = f"From: {mail_of(to)}\r\nSubject: [{game}] how\r\nMessage-ID: <tick{n}@x>\r\n\r\nSTATUS\r\n".encode()
        shell("deliver", path, raw, "--sender", mail_of(to))
    shell("tick", path)
    boxes = {name: twins.folder / "out" / mail_of(name) / "new" for name in POWERS}
    words = {name: "".join(file.read_text() for file in box.glob("*")) for name, box in boxes.items()}
    assert "cannot be opened" in words["France"]
    assert "Spring 1901" in words["Germany"]
    assert "cannot be opened" not in words["Germany"]


def shell(command: str, path: Path, given: bytes = b"", *more: str) -> None:
    line = [sys.executable, "-m", "judge", command, "--config", str(path), *more]
    subprocess.run(line, input=given, check=True)


def test_replay_says_what_cannot_be_read(twins: Twins, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.run(argparse.Namespace(game="sparrow", config=config(twins))) == 1
    said = capsys.readouterr().out
    assert "sparrow" in said
    assert BAD in said
    assert replay.run(argparse.Namespace(game=None, config=config(twins))) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2
    assert "wren" in said[1]
    assert "identical" in said[1]


def test_replay_names_the_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twins = Twins(tmp_path)
    twins.plant("events")
    assert replay.run(argparse.Namespace(game="sparrow", config=config(twins))) == 1
    said = capsys.readouterr().out
    with twins.office.parts.store.look() as work:
        wrong = [row.seq for row in work.games.events("sparrow") if BAD in json.dumps(row.body)]
    assert f"event {wrong[0]} " in said
    assert BAD in said


def test_status_counts_the_games_that_cannot_be_read(twins: Twins, capsys: pytest.CaptureFixture[str]) -> None:
    assert status.run(argparse.Namespace(config=config(twins), check=False, json=False)) == 0
    said = capsys.readouterr().out
    assert "1 cannot be read: sparrow   (judge replay sparrow)" in said
    twins.mend()
    status.run(argparse.Namespace(config=config(twins), check=False, json=False))
    assert "cannot be read" not in capsys.readouterr().out


# Nothing of the kind is written


def test_what_could_not_be_read_back_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may print what the codec does not know: its letter is refused before anything of it is kept."""
    twins = Twins(tmp_path)
    before = twins.heads()
    fine = serialization.read_unit

    def picky(unit: str) -> object:
        if unit == "F(Bre)":  # as an order names it, without its power
            raise ValueError(f"not a unit: {unit!r}")
        return fine(unit)

    monkeypatch.setattr(serialization, "read_unit", picky)
    sent = twins.write("wren", "F Bre-MAO\nA Par-Bur")
    assert "could not store this" in sent[mail_of("France")]
    assert "operator" in sent[mail_of("France")]
    assert "F(Bre)" in sent[OPERATOR]
    assert twins.heads() == before
    assert "A(Par)-Bur" in twins.write("wren", "A Par-Bur")[mail_of("France")]
    again = twins.write("wren", "F Bre-MAO")
    assert "could not store this" in again[mail_of("France")]


@pytest.mark.parametrize("what", ["forget", "export"])
@pytest.mark.parametrize("planted", ["games", "events"])
def test_what_is_kept_of_somebody_waits_for_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str, planted: str
) -> None:
    """The operator reads which game is in the way and how to look at it; nothing has been deleted."""
    twins = Twins(tmp_path)
    twins.plant(planted)
    config = tmp_path / "judge.yaml"
    config.write_text(f"address: {ADDRESS}\nstore: sqlite:///{tmp_path}/judge.db\nmaps: false\n")
    assert person.run(argparse.Namespace(config=config, what=what, address=mail_of("France"))) == 1
    said = capsys.readouterr()
    assert "sparrow cannot be opened" in said.err
    assert "judge replay sparrow" in said.err
    assert "Traceback" not in said.err
    assert ("Nothing has been deleted" in said.err) == (what == "forget")
    assert not said.out
    with twins.office.parts.store.look() as work:
        assert work.people.by_address(mail_of("France")) is not None
