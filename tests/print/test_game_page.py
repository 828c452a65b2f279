"""The page of a game: played through in a real browser by mouse and by keys, and whole without a script."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat
from selectolax.lexbor import LexborHTMLParser

from judge.assets import find_assets
from judge.daemon.wiring import map_loader, template_loader
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.house_players import decide_orders
from judge.maps.colours import PALETTES, ink_colour
from judge.maps.rasterize import FLAT_APART, paint_sheet
from judge.office.zines.rendering import make_copy
from judge.print import GameEnding, PhaseCopy, Style
from judge.print.card import SIZE, CardPainter
from judge.print.feeds import atom_feed, feed_entries, feed_id
from judge.print.game_page import EarlierPhases, GameStory, continued_page, game_page, phase_anchor, players_in, players_of
from judge.print.graph import centres_graph
from judge.print.packing import pack_pictures, unpack_picture
from judge.reports import PlayerNames, report_facts
from judge.rules import adjudicate
from judge.variants import load_ruleset
from tests.print import chromium
from tests.print.test_browser import browser, faults

__all__ = ["browser"]
SAID = "PARIS: Peace </script><b>now</b>.\nOr never."
ENDING = GameEnding(
    "Won by Italy.", ("Austria: Ada & Ben", "France: Gwen"), (), ("Most help: Italy.",), (), (("Gwen, France", "I <never> did."),),
)  # fmt: skip
N = 7
"""So many phases end with a movement, after which the position is a picture of its own."""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} 1000" width="9" height="9"><defs></defs><g></g></svg>'
FOLLOWED = "new Promise(done => { addEventListener('hashchange', done, {once: true}); location.hash = '#%s'; })"
"""Till the page, whose own listener comes first, has followed its address."""
SITE = "https://games.example/archive/quillfeather/"


@cache
def copies(number: int) -> tuple[PhaseCopy, ...]:
    """The first phases of a standard game that house players play, with press in each."""
    found = find_assets()
    ruleset = load_ruleset("standard", (found.games,), found.grammars())
    words, looks = template_loader((found.games,), found), map_loader((found.games,), found)
    position, made = ruleset.start, list[PhaseCopy]()
    history: list[tuple[int, dict[str, int]]] = []
    while len(made) < number:
        if not history or position.phase.year - 1 > history[-1][0]:
            counts = {power.name: len(position.centres(power.name)) for power in ruleset.powers}
            history.append((position.phase.year - 1, counts))
        orders = {power.name: decide_orders(position, ruleset, power.name, "steady", "page") for power in ruleset.powers}
        outcome = adjudicate(position, orders, ruleset)
        judged = JudgedPhase("quillfeather", ruleset.key, outcome=outcome, history=tuple(history))
        seen = view_phase(judged, ruleset, "")
        facts = report_facts(seen, ruleset, PlayerNames("Harriet Lowe"), [(SAID, "France")])
        made.append(make_copy((seen, facts, ruleset, "standard"), words, looks, Style()))
        position = outcome.position
    return tuple(made)


@cache
def page(number: int = N) -> str:
    return game_page(GameStory("quillfeather", copies(number), ENDING)).decode()


def data(text: str) -> dict[str, list[object]]:
    found = LexborHTMLParser(text).css_first("#data")
    assert found is not None
    read: dict[str, list[object]] = json.loads(found.text())
    return read


def test_without_a_script_everything_is_there_and_every_phase_has_its_place() -> None:
    tree = LexborHTMLParser(page())
    ids = [node.attributes["id"] for node in tree.css("[id]")]
    assert len(ids) == len(set(ids))
    assert tree.css_first("p.result").text() == "Won by Italy."
    for copy in copies(N):
        assert f'id="{phase_anchor(copy)}"' in page()
        assert tree.css_first(f"nav.all a[href='#{phase_anchor(copy)}']") is not None
    for before, after in pairwise(copy for copy in copies(N) if copy.record["kind"] != "retreats"):
        assert tree.css_first(f"#{phase_anchor(before)}-report a[rel=next]").attributes["href"] == f"#{phase_anchor(after)}"
        assert tree.css_first(f"#{phase_anchor(after)}-report a[rel=prev]").attributes["href"] == f"#{phase_anchor(before)}"
    assert [box.text() for box in tree.css("main > blockquote.press p")] == ["I <never> did."]
    assert tree.css_first("main > blockquote.press footer").text() == "(Gwen, France)"
    assert "<b>now</b>" not in page()
    assert page().count("</script>") == 2
    assert not re.search(r"(?:src|href)=\"?https?:|url\(|@import", page())


def test_what_began_and_ended_on_one_day_has_one_date() -> None:
    (copy,) = copies(1)
    once = replace(copy, record={**copy.record, "run": "Sun 29 November 2026"})
    about = game_page(GameStory("quillfeather", (once,))).decode().partition('class="about">')[2].partition("</p>")[0]
    assert about.endswith(". Sun 29 November 2026.")


def test_retreats_are_told_with_the_movement_before_them() -> None:
    """Its report says where its units went, not where they might go; their own address leads there, and shows them on the map."""
    movement, retreats = copies(N)[1:3]
    assert [copy.record["phase"] for copy in (movement, retreats)] == ["Autumn 1901", "Autumn 1901 retreats"]
    (order,) = [order["text"] for block in retreats.record["powers"] for order in block["orders"]]
    tree = LexborHTMLParser(page())
    report = tree.css_first("#autumn-1901-report")
    assert report.css_first("#autumn-1901-retreats").text() == "Retreats"
    assert [row.text().strip() for row in report.css(".retreats li")] == [f"Austria {order}."]
    assert "may go to" not in page()
    assert report.css_first("table.centres") is not None
    assert tree.css_first("#autumn-1901-retreats-report") is None
    frames = data(page())["frames"]
    assert [(frame["id"], frame.get("report")) for frame in frames][1:3] == [  # type: ignore[attr-defined]
        ("autumn-1901", None), ("autumn-1901-retreats", "autumn-1901"),
    ]  # fmt: skip


def test_the_map_of_every_phase_is_in_it_and_says_why() -> None:
    packed, first = data(page()), copies(N)[0]
    assert first.scenes
    assert first.pointed_at
    assert len(packed["p"]) == len(packed["frames"]) == N + 1
    picture = unpack_picture(packed, 0)
    assert picture in first.pointed_at(first.scenes()[0], {}).replace("<title></title>", "") or "<title>" in picture
    failed = [(block["power"], order) for block in first.record["powers"] for order in block["orders"] if order["failed"]]
    notes = {note["number"]: note["text"] for note in first.record["notes"]}
    assert failed
    for power, order in failed:
        unit = order["unit"]
        of = rf"{power} {unit['kind']}\({unit['space']}\)"
        (said,) = re.findall(rf'data-order="{of}"><title>([^<]*)</title>', picture)[:1]
        assert order["text"] in said.replace("&amp;", "&")
        assert notes[order["note"]][:20] in said


def test_a_touch_screen_is_told_to_tap_and_begins_at_the_units() -> None:
    """Nobody can point at anything there; and what is left of a wide map may be ground that nobody has seen."""
    made = page()
    assert 'data-touch="Tap an order to see what became of it' in made
    assert "hint = why.dataset.touch" in made
    assert "toUnits();" in made


def test_pictures_come_out_of_the_pack_as_they_went_in() -> None:
    shown = [copy.pointed_at(copy.scenes()[0], {}) for copy in copies(N) if copy.scenes and copy.pointed_at]
    packed = pack_pictures(shown)
    for n, picture in enumerate(shown):
        assert f">{unpack_picture(packed, n)}</svg>" == picture[picture.index(">") :]


def test_what_several_paths_are_made_of_is_stored_once() -> None:
    """A coast of an area is part of the path of all land; a path of short strokes is stored as it is."""
    coast, shore, strokes = (f"M{n} 0l{'1 2 ' * 40}z" for n in (1, 2)), "M3 0l" + "4 5 " * 40, "M1 2h1" * 20
    one, two = coast
    pictures = [f'<svg><path d="{one}{two}"/><path d="{two}{shore}"/><path d="{strokes}"/></svg>', f'<svg><path d="{one}"/></svg>']
    packed = pack_pictures(pictures)
    assert packed["d"] == [one, two, shore, strokes]
    assert [f"<svg>{unpack_picture(packed, n)}</svg>" for n in range(2)] == pictures


@pytest.mark.parametrize(
    ("size", "shape"),
    [((1600, 1000), "stage panorama"), ((1400, 1000), "stage"), ((14000, 10000), "stage broad"), ((12000, 10000), "stage")],
)
def test_a_map_has_the_room_that_its_shape_needs(size: tuple[int, int], shape: str) -> None:
    """A wide one is moved sideways on a phone, with the keyboard, too; a map of usual shape is as wide as the page."""
    copy = replace(copies(1)[0], pointed_at=lambda scene, told: SVG.replace("1000", str(size[1])).format(size[0]))
    tree = LexborHTMLParser(game_page(GameStory("quillfeather", [copy])).decode())
    figure, stage = tree.css_first("#map"), tree.css_first(".stage")
    assert figure is not None
    assert stage is not None
    assert (stage.attributes["class"], "tabindex" in figure.attributes) == (shape, shape == "stage panorama")


def test_the_same_game_is_the_same_page() -> None:
    assert game_page(GameStory("quillfeather", copies(N), ENDING)).decode() == page()


def test_a_page_goes_on_from_what_was_laid_out_before() -> None:
    """It is the same page, to the byte, whether its phases are laid out one by one as they come or all at once."""
    earlier, done = EarlierPhases(), 0
    for number in range(1, N + 1):
        story = GameStory("quillfeather", copies(N)[done:number], None, players=players_in(earlier, copies(N)[done:number]))
        made, now = continued_page(story, earlier)
        whole = copies(N)[:number]
        assert made == game_page(GameStory("quillfeather", whole, None, players=players_of(whole)))
        earlier = EarlierPhases(*json.loads(json.dumps(now)))
        done = len(earlier.phases)
        assert done == number - (2 if whole[-1].record["kind"] == "retreats" else 1)


@pytest.mark.slow
def test_a_long_game_fits() -> None:
    whole = page(57).encode()
    assert len(whole) < 2_000_000
    assert len(gzip.compress(whole, 9)) < 400_000


def test_a_link_s_picture_shows_the_map_in_its_colours() -> None:
    """Small as units are in it; and what was kept of another card changes nothing."""
    painter = CardPainter()
    for copy in (copies(N)[0], copies(N)[-1]):
        assert copy.sheets
        made = painter.paint(copy.sheets(SIZE))
        assert made == CardPainter().paint(copy.sheets(SIZE))
        assert len(made) < 150_000
        assert copy.scenes
        with Image.open(io.BytesIO(made)) as card:
            assert (card.format, card.size) == ("JPEG", (1200, 630))
            shown = [colour for _, colour in card.convert("RGB").getcolors(1 << 20) or ()]
        for power in copy.scenes()[0].powers:
            assert min(dist(ImageColor.getrgb(ink_colour(power.colour)), colour) for colour in shown) <= FLAT_APART, power.name


def test_sheets_laid_upon_one_another_are_the_picture_drawn_at_once() -> None:
    """Whether each is painted upon what lies below it, or kept by itself."""
    copy = copies(N)[0]
    assert copy.sheets
    plain = Image.new("RGBX", SIZE, PALETTES["colour"].paper)
    for sheet in copy.sheets(SIZE):
        plain = paint_sheet(sheet, plain)
    with Image.open(io.BytesIO(CardPainter().paint(copy.sheets(SIZE)))) as card:
        away = ImageChops.difference(card.convert("RGB"), plain.convert("RGB"))
    assert ImageStat.Stat(away).mean < [3, 3, 3]


def test_a_feed_keeps_its_ids() -> None:
    """They do not change with https, nor with a correction; no two entries have the same instant."""
    entries = feed_entries("quillfeather", SITE, copies(N))
    again = feed_entries("quillfeather", SITE.replace("https", "http"), copies(N))
    assert [entry.id for entry in entries] == [entry.id for entry in again]
    assert entries[-1].id == "tag:games.example,2027:archive/quillfeather/spring-1901" == feed_id(SITE, "spring-1901")
    assert len({entry.updated for entry in entries}) == len(entries) == N
    feed = atom_feed("Quillfeather", SITE, entries, copies(N)[0].words).decode()
    assert feed.startswith("<?xml")
    assert "&lt;b&gt;FRANCE&lt;/b&gt;" in feed
    assert f"{SITE}#spring-1901" in feed


def test_a_graph_begins_with_a_power_that_has_no_centres_yet() -> None:
    """Its line rises from nothing; that of a Power which never has any stays on the ground."""
    rows = [["Mim", [0, 0, 2]], ["Zor", [0, 0, 0]], ["Jed", [0, 3, 0]]]
    drawn = centres_graph({"years": [1901, 1902, 1903], "rows": rows}, {}, "Centres")
    lines = re.findall(r'points="([^"]*)"', drawn)
    assert [len(line.split()) for line in lines] == [3, 1, 3]


def test_a_graph_ends_where_a_power_does() -> None:
    history = {"years": [1900, 1901, 1902], "rows": [("Italy", [3, 4, 5]), ("Spain <&>", [3, 0, 0])]}
    drawn = centres_graph(history, {"Italy": "#3a8a3f"}, "Centres")
    lines = re.findall(r'<polyline points="([^"]*)"', drawn)
    assert [len(line.split()) for line in lines] == [3, 2]
    assert "Italy 5</text>" in drawn
    assert "Spain" not in drawn
    assert centres_graph({"years": [1900], "rows": [("Italy", [3])]}, {}, "") == ""


@pytest.fixture
def shown(browser: chromium.Browser, tmp_path: Path) -> Iterator[chromium.Browser]:
    (tmp_path / "index.html").write_text(page(), "utf-8")
    assert list(faults(browser, tmp_path / "index.html", "Quillfeather")) == []
    browser.open(tmp_path / "index.html", 360)
    yield browser
    assert browser.said == []


def at(shown: chromium.Browser) -> tuple[str, str, str]:
    """(what stands above the map, the address's end, the report that is shown)."""
    found = shown.run(
        "[document.getElementById('at').textContent, location.hash,"
        " [...document.querySelectorAll('.report')].filter(e => !e.hasAttribute('hidden')).map(e => e.id).join()]"
    )
    return found[0], found[1], found[2]


def press(shown: chromium.Browser, key: str, shift: bool = False) -> None:
    for kind in ("rawKeyDown", "keyUp"):
        shown.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, modifiers=8 if shift else 0)


def test_a_game_is_played_through(shown: chromium.Browser) -> None:
    """By keys from the end to the start and by button to the end again; then the reason of a failed order, in one tap."""
    names = [copy.record["phase"] for copy in copies(N)]
    assert shown.run("document.documentElement.scrollWidth") == 360
    assert at(shown)[0] == "The final position"
    shown.run("document.getElementById('replay').focus()")
    press(shown, "Home")
    assert at(shown) == (names[0], "#spring-1901", "spring-1901-report")
    press(shown, "ArrowRight")
    assert at(shown)[0] == names[1]
    press(shown, "ArrowLeft", shift=True)
    assert at(shown)[0] == names[0]
    seen = [at(shown)[0]]
    while shown.run("document.querySelector('[data-do=forward]').getAttribute('aria-disabled')") == "false":
        shown.run("document.querySelector('[data-do=forward]').click()")
        seen.append(at(shown)[0])
    assert seen == [*names, "The final position"]
    shown.run("const s = document.getElementById('slider'); s.value = 0; s.dispatchEvent(new Event('input'))")
    assert at(shown)[0] == names[0]
    assert shown.run("document.getElementById('slider').getAttribute('aria-valuetext')") == names[0]
    _tapped(shown)


def test_a_link_to_a_phase_shows_its_map(shown: chromium.Browser) -> None:
    """On a phone, where the links stand below the map; and Back leads back."""
    shown.run("document.getElementById('replay').focus()")
    press(shown, "Home")
    for phase in ("Autumn 1901", "Winter 1901"):
        link = "document.querySelector('.report:not([hidden]) a[rel=next]')"
        shown.run(f"{link}.scrollIntoView()")
        assert shown.run("scrollY") > 0
        shown.run(f"{link}.click()")
        assert (at(shown)[0], shown.run("scrollY")) == (phase, 0)
    shown.run("new Promise(done => { addEventListener('hashchange', done, {once: true}); history.back(); })")
    assert at(shown)[0] == "Autumn 1901"


def _tapped(shown: chromium.Browser) -> None:
    """A tap on a cross says why; a tap on a space tells its history, from which one goes to the phase."""
    spot = shown.run(
        "(() => { const all = [...document.querySelectorAll('#map [data-order]')].filter(e => e.querySelector('circle'));"
        " all[0].scrollIntoView({block: 'center'}); const b = all[0].querySelector('circle').getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2, all[0].querySelector('title').textContent]; })()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        shown.ask("Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button="left", clickCount=1)
    assert shown.run("document.getElementById('why').textContent") == spot[2]
    shown.run(
        "(() => { const b = document.querySelector('#map g[data-space=Vie]').getBoundingClientRect(), at = {bubbles: true,"
        " clientX: b.x + b.width / 2, clientY: b.y + b.height / 2};"
        " document.querySelector('#map g[data-space=Vie] path').dispatchEvent(new MouseEvent('click', at)); })()"
    )
    assert "Austria: army" in shown.run("document.getElementById('space').textContent")


def test_a_phase_s_address_leads_to_it(browser: chromium.Browser, tmp_path: Path) -> None:
    """With a note of its, too; and nothing plays by itself."""
    file = tmp_path / "index.html"
    file.write_text(page(), "utf-8")
    browser.open(file, 1280)
    for fragment, phase, report in (
        ("autumn-1901", "Autumn 1901", "autumn-1901"), ("spring-1901-1", "Spring 1901", "spring-1901"),
        ("autumn-1901-retreats", "Autumn 1901 retreats", "autumn-1901"),
    ):  # fmt: skip
        browser.run(FOLLOWED % fragment)
        assert (at(browser)[0], at(browser)[2]) == (phase, f"{report}-report")
    assert browser.said == []
