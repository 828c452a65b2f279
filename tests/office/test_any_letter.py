"""Whatever a player writes, there is one answer that can be sent, nothing is shunted, and the game can go on."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.commands import TABLE
from tests.letters.post_office import GM, PostOffice, body

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


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(texts=st.lists(st.tuples(st.sampled_from(["france@mail.example", GM, "x@else.example"]), TEXTS), min_size=1, max_size=6))
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
