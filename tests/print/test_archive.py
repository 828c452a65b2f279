"""`judge archive`: corrected, finished and secret games as pages; every link leads somewhere, now and after the next archive."""

from __future__ import annotations

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from judge import cli
from judge.cli import archive
from judge.print.game_page import EarlierPhases, GameStory, continued_page
from tests.letters.post_office import FOLDERS, GM, PostOffice
from tests.letters.test_new_world import WORLD
from tests.letters.test_series import HARRIET, PLAYERS, opened

HOME = "index.html"
WEEKLY = "DEADLINE Fridays 21:00 Europe/London"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """Two standard games, one of them secret, and a voyage; a phase of each is run, and some press was thought better of."""
    made = PostOffice(tmp_path)
    made.game()
    made.game("dark", f"{WEEKLY}\nBLIND yes")
    made.letter(GM, f"CREATE voyage VARIANT antilla\n{WEEKLY}")
    made.letter(GM, f"CREATE closed\n{WEEKLY}\nOBSERVERS no")
    for power in ("England", "France", "Portugal", "Spain"):
        made.letter(f"{power.lower()}@mail.example", f"JOIN voyage PREFER {power}")
    made.letter(GM, f"GAME voyage\nWORLD{WORLD}END\nSTART")
    said = ("PARIS: I said <too> much.", "PARIS: Peace.")
    made.letter("france@mail.example", "GAME quillfeather\n" + "\n".join(f"PRESS TO ALL\n{each}\nEND" for each in said))
    made.letter("france@mail.example", "GAME quillfeather\nWITHDRAW 1")
    made.letter("france@mail.example", "GAME quillfeather\nA(Par)-Bur")
    made.letter("france@mail.example", "GAME dark\nA(Par)-Bur")
    made.letter("portugal@mail.example", "GAME voyage\nF(Lis)-MAO-SAO")
    made.wait(days=5)
    return made


def archived(folder: Path, *games: str, known: str = str(FOLDERS), status: int = 0) -> dict[str, str]:
    """Page → its HTML, of the archive as it is written now, in which every page is reached and every link leads somewhere."""
    config = folder / "judge.yaml"
    config.write_text(f"store: sqlite:///{folder}/judge.db\ngames: [{known}]\n", "utf-8")
    to = folder / "archive"
    assert cli.main(["archive", str(to), *games, "--config", str(config)]) == status
    pages = {path.relative_to(to).as_posix(): path.read_text("utf-8") for path in sorted(to.rglob("*.html"))}
    trees = {name: LexborHTMLParser(text) for name, text in pages.items()}
    reached, left = set[str](), ["index.html"]
    while left:
        name = left.pop()
        if name in reached:
            continue
        reached.add(name)
        for link in trees[name].css("a[href]"):
            path, _, place = str(link.attributes["href"]).partition("#")
            other = ((to / name).parent / path).resolve().relative_to(to.resolve()).as_posix() if path else name
            if other.endswith((".ics", ".atom")):
                assert (to / other).exists(), f"{name} leads to {other}"
                continue
            assert other in trees, f"{name} leads to {other}"
            assert not place or trees[other].css_first(f"[id='{place}']") is not None, f"{name} leads to {other}#{place}"
            left.append(other)
    assert reached == set(pages)
    return pages


@pytest.mark.slow
def test_an_archive_follows_its_games(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is secret stands nowhere. A phase that was corrected is there as it stands now; one that was taken back has no page,
    whatever stood there before.
    """
    _is_public(archived(tmp_path))
    assert {name.partition("/")[0] for name in archived(tmp_path, "Quillfeather")} == {"index.html", "quillfeather"}
    assert cli.main(["archive", str(tmp_path / "other"), "nina", "--config", str(tmp_path / "judge.yaml")]) == 2
    assert (capsys.readouterr().err, (tmp_path / "other").exists()) == ("judge: no game 'nina'\n", False)
    office.wait(days=7)
    pages = archived(tmp_path)
    assert set(pages) == {"index.html", "dark/index.html", "voyage/index.html", "quillfeather/index.html"}
    assert 'id="autumn-1901"' in pages["quillfeather/index.html"]
    assert not any("closed" in name for name in pages)
    assert [name for name, text in pages.items() if "Closed</" in text] == ["index.html"]
    assert "Closed</b> <small>Standard Diplomacy, 0 of 7 seats taken. To join, mail JOIN closed to judge@localhost." in pages[HOME]
    mine = tmp_path / "archive" / "quillfeather" / "mine.txt"
    mine.write_text("the editor's own", "utf-8")
    office.letter(GM, "GAME quillfeather\nROLLBACK TO Spring 1901 moves REASON a letter was in time\nORDER Germany A(Mun)-Bur")
    pages = archived(tmp_path)
    listed = pages["quillfeather/index.html"]
    assert 'id="autumn-1901"' not in listed
    assert mine.exists()
    assert "Spring 1901 <small>Rev 2</small>" in listed
    assert "A(Mun)-Bur" in listed
    assert "Quillfeather, Spring 1901: Rev 2 replaces Rev 1. What is different:" in listed
    assert "Quillfeather, Autumn 1901: the printed report (Rev 1) no longer counts" in listed
    assert 'class="result">Spring 1901. Deadline Autumn 1901: ' in listed
    office.letter(GM, "GAME quillfeather\nDRAW France, England")
    pages = archived(tmp_path)
    assert '<p class="result">A draw between England and France.</p>' in pages["quillfeather/index.html"]
    assert "Spring 1901. A draw between England and France." in pages["index.html"]
    assert "<li>France: France Player</li>" in pages["quillfeather/index.html"]
    _without_a_folder(tmp_path, pages, capsys)


def _without_a_folder(tmp_path: Path, before: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A game whose folder is gone is told of, and keeps the pages that it has; all others are written. Nothing else prints it."""
    said = "antilla: there is no game folder 'antilla'"
    pages = archived(tmp_path, known="", status=3)
    assert capsys.readouterr().err == f"judge: voyage is left out: {said}\n"
    assert {name for name in pages if pages[name] != before[name]} == {"index.html"}
    assert 'Voyage</a> <small>as archived before; it could not be laid out this time</small></li>' in pages["index.html"]
    assert archived(tmp_path, "voyage", "quillfeather", known="", status=3).keys() == {
        name for name in pages if not name.startswith("dark")
    }
    capsys.readouterr()
    assert cli.main(["print", "voyage", "--config", str(tmp_path / "judge.yaml")]) == 3
    assert capsys.readouterr().err == f"judge: {said}\n"


def _is_public(pages: dict[str, str]) -> None:
    """Withdrawn press, orders in the dark and undiscovered land stand nowhere; what was written is text."""
    assert "PARIS: Peace." in pages["quillfeather/index.html"]
    assert [name for name, text in pages.items() if "too" in text and "much" in text] == []
    assert [name for name, text in pages.items() if name.startswith("dark") and ("A(Par)" in text or "<svg" in text)] == []
    assert [name for name, text in pages.items() if "Xab" in text or "Xac" in text] == []
    assert "Each Power gets what it saw in a mail of its own." in pages["dark/index.html"]


@pytest.mark.slow
def test_only_what_has_changed_is_laid_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An order that comes in changes nothing; a phase changes its own game; what is hidden from now on goes."""
    office = PostOffice(tmp_path)
    office.game()
    office.game("other", WEEKLY)
    office.wait(days=5)
    config, to = tmp_path / "judge.yaml", tmp_path / "archive"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\n", "utf-8")
    drawn = list[str]()
    whole = continued_page

    def counted(story: GameStory, earlier: EarlierPhases) -> tuple[bytes, EarlierPhases]:
        drawn.append(story.game)
        return whole(story, earlier)

    monkeypatch.setattr(archive, "continued_page", counted)

    def live() -> set[str]:
        """The games that are laid out again."""
        drawn.clear()
        assert cli.main(["archive", str(to), "--live", "--site", "https://pbm.example/g", "--config", str(config)]) == 0
        return set(drawn)

    assert live() == {"quillfeather", "other"}
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in to.rglob("*") if path.is_file()}
    assert {path.name for path in before} >= {"feed.atom", "deadline.ics", "index.html", "card.jpg"}
    office.letter("france@mail.example", "GAME quillfeather\nA(Par)-Bur")
    assert live() == set()
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in to.rglob("*") if path.is_file()} == before
    office.letter(GM, "GAME quillfeather\nPROCESS")
    assert live() == {"quillfeather"}
    office.letter(GM, "GAME other\nSET OBSERVERS no")
    live()
    assert not list((to / "other").iterdir())
    feed = (to / "quillfeather" / "feed.atom").read_text("utf-8")
    assert "<id>tag:pbm.example,2027:g/quillfeather/spring-1901</id>" in feed


def test_the_first_page_has_the_tables_of_series(tmp_path: Path) -> None:
    """Of which a game is over, with names as their owners want them; of none with a game that is not listed."""
    office = opened(tmp_path, "SERIES summer")
    office.letter(PLAYERS[0], "NAMES none")
    office.letter(HARRIET, "SERIES winter\nLISTED no\nDEADLINE Fridays 21:00 London")
    for player in PLAYERS[:7]:
        office.letter(player, "ENTER winter")
    office.letter(HARRIET, "ROUND summer")
    office.letter(HARRIET, "ROUND winter")
    assert "<table" not in archived(tmp_path)[HOME]
    office.letter(HARRIET, "GAME summer1a\nDRAW England, France")
    office.letter(HARRIET, "GAME winter1a\nDRAW England, France")
    page = archived(tmp_path)[HOME]
    assert "winter" not in page
    rows = LexborHTMLParser(page).css("table tbody tr")
    told = [[cell.text() for cell in row.css("th, td")] for row in rows]
    assert len(told) == 7
    assert [row[0] for row in told] == ["1", "1", *["3"] * 5]
    assert [row[2:] for row in told] == [["1", "50.00"]] * 2 + [["1", "0.00"]] * 5
    assert "Player A" not in page
    assert {row[1] for row in told} <= {f"Player {each}" for each in "BCDEFGH"} | {"name withheld"}


@pytest.mark.slow
def test_what_was_laid_out_before_is_as_it_would_be_now(tmp_path: Path) -> None:
    """Phase by phase, and when somebody wants to be named otherwise."""
    office, config, to = PostOffice(tmp_path), tmp_path / "judge.yaml", tmp_path / "archive"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\n", "utf-8")
    site = ["--site", "https://pbm.example/g", "--config", str(config)]
    office.game()
    for week, letter in enumerate(("PRESS TO ALL\nPARIS: Peace.\nEND", "NAMES surname", "A Par-Bur", "NAMES none", "A Mar-Spa")):
        office.letter("france@mail.example", f"GAME quillfeather\n{letter}")
        office.wait(days=7)
        assert cli.main(["archive", str(to), "--live", *site]) == 0
        anew = tmp_path / f"anew{week}"
        assert cli.main(["archive", str(anew), *site]) == 0
        for path in (path for path in anew.rglob("*") if path.is_file() and not path.name.startswith(".")):
            assert path.read_bytes() == (to / path.relative_to(anew)).read_bytes(), path
    assert "PARIS: Peace." in (to / "quillfeather" / "replay.json").read_text("utf-8")
    assert "France Player" not in (to / "quillfeather" / "replay.json").read_text("utf-8")
