"""However much a mail asks for, its answer is a mail that any mail server takes: 256 KB at most, and it says what was left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

FRANCE = "france@mail.example"
NAMES = [a + b + c for a in "abcdefghij" for b in "aeiou" for c in "lmnopqrstu"]
MOST = 256 * 1024


ASKED = ("HELP {name}{n}", "RULES {name}", "MAP Spring {n}", "ORDERS FOR Spring {n}\nA Par-Bur", "SET {name} {n}")


@pytest.mark.parametrize("word", ASKED)
def test_an_answer_has_an_end(tmp_path: Path, word: str) -> None:
    office = PostOffice(tmp_path)
    office.game()
    asked = "\n".join(word.format(name=NAMES[n % 500], n=1902 + n) for n in range(9000))[:250_000]
    [answer] = [each for each in office.letter(FRANCE, asked) if each["To"] == FRANCE]
    assert len(answer.as_bytes()) <= MOST
    cut = "is left out: your mail asked for too much at once" in " ".join(body(answer).split())
    assert cut == (word == "HELP {name}{n}")


def test_all_of_a_usual_answer_is_there(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    [answer] = office.letter(FRANCE, "HELP\nRULES\nVARIANTS\nSETTINGS")
    assert "is left out" not in body(answer)
    assert answer.get_body(("html",)) is not None
