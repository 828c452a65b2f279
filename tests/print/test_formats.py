"""The hand-checked Autumn 1901 in every format: parts of each written by hand, and nothing that a user wrote becomes markup."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from judge.game import view_phase
from judge.print import (
    FORMATS,
    FormatUnavailable,
    IssueGame,
    PhaseCopy,
    StyleError,
    ZineIssue,
    fit_to_lines,
    parse_style,
    phase_record,
)
from judge.print.escape import escape_latex, escape_markdown
from judge.print.fit import count_lines
from judge.print.formats import issue_files
from judge.print.phase_record import name_form
from judge.reports import report_facts
from tests.print import poppler
from tests.print.gallery import drawn
from tests.reports.test_autumn_1901 import AUTUMN, CAST, PRESS, SPRING, judged, quillfeather, standard, words

BAD = "<script>alert(1)</script> {{ 7*7 }} #panic() $x$ \\input{/etc/passwd} *_`~| \x1b[31m\u202e & \"q\" \ud800"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="9" height="9" fill="#123456"/></svg>'


@cache
def autumn() -> dict[str, Any]:
    spring, _ = judged(quillfeather(), SPRING, datetime(2027, 3, 5, 21, tzinfo=UTC))
    _, turn = judged(spring, AUTUMN, datetime(2027, 3, 12, 21, tzinfo=UTC))
    return report_facts(view_phase(turn, standard(), ""), standard(), CAST, PRESS)


def copy(style: str = "", **changes: Any) -> PhaseCopy:
    facts = {**autumn(), **changes}
    return PhaseCopy(phase_record(facts, words(), standard()), words(), parse_style(style), lambda palette: SVG)


def made(form: str, style: str = "", **changes: Any) -> str:
    return FORMATS[form].make(copy(style, **changes)).decode()


def test_plain_text_is_the_letter_s_report() -> None:
    """The letter has its own template; both say the same, so that no editor prints what no player was told."""
    _, letter = words().letter("report", autumn())
    assert made("text") == letter[letter.index("QUILLFEATHER") :]


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("failed=asterisks", "AUSTRIA (Ada Quill): *A(Ser) S F(Alb)-Gre* (1); F(Alb)-Gre;\n     *A(Vie)-Tri* (2) [3]\n"),
        ("failed=brackets why=off", "AUSTRIA (Ada Quill): ((A(Ser) S F(Alb)-Gre)); F(Alb)-Gre;\n     ((A(Vie)-Tri)) [3]\n"),
        ("failed=word", "AUSTRIA (Ada Quill): A(Ser) S F(Alb)-Gre (FAILED) (1); F(Alb)-Gre;\n     A(Vie)-Tri (FAILED) (2) [3]\n"),
        ("failed=underline names=surname", "AUSTRIA (Quill): _A(Ser) S F(Alb)-Gre_ (1); F(Alb)-Gre;\n     _A(Vie)-Tri_ (2) [3]\n"),
        ("names=none orders=lines", "AUSTRIA: [3]\n     A(Ser) S F(Alb)-Gre *1\n     F(Alb)-Gre\n     A(Vie)-Tri *2\n"),
        ("rules=off", "\nWHY\n 1 Cut by Turkish A(Bul)-Ser. Made no difference: F(Alb) was alone in\n   trying for Gre"),
        ("failed=brackets", "((...)) = order failed. (n) = note below. [n] = units after the turn.\n"),
    ],
)
def test_an_editor_s_style(style: str, said: str) -> None:
    assert said in made("text", style)


def test_what_is_cut_goes_in_a_stated_order_and_is_told() -> None:
    assert made("text", "orders=lines").count("\n") == 79
    (shorter,) = fit_to_lines([copy("orders=lines lines=70")])
    text = FORMATS["text"].make(shorter).decode()
    assert ("WHY" in text, "POSITION" in text, shorter.went) == (False, True, ["why"])
    assert "(1)" not in text
    (shortest,) = fit_to_lines([copy("orders=lines phase=45")])
    text = FORMATS["text"].make(shortest).decode()
    assert (text.count("\n"), "BUCHAREST" in text, "Neither blinked" in text) == (43, False, True)
    assert shortest.went == ["why", "position", "run-on", "press"]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Bertrand de la Tour-Ludovisi", "de la Tour-Ludovisi"), ("Ludwig van Beethoven", "van Beethoven"), ("Ada Quill", "Quill"),
        ("Ada", "Ada"), ("ada van quill", "quill"), ("de Gaulle", "Gaulle"), ("", ""),
    ],
)  # fmt: skip
def test_small_words_are_a_part_of_a_surname(name: str, printed: str) -> None:
    assert name_form(name, "surname") == printed


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, b"Movement results for Fall of 1901.  (quillfeather)"),
        ({"phase": "Early 1490's", "year": 1490}, b"Movement results for Early 1490's.  (quillfeather)"),
    ],
)
def test_njudge_s_heading_fits_the_name_of_a_phase(changes: dict[str, Any], said: bytes) -> None:
    plain = copy()
    assert said in FORMATS["njudge"].make(replace(plain, record={**plain.record, **changes}))


def test_what_need_not_be_cut_is_kept() -> None:
    """Once orders run on, reasons and position are back where they fit; and the orders run on in the PDF, too."""
    (shorter,) = fit_to_lines([copy("orders=lines lines=60")])
    text = FORMATS["text"].make(shorter).decode()
    assert ("WHY" in text, "POSITION" in text, shorter.went) == (True, True, ["run-on"])
    pytest.importorskip("typst")
    assert FORMATS["pdf"].make(shorter) == FORMATS["pdf"].make(copy("orders=run-on"))


def test_a_game_s_phases_are_cut_together() -> None:
    """A limit of one phase is kept by each, one of the game by all; all lose the same, press from the oldest phase on."""
    both = fit_to_lines([copy("lines=110"), copy("lines=110")])
    assert (count_lines(both), [each.went for each in both]) == (94, [["why"], ["why"]])
    least = fit_to_lines([copy("lines=88"), copy("lines=88")])
    assert [each.went for each in least] == [["why", "position", "press"], ["why", "position"]]
    assert count_lines(fit_to_lines([copy("lines=20")])) == 39
    longer = copy("phase=51 orders=lines", press=[{"text": "one", "name": ""}] * 5)
    assert [each.went for each in fit_to_lines([longer, copy("phase=51")])] == [["why", "position", "run-on", "press"], ["why"]]


@pytest.mark.parametrize("form", ["text", "html", "markdown", "latex", "docx"])
def test_every_format_is_cut_alike(form: str) -> None:
    if form == "docx":
        docx = pytest.importorskip("docx")
    (short,) = fit_to_lines([copy("lines=43")])
    file = FORMATS[form].make(short)
    text = "\n".join(each.text for each in docx.Document(io.BytesIO(file)).paragraphs) if form == "docx" else file.decode()
    assert ("stood each other out" in text, "BUCHAREST" in text, "Neither blinked" in text) == (False, False, True)


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("failed=brackets", {"html": ">((A(Ser) S F(Alb)-Gre))</span><sup", "markdown": "((A(Ser) S F(Alb)-Gre)) (1)"}),
        ("failed=asterisks", {"html": ">*A(Ser) S F(Alb)-Gre*</span><sup", "markdown": "\\*A(Ser) S F(Alb)-Gre\\* (1)"}),
        ("failed=word", {"html": ">A(Ser) S F(Alb)-Gre (FAILED)</span>", "markdown": "*A(Ser) S F(Alb)-Gre* (FAILED 1)"}),
        ("failed=underline", {"html": "<u class=\"order failed\" title=\"cut\">A(Ser)", "latex": "{\\underline{#1}}"}),
        ("failed=brackets", {"latex": "{((#1))}"}), ("failed=asterisks", {"latex": "{*#1*}"}),
        ("failed=word", {"latex": "{#1 (FAILED)}"}),
        ("why=off", {"html": "</u><sup class=\"note\">*</sup>", "markdown": "*A(Ser) S F(Alb)-Gre* (FAILED);"}),
        ("names=surname", {"html": "<b>AUSTRIA</b> (Quill):", "markdown": "**AUSTRIA** (Quill):", "latex": "AUSTRIA} (Quill):"}),
        ("orders=lines", {"html": ";</span>\n<br><span", "markdown": "  \n*A(Ser)", "latex": ":\\dipline{}\n\\failed{A(Ser)"}),
    ],
)  # fmt: skip
def test_a_style_in_every_format(style: str, said: dict[str, str]) -> None:
    for form, wanted in said.items():
        assert wanted in made(form, style), form


@pytest.mark.parametrize(
    ("style", "underlined", "said"),
    [
        ("", True, ["A(Ser) S F(Alb)-Gre", "*1"]), ("failed=underline", True, ["A(Ser) S F(Alb)-Gre", "1"]),
        ("failed=brackets", False, ["((A(Ser) S F(Alb)-Gre))", "1"]),
        ("failed=word why=off", False, ["A(Ser) S F(Alb)-Gre (FAILED)", ";"]),
    ],
)  # fmt: skip
def test_a_style_in_a_document(style: str, underlined: bool, said: list[str]) -> None:
    docx = pytest.importorskip("docx")
    found = docx.Document(io.BytesIO(FORMATS["docx"].make(copy(style))))
    runs = [run for paragraph in found.paragraphs for run in paragraph.runs]
    at = next(n for n, run in enumerate(runs) if run.style.name == "FailedOrder")
    assert [run.text.strip() for run in runs[at : at + 2]] == said
    assert found.styles["FailedOrder"].font.underline is (underlined or None)


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("", "GMs: Harriet Lowe, Otto Blume and Ida Berg"), ("names=surname", "GMs: Lowe, Blume and Berg"), ("names=none", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["text", "html", "page", "markdown", "latex", "docx", "pdf", "epub"])
def test_all_gms_are_named_in_the_style_s_form(form: str, style: str, said: str) -> None:
    cast = replace(CAST, gms=("Harriet Lowe", "Otto Blume", "Ida Berg"))
    file = FORMATS[form].make(copy(style, cast=cast)) if form not in ("docx", "pdf") or importable(form) else b""
    if form == "docx":
        text = "\n".join(each.text for each in pytest.importorskip("docx").Document(io.BytesIO(file)).paragraphs)
    elif form == "epub":
        text = chapter(file)
    else:
        text = poppler.words_of(file) if form == "pdf" else file.decode()
    assert said in " ".join(text.split())
    assert re.search(r"GMs?:", text) if said else not re.search(r"GMs?:", text)
    alone = "" if form in ("docx", "pdf", "epub") else made(form, style, cast=replace(CAST, gms=("Harriet Lowe",)))
    assert "GMs:" not in alone


def chapter(book: bytes) -> str:
    """What the first chapter of an electronic book says."""
    with zipfile.ZipFile(io.BytesIO(book)) as whole:
        return "".join(ElementTree.fromstring(whole.read("book/page-0.xhtml")).itertext())


def importable(form: str) -> bool:
    """Whether what makes the format is here, and what reads it; skips the test if not."""
    pytest.importorskip({"docx": "docx", "pdf": "typst"}[form])
    if form == "pdf" and poppler.missing():
        pytest.skip(poppler.missing())
    return True


def test_long_names_keep_to_the_columns() -> None:
    """A game's, its number's, people's, each as long as it may be; signed by a power with a long name, too."""
    person, seen = "Maximilian " * 5 + "Habsb", replace(autumn()["seen"], game="the" * 13, number="of-the-" * 3)
    press = [{"text": "Peace.", "name": f"{person}, Elunian Empire"}]
    cast = replace(CAST, gm=person, players=dict.fromkeys(CAST.players, person))
    text = made("text", seen=seen, cast=cast, press=press)
    assert max(map(len, text.split("\n"))) <= 72
    assert " Elunian\n" in text


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("failed = (FAILED), names: surname why no", "failed=word names=surname why=off"),
        ("brackets, surnames and one order per line please", "failed=brackets names=surname orders=lines"),
        ("failed underlined, surnames only, no reasons", "failed=underline names=surname why=off"),
        ("map=position, no reasons", "board=position why=off"), ("map: both", "board=both"),
        ("map=grey map=position", "map=grey board=position"),
        ("failed underlined; map=gray, rules false, A4", "failed=underline map=grey rules=off page=a4"),
    ],
)
def test_a_style_as_editors_write_it(said: str, meant: str) -> None:
    assert parse_style(said) == parse_style(meant)
    assert parse_style(meant) != parse_style("")


@pytest.mark.parametrize("style", ["failed=red", "names", "lines=3", "why=perhaps", "colour=red"])
def test_a_style_that_is_none_says_what_there_is(style: str) -> None:
    with pytest.raises(StyleError, match="one of"):
        parse_style(style)


def test_reasons_that_are_off_are_off_for_retreats_too() -> None:
    """Why a unit cannot retreat somewhere is a reason; where it may go is none."""
    beaten = {"power": "Italy", "unit": "A(Tri)", "text": "A(Tri) may go to Alb.", "shut": "Closed: Bud (occupied).", "options": 1}

    def said(style: str) -> str:
        return FORMATS["text"].make(replace(copy(style), record={**copy().record, "retreats": [beaten]})).decode()

    assert "Closed: Bud (occupied)." in said("")
    assert "Closed" not in said("why=off")
    assert "A(Tri) may go to Alb." in said("why=off")


def test_html_is_a_section_with_classes() -> None:
    text = made("html")
    assert (
        '<p class="power"><b>AUSTRIA</b> (Ada Quill): <span class="noted">'
        '<u class="order failed" title="cut">A(Ser) S F(Alb)-Gre</u>'
        '<sup class="note"><a href="#quillfeather-autumn-1901-1">*1</a></sup>;</span>\n' in text
    )
    assert 'value="4">F(Den) 1, F(BOT) 1: stood each other out. Swe is empty. <span class="rule">[standoffs]</span></li>' in text
    assert "<html" not in text
    assert "<svg" not in text
    whole = LexborHTMLParser(made("page"))
    assert whole.css_first("html").attributes["lang"] == "en"
    assert len(whole.css("figure.map svg")) == 1
    assert {link.attributes["href"] for link in whole.css("a")} <= {f"#{item.attributes['id']}" for item in whole.css("li[id]")}


def test_markdown_and_latex() -> None:
    said = "**AUSTRIA** (Ada Quill): *A(Ser) S F(Alb)-Gre* (FAILED 1); F(Alb)-Gre; *A(Vie)-Tri* (FAILED 2) \\[3\\]\n"
    assert said in made("markdown")
    assert "\n\n(FAILED) = order failed. Number = note below. [n] = units after the turn.\n\n" in made("markdown")
    assert "needed no support. \\[cutting support\\]\n2. A(Vie) 1" in made("markdown")
    text = made("latex")
    assert r"\providecommand{\failed}[1]{\underline{#1}}" in text
    key = "Underlined, * = order failed. Number = note below. [n] = units after the turn."
    assert f"\n{{\\small\\itshape\n{key}\\par}}\n" in text
    assert "\\dippower{AUSTRIA} (Ada Quill):\n\\failed{A(Ser) S F(Alb)-Gre}\\dipnote{*1};\nF(Alb)-Gre;\n" in text
    assert "\\failed{A(Ser) S F(Alb)-Gre}\\dipnote{*};\n" in made("latex", "why=off")


def test_markdown_keeps_verse() -> None:
    """Lines end where they ended and stand as far in as they stood; blanks at a line's beginning would be lost, or make code."""
    verse = "Tyger, tyger,\n  burning bright\n\n      *in* the forests"
    text = made("markdown", press=[{"text": verse, "name": "Ankara"}])
    quoted = [line for line in text.split("\n") if line.startswith(">")]
    assert quoted == [
        "> Tyger, tyger,  ", f"> {'&nbsp;' * 2}burning bright  ", ">   ", f"> {'&nbsp;' * 6}\\*in\\* the forests  ", "> — Ankara"
    ]  # fmt: skip


def test_the_block_that_old_mappers_read() -> None:
    lines = made("njudge").split("\n")
    assert lines[0] == "Movement results for Fall of 1901.  (quillfeather)"
    assert "Austria: Army Serbia SUPPORT Fleet Albania -> Greece.  (*cut*)" in lines
    assert "England: Fleet North Sea CONVOY Army Yorkshire -> Norway." in lines
    assert "Russia: Fleet Gulf of Bothnia -> Sweden.  (*bounce*)" in lines
    assert "France: Army Spain HOLD." in lines
    assert "Unowned: Belgium, Sweden, Tunis." in lines


RECORD = """record game title number phase kind year revision gm run run_at headline whole common powers notes events retreats gone
standbys rulings adjustments total history position state dice over deadline due_at addresses since press"""


def test_the_record_is_json_of_everything() -> None:
    body = json.loads(made("json"))
    assert body["record"] == 1, "a key that goes or means something else needs another number, and docs/operator.md"
    assert set(body) >= set(RECORD.split())
    assert (body["run_at"], body["due_at"]) == ("2027-03-12T21:00:00+00:00", "2027-03-19T21:00:00+00:00")
    austria = body["powers"][0]
    assert [austria[key] for key in ("power", "player", "units")] == ["Austria", "Ada Quill", 3]
    assert austria["orders"][0]["unit"] == {"kind": "A", "called": "", "space": "Ser", "coast": "", "name": "Serbia"}
    assert austria["orders"][0]["word"] == "cut"
    assert body["history"] == {"years": [1900, 1901], "rows": body["history"]["rows"]}
    assert body["notes"][2] == {"number": 3, "text": "A(Par) 1, A(Mun) 1: stood each other out. Bur is empty.", "rule": "standoffs"}
    assert body["adjustments"][0]["does"] == "builds 2"


def test_a_document_has_a_style_for_everything_and_no_look_of_its_own() -> None:
    docx = pytest.importorskip("docx")
    found = docx.Document(io.BytesIO(FORMATS["docx"].make(copy())))
    styles = [paragraph.style.name for paragraph in found.paragraphs]
    assert styles[:5] == ["GameTitle", "Season", "GameMaster", "Map", "Orders"]
    assert {"Why", "Map", "Deadline", "Press", "PressByline", "SectionHead"} <= set(styles)
    runs = [run for paragraph in found.paragraphs for run in paragraph.runs]
    assert [run.text for run in runs if run.style.name == "FailedOrder"][:2] == ["A(Ser) S F(Alb)-Gre", "A(Vie)-Tri"]
    assert [run.text for run in runs if (run.bold, run.italic, run.underline, run.font.size) != (None,) * 4] == []
    assert [table.style.name for table in found.tables] == ["CentreTable", "CentreTable"]
    assert [cell.text for cell in found.tables[0].rows[1].cells] == ["Austria", "Bud Tri Vie +Gre +Ser  ", "5", "builds 2"]


def test_files_do_not_say_when_they_were_made() -> None:
    """The same issue is the same file, whenever it is asked for again; the hour of the machine is nobody's business."""
    with zipfile.ZipFile(io.BytesIO(FORMATS["docx"].make(copy()))) as packed:
        assert {part.date_time for part in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert not re.search(rb"CreationDate|ModDate|CreateDate", FORMATS["pdf"].make(copy()))


@pytest.mark.parametrize("page", ["a5", "a4", "letter"])
def test_pages_are_set_with_their_map(page: str) -> None:
    pytest.importorskip("typst")
    pdf = FORMATS["pdf"].make(copy(f"page={page}"))
    assert pdf.startswith(b"%PDF-")
    size = {"a5": b"419.", "a4": b"595.", "letter": b"612"}[page]
    assert b"/MediaBox[0 0 " + size in pdf


@pytest.mark.parametrize(("page", "across"), [("a5", 1748), ("a4", 2480)])
def test_a_picture_for_a_photocopier(page: str, across: int) -> None:
    """Nothing but grey, and 300 dots to the inch across the page."""
    with Image.open(io.BytesIO(FORMATS["grey"].make(copy(f"map=off page={page}")))) as picture:
        assert (picture.mode, picture.width, round(picture.info["dpi"][0])) == ("L", across, 300)
    with pytest.raises(FormatUnavailable, match="no map"):
        FORMATS["grey"].make(replace(copy(), picture=None))


@pytest.mark.parametrize("form", FORMATS)
def test_what_users_write_is_data(form: str) -> None:
    """Press, names and headline full of markup: every format is made, and none of it has become markup."""
    given = copy(cast=replace(CAST, gm=BAD.replace("\ud800", "")), press=[{"text": f"one\n{BAD}\n  - two", "name": "A & <b>"}])
    made = FORMATS[form].make(replace(given, headline="<b>&{{ 1 }}"))
    if form in ("docx", "pdf", "grey"):
        assert len(made) > 500
        return
    if form == "epub":
        with zipfile.ZipFile(io.BytesIO(made)) as book:
            page = ElementTree.fromstring(book.read("book/page-0.xhtml"))  # what is no XML raises
        press = page.find(".//{*}blockquote/{*}p")
        assert press is not None
        assert "<script>alert(1)</script>" in "".join(press.itertext())
        assert page.find(".//{*}script") is None
        return
    text = made.decode()
    assert "49" not in text
    if form in ("html", "page"):
        tree = LexborHTMLParser(text)
        assert [node.tag for node in tree.css("section script, section b b, .press i")] == []
        assert "<script>alert(1)</script>" in tree.css_first(".press p").text()
    if form == "latex":
        assert r"\input" not in text
        assert r"\textbackslash{}input\{/etc/passwd\}" in text
    if form == "markdown":
        assert "<script" not in text.replace(r"\<script", "")


LATEX = """providecommand underline textsuperscript noindent hangindent textbf medskip par nopagebreak leavevmode newline ttfamily
footnotesize obeyspaces begin end hfill ifdefined XeTeXversion luatexversion else fi section begingroup raggedright parindent
endgroup smallskip small itshape emph itemsep parsep item linewidth tabcolsep textbackslash textasciitilde textasciicircum
textless textgreater textbar symbol includegraphics IfFileExists"""
"""Commands that every LaTeX has without a package, as the copy uses them."""


@pytest.mark.parametrize("style", ["", "orders=lines failed=asterisks"])
def test_latex_needs_no_package_and_no_letter_stops_it(style: str) -> None:
    """Braces match, each command is LaTeX's own or defined here, a break eats nothing of the line behind it, and what pdfTeX may
    have no letter for stands in the macro for it."""
    press = [{"text": f"\n  [one] {BAD}\n* two\n\n}}{{ Ærø, Łódź, Zoe\u0308 – «Привет» 😀", "name": "Ħ & {Co"}]
    text = re.sub(r"(?m)^%.*\n", "", made("latex", style, press=press))
    bare = re.sub(r"\\[\\{}#$%&_]", "", text.replace(r"\\" + "\n", "\n"))
    assert bare.count("{") == bare.count("}")
    assert set(re.findall(r"\\([A-Za-z]+)", bare)) <= set(LATEX.split()) | set(re.findall(r"\\providecommand\{\\(\w+)\}", text))
    assert re.findall(r"\\\\(?!\n)|\\dipline(?!\{\}\n|\})", text) == []
    assert re.findall(r"[^\x00-\u017e–«»]", re.sub(r"\\dipchar\{.\}", "", text)) == []
    assert r"Zoë – «\dipchar{П}\dipchar{р}" in text
    assert r"\dipline{}" + "\n~~[one] " in text
    assert r"}{\dipchar{Ħ} \& \{Co}" in text


def test_latex_takes_in_the_maps_that_come_with_it() -> None:
    """Each file that it names is there, and no other; with graphicx only, for the editor may have no use for maps."""
    given = replace(drawn("standard", "board=both"), picture=lambda palette: SVG, position=lambda palette: SVG)
    area = IssueGame("standard", "", (given, replace(given, record={**given.record, "phase": "Spring 1905"})))
    copy_, *maps = issue_files(ZineIssue("Cabinet", "cabinet", "Sunday", (area,), (), given.words, given.style), "latex")
    named = re.findall(r"\\dipmap\{([^#}]+)\}", copy_.content.decode())
    assert named == [file.name for file in maps] == ["blot-spring-1905.png", "blot-spring-1905-position.png"]
    assert all(file.content.startswith(b"\x89PNG") for file in maps)
    assert r"\dipmap{blot" not in FORMATS["latex"].make(replace(given, picture=None)).decode()


HEADS = ["2 B.C.", "1 B.C.", 1, 2, 1903, 1904]
"""The first year is told whole, the others by two figures."""
NARROW = ["2 B.C.", "01", "1", "2", "03", "04"]


def heads(form: str, made: bytes) -> str:
    """What stands above the centres by year, as one line."""
    if form == "pdf":
        if poppler.missing():
            pytest.skip(poppler.missing())
        return poppler.words_of(made)
    if form == "epub":
        with zipfile.ZipFile(io.BytesIO(made)) as book:
            pages = [ElementTree.fromstring(book.read(name)) for name in book.namelist() if name.endswith(".xhtml")]
        found = [list(row.itertext()) for page in pages for row in page.findall(".//{*}table[@class='years']/{*}thead/{*}tr")]
        return " ".join(found[-1])
    text = made.decode()
    if form in ("html", "page"):
        return LexborHTMLParser(text).css_first(".years thead tr").text(separator=" ")
    return text.replace("&", " ").replace(r"\\", "")


@pytest.mark.parametrize("form", ["text", "html", "page", "latex", "pdf", "epub"])
def test_years_have_the_same_heads_in_every_format(form: str) -> None:
    history = {"years": HEADS, "rows": [("Austria", [3, 3, 4, 4, 5, 5]), ("Turkey", [3, 4, 4, 4, 4, 4])]}
    said = " ".join(heads(form, FORMATS[form].make(copy(history=history))).split())
    assert " ".join(NARROW) in said, said[-600:]


def test_escapes() -> None:
    assert escape_latex("50% of A_B {x} ~") == r"50\% of A\_B \{x\} \textasciitilde{}"
    assert escape_markdown("1. one\n- *two*\n   # three") == "1. one\n\\- \\*two\\*\n\\# three"


def test_the_map_shows_what_the_editor_wants() -> None:
    """Its orders by default; a movement's position is a picture of its own."""
    both = replace(copy(), picture=lambda palette: f"<svg>orders {palette}</svg>", position=lambda palette: "<svg>after</svg>")

    def pictures(style: str) -> list[str]:
        return replace(both, style=parse_style(style)).maps()

    assert pictures("") == ["<svg>orders colour</svg>"]
    assert pictures("map=grey") == ["<svg>orders grey</svg>"]
    assert pictures("map=position") == ["<svg>after</svg>"]
    assert pictures("map=both") == ["<svg>orders colour</svg>", "<svg>after</svg>"]
    assert pictures("map=off") == []
    page = FORMATS["page"].make(replace(both, style=parse_style("map=both"))).decode()
    assert page.index("orders colour") < page.index("AUSTRIA") < page.index("<svg>after")
