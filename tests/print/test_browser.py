"""Pages as Debian's Chromium shows them: nothing on the console, nothing to scroll to the side, and nothing for axe to find."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import NoReturn

import pytest
from PIL import Image

from judge import cli
from judge.print import FORMATS
from tests.letters.post_office import PostOffice
from tests.print import chromium, poppler
from tests.print.gallery import drawn
from tests.print.test_issue import issue

WINDOWS = ((390, False), (390, True), (1280, False))
"""How wide in pixels, and whether in the dark."""
AXE = "axe_playwright_python"
"""A package that holds axe-core's one file and is kept up to date; the Playwright that it is made for is not wanted."""
AUDIT = "axe.run().then(found => found.violations.map(one => `${one.id}: ${one.nodes.map(node => node.target).join(' ')}`))"
WIDTH = "document.documentElement.scrollWidth"
"""Not compared with innerWidth, which a phone makes as wide as whatever is there."""


def absent(reason: str) -> NoReturn:
    """The tier is missing; in CI that is a failure."""
    pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chromium.Browser]:
    if reason := chromium.missing() or poppler.missing():
        absent(reason)
    if importlib.util.find_spec(AXE) is None:
        absent("tier missing: no axe-core here (pip install --no-deps axe-playwright-python)")
    with chromium.browsing(tmp_path_factory.mktemp("chromium")) as running:
        yield running


def faults(browser: chromium.Browser, page: Path, heading: str) -> Iterator[str]:
    """What is wrong with a page in any window."""
    axe = (resources.files(AXE) / "axe.min.js").read_text("utf-8")
    for width, dark in WINDOWS:
        browser.said.clear()
        browser.open(page, width, dark)
        where = f"{page.parent.name}/{page.name} at {width}{' in the dark' * dark}:"
        if browser.run("document.querySelector('h1').innerText") != heading:
            yield f"{where} another heading"
        if (wide := browser.run(WIDTH)) != width:
            yield f"{where} {wide} pixels wide"
        if (width, dark) != WINDOWS[0]:
            browser.run(f"{axe};0")
            yield from (f"{where} {found}" for found in browser.run(AUDIT))
        yield from (f"{where} {said}" for said in browser.said)


@pytest.mark.parametrize("case", ["standard", "colonial_variant", "new_world_1492"])
def test_a_report_s_page(case: str, browser: chromium.Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(FORMATS["page"].make(drawn(case)))
    heading = f"Blot {drawn(case).record['title']}, no number yet"
    assert list(faults(browser, page, heading)) == []
    with Image.open(BytesIO(browser.picture())) as picture:
        assert picture.width == 1280
        assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 500
    printed = poppler.words_of(browser.print())
    assert heading in printed
    assert "Nor is the Rhône, <whatever> the Count & his friends" in printed


def test_an_issue_s_page(browser: chromium.Browser, tmp_path: Path) -> None:
    """Three games, an erratum, and a game without a report; each game begins a sheet of paper."""
    (tmp_path / "issue.html").write_bytes(FORMATS["page"].issue(issue()))
    assert list(faults(browser, tmp_path / "issue.html", "The <Filing> Cabinet\nSun 28 March 2027")) == []
    assert int(poppler.about(browser.print())["Pages"]) >= 4


def test_every_page_of_an_archive(browser: chromium.Browser, tmp_path: Path) -> None:
    """Two phases by mail, with press in several alphabets and a word that is wider than any phone."""
    office, config = PostOffice(tmp_path), tmp_path / "judge.yaml"
    office.game()
    office.letter("france@mail.example", f"PRESS TO ALL\nThe <Rhine> & us. Ἐν ἀρχῇ. {'Donaudampfschiff' * 9}\nEND")
    office.wait(days=5)
    office.wait(days=7)
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\n", "utf-8")
    folder = tmp_path / "archive"
    assert cli.main(["archive", str(folder), "--config", str(config)]) == 0
    headings = {"index.html": "Games", "quillfeather/index.html": "Quillfeather"}
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")} == set(headings)
    for name, heading in headings.items():
        assert list(faults(browser, folder / name, heading)) == []
    assert "quillfeather" in poppler.words_of(browser.print()).lower()
