"""A whole game to keep: book, poster, film; read by other programs than those that made them."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image

from judge.print import parse_style
from judge.print.game_page import GameStory
from judge.print.whole_game import END, LARGEST, MOVES, WHOLE
from tests.print import poppler
from tests.print.test_browser import absent
from tests.print.test_epub import pages
from tests.print.test_game_page import ENDING, copies

PHASES = 2
"""The last is a movement, after which the position is a picture of its own."""


@cache
def story() -> GameStory:
    return GameStory("quillfeather", copies(PHASES), ENDING)


@pytest.fixture
def readable() -> None:
    if reason := poppler.missing():
        absent(reason)


def test_a_book_tells_the_whole_game(readable: None) -> None:
    pytest.importorskip("typst")
    made = WHOLE["book"].make(story())
    said = poppler.words_of(made)
    order = [said.index(part) for part in ("Won by Italy.", "Spring 1901", "Autumn 1901", "Austria: Ada & Ben", "Or never.")]
    assert order == sorted(order)
    assert said.count("POSITION") <= 1
    assert int(poppler.about(made)["Pages"]) >= 4


def test_a_poster_is_one_sheet(readable: None) -> None:
    pytest.importorskip("typst")
    made = WHOLE["poster"].make(story())
    about = poppler.about(made)
    assert about["Pages"] == "1"
    assert "A3" in about["Page size"]
    assert all(part in poppler.words_of(made) for part in ("Quillfeather", "Won by Italy.", "France: Gwen"))


@pytest.mark.parametrize(
    ("style", "said"),
    [("", "GMs: Harriet Lowe and Otto Blume"), ("names=surname", "GMs: Lowe and Blume"), ("names=none", "")],
)
@pytest.mark.parametrize("form", ["book", "poster", "ebook", "replay"])
def test_both_gms_are_named_in_the_style_s_form(form: str, style: str, said: str, readable: None) -> None:
    if form in ("book", "poster"):
        pytest.importorskip("typst")
    both = {"gm": "Harriet Lowe and Otto Blume", "gms": ["Harriet Lowe", "Otto Blume"]}
    asked = parse_style(style)
    told = [replace(copy, record={**copy.record, **both}, style=asked) for copy in copies(PHASES)]
    made = WHOLE[form].make(GameStory("quillfeather", told, ENDING))
    text = made.decode() if form == "replay" else " ".join(pages(made).values()) if form == "ebook" else poppler.words_of(made)
    assert said in " ".join(text.split())
    assert re.search(r"GMs?:", text) if said else not re.search(r"GMs?:", text)


def test_a_game_that_ends_with_builds_ends_with_a_plain_position() -> None:
    """Its cover, poster and film show the board as it stands, without the marks of what was built or has left it."""
    told = copies(4)
    winter = told[-1]
    assert winter.scenes
    assert winter.final
    assert "new" in {unit.state for unit in winter.scenes()[0].pieces}
    assert winter.final("colour") != winter.maps("colour")[0]
    with Image.open(io.BytesIO(WHOLE["film"].make(GameStory("quillfeather", told, ENDING)))) as film:
        assert film.n_frames == 5


@pytest.mark.parametrize(("form", "kind"), [("film", "WEBP"), ("gif", "GIF")])
def test_a_film_shows_every_phase(form: str, kind: str) -> None:
    made = WHOLE[form].make(story())
    assert len(made) < LARGEST
    with Image.open(io.BytesIO(made)) as film:
        assert (film.format, film.n_frames) == (kind, PHASES + 1)
        times = []
        for n in range(film.n_frames):
            film.seek(n)
            film.load()
            times.append(film.info["duration"])
    assert times[0] == MOVES
    assert times[-1] == END
