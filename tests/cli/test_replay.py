"""`judge replay`: a game that was played by letters comes out the same when it is run again."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from judge.cli import replay
from tests.letters.post_office import PostOffice


def test_a_game_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every phase is named, identical or not, and the exit status says which."""
    office = PostOffice(tmp_path)
    office.game()
    office.orders("Austria", "A(Vie)-Gal\nA(Bud) S A(Vie)-Gal\nF(Tri)-ADR")
    office.orders("Russia", "A(War)-Gal")
    office.wait(days=5)
    office.orders("Austria", "A(Gal)-War")
    office.wait(days=7)
    config = tmp_path / "judge.yaml"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\n", "utf-8")

    def status(game: str) -> int:
        return replay.run(argparse.Namespace(game=game, config=config))

    assert status("Quillfeather") == 0
    assert capsys.readouterr().out.startswith("Spring 1901: identical\nAutumn 1901: identical\nquillfeather: 2 phases, ")
    assert status("pinta") == 2
    with create_engine(f"sqlite:///{tmp_path}/judge.db").begin() as connection:
        connection.execute(text("update positions set body = replace(body, '\"fails\"', '\"cut\"') where phase like 'A%'"))
    assert status("quillfeather") == 1
    assert "Autumn 1901: DIFFERS in results" in capsys.readouterr().out
