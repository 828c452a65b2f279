"""Letters with maps, through the whole post office."""

from __future__ import annotations

import io
from email.message import EmailMessage
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from judge.maps.mark_rules import Marks
from judge.maps.rasterize import render_png
from judge.office.rendering.maps import WIDTH, MapRenderer
from tests.letters.post_office import GM, PostOffice, files, headline, html
from tests.maps.boards import kit, scene

MOST = 200_000
"""Bytes of a picture."""


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was really drawn; the pictures themselves are stand-ins."""
    seen: list[str] = []

    def render(svg: str, width: int, ground: bytes = b"") -> bytes:
        if ground:
            seen.append(svg)
        return b"\x89PNG stand-in %d" % len(seen)

    monkeypatch.setattr("judge.daemon.world.svg_to_png", render)
    return seen


def pictures(letter: EmailMessage) -> list[EmailMessage]:
    return [part for part in files(letter) if part.get_content_type() == "image/png"]


def words(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_a_report_carries_its_pictures(tmp_path: Path) -> None:
    """Text first, then HTML with what was ordered and what came of it, each small enough and as wide as it should be."""
    office = PostOffice(tmp_path, maps=True)
    office.game()
    office.orders("France", "A(Par)-Bur\nF(Bre)-MAO")
    reports = office.letter(GM, "PROCESS")
    (france,) = [letter for letter in reports if letter["To"] == "france@mail.example"]
    assert [part.get_content_type() for part in france.walk()] == [
        "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png", "image/png"
    ]  # fmt: skip
    assert "A(Par)-Bur" in words(france)
    for part, what in zip(pictures(france), ("orders and results", "position"), strict=True):
        assert f'src="cid:{part["Content-ID"][1:-1]}"' in html(france)
        raw = part.get_content()
        assert len(raw) <= MOST
        assert Image.open(io.BytesIO(raw)).size[0] == WIDTH
        assert part["Content-Disposition"].startswith("inline")
        assert what in part["Content-Description"]


def test_one_drawing_serves_every_reader(tmp_path: Path, renders: list[str]) -> None:
    office = PostOffice(tmp_path, maps=True)
    start = office.game(anew=True)
    assert [len(pictures(letter)) for letter in start if "You play" in headline(letter)] == [1] * 7
    assert len(renders) == 1
    reports = office.letter(GM, "PROCESS")
    assert len([letter for letter in reports if pictures(letter)]) == 8
    assert len(renders) == 3


def test_a_ground_is_drawn_again_only_if_land_has_changed_hands() -> None:
    drawn: list[str] = []

    def render(svg: str, width: int, ground: bytes = b"") -> bytes:
        drawn.append("over" if ground else "ground")
        return render_png(svg, width, ground)

    pictures = MapRenderer(lambda folder: (kit(), Marks()), render)
    owners = [{}, {"Ash": "West"}, {"Ash": "West"}, {}]
    found = [scene(owners=each, phase=f"Spring {year}") for year, each in enumerate(owners, 1901)]
    sizes = {Image.open(io.BytesIO(pictures.of([("blot", each)])[0].png)).size for each in found}
    assert len(sizes) == 1
    assert drawn == ["ground", "over", "ground", "over", "over", "over"]


def test_the_same_bytes_at_every_try(tmp_path: Path, renders: list[str]) -> None:
    """The boundary between the parts is no chance: it follows from the Message-ID, which a letter keeps."""
    letters = [letter for letter in PostOffice(tmp_path, maps=True).game() if pictures(letter)]
    assert letters
    for letter in letters:
        known_by = str(letter["Message-ID"]).strip()[1:46]
        found = [part.get_boundary() for part in letter.walk() if part.is_multipart()]
        assert found == [f"=_{n or ''}{known_by}" for n in range(len(found))]
        assert len(found) >= 2


def test_map_is_answered_with_one(tmp_path: Path, renders: list[str]) -> None:
    office = PostOffice(tmp_path, maps=True)
    office.game()
    (answer,) = office.orders("France", "MAP")
    assert len(pictures(answer)) == 1
    assert "the map as it is now (Spring 1901)" in words(answer)


@pytest.mark.parametrize(
    ("asked", "size", "said"),
    [
        ("MAP\nMAP BLANK\nMAP START", 150_000, "Only the first of the 3 pictures fits into this mail; ask for one map at a time."),
        ("MAP", 150_000, ""),
        ("MAP", 300_000, ""),
    ],
)  # fmt: skip
def test_the_first_map_goes_however_large_and_how_to_get_others_is_said(
    asked: str, size: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several large maps would make a mail of a megabyte of a few words; one was asked for, and is there as it is said."""
    monkeypatch.setattr("judge.daemon.world.svg_to_png", lambda svg, width, ground=b"": b"\x89PNG" + bytes(size))
    office = PostOffice(tmp_path, maps=True)
    office.game()
    (answer,) = office.orders("France", asked)
    assert len(pictures(answer)) == 1
    assert said in " ".join(words(answer).split())
    assert ("fits" in words(answer)) == bool(said)


def test_orders_on_a_map_are_the_askers_alone(tmp_path: Path, renders: list[str]) -> None:
    office = PostOffice(tmp_path, maps=True)
    office.game()
    (before,) = office.orders("Germany", "MAP ORDERS")
    office.orders("France", "A(Par)-Bur")
    (own,) = office.orders("France", "MAP ORDERS")
    (others,) = office.orders("Germany", "MAP ORDERS")
    (plain,) = office.orders("Germany", "MAP")
    shown = [pictures(letter)[0].get_content() for letter in (before, own, others, plain)]
    assert shown[0] == shown[2] != shown[1]
    assert "your orders" in pictures(own)[0]["Content-Description"]


def test_whoever_wants_no_maps_gets_none_but_those_asked_for(tmp_path: Path, renders: list[str]) -> None:
    office = PostOffice(tmp_path, maps=True)
    office.game()
    (answer,) = office.orders("Italy", "MAPS OFF")
    assert "My mails to you now have no maps." in words(answer)
    reports = office.letter(GM, "PROCESS")
    without = [letter["To"] for letter in reports if "results" in headline(letter) and not pictures(letter)]
    assert without == ["italy@mail.example"]
    assert len(pictures(office.orders("Italy", "MAP")[0])) == 1
    office.orders("Italy", "MAPS ON")
    reports = office.letter(GM, "PROCESS")
    assert all(pictures(letter) for letter in reports if "results" in headline(letter))


def test_a_house_without_maps_says_so(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    assert not any(pictures(letter) for letter in office.game())
    (answer,) = office.orders("France", "MAP")
    assert "I have no map of" in words(answer)


def test_before_the_start_the_board_is_drawn_with_which_it_begins(tmp_path: Path, renders: list[str]) -> None:
    office = PostOffice(tmp_path, maps=True)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather\n")
    (answer,) = office.letter(GM, "MAP")
    assert "the map at the start (Spring 1901) is below" in words(answer)
    assert [part.get_content_type() for part in answer.walk()].count("image/png") == 1


def test_a_picture_that_cannot_be_made_keeps_no_letter_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: MapRenderer, scenes: object) -> None:
        raise RuntimeError("no paper")

    monkeypatch.setattr(MapRenderer, "of", broken)
    start = PostOffice(tmp_path, maps=True).game()
    assert sum("You play" in headline(letter) for letter in start) == 7


def test_a_game_ends_with_its_last_position(tmp_path: Path, renders: list[str]) -> None:
    office = PostOffice(tmp_path, maps=True)
    office.game()
    office.wait(days=5)
    sent = office.letter(GM, "GAME quillfeather\nDRAW France, England")
    letters = [letter for letter in sent if "Thank you for playing" in words(letter)]
    assert len(letters) == 8
    for letter in letters:
        (picture,) = pictures(letter)
        assert "Spring 1901: position afterwards" in picture["Content-Description"]


def test_a_map_of_a_phase_of_the_start_and_of_the_board_alone(tmp_path: Path, renders: list[str]) -> None:
    """Of a phase its orders; at the start what stood there then; each also for the game that is named."""
    office = PostOffice(tmp_path, maps=True)
    office.game()
    (start,) = office.orders("France", "MAP START")
    assert "the map at the start (Spring 1901) is below" in words(start)
    office.orders("France", "A(Par)-Bur")
    office.wait(days=5)
    for asked, said, shows in (
        ("MAP Spring 1901", "the map of Spring 1901 is below", "Spring 1901: orders and results"),
        ("MAP quillfeather Spring 1901", "the map of Spring 1901 is below", "Spring 1901: orders and results"),
        ("MAP START", "the map at the start (Spring 1901) is below", "Spring 1901: position"),
        ("MAP BLANK", "the empty board is below", "Autumn 1901: the empty board"),
    ):
        (answer,) = office.orders("France", asked)
        assert said in " ".join(words(answer).split())
        assert len(pictures(answer)) == 1
        assert shows in pictures(answer)[0]["Content-Description"]
    (none,) = office.orders("France", "MAP Spring 1907")
    assert pictures(none) == []
    assert "Spring 1907" in words(none)


def test_the_board_alone_is_there_to_be_coloured_in(tmp_path: Path) -> None:
    """On paper, with pencils: it has no colour of its own, and what is not sea is white; other maps have."""
    office = PostOffice(tmp_path, maps=True)
    office.game()
    for asked, grey in (("MAP BLANK", True), ("MAP", False)):
        (answer,) = office.orders("France", asked)
        (picture,) = pictures(answer)
        with Image.open(io.BytesIO(picture.get_payload(decode=True))) as drawn:  # type: ignore[arg-type]
            red, green, blue = drawn.convert("RGB").split()
            apart = max(max(ImageChops.difference(one, other).tobytes()) for one, other in ((red, green), (green, blue)))
            white = red.histogram()[255] / (drawn.width * drawn.height)
        assert (apart < 8) == grey
        assert (white > 0.25) == grey
