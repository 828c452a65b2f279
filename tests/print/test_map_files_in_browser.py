"""A map sent as a file, as Debian's Chromium shows it: pointing at an order or a space says what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice
from tests.maps.test_map_files import drawing
from tests.print import chromium
from tests.print.test_browser import absent

SEEN = """(() => {
  const all = [...document.querySelectorAll(':hover')].reverse();
  const named = all.find(each => each.querySelector(':scope > title'));
  return named ? named.querySelector(':scope > title').textContent : '';
})()"""
"""The title that the browser shows of what lies under the mouse: that of the nearest element that has one."""
MIDDLE = """(() => {
  const box = document.querySelector(%r).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chromium.Browser]:
    if reason := chromium.missing():
        absent(reason)
    with chromium.browsing(tmp_path_factory.mktemp("chromium")) as running:
        yield running


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that a player is sent. Burgundy is left empty by a standoff."""
    monkeypatch.setattr("judge.daemon.world.svg_to_png", lambda svg, width, ground=b"": b"\x89PNG stand-in")
    office = PostOffice(tmp_path, maps=True)
    office.game()
    office.orders("France", "A Par-Bur")
    office.orders("Germany", "A Mun-Bur")
    office.letter(GM, "PROCESS")
    (answer,) = office.orders("France", "MAP Spring 1901 SVG")
    made = tmp_path / "quillfeather-spring-1901.svg"
    made.write_text(drawing(answer), "utf-8")
    return made


def pointed(browser: chromium.Browser, what: str) -> str:
    """What is said when the mouse comes to the middle of something, and again when a finger taps it."""
    x, y = browser.run(MIDDLE % what)
    found = []
    for kind, more in (("mouseMoved", {}), ("mousePressed", {"button": "left", "clickCount": 1})):
        browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)
        found.append(str(browser.run(SEEN)))
    assert found[0] == found[1]
    return found[0]


def test_pointing_at_a_failed_order_says_why(browser: chromium.Browser, file: Path) -> None:
    browser.open(file, 1280)
    france, germany = (f'[data-order="{power} A({space})"] circle' for power, space in (("France", "Par"), ("Germany", "Mun")))
    assert pointed(browser, france).startswith("France: A(Par)-Bur (")
    assert "A(Par) 1, A(Mun) 1: stood each other out. Bur is empty." in pointed(browser, france)
    assert pointed(browser, germany).startswith("Germany: A(Mun)-Bur (")
    assert pointed(browser, "g[data-space=Vie]") == "Vienna. Austria: army. centre: Austria"
    assert browser.said == []
