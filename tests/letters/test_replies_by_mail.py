"""Short replies above a quotation, sent as Gmail sends them, in both its parts: they are obeyed as if nothing stood below them."""

from __future__ import annotations

from email.message import EmailMessage
from html import escape
from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

LINE = "On Mon, Mar 1, 2027 at 12:00 PM Diplomacy Judge <judge@pbm.example> wrote:"
QUOTED = "=== write above this line ===\n\nSTANDING ORDERS\n    > A(Mun)-Bur\n\nCLEAR\nRESIGN"


def reply(text: str, parts: str) -> EmailMessage:
    """A letter of France's in the parts that are named."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "france@mail.example", "judge@pbm.example", "Re: [quillfeather] France"
    message["Message-ID"] = "<reply@mail.example>"
    quoted = "\n".join(f"> {line}".rstrip() for line in QUOTED.split("\n"))
    if "plain" in parts:
        message.set_content(f"{text}\n\n{LINE}\n\n{quoted}\n")
    if "html" in parts:
        above, below = (escape(each).replace("\n", "<br>") for each in (text, QUOTED))
        page = (
            f'<div dir="ltr">{above}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
            f'{escape(LINE)}<br></div><blockquote class="gmail_quote">{below}</blockquote></div>'
        )
        (message.add_alternative if "plain" in parts else message.set_content)(page, subtype="html")
    return message


@pytest.mark.parametrize("parts", ["plain", "plain and html", "html"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Brest holds", "> F(Bre) stands"),
        ("The army at Paris move to Burgundy.", "> A(Par)-Bur"),
        ("A(Par)-Pic\nA(Mar)-Gas\n\nBrest goes to ENG please", "> F(Bre)-ENG"),
        ("Timezone Europe/Berlin", "Berlin"),
        ("What is all this?", "couldn't find an order or a command"),
    ],
)
def test_a_short_reply_counts(tmp_path: Path, parts: str, text: str, told: str) -> None:
    """Orders in words, a command, talk: each gets its own answer, and nobody is told that he wrote nothing."""
    office = PostOffice(tmp_path)
    office.game()
    (answer,) = office.raw(reply(text, parts).as_bytes(), "france@mail.example")
    assert told in body(answer)
    assert "only quoted text" not in body(answer).replace("\n", " ")
    assert "A(Mun)" not in body(answer)


@pytest.mark.parametrize("parts", ["plain", "plain and html", "html"])
def test_a_reply_without_a_word_is_told_so(tmp_path: Path, parts: str) -> None:
    """Nothing but what is quoted."""
    office = PostOffice(tmp_path)
    office.game()
    (answer,) = office.raw(reply("", parts).as_bytes(), "france@mail.example")
    assert "only quoted text" in body(answer).replace("\n", " ")
