"""The words that count with a quotation below them are the words that count without it, from whatever program the reply comes."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest
import yaml

from judge.mail.html import html_to_text
from judge.mail.parse import parse_mail
from judge.mail.quotes import strip_quotes
from tests.letters.samples.measure import samples

ADDRESS = "judge+quillfeather.france.abcdefghijklmnopqrstuvwx@pbm.example"
QUOTED = "=== write above this line ===\n\nSTANDING ORDERS\n    > A(Mun)-Bur\n    > F(Bre)-ENG\n\nCLEAR\nFINAL\nRESIGN"
PROGRAMS: dict[str, dict[str, str]] = {
    row["program"]: row for row in yaml.safe_load((Path(__file__).parent / "replies.yaml").read_text("utf-8"))
}
SHORT = (
    "No", "NO", "Yes", "yes please", "no thanks", "not me", "cancel", "Bur.", "Bur. and spain to gas yes",
    "NAME Gwen Hart\nthanks a lot!", "Vote yes", "Not final", "Timezone Europe/Berlin", "Extend 2 days",
    "Deadline Monday 9 March 18:00", "Pause please", "Army Vienna - Tyr",
    "Vienna - Galicia\nBudapest - Serbia\n\nTrieste - Albania", "A(Par)-Pic\n\nBrest goes to ENG please",
    "ORDERS FOR Spring 1901\nA(Par)-Bur", "On reflection, no.", "On Monday I am away\nPAUSE", "A Par-Bur at 12:00",
    "JOIN quillfeather\nNAME Ann Lee\nADDRESS ann@mail.example", "Who are you? I never wrote to judge@pbm.example.",
    "PRESS TO Germany\nSee you on 1 March 2027:\nann@mail.example\nEND", "What I wrote on Monday stands",
    "In 1901 all is open", "Le roi est mort", "Am I late?", "Em, no", "The 2nd of March, 18:00, suits me.", "FRA: A(Par)-Bre",
    "FRA: A(Par)-Bre\nFRA: A(Mar)-Spa", "FRA: +A(Par)",
)  # fmt: skip
QUOTING = re.compile(r"^(?:>|-{5}Original Message)|^-{6,}\Z", re.MULTILINE)
"""What stands in samples with a quotation of their own, and at the end of those that close with a line of dashes, as programs do:
these say nothing of the quotation that is put below them here.
"""
TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
MEMO = re.compile(r"^(?:To|From): .*\n(?:To|From): ", re.MULTILINE)
"""How a memorandum begins, which looks like the head of a copied letter: without its writer's name nobody can tell."""
UNQUOTED = tuple(sample.text for sample in samples() if not (QUOTING.search(sample.text) or MEMO.search(sample.text)))
TEXTS = tuple(dict.fromkeys([*SHORT, *(TRAILING.sub("", text).rstrip("\n") for text in UNQUOTED)]))


SIGNED = re.compile(
    r"^(?:(?:many )?thanks,|(?:yours )?(?:faithfully|sincerely),?|kind regards,?|all the best,?|cheers|best"
    r"|best wishes,?|cordialement,|viele grüße|mit freundlichen grüßen|bien à vous,|merci|mfg|saludos|un saludo,|groetjes,"
    r"|hälsningar,|pozdrawiam,|thx"
    r"|enviado desde mi iphone|sent from my iphone, please .*"
    r"|(?:get|sent from) outlook for (?:ios|android)|sent from my (?:iphone|pixel|phone|phone srry|galaxy|nokia|ipad)|--"
    r"|sent from my samsung galaxy smartphone|sent from my (?:phone|mobile),? pls excuse brevity|von meinem iphone gesendet"
    r"|sent from yahoo mail on android|sent from the android app via share|submitted 23:51|ciao!|amicalement,"
    r"|regards,?|best,|thank you|yours,)$",
    re.MULTILINE | re.IGNORECASE,
)  # fmt: skip
"""What begins a signature in some of them: the words below it go, quotation or not."""
SHARE = pytest.mark.parametrize("step", [14, pytest.param(3, marks=pytest.mark.slow)], ids=["some", "more"])
"""Every fourteenth text, others for each program; in `make test-all` every third, so that each meets a third of the programs."""


def _texts(program: str, step: int) -> tuple[str, ...]:
    return TEXTS[[*PROGRAMS].index(program) % step :: step]


def _is_signed(text: str) -> bool:
    return SIGNED.search(text) is not None


def _below(program: str) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in QUOTED.split("\n"))
    return PROGRAMS[program]["plain"].replace("ADDRESS", ADDRESS).replace("QUOTED", quoted).replace("COPIED", QUOTED)


def _rich(text: str, program: str) -> str:
    lines, answered = ("<br>".join(escape(line) for line in each.split("\n")) for each in (text, QUOTED))
    return PROGRAMS[program]["html"].replace("ADDRESS", ADDRESS).replace("TEXT", lines).replace("LINES", answered)


BARE = {text: strip_quotes(text) for text in TEXTS}
RICH = {text: strip_quotes(html_to_text(f"<div>{escape(text).replace(chr(10), '<br>')}</div>")) for text in TEXTS}


def test_the_words_themselves_count() -> None:
    """Bare, every line counts: else the same words with a quotation would prove nothing. A name below its thanks is a signature."""
    assert {text: words for text, words in BARE.items() if words != text and not _is_signed(text)} == {}
    assert {text: words for text, words in RICH.items() if words.split() != BARE[text].split()} == {}


@SHARE
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_quotation_below_changes_nothing_above_it(program: str, step: int) -> None:
    """A line of space between them."""
    below = _below(program)
    assert {text: words for text in _texts(program, step) if (words := strip_quotes(f"{text}\n\n{below}")) != BARE[text]} == {}


@SHARE
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_quotation_that_touches_changes_nothing_above_it(program: str, step: int) -> None:
    """No space between them: the writer deleted it."""
    below = _below(program)
    assert {text: words for text in _texts(program, step) if (words := strip_quotes(f"{text}\n{below}")) != BARE[text]} == {}


@SHARE
@pytest.mark.parametrize("program", [name for name, each in PROGRAMS.items() if "html" in each])
def test_a_quotation_in_html_changes_nothing_above_it(program: str, step: int) -> None:
    """What the program makes of the same reply as HTML."""
    read = {text: strip_quotes(html_to_text(_rich(text, program))) for text in _texts(program, step)}
    assert {text: words for text, words in read.items() if words != RICH[text]} == {}


@SHARE
@pytest.mark.parametrize("program", [name for name, each in PROGRAMS.items() if "QUOTED" in each["plain"]])
def test_who_answers_below_or_between_is_read_as_well(program: str, step: int) -> None:
    """The line above the quotation goes, the quoted lines go, and every word of the writer's stays."""
    below = _below(program)
    for text in (text for text in _texts(program, 3 * step) if not _is_signed(text)):
        assert strip_quotes(f"{below}\n{text}") == BARE[text], "below"
        assert strip_quotes(f"{below}\n{text}\n\n> more of it\n> CLEAR\n\nF(Bre)-MAO") == f"{BARE[text]}\n\n\nF(Bre)-MAO", "between"


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_reply_without_a_word_is_empty(program: str) -> None:
    """Nothing of what a program puts there is taken for the writer's."""
    raw = f"From: chloe@mail.example\nContent-Type: text/plain; charset=utf-8\n\n\n{_below(program)}".encode()
    assert (parse_mail(raw).text, parse_mail(raw).wordless) == ("", True)


@pytest.mark.parametrize("program", [name for name, each in PROGRAMS.items() if "html" in each])
def test_a_reply_without_a_word_in_html_is_empty(program: str) -> None:
    """The same of its HTML."""
    raw = f"From: chloe@mail.example\nContent-Type: text/html; charset=utf-8\n\n{_rich('', program)}".encode()
    assert (parse_mail(raw).text, parse_mail(raw).wordless) == ("", True)
