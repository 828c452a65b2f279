"""Replies in many languages: of the letter that is answered nothing is left, and of the writer's own orders all."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
import yaml

from judge.mail.parse import parse_mail
from judge.mail.quotes import strip_quotes

KNOWN = yaml.safe_load((Path(__file__).parent / "quotations.yaml").read_text("utf-8"))
OURS = "=== write above this line ===\n\nFrance, Spring 1901\nA(Par) stands\n"
QUOTED = "".join(f"> {line}\n" for line in OURS.split("\n"))
ORDER = "A(Par)-Bur"


@pytest.mark.parametrize("language", KNOWN["attributions"])
@pytest.mark.parametrize("width", [1000, 60], ids=["one line", "broken"])
def test_the_line_above_a_quotation(language: str, width: int) -> None:
    """Orders above it or below, quoted or not: the line goes, wherever a program broke it."""
    line = textwrap.fill(KNOWN["attributions"][language], width, break_long_words=False, break_on_hyphens=False)
    assert strip_quotes(f"{ORDER}\n\n{line}\n\n{QUOTED}") == ORDER
    assert strip_quotes(f"{line}\n{QUOTED}\n{ORDER}\n") == ORDER
    assert strip_quotes(f"{ORDER}\n\n{line}\n\n{OURS}") == ORDER


@pytest.mark.parametrize("language", KNOWN["headers"])
@pytest.mark.parametrize("rule", ["", "_" * 32 + "\n", "-----Eredeti üzenet-----\n"], ids=["bare", "a rule", "dashes"])
def test_the_header_above_a_letter_that_is_not_quoted(language: str, rule: str) -> None:
    """As Outlook copies it, below a rule or not."""
    assert strip_quotes(f"{ORDER}\n\n{rule}{KNOWN['headers'][language]}\n{OURS}") == ORDER


@pytest.mark.parametrize(
    "written",
    [
        f"GAME: quillfeather\nORDERS: Spring 1901\n{ORDER}",
        f"{ORDER}\nNAME: Ann Lee\nPREFER: France\nADDRESS: ann@mail.example",
        "JOIN quillfeather\nNAME: Ann Lee\nPREFER: France [or Italy]",
        f"{ORDER}\nA(Mar)-Spa:\n\nask ann@mail.example at 12:00:\n{ORDER}",
    ],
)
def test_what_only_looks_alike(written: str) -> None:
    """Somebody's own words are kept, whatever their shape: commands with colons, an address and an hour of the day."""
    assert strip_quotes(f"{written}\n\n{OURS}") == written


@pytest.mark.parametrize(
    ("written", "wordless"),
    [
        ("", True),
        ("\n\n", True),
        (f"On Mon, Mar 1, 2027 at 12:00 PM Judge <judge@pbm.example> wrote:\n\n{QUOTED}", True),
        (f"Sent from my iPhone\n\n> On 1 Mar 2027, at 12:00, Judge <judge@pbm.example> wrote:\n{QUOTED}", True),
        (f"-- \nAnna Lee\n\nAm 01.03.27 um 12:00 schrieb Judge:\n{QUOTED}", True),
        (f"From: Judge <judge@pbm.example>\nSent: Monday\nTo: Ann\nSubject: Re: [x] y\n\n{OURS}", True),
        (f"No\n\nOn Mon, Mar 1, 2027 at 12:00 PM Judge <judge@pbm.example> wrote:\n\n{QUOTED}", False),
        (f"No\nOn Mon, Mar 1, 2027 at 12:00 PM Judge <judge@pbm.example> wrote:\n{QUOTED}", False),
        (f"That is not what I wrote:\n\n{QUOTED}", False),
        (f"On Sunday I never wrote this, and what I wrote:\n{QUOTED}", False),
        (f"Sent from my Verizon, Samsung Galaxy smartphone\n\n{QUOTED}", True),
        (f"Yahoo Mail: Search, Organize, Conquer\n\n{QUOTED}", True),
        (f"Get Outlook for iOS<https://aka.ms/o0ukef>\n{QUOTED}", True),
        (f"Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n\n{QUOTED}", True),
        (f"Sent from somebody else, not from me!\n\n{QUOTED}", False),
        (f"Sent from an account that is not mine\n\n{QUOTED}", False),
        (f"Sorry: no\nReason: I do not know you\nAsk: ann@mail.example\n\n{OURS}", False),
        (f"{QUOTED}\nWho are you?", False),
    ],
)
def test_a_letter_is_wordless_only_if_nothing_was_written(written: str, wordless: bool) -> None:
    """Nobody is said to have written nothing whose words only look like what stands above a quotation."""
    mail = parse_mail(b"From: ann@mail.example\nSubject: Re: x\nContent-Type: text/plain; charset=utf-8\n\n" + written.encode())
    assert (mail.wordless, mail.text.strip() == "") == (wordless, wordless)


@pytest.mark.parametrize("raw", [b"From: ann@mail.example\nContent-Type: image/png\n\nx", b"From: ann@mail.example\n" * 9000])
def test_a_letter_that_cannot_be_read_is_not_wordless(raw: bytes) -> None:
    """A picture, a head without end: nobody knows what they say."""
    assert not parse_mail(raw).wordless
