"""The HTML part of letters: it says what the plain part says, and nothing that somebody wrote becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.reports import Templates
from judge.reports.html_letter import letter_page, read_blocks
from tests.letters.post_office import GM, PostOffice, body, files, html
from tests.letters.test_stories import STORIES

TAGS = {"html", "head", "meta", "style", "body", "div", "p", "h2", "b", "br", "span", "table", "tr", "td", "img", "pre"}
VOID = {"meta", "br", "img"}
ATTRIBUTES = {
    "lang", "charset", "name", "content", "class", "style", "role", "cellpadding", "cellspacing", "border", "width", "valign",
    "align", "src", "alt",
}  # fmt: skip
WORDS = Templates(FileSystemLoader(find_assets().templates))
MOST = 70_000
"""Bytes of HTML; Gmail cuts off what is beyond 102 KB."""
HOSTILE = (
    "<script>alert(1)</script>", '"><img src=http://evil.example/x.png onerror=alert(1)>', "</td></table></div><h1>Judge</h1>",
    "<style>*{display:none}</style>", "&lt;b&gt; &amp;amp; &#60;i&#62;", "<!-- ", "]]>", "javascript:alert(1)",
    "{{ 7*7 }}{% raw %}", "<a href='https://evil.example'>YES</a>", "=== write above this line ===", "    > A(Par)-Bur",
    " ?  You wrote", "FRANCE (x): A(Par)",
)  # fmt: skip


class Reader(HTMLParser):
    """The words of a page, the rows of its tables, and what is wrong with its markup."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.rows: list[list[str]] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"{tag} is not closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults += [f"a tag {tag}"] if tag not in TAGS else []
        for name, value in attrs:
            self.faults += [f"an attribute {name}={value}"] if name not in ATTRIBUTES else []
            self.faults += [f"from elsewhere: {value}"] if name == "src" and not (value or "").startswith("cid:") else []
            self.faults += [f"a style {value}"] if name == "style" and "(" in (value or "").replace("rgba(", "") else []
        if tag not in VOID:
            self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"{tag} is closed and was not open")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"a comment: {data}")

    def handle_data(self, data: str) -> None:
        if "style" in self._open:
            self.faults += ["a style from elsewhere"] if "url(" in data or "@import" in data else []
            return
        if "body" in self._open:
            self.text.append(data)
        if "td" in self._open:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())


def letters(text: str) -> str:
    """A text without anything blank."""
    return "".join(text.split())


def check(plain: str, page: str) -> Reader:
    """The page has the words of the text and no others, in the same order, and nothing but plain tags."""
    read = Reader(page)
    assert read.faults == []
    assert letters("".join(read.text)) == letters(plain)
    return read


@cache
def told() -> list[str]:
    """The text of every letter in the stories."""
    outs = [out for path in STORIES for out in re.findall(r"^@ out\n(.*?)(?=^@ |\Z)", path.read_text("utf-8"), re.M | re.S)]
    return [letter for out in outs for letter in re.split(r"^To: \S+\nSubject: .*\n\n", out, flags=re.MULTILINE)[1:]]


@cache
def page_of(text: str) -> str:
    """A text as its HTML part, without pictures."""
    return letter_page(WORDS, text)


def test_every_letter_of_the_stories_says_the_same_as_html() -> None:
    assert len(told()) > 500
    for text in told():
        check(text, page_of(text))
        assert len(page_of(text).encode("ascii", "xmlcharrefreplace")) < MOST
        assert max(map(len, page_of(text).split("\n"))) < 998


LINE = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(codec="utf-8"), max_size=60))
INDENT = st.sampled_from(["", " ", "    ", "    > ", " ?  ", "GM  ", " 1 ", " - "])
INDENTED = st.builds(lambda indent, line: indent + line, INDENT, LINE)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from("\n".join(told()).split("\n")), INDENTED), min_size=1, max_size=12))
def test_whatever_stands_in_a_letter_stays_text(lines: list[str]) -> None:
    """Lines of real letters in any order, and between them what somebody may have written to break the page."""
    text = "\n".join(line.replace("\r", " ").replace("\0", "").replace("\n", " ") for line in lines)
    check(text, page_of(text))


def hostile_game(folder: Path) -> Iterator[EmailMessage]:
    """Letters of a game whose people write markup wherever they can."""
    office = PostOffice(folder)
    yield from office.game()
    for number, power in enumerate(("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")):
        words = HOSTILE[number % len(HOSTILE)]
        yield from office.letter(f"{power.lower()}@mail.example", f"NAME {words}\n{words}\n{HOSTILE[-1 - number]}")
        yield from office.orders(power, f"PRESS\n{words}\n  {HOSTILE[-1 - number]}\nEND\nA(<b>)-Bur\nVTOE {words}")
    yield from office.letter(GM, f'HEADLINE "{HOSTILE[0]}"\nPAUSE REASON {HOSTILE[2]}\nRESUME')
    yield from office.letter(GM, "PROCESS")
    yield from office.orders("France", "WHO\nRESULTS\nHISTORY\nHELP\nRULES")


def test_nothing_that_people_write_becomes_markup(tmp_path: Path) -> None:
    seen = 0
    for letter in hostile_game(tmp_path):
        check(body(letter), html(letter))
        seen += "<script>" in body(letter)
    assert seen > 2


@pytest.fixture(scope="module")
def report() -> Iterator[Reader]:
    """A report at the end of a year, as HTML."""
    with TemporaryDirectory() as folder:
        office = PostOffice(Path(folder))
        office.game()
        office.orders("Austria", "A(Vie)-Gal\nA(Bud)-Rum")
        office.letter(GM, "PROCESS")
        office.orders("Austria", "A(Gal)-War")
        (letter,) = [each for each in office.letter(GM, "PROCESS") if each["To"] == "austria@mail.example"]
        yield check(body(letter), html(letter))


@pytest.mark.parametrize("row", [
    ["QUILLFEATHER (Standard, no number yet)", "AUTUMN 1901 Rev 1"],
    ["1", "A(Gal) 1, A(War) 1: A(War) held. [strength]"],
    ["Austria", "Bud Tri Vie +Rum", "4", "builds 1"],
    ["England", "Edi Lon Lvp", "3", "no change"],
    ["", "1900", "01", ""],
    ["Eng", "3", "3", "Eng A(Lvp) F(Edi) F(Lon)"],
])  # fmt: skip
def test_a_table_is_a_table(report: Reader, row: list[str]) -> None:
    assert row in report.rows


def test_the_plain_part_comes_first_and_a_person_may_have_it_alone(tmp_path: Path) -> None:
    """HTML OFF counts for its own answer, for that person alone, and until HTML ON."""
    office = PostOffice(tmp_path)
    office.game()
    (answer,) = office.orders("France", "A(Par)-Bur")
    assert [part.get_content_type() for part in answer.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    (answer,) = office.orders("France", "HTML OFF")
    assert answer.get_content_type() == "text/plain"
    assert "plain text only" in " ".join(body(answer).split())
    (answer,) = office.orders("France", "A(Mar)-Spa")
    assert answer.get_content_type() == "text/plain"
    assert html(office.orders("Italy", "A(Ven)-Tri")[0])
    assert html(office.orders("France", "HTML ON")[0])


def test_a_copy_for_a_zine_keeps_its_files(tmp_path: Path) -> None:
    """What is to be kept stands beside both texts, and is no picture of the page."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter("Percy Vane <percy@zine.example>", 'SUBSCRIBE quillfeather FOR "The Cabinet"\nFORMATS text')
    office.wait(days=6)
    sent = [each for each in office.letter("percy@zine.example", "SAMPLE") if files(each)]
    assert [[part.get_content_type() for part in each.walk()] for each in sent] == [
        ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/plain"]
    ]


def test_a_letter_without_its_page_goes_out_as_plain_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = PostOffice(tmp_path)
    office.game()

    def broken(*facts: object) -> str:
        raise RuntimeError("no paper")

    monkeypatch.setattr(office.drain, "_page", broken)
    (answer,) = office.orders("France", "A(Par)-Bur")
    assert answer.get_content_type() == "text/plain"
    assert "A(Par)-Bur" in body(answer)


QUOTED = {
    "gmail": '<div dir="ltr">A(Par)-Bur</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 1, 2027 at '
    '12:00 PM Judge &lt;judge@pbm.example&gt; wrote:<br></div><blockquote class="gmail_quote">{}</blockquote></div>',
    "outlook": '<div>A(Par)-Bur</div><hr><div id="divRplyFwdMsg"><b>From:</b> Judge &lt;judge@pbm.example&gt;<br><b>Sent:</b> '
    "Monday, March 1, 2027 12:00<br><b>To:</b> France Player<br><b>Subject:</b> [quillfeather] You play France</div><div>{}</div>",
    "bare": "<p>A(Par)-Bur</p><div>Judge wrote:</div><div>{}</div>",
}
"""How mail programs put our HTML below what somebody writes."""


def in_plain(page: str, mark: str) -> str:
    """What a mail program makes of a page where it writes plain text: a line for each paragraph and row."""
    ended = re.sub(r"</(?:p|h2|tr|table)>|<br>", "\n", re.sub(r"\s+", " ", page.partition("<body")[2].partition(">")[2]))
    lines = [" ".join(unescape(re.sub(r"<[^>]*>", " ", line)).split()) for line in ended.split("\n")]
    return "\n".join(f"{mark}{line}".rstrip() for line in lines)


@pytest.mark.parametrize("how", [*QUOTED, "> ", ""])
def test_what_a_reply_quotes_of_the_page_is_not_read(how: str, tmp_path: Path) -> None:
    """Whatever a mail program makes of our HTML below the orders, they alone count, and all of them was read."""
    office = PostOffice(tmp_path)
    (ours,) = [each for each in office.game() if each["To"] == "france@mail.example"]
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = "france@mail.example", str(ours["Reply-To"]), f"Re: {ours['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = "<1@client.example>", str(ours["Message-ID"])
    if how in QUOTED:
        inside = html(ours).partition("<body")[2].partition(">")[2].partition("</body>")[0]
        reply.set_content(QUOTED[how].format(inside), "html")
    else:
        head = "On Mon, Mar 1, 2027 at 12:00 PM Judge <judge@pbm.example> wrote:"
        reply.set_content(f"A(Par)-Bur\n\n{head}\n{in_plain(html(ours), how)}\n")
    (answer,) = office.raw(reply.as_bytes(), "france@mail.example", str(ours["Reply-To"]))
    assert re.findall(r"^    > (.*)", body(answer), re.MULTILINE) == ["A(Par)-Bur"]
    assert "All of it was read." in " ".join(body(answer).split())


def test_numbers_by_year_may_begin_with_a_word() -> None:
    (block,) = read_blocks("       Start 90\n Eng       1  1      POSITION  Eng F(NAO)\n Fra       1  1                Fra F(46)")
    head, *rows = block.rows
    assert block.kind == "chart"
    assert list(map(str, head)) == ["", "Start", "90", ""]
    assert [str(cell) for row in rows for cell in row[:3]] == ["Eng", "1", "1", "Fra", "1", "1"]


def test_a_world_drawn_in_letters_keeps_its_columns() -> None:
    drawn = " Xac*Xab .   .   .\n .   .   .   Xad!."
    (block,) = read_blocks(drawn)
    assert (block.kind, "\n".join(str(row[0]) for row in block.rows)) == ("drawing", drawn)
