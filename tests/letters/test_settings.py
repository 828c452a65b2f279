"""SET as GMs write it who come from elsewhere: every line has its answer, and the rest of the letter is done and answered, too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.commands import parse
from judge.commands.base import IncompleteCommand, UnknownCommand
from judge.commands.foreign_settings import SETTINGS as FOREIGN
from judge.commands.foreign_settings import nearest_setting
from judge.game.gm.settings_table import SETTINGS
from judge.game.model.serialization import read_game
from tests.letters.post_office import GM, PostOffice, body, headline

DATA: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "settings.yaml").read_text("utf-8"))
KEYS = [row["set"] for row in DATA]


def said(text: str) -> str:
    """The words of a letter in one line."""
    return " ".join(text.split())


def holds(text: str, row: dict[str, Any]) -> None:
    """An answer says that nothing was set, quotes the line, and tells what can be written instead."""
    line = row["set"][:40]
    assert re.search(r"(There is no setting|I cannot set) \"" + re.escape(line), text, re.IGNORECASE)
    for key in ("write", "example", "nothing"):
        assert row.get(key, "") in text
    if "list" in row:
        assert all(word.upper() in text for word, known in SETTINGS.items() if known.until != "created")
        assert "centres_to_win" in text


@pytest.fixture(scope="module")
def forming(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    office = PostOffice(tmp_path_factory.mktemp("forming"))
    office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather\nDEADLINE Fridays 21:00 Europe/London\n")
    return office


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    office = PostOffice(tmp_path_factory.mktemp("running"))
    office.game()
    return office


@pytest.mark.parametrize("row", DATA, ids=KEYS)
def test_before_the_start(forming: PostOffice, row: dict[str, Any]) -> None:
    """One letter, one answer, at once; nobody waits for anything."""
    (answer,) = forming.letter(GM, f"SET {row['set']}\nSTATUS\n")
    assert "1 needs you" in headline(answer)
    holds(said(body(answer)), row)


@pytest.mark.parametrize("row", DATA, ids=KEYS)
def test_while_the_game_is_on(running: PostOffice, row: dict[str, Any]) -> None:
    """What stands beside the line is done and answered; what was promised to those who joined is not offered as if it could be."""
    sent = running.letter(GM, f"SET {row['set']}\nEXTEND 1 hour REASON snow\n")
    (answer,) = [each for each in sent if each["To"] == GM]
    text = said(body(answer))
    holds(text, row)
    assert "Deadline" in text
    assert len(sent) == 8  # and its seven players hear of the hour
    assert ("can only be chosen before the game begins" in text) == row.get("promised", False)


def test_in_the_lines_below_create(tmp_path: Path) -> None:
    """All at once, as they stand in a form for another judge: one answer names each of them."""
    office = PostOffice(tmp_path)
    lines = "\n".join(f"SET {row['set']}" for row in DATA)
    (answer,) = office.letter(f"Harriet Lowe <{GM}>", f"CREATE quillfeather\n{lines}\n")
    text = said(body(answer))
    for row in DATA:
        if row["set"] != "NAME Joe":  # which is where it belongs
            holds(text, row)
    assert "The game is open" in text


def test_what_is_offered_for_another_judges_words_can_be_written() -> None:
    """Each line is a whole command."""
    for words in FOREIGN:
        for line in nearest_setting(f"{words} 15") or ():
            (command,) = parse(line)
            assert line in ("PRESS", "CONCEDE") or not isinstance(command, IncompleteCommand | UnknownCommand)


@pytest.mark.parametrize("word", SETTINGS)
def test_the_example_of_a_setting_sets_it(forming: PostOffice, word: str) -> None:
    """It is taken as it stands."""
    for line in SETTINGS[word].examples:
        answers = forming.letter(GM, line)
        assert all("needs you" not in headline(answer) for answer in answers if answer["To"] == GM), line


BARE = ("LISTED no", "OBSERVERS no", "GUNBOAT yes", "DRAWS named", "ENTRY invited", "ANONYMOUS no", "BLIND no", "NUMBER 1999AB",
        "GM silent vote", "ALLOW @club.example", "DENY eve@club.example", "entry invited", "listed no", "PRESS none")  # fmt: skip
"""Settings as they stand below CREATE, with no SET before them."""


@pytest.mark.parametrize("line", BARE)
def test_a_setting_needs_no_set(tmp_path: Path, line: str) -> None:
    """Neither below another command that stands below CREATE, nor in a mail of its own: it is no talk, and afterwards it is so."""
    office = PostOffice(tmp_path)
    (answer,) = office.letter(f"Harriet Lowe <{GM}>", f"CREATE quillfeather\nTIMEZONE Europe/London\n{line}\n")
    assert "needs you" not in headline(answer)
    assert "for talk" not in said(body(answer))
    for again in (line, f"SET {line}"):
        (answer,) = office.letter(GM, f"GAME quillfeather\n{again}")
        assert "Already set:" in body(answer)


TALK = ("LISTED", "GM,", "Anonymous", "Blind luck, that.", "Anonymous no more!", "ENTRY of the gladiators", "GM silent?")


@pytest.mark.parametrize("line", TALK)
def test_talk_that_begins_like_a_setting_is_none(tmp_path: Path, line: str) -> None:
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather")
    (answer,) = office.letter(GM, f"GAME quillfeather\n{line}")
    assert "etting:" not in body(answer)


@pytest.mark.parametrize("line", ["set variant columbus", "SET VARIANT columbus", "Set variant: Columbus", "variant: columbus"])
def test_a_variant_is_set_below_create(tmp_path: Path, line: str) -> None:
    """With SET before it, too: no game of the usual variant is opened instead."""
    office = PostOffice(tmp_path)
    (answer,) = office.letter(f"Harriet Lowe <{GM}>", f"CREATE quillfeather\n{line}\nDEADLINE Mondays 20:00 Amsterdam")
    assert "The game is open: Columbus" in said(body(answer))
    assert "no setting" not in said(body(answer))
    assert "DEADLINE Mondays 20:00 Amsterdam" in said(body(answer))


NEW_GAME = (
    "start 1 april 2027 20:00", "DEADLINE Fridays 21:00 London", "GRACE 24 hours", "comment no lying on sundays", "NMR standby",
    "builds owned",
)  # fmt: skip
"""The lines below a CREATE."""


@pytest.mark.parametrize("at", range(len(NEW_GAME)))
def test_a_start_among_settings_parts_none_from_create(tmp_path: Path, at: int) -> None:
    """Wherever its line stands, all lines are settings of the new game, and it begins on that date, of its own clock."""
    office = PostOffice(tmp_path)
    start, *others = NEW_GAME
    lines = "\n".join([*others[:at], start, *others[at:]])
    (answer,) = office.letter(f"Harriet Lowe <{GM}>", f"CREATE quillfeather\n{lines}\n\nThanks, Harriet")
    text = said(body(answer))
    assert "The game begins by itself on Thu 1 April 2027, 20:00 London" in text
    assert "The GM's own rules: no lying on sundays" in text
    assert "talk" not in text
    assert "needs you" not in headline(answer)
    with office.parts.store.work() as work:
        stored = work.games.get("quillfeather")
    assert stored is not None
    settings = read_game(stored.head).settings
    assert settings.house_rules == {"builds": "owned"}
    assert settings.grace == {"": 24 * 3600}
    assert settings.silence == "standby"
