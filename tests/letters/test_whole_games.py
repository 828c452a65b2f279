"""The games that are played to be read (`make letters`): their first years."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.whole_games import GAMES, PLAYER, ZINES, WholeGame, WholeTable


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.variant)
def test_a_player_and_an_editor_read_a_year(tmp_path: Path, game: WholeGame) -> None:
    """Every order of a computer player is read as it was written, and the editor gets the year as copy."""
    table = WholeTable(tmp_path, game)
    first = table.game.board_now.phase.year
    table.play(years=1)
    got = [mail for mail in table.mails if not mail.sent]
    asked = [mail.text for mail in got if mail.who == PLAYER and ("You wrote" in mail.text or "\n ?  " in mail.text)]
    assert not asked
    assert [mail for mail in got if mail.who == PLAYER and " results" in mail.subject]
    assert any(mail.who == ZINES and str(first) in mail.text for mail in got)
    assert table.game.board_now.phase.year > first
