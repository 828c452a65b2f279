"""Documents and pages as other programs open them: LibreOffice finds every style by its name, poppler every page and word."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from judge.print import FORMATS
from tests.print import poppler
from tests.print.gallery import drawn
from tests.print.test_formats import copy

STYLES = {
    "Quillfeather (Standard": "GameTitle", "Autumn 1901": "Season", "AUSTRIA": "PowerName", "A(Ser) S F(Alb)-Gre": "FailedOrder",
    "*1": "NoteNumber", "Why": "SectionHead", "+Gre": "Gained", "(Felix Brandt)": "PressByline",
}  # fmt: skip
"""What stands in the document, and the style that it should have."""


def wanted(reason: str) -> None:
    """Skip if there is a reason; in CI a missing tier is a failure."""
    if reason:
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


def test_a_word_processor_has_the_styles_by_name(tmp_path: Path) -> None:
    """As LibreOffice keeps it: what is said stands in our style, or in one whose parent is ours, and has no font of its own."""
    wanted("" if shutil.which("soffice") else "tier missing: no LibreOffice here (apt-get install libreoffice-writer-nogui)")
    (tmp_path / "report.docx").write_bytes(FORMATS["docx"].make(copy()))
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    command = ["soffice", home, "--headless", "--convert-to", "fodt", "--outdir", str(tmp_path), str(tmp_path / "report.docx")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "report.fodt").read_text("utf-8")
    parents = dict(re.findall(r'<style:style style:name="(\w+)" style:family="\w+" style:parent-style-name="(\w+)"', text))

    def style(said: str) -> str:
        within = r'<text:(?:p|span) text:style-name="(\w+)">(?:<text:span text:style-name="T\d+">)?'
        found = re.findall(within + re.escape(said), text)
        assert found, f"{said} stands nowhere"
        return parents[found[0]] if re.fullmatch(r"P\d+", found[0]) else found[0]

    for said, name in STYLES.items():
        assert style(said) == name, said
    automatic = text[text.index("<office:automatic-styles>") : text.index("</office:automatic-styles>")]
    assert "style:font-name=" not in automatic
    assert "fo:font-size=" not in automatic
    assert text.count("<table:table ") == 2
    assert text.count("<draw:image") == 1


@pytest.mark.parametrize(("page", "size"), [("a5", "419.528 x 595.276"), ("a4", "(A4)"), ("letter", "(letter)")])
def test_pages_are_looked_at(page: str, size: str) -> None:
    """Each has its size and its words, ink in many shades, and a margin where nothing is."""
    wanted(poppler.missing())
    pdf = FORMATS["pdf"].make(copy(f"page={page}"))
    told, words = poppler.about(pdf), poppler.words_of(pdf)
    assert (told["Title"], told["Pages"], size in told["Page size"]) == ("Quillfeather, Autumn 1901", "2", True)
    assert "AUSTRIA (Ada Quill): A(Ser) S F(Alb)-Gre*1; F(Alb)-Gre;" in words
    assert "Neither blinked." in words
    for picture in poppler.pictures(pdf, 2, 40):
        assert picture.getextrema()[0] < 60
        assert picture.crop((0, 0, picture.width, 10)).getextrema() == (255, 255)


def test_a_map_that_nearly_fits_saves_a_page() -> None:
    """It is made a little smaller; where it would become too small it has a page of its own."""
    wanted(poppler.missing())
    made = {page: FORMATS["pdf"].make(drawn("new_world_1492", f"page={page}")) for page in ("a4", "a5")}
    assert {page: poppler.about(pdf)["Pages"] for page, pdf in made.items()} == {"a4": "1", "a5": "2"}


@pytest.mark.parametrize("page", ["a4", "a5"])
def test_what_a_game_says_keeps_to_its_column(page: str) -> None:
    """Its lines are set as a table, and a seal is folded, so that neither runs into the next column or the margin."""
    wanted(poppler.missing())
    plain = copy(f"page={page} columns=2")
    state = ["EXPLORED SO FAR   7 native centre, 15 land, 22 land, 29 native centre,", "                  30 land, 37 sea."]
    told = {"state": [*state, "GARRISONS         42"], "dice": ["SEAL  " + "0f" * 32], "press": []}
    pdf = FORMATS["pdf"].make(replace(plain, record={**plain.record, **told}))
    assert "GARRISONS" in poppler.words_of(pdf)
    for picture in poppler.pictures(pdf, int(poppler.about(pdf)["Pages"]), 80):
        across, edge = picture.width, round(picture.width * 0.06)
        middle = picture.crop((across // 2 - 3, picture.height // 2, across // 2 + 3, picture.height * 9 // 10))
        assert picture.crop((across - edge, 0, across, picture.height)).getextrema() == middle.getextrema() == (255, 255)


@pytest.mark.parametrize(("case", "turned"), [("youngstown", True), ("colonial_variant", True), ("standard", False)])
def test_a_wide_board_is_turned(case: str, turned: bool) -> None:
    """On a page of its own, so that its names can be read; others stand upright above the orders."""
    wanted(poppler.missing())
    pdf = FORMATS["pdf"].make(drawn(case, "map=grey page=a5"))
    last = poppler.pictures(pdf, int(poppler.about(pdf)["Pages"]), 40)[-1].convert("L")
    ink = last.crop((0, 0, last.width, last.height * 9 // 10)).point(lambda shade: 255 * (shade < 200)).getbbox()
    assert ink
    assert (ink[3] - ink[1] > 1.4 * (ink[2] - ink[0])) == turned
