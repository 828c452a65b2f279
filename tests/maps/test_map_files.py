"""Maps as files of their own, by mail: what they say where one points, and that they say no more."""

from __future__ import annotations

import io
import re
from email.message import EmailMessage
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.letters.post_office import GM, PostOffice, files
from tests.maps.test_letters import words


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures, which are not looked at here, are of one dot."""
    out = io.BytesIO()
    Image.new("RGBA", (1, 1)).save(out, "PNG")
    monkeypatch.setattr("judge.daemon.world.svg_to_png", lambda svg, width, ground=b"": out.getvalue())


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    made = PostOffice(tmp_path, maps=True)
    made.game()
    return made


def drawings(letter: EmailMessage) -> list[EmailMessage]:
    return [part for part in files(letter) if str(part.get_filename()).endswith(".svg")]


def drawing(letter: EmailMessage) -> str:
    (file,) = drawings(letter)
    return file.get_payload(decode=True).decode()


def test_a_map_as_a_file_says_what_became_of_each_order(office: PostOffice) -> None:
    """Pointing at a space or an order is a title in the file, which asks nothing of any other place."""
    office.orders("France", "A Par-Bur\nA Mar S A Par-Bur")
    office.orders("Germany", "A Mun-Bur")
    office.letter(GM, "PROCESS")
    (answer,) = office.orders("France", "MAP Spring 1901 SVG")
    assert "The file that ends in .svg is for a browser" in " ".join(words(answer).split())
    assert drawings(answer)[0].get_filename() == "quillfeather-spring-1901.svg"
    text = drawing(answer)
    titles = [node.text for node in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}title")]
    assert any(said and said.startswith("Germany: A(Mun)-Bur (") and "A(Par)" in said for said in titles)
    assert "Burgundy. France: army" not in titles  # it shows the orders, before which Burgundy was empty
    assert any(said and said.startswith("Burgundy") for said in titles)
    assert "Paris. France: army. centre: France" in titles
    assert not re.search(r'(?:href|src)="(?!#|data:)', text)


@pytest.mark.parametrize("said", [
    "MAP SVG", "MAP quillfeather as SVG", "MAP START SVG", "MAP in interactive SVG", "MAP SVG of quillfeather", "MAP SVG START",
])  # fmt: skip
def test_a_map_as_a_file_is_asked_for_in_words(office: PostOffice, said: str) -> None:
    (answer,) = office.orders("France", said)
    assert [part.get_filename() for part in drawings(answer)] == ["quillfeather-spring-1901.svg"]
    (plain,) = office.orders("France", re.sub(r" (in|as)? ?(interactive )?SVG( of)?", "", said))
    assert drawings(plain) == []


def test_a_map_as_a_file_tells_no_more_than_the_picture(tmp_path: Path) -> None:
    """Who plays blind has no word of others' orders in it."""
    office = PostOffice(tmp_path, maps=True)
    office.game(deadline="DEADLINE Fridays 21:00 Europe/London\nSET BLIND yes")
    office.orders("Turkey", "A Con-Bul\nF Ank-BLA")
    office.letter(GM, "PROCESS")
    (answer,) = office.orders("France", "MAP Spring 1901 SVG")
    text = drawing(answer)
    assert "A(Con)-Bul" not in text
    assert "Turkey: army" not in text
