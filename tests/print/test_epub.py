"""Electronic books, as EPUBCheck reads them, which is the program of those who made the format."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from functools import cache
from pathlib import Path

from judge.print import FORMATS
from judge.print.game_page import GameStory
from judge.print.whole_game import WHOLE
from tests.print.test_game_page import ENDING, SAID, copies
from tests.print.test_issue import issue
from tests.print.test_outside import wanted

JAR = Path("/usr/share/java/epubcheck.jar")


@cache
def whole() -> bytes:
    """The book of a game of two years."""
    return WHOLE["ebook"].make(GameStory("quillfeather", copies(7), ENDING))


def checked(book: bytes, folder: Path) -> str:
    """What EPUBCheck says of a book."""
    wanted("" if JAR.exists() and shutil.which("java") else "tier missing: no epubcheck here (Debian: apt-get install epubcheck)")
    (folder / "book.epub").write_bytes(book)
    command = ["java", "-jar", str(JAR), str(folder / "book.epub")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    return done.stdout + done.stderr


def pages(book: bytes) -> dict[str, str]:
    """The text files of a book by name."""
    with zipfile.ZipFile(io.BytesIO(book)) as whole:
        return {name: whole.read(name).decode() for name in whole.namelist() if not name.endswith(".png")}


def test_a_game_is_a_book_without_a_fault(tmp_path: Path) -> None:
    assert "No errors or warnings detected." in checked(whole(), tmp_path)


def test_an_issue_is_a_book_without_a_fault(tmp_path: Path) -> None:
    """Its players write what would be markup."""
    book = FORMATS["epub"].issue(issue())
    assert "No errors or warnings detected." in checked(book, tmp_path)
    said = " ".join(pages(book).values())
    assert all(part in said for part in ("The &lt;Filing&gt; Cabinet", "Won by &lt;Italy&gt;.", "I &lt;never&gt; &amp; ever."))


def test_a_book_of_a_game_has_a_chapter_for_each_year_and_shows_every_phase() -> None:
    found = pages(whole())
    assert next(iter(found)) == "mimetype"
    assert found["mimetype"] == "application/epub+zip"
    contents = found["book/contents.xhtml"]
    assert [contents.index(f">{part}</a>") for part in ("Quillfeather", "1901", "1902", "The end")] == sorted(
        contents.index(f">{part}</a>") for part in ("Quillfeather", "1901", "1902", "The end")
    )
    assert "Austria: Ada &amp; Ben" in found["book/page-0.xhtml"]
    years = found["book/page-1.xhtml"] + found["book/page-2.xhtml"]
    moves = [copy.record["phase"] for copy in copies(7) if copy.record["kind"] == "movement"]
    assert all(phase in years for phase in moves)
    assert years.count("<img ") == years.count("alt=\"Map: Quillfeather, ") == len(moves), "retreats and builds are told with them"
    done = {order["text"] for copy in copies(7) for block in copy.record["powers"] for order in block["orders"]}
    missing = {text for text in done if text.replace("-", "\u2011") not in years and text not in years}
    assert {text.partition(" ")[0] for text in missing} <= {"build"}, missing
    assert "<p>I &lt;never&gt; did.</p><footer>(Gwen, France)</footer>" in found["book/page-3.xhtml"]
    assert SAID.split("\n")[1] in years


def test_a_running_game_is_a_book_too_and_always_the_same(tmp_path: Path) -> None:
    made = [WHOLE["ebook"].make(GameStory("quillfeather", copies(1), None, players=(("France", ""),))) for _ in range(2)]
    assert made[0] == made[1]
    assert "No errors or warnings detected." in checked(made[0], tmp_path)
