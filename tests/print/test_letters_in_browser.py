"""The HTML part of letters as Debian's Chromium shows it: nothing to scroll to the side on a phone, and text that stands out."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from tests.letters.test_html import page_of, told
from tests.print import chromium
from tests.print.test_browser import AXE, WIDTH, absent

EVERY = 14
"""Of the letters in the stories, one in so many is looked at."""
CONTRAST = "axe.run({runOnly: ['color-contrast']}).then(found => found.violations.flatMap(one => one.nodes.map(node => node.html)))"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chromium.Browser]:
    if reason := chromium.missing():
        absent(reason)
    with chromium.browsing(tmp_path_factory.mktemp("chromium")) as running:
        yield running


def test_letters_fit_a_phone(browser: chromium.Browser, tmp_path: Path) -> None:
    """At 360 pixels, none is wider; the longest letter is among them."""
    page = tmp_path / "letter.html"
    for text in [*told()[::EVERY], max(told(), key=len)]:
        page.write_text(page_of(text), "utf-8")
        browser.open(page, 360)
        assert browser.run(WIDTH) == 360, text


@pytest.mark.parametrize("dark", [False, True])
def test_letters_are_readable_by_day_and_by_night(dark: bool, browser: chromium.Browser, tmp_path: Path) -> None:
    if importlib.util.find_spec(AXE) is None:
        absent("tier missing: no axe-core here (pip install --no-deps axe-playwright-python)")
    axe = (resources.files(AXE) / "axe.min.js").read_text("utf-8")
    page = tmp_path / "letter.html"
    warns = next(text for text in told() if "   ! " in text)
    for text in (warns, *told()[:: 5 * EVERY]):
        page.write_text(page_of(text), "utf-8")
        browser.open(page, 1000, dark)
        browser.run(f"{axe};0")
        assert browser.run(CONTRAST) == [], text
