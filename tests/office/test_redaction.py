"""What proves who somebody is stands in no log, no letter about trouble and in nobody's traceback."""

from __future__ import annotations

import logging
import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.daemon.logging_setup import KeyValueFormatter
from judge.letters import Notice
from judge.office import worker as room
from judge.office.redaction import MEANT, redact_facts, redact_text
from judge.seat import Seat
from judge.store import ClaimedNotice
from tests.letters.post_office import ADDRESS, START, PostOffice, body

TOKEN = "abcdefgh23456723abcdefgh"
TAGGED = f"judge+quillfeather.3.{TOKEN}@pbm.example"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"reply to {TAGGED} please", f"reply to {ADDRESS} please"),
        (f"<{TAGGED.upper()}>", f"<{ADDRESS}>"),
        ("judge+bounce.17.0123456789ab@pbm.example", ADDRESS),
        ("judge+bounce.0123456789abcdef0123456789abcdef@pbm.example", ADDRESS),
        (f"Re: [quillfeather.{TOKEN}] orders", "Re: [quillfeather] orders"),
        (f"CONFIRM {TOKEN}", "CONFIRM (not shown)"),
        ("PASSWORD swordfish\nA(Par)-Bur", "PASSWORD (not shown)\nA(Par)-Bur"),
        ("set password: swordfish", "set password (not shown)"),
        (r"ValueError: 'A(Par)\nPASSWORD swordfish\n'", r"ValueError: 'A(Par)\nPASSWORD (not shown)"),
        ("A(Par) S A(Mar)-Bur, ann+diplomacy@mail.example", "A(Par) S A(Mar)-Bur, ann+diplomacy@mail.example"),
    ],
)
def test_what_is_left_of_a_text(text: str, wanted: str) -> None:
    """Addresses, tags in subjects, codes, passwords; everything else stays."""
    assert redact_text(text, ADDRESS) == wanted


WORDS = st.sampled_from([TAGGED, TOKEN, f"[quillfeather.{TOKEN}]", "PASSWORD swordfish", "paſword x", "A(Par)-Bur", " ", "\n"])


@given(st.lists(WORDS | st.text(max_size=5)).map("".join))
@example(TOKEN.upper())
def test_facts_are_redacted_as_texts_are(text: str) -> None:
    """However deep in them a text stands; short ones hold no secret."""
    wanted = redact_text(text, ADDRESS) if len(text) > MEANT else text
    assert redact_facts({"said": [{"by": text}]}, ADDRESS) == {"said": [{"by": wanted}]}


def test_the_log_keeps_secrets() -> None:
    """In its own words and in the tracebacks below them."""
    form = KeyValueFormatter(ADDRESS)
    record = logging.LogRecord("judge", logging.ERROR, "", 0, "refused: %s", (f"550 {TAGGED}",), None)
    assert form.format(record).endswith('said="refused: 550 (address)"')
    try:
        raise ValueError(f"To: {TAGGED}\nPASSWORD swordfish")
    except ValueError as error:
        record = logging.LogRecord("judge", logging.ERROR, "", 0, "trouble", (), (type(error), error, error.__traceback__))
    said = form.format(record)
    assert re.search(r"said=trouble error=ValueError where=\"test_redaction.py:\d+ test_the_log_keeps_secrets\"$", said)
    assert TOKEN not in said
    assert "swordfish" not in said


def test_a_letter_that_the_judge_stumbles_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept with the traceback, which quotes it without its secrets; so do the letters about it."""

    def stumble(uow: object, number: int, letter: object) -> None:
        raise ValueError(f"To: {TAGGED}\nPASSWORD swordfish")

    office = PostOffice(tmp_path)
    office.game()
    monkeypatch.setattr(room, "accept_letter", stumble)
    sent = office.letter("france@mail.example", "PASSWORD swordfish")
    assert {message["To"] for message in sent} == {"france@mail.example", "harriet@zine.example"}
    assert not any(secret in body(message) for message in sent for secret in (TOKEN, "swordfish"))
    with sqlite3.connect(tmp_path / "judge.db") as kept:
        [(note,)] = kept.execute("select note from letters where state = 'shunted'").fetchall()
    assert "ValueError" in note
    assert TOKEN not in note
    assert "swordfish" not in note


def test_what_a_mail_server_says_of_a_letter_given_up(tmp_path: Path) -> None:
    """Some quote the sender's address, which carries a mark."""
    office = PostOffice(tmp_path)
    office.game()
    notice = Notice("x", "france@mail.example", "answer", {}, "quillfeather", Seat.player(3))
    office.parts.troubles.unsent(ClaimedNotice(1, notice, TOKEN, None, 1, None), f"550 <{TAGGED}> is not wanted here", START)
    [told] = office.work()
    assert ADDRESS in body(told)
    assert TOKEN not in body(told)
