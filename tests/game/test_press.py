"""Press: which kinds a game allows, borrowed datelines, copies for the GM, taking back."""

from __future__ import annotations

import pytest

from judge.commands.press import Press, WithdrawPress
from judge.game.model.replay import snapshot_from_events
from judge.game.model.serialization import read_event, read_game, write_event, write_game
from tests.game.test_draw_votes import begun, key, why


@pytest.mark.parametrize(
    ("setting", "signed", "refused"),
    [
        ("none", True, "no-press"), ("none", False, "no-press"), ("copies", True, "no-press"),
        ("signed", True, ""), ("signed", False, "press-signed-only"),
        ("anonymous", True, "press-unsigned-only"), ("anonymous", False, ""),
        ("signed and anonymous", True, ""), ("signed, anonymous", False, ""),
        ("black", False, ""), ("signed black", True, ""),
    ],
)  # fmt: skip
def test_the_game_says_which_press_there_is(setting: str, signed: bool, refused: str) -> None:
    table = begun(f"PRESS {setting}")
    assert why(table, Press("", "Hello.", (), signed), "France") == refused
    assert why(table, Press("", "Hello.", ("Italy",), signed), "France") == refused
    assert not [r for r in table.do(Press("", "From the GM."), "gm").replies if r.kind == "refused"]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("PARIS: we are well.", ""), ("VIENNA, in the rain: we are not.", "press-dateline"), ("Vienna : no", "press-dateline"),
        ("Dear all, see below.\nLONDON: Hear, hear.", "press-dateline"), ("BURGUNDY: nobody's home.", ""), ("12:00: noon", ""),
        ("Nowhere at all: hello.", ""),
    ],
)  # fmt: skip
def test_nobody_borrows_a_dateline_unless_press_is_black(text: str, refused: str) -> None:
    assert why(begun(), Press("", text, (), False), "France") == refused
    assert why(begun("PRESS black"), Press("", text, (), False), "France") == ""


def test_the_gm_has_a_copy_if_the_game_says_so() -> None:
    plain = begun().do(Press("", "psst", ("Italy",), False), "3")
    copied = begun("PRESS signed anonymous copies").do(Press("", "psst", ("Italy",), False), "3")
    assert [str(tell.to) for tell in plain.notices] == ["5"]
    told = [(str(tell.to), tell.facts["copy"], tell.facts["from"]) for tell in copied.notices]
    assert told == [("5", [], ""), ("gm", ["Italy"], "")]


def test_all_but_some() -> None:
    told = begun().do(Press("", "psst", (), True, ("Italy", "Turkey")), "3").notices
    assert sorted(str(tell.to) for tell in told) == ["1", "2", "4", "6"]


def test_taking_back() -> None:
    """Only one's own, by its number, and only what has not been printed; numbers stay."""
    table = begun()
    for text in ("one", "two", "three"):
        table.do(Press("", text), key(table, "France"))
    table.do(Press("", "mine"), key(table, "Italy"))
    assert why(table, WithdrawPress(""), "France") == "which-press"
    assert why(table, WithdrawPress("", (4,)), "France") == "which-press"
    assert why(table, WithdrawPress("", (2,)), "France") == ""
    assert why(table, WithdrawPress("", (2,)), "France") == "which-press"
    assert why(table, WithdrawPress("", (1, 3)), "France") == ""
    assert why(table, WithdrawPress(""), "France") == "no-press-held"
    assert table.game
    assert [held.seat for held in table.game.press] == [key(table, "Italy")]
    assert snapshot_from_events(table.events) == write_game(table.game)
    assert read_game(write_game(table.game)) == table.game
    assert [read_event(write_event(event)) for event in table.events] == table.events


def test_settings_that_are_none() -> None:
    table = begun()
    assert table.game
    assert table.game.settings.press == ("signed", "anonymous")
    assert begun("PRESS none").game.settings.press == ()  # type: ignore[union-attr]
    assert begun("PRESS none signed").game.settings.press == ("signed", "anonymous")  # type: ignore[union-attr]
    assert begun("PRESS loud").game.settings.press == ("signed", "anonymous")  # type: ignore[union-attr]
