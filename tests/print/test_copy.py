"""`judge print`: from the store of a game that is played by mail."""

from __future__ import annotations

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from judge import cli
from tests.letters.post_office import PostOffice


def test_a_phase_is_printed_from_the_store(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The last phase, or the one that is named; what is not there is said, with what there is."""
    office = PostOffice(tmp_path)
    office.game()
    office.orders("France", "A(Par)-Bur\nF(Bre)-MAO")
    office.letter("france@mail.example", "PRESS TO ALL\nThe <Rhine> & us.\nEND")
    office.wait(days=5)
    config = tmp_path / "judge.yaml"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\n", "utf-8")

    def printed(*words: str) -> tuple[int, str, str]:
        status = cli.main(["print", *words, "--config", str(config)])
        out, err = capfdbinary.readouterr()
        return status, out.decode(), err.decode()

    status, text, _ = printed("Quillfeather", "--style", "names=none failed=word")
    assert status == 0
    assert text.startswith("QUILLFEATHER (Standard, no number yet)              SPRING 1901  Rev 1\n")
    assert "FRANCE: A(Par)-Bur; F(Bre)-MAO; A(Mar) stands (no order) [3]\n" in text
    page = tmp_path / "page.html"
    assert printed("quillfeather", "spring 1901", "--format", "page", "--output", str(page)) == (0, "", "")
    assert '<figure class="map" role="img" aria-label="Map: quillfeather, Spring 1901"><svg' in page.read_text("utf-8")
    assert printed("quillfeather", "S1901")[:2] == printed("quillfeather", "1901 Spring")[:2] == printed("quillfeather")[:2]
    status, _, said = printed("quillfeather", "Autumn 1905")
    assert (status, said) == (2, "judge: quillfeather has no judged phase Autumn 1905; there are: Spring 1901\n")
    _linked(tmp_path / "archive", config)
    assert printed("pinta")[::2] == (2, "judge: no game 'pinta'\n")
    assert printed("quillfeather", "--style", "failed=red")[0] == 2


def _linked(folder: Path, config: Path) -> None:
    """`judge archive`: every page is reached from the first, every link leads to a page, and what players wrote is text."""
    assert cli.main(["archive", str(folder), "--config", str(config)]) == 0
    pages = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    assert pages == {"index.html", "quillfeather/index.html"}
    reached, left = set[Path](), [(folder / "index.html").resolve()]
    while left:
        page = left.pop()
        if page not in reached:
            reached.add(page)
            links = [str(link.attributes["href"]) for link in LexborHTMLParser(page.read_text("utf-8")).css("a[href]")]
            left += [(page.parent / link).resolve() for link in links if link.endswith(".html")]
    assert {page.relative_to(folder.resolve()).as_posix() for page in reached} == pages
    assert "The &lt;Rhine&gt; &amp; us." in (folder / "quillfeather" / "index.html").read_text("utf-8")
