"""Whatever a player writes, there is one answer that can be sent, nothing is shunted, and the game can go on."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.commands import TABLE
from tests.letters.post_office import GM, PostOffice, body

FRANCE = "france@mail.example"
WORDS = [row.example for row in TABLE] + [word for row in TABLE for word in (row.word, *row.also)]
WORDS += ["A(Par)-Bur", "A(Mun) S A(Par)-Bur", "F Bre - MAO, A Mar holds", "build A Par", "retreat", "Spring 1901"]
WORDS += ["END", ">", "|", "{{", "%"]
PIECES = st.one_of(st.sampled_from(WORDS), st.text(max_size=12))
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
        if row.who == "gm" and row.word not in MASTERS:
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


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(texts=st.lists(st.tuples(st.sampled_from([FRANCE, GM, "x@else.example"]), TEXTS), min_size=1, max_size=6))
def test_any_letters(texts: list[tuple[str, str]]) -> None:
    """Letters from a player, the GM and a stranger, in any order."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "judge.db").write_bytes(begun())
        office = PostOffice(Path(folder))
        office.count = 100
        for sender, text in texts:
            sent = office.letter(sender, text.encode("utf-8", "replace").decode("utf-8"))
            answers = [message for message in sent if message["In-Reply-To"] and message["Auto-Submitted"] == "auto-replied"]
            assert len(answers) == 1
            lines = body(answers[0]).split("\n")
            assert max(map(len, lines)) <= 100
        assert not [message for message in office.wait(days=40) if "Trouble" in message["Subject"]]
        assert office.parts.store.waiting(office.hands.time).notices == 0
        office.parts.store.close()
