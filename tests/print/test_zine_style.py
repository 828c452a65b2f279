"""A zine's own style on paper: letters, columns, a title page and a running head, as editors ask for them in words."""

from __future__ import annotations

import io
import re
from functools import cache

import pytest

from judge.print import FORMATS, parse_style
from judge.print.style import parse_style_wishes
from tests.print import poppler
from tests.print.test_issue import issue
from tests.print.test_outside import wanted

OWN = "font=modern columns=2 front=page head=game"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("two columns, title page, running head", {"columns": "2", "front": "page", "head": "zine"}),
        ("in 2 columns please", {"columns": "2"}),
        ("typewriter", {"font": "typewriter"}),
        ("font: Courier, a title page", {"font": "typewriter", "front": "page"}),
        ("columns two header game", {"columns": "2", "head": "game"}),
        ("page a4 title page", {"page": "a4", "front": "page"}),
        ("with a running header", {"head": "zine"}),
        (
            "surnames only, failed orders underlined, give the reasons",
            {"names": "surname", "failed": "underline", "why": True, "orders": "run-on"},
        ),
        ("brackets for failed orders, without reasons", {"failed": "brackets", "why": False}),
        ("show reasons, no names", {"why": True, "names": "none"}),
        ("failures in brackets, one order per line", {"failed": "brackets", "orders": "lines"}),
    ],
)
def test_a_style_is_asked_for_in_words(said: str, meant: dict[str, str]) -> None:
    style = parse_style(said)
    assert {key: getattr(style, key) for key in meant} == meant


@pytest.mark.parametrize("said", ["failed purple", "reasons perhaps", "board=sideways", "failed=purple"])
def test_what_is_complained_of_was_written(said: str) -> None:
    """In the words of its writer, and not in ours."""
    for wish in parse_style_wishes(said):
        assert wish.written in said


def test_a_style_is_taken_back_in_words() -> None:
    style = parse_style("one column, no title page, no running head, font book", parse_style(OWN))
    assert style == parse_style("")


@cache
def own_pdf() -> bytes:
    wanted(poppler.missing())
    return FORMATS["pdf"].issue(issue(OWN))


def test_the_title_page_lists_the_games_with_their_pages() -> None:
    """What it says of them is true: on that page the game's own title stands."""
    pytest.importorskip("typst")
    first = poppler.words_of(own_pdf(), 1)
    assert first.startswith("The <Filing> Cabinet")
    assert "Sun 28 March 2027" in first
    found = dict(re.findall(r"(Standard|Colonial|Done)\b[^.]*[. ]+(\d+)", first))
    said = {"Standard": "Standard, no number yet", "Colonial": "Colonial, no number yet", "Done": "Won by <Italy>."}
    assert found.keys() == said.keys()
    assert all(words in poppler.words_of(own_pdf(), int(found[game])) for game, words in said.items())


def test_every_page_but_the_title_has_the_running_head() -> None:
    pytest.importorskip("typst")
    pages = int(poppler.about(own_pdf())["Pages"])
    heads = [poppler.words_of(own_pdf(), page)[:60] for page in range(2, pages + 1)]
    assert pages > 3
    assert all(head.startswith("The <Filing> Cabinet, Sun 28 March 2027") for head in heads)
    assert "Standard, Autumn" in heads[0]
    assert "Done" in heads[-1]


def test_a_document_has_it_too() -> None:
    docx = pytest.importorskip("docx")
    made = docx.Document(io.BytesIO(FORMATS["docx"].issue(issue(OWN))))
    assert made.styles["Normal"].font.name == "Century"
    assert made.paragraphs[0].style.name == "TitlePage"
    assert "The <Filing> Cabinet, Sun 28 March 2027" in made.sections[0].header.paragraphs[0].text
    assert made.sections[0].different_first_page_header_footer
    columns = {section._sectPr.xpath("./w:cols")[0].get(docx.oxml.ns.qn("w:num")) for section in made.sections}
    assert {"1", "2"} <= columns


def test_without_a_wish_nothing_of_it_is_there() -> None:
    docx = pytest.importorskip("docx")
    made = docx.Document(io.BytesIO(FORMATS["docx"].issue(issue())))
    assert made.paragraphs[0].style.name == "IssueTitle"
    assert len(made.sections) == 1
    assert made.sections[0].header.paragraphs[0].text == ""
