"""Whatever a player writes, there is one answer that can be sent, nothing is shunted, and the game can go on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.commands import TABLE, CommandSpec
from tests.letters.post_office import GM, PostOffice, body

FRANCE, STRANGER = "france@mail.example", "x@else.example"
LINES = ["A(Par)-Bur", "A(Mun) S A(Par)-Bur", "F Bre - MAO, A Mar holds", "build A Par", "retreat", "Spring 1901", "France"]
LINES += ["END", ">", "|", "{{", "%", "GAME quillfeather", "GAME nobody", "PRESS", "PRESS TO Austria", "FINAL", "CREATE nina"]
LINES += ["JOIN", "PROCESS", "STATUS", "REASON exams", "SET PRESS white", "DEADLINE Mondays 20:00", "GAME", "RESIGN", "HELP"]
"""What stands in letters here beside the command in question. A new command is no reason to add to them."""
PIECES = st.one_of(st.sampled_from(LINES), st.text(max_size=12))
TEXTS = st.lists(st.lists(PIECES, max_size=4).map(" ".join), max_size=8).map("\n".join)


@cache
def begun() -> bytes:
    """The store of a game that has begun."""
    with TemporaryDirectory() as folder:
        office = PostOffice(Path(folder))
        office.game()
        office.parts.store.close()
        return (Path(folder) / "judge.db").read_bytes()


MASTERS = ("START", "PROCESS", "EJECT", "PROMOTE", "DEADLINE", "ROLLBACK")
"""What only a GM can do: some of it."""


def test_every_answer_says_what_stands_and_what_is_due(tmp_path: Path) -> None:
    """J13 12: to whatever a player asks for, whether it can be done or not, there is one answer, and it says both. Only what
    cannot be taken back is asked about first, and not what only a GM can do.
    """
    office, asked = PostOffice(tmp_path, careful=True), []
    office.game()
    to = str(office.last[FRANCE]["Reply-To"])
    for row in TABLE:
        if (row.who == "gm" and row.word not in MASTERS) or row.word in ("PRACTICE", "LESSON"):  # which begin another game
            continue
        office.hands.time += timedelta(minutes=5)
        sent = [each for each in office.letter(FRANCE, row.example, to=to) if each["To"] == FRANCE]
        [answer] = [each for each in sent if each["Auto-Submitted"] == "auto-replied"]
        if "Please confirm" in answer["Subject"]:
            asked.append(row.word)
            continue
        assert re.search(r"^(STANDING ORDERS|You have no orders in for)", body(answer), re.MULTILINE), row.example
        assert re.search(r"^Deadline Fri 5 March 2027", body(answer), re.MULTILINE), row.example
    assert asked == ["RESIGN", "TAKEOVER", "ADDRESS"]


def misses(office: PostOffice, sender: str, text: str) -> list[str]:
    """What is wrong with what a letter brings. Each letter that is answered has one answer, about each game that it speaks of; a
    question, and the word that confirms it, are letters of their own. A stranger's that asks for nothing has none.
    """
    sent = office.letter(sender, text.encode("utf-8", "replace").decode("utf-8"))
    answers = [message for message in sent if message["In-Reply-To"] and message["Auto-Submitted"] == "auto-replied"]
    each = Counter((message["In-Reply-To"], game_in(message["Subject"])) for message in answers)
    wide = [line for message in answers for line in body(message).split("\n") if len(line) > 100]
    silent = [] if answers or sender == STRANGER else ["no answer"]
    return [*silent, *(f"{key}: {count} answers" for key, count in each.items() if count > 1), *wide]


def game_in(subject: str) -> str:
    """The game that a subject names."""
    found = re.search(r"\[(\S+)\]", subject)
    return found[1] if found else ""


def goes_on(office: PostOffice) -> bool:
    """Whether nothing fails when deadlines have passed, and everything was sent."""
    told = [message for message in office.wait(days=40) if "Trouble" in message["Subject"]]
    return not told and office.parts.store.waiting(office.hands.time).notices == 0


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PostOffice]:
    """A game that has begun."""
    (tmp_path / "judge.db").write_bytes(begun())
    office = PostOffice(tmp_path)
    office.count = 100
    yield office
    office.parts.store.close()


@pytest.mark.parametrize("many", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.word)
def test_letters_with_each_command(row: CommandSpec, many: int, played: PostOffice, caplog: pytest.LogCaptureFixture) -> None:
    """From a player, the GM and a stranger, or from one of them, among other lines. What is drawn for a row depends on its own
    word alone.
    """
    lots = Random(row.word)
    own = [row.example, row.word, *row.also]
    for sender in lots.sample((FRANCE, GM, STRANGER), many):
        lines = [" ".join([lots.choice(own), *lots.choices(LINES, k=lots.randrange(3))]), *lots.choices(LINES, k=lots.randrange(4))]
        text = "\n".join(lots.sample(lines, len(lines)))
        assert misses(played, sender, text) == [], text
    played.letter(FRANCE, row.example)
    assert goes_on(played)
    assert "cannot be made" not in caplog.text, "a template is missing, or lacks a fact"


def play(texts: list[tuple[str, str]]) -> None:
    """Send letters to a game that has begun, and let its deadlines pass."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "judge.db").write_bytes(begun())
        office = PostOffice(Path(folder))
        office.count = 100
        for sender, text in texts:
            assert misses(office, sender, text) == []
        assert goes_on(office)
        office.parts.store.close()


FROM_ANYBODY = given(texts=st.lists(st.tuples(st.sampled_from([FRANCE, GM, STRANGER]), TEXTS), min_size=1, max_size=6))


@settings(max_examples=5, suppress_health_check=list(HealthCheck))
@FROM_ANYBODY
def test_any_letters(texts: list[tuple[str, str]]) -> None:
    """Letters from a player, the GM and a stranger, in any order."""
    play(texts)


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@FROM_ANYBODY
def test_many_letters(texts: list[tuple[str, str]]) -> None:
    """The same, oftener."""
    play(texts)
