"""When a game of 1492 is over, the world is shown to everybody: all orders, the map, all borders, and the archive."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body
from tests.letters.table import Table, mail_of
from tests.secrecy.test_telescope import WORLD

EDITOR = "percy@argo.example"
NEAR = """
Xab: {kind: sea, borders: [NAO, MAO, SAO, Xac, Xad, "#"]}
Xac: {kind: land, borders: [Xab, SAO, Mor, Alg, Tun, Lib, Egy, Syr, Per, Xad], centre: yes}
Xad: {kind: land, borders: [NWG, BAR, Arc, Tar, Cau, Per, Xac, Xab, "#"]}
"""
STORY = [
    "Spring 1492: Portugal and Spain found Xab and Xaf.",
    "Autumn 1492: Portugal and Spain found Xac; Spain found Xad; Portugal found Xae and Xah.",
]
CHARTS = """\
THE WORLD  What lay beyond the map, with the GM's codes, and what each
           Power called it:
 Xab  sea   DUL Mar Dulce; Portugal %s, Spain %s
 Xac  land  centre; natives; Portugal %s, Spain %s
"""


class Ended(Table):
    """A year of two explorers, after which the GM declares a draw if nobody has won."""

    def __init__(self, folder: Path, world: str = WORLD, spain: str = "Xab", portugal: str = "Xaf") -> None:
        self.office, self.name = PostOffice(folder), "ocean"
        self.office.letter(f"Harriet Lowe <{GM}>", "CREATE ocean VARIANT new_world_1492")
        for power in ("England", "France", "Portugal", "Spain"):
            self.office.letter(f"{power} Player <{mail_of(power)}>", f"JOIN ocean PREFER {power}")
        self.office.letter(GM, f"WORLD{world}END")
        self.office.letter(EDITOR, 'SUBSCRIBE ocean FOR "Argo"\nCOPYDATE last Sunday of month 12:00 Europe/London\nFORMATS text')
        self.office.letter(GM, "START")
        self.last = list[EmailMessage]()
        for lines in (("F(Cad)-MAO-SAO", "F(Lis)-MAO-SAO"), ("F(SAO)-{}", "F(SAO)-{}")):
            for power, line, area in (("Spain", lines[0], spain), ("Portugal", lines[1], portugal)):
                self.office.letter(mail_of(power), line.format(self.label(power, area)))
            self.office.letter(GM, "PROCESS")
            self.last = self.office.letter(GM, "PROCESS")

    def label(self, power: str, area: str) -> str:
        """What a power calls an area; nothing yet before it is found."""
        chart = self.game.board_now.facts["charts"][power]
        return str(chart[area]["label"]) if area in chart else ""

    def told(self, text: str) -> str:
        """All that England is sent for a letter."""
        sent = self.office.letter(mail_of("England"), text)
        return "\n".join(" ".join(body(message).split()) for message in sent if message["To"] == mail_of("England"))


@pytest.fixture
def ended(tmp_path: Path) -> Ended:
    """Before the draw."""
    return Ended(tmp_path)


def test_the_world_is_shown_when_the_game_is_over(ended: Ended) -> None:
    asked = "RESULTS Autumn 1492\nBORDERS Xah\nWHY Spain F(SAO)"
    before = ended.told(asked)
    assert "F(SAO)-OB" in before
    assert "Xah" not in before.replace("BORDERS Xah", "").replace("called Xah", "")
    ended.office.letter(GM, "DRAW")
    after = ended.told(asked)
    assert "F(SAO)-Xab" in after
    assert "F(SAO)-Xaf" in after
    assert "OB" not in after.split()
    assert "Xah (land, neutral centre)" in after or "Xah (land)" in after


def test_the_letter_of_the_end_has_the_charts_and_the_story(ended: Ended) -> None:
    """Each reads which of the GM's codes are the areas that they knew, and who found what; and that nothing is hidden any more."""
    ended.office.letter(mail_of("Spain"), f"NAME {ended.label('Spain', 'Xab')} Mar Dulce DUL")
    ended.office.letter(GM, "APPROVE DUL")
    labels = [ended.label(power, area) for area in ("Xab", "Xac") for power in ("Portugal", "Spain")]
    sent = {message["To"]: body(message) for message in ended.office.letter(GM, "DRAW") if "is over: a draw" in message["Subject"]}
    assert {*sent} == {GM, *(mail_of(power) for power in ("England", "France", "Portugal", "Spain"))}
    for told in sent.values():
        assert CHARTS % tuple(labels) in told
        joined = " ".join(told.split())
        assert "All is open now: RESULTS and a phase sends its report with all orders" in joined
        assert [line for line in STORY if line in joined] == STORY
        assert "Xag land centre; found by nobody" in joined
        assert "Nobody found Xag." in joined


def test_an_editor_has_the_story_with_the_end_of_the_game(ended: Ended) -> None:
    ended.office.letter(mail_of("Spain"), f"NAME {ended.label('Spain', 'Xab')} Mar Dulce DUL")
    ended.office.letter(GM, "APPROVE DUL")
    ended.office.letter(GM, "DRAW")
    *_, copy = [body(message) for message in ended.office.wait(days=40) if message["To"] == EDITOR]
    joined = " ".join(copy.partition("THE END")[2].split())
    assert "Spring 1492: Portugal and Spain found Xab and Xaf." in joined
    assert "Xab was named Mar Dulce (DUL)." in joined


def test_the_report_of_a_victory_has_them_too(tmp_path: Path) -> None:
    """The only centre beyond the map is enough, and Spain stands in it when they are counted first."""
    table = Ended(tmp_path, NEAR, spain="Xac", portugal="Xab")
    (report,) = [" ".join(body(each).split()) for each in table.last if each["To"] == mail_of("France")]
    assert "The game is over: Spain won. Thank you for playing." in report
    assert "All is open now" in report
    assert "Xac land centre of Spain; Portugal" in report
    assert "Autumn 1492: " in report.partition("THE STORY")[2]
    assert "Spain won Xac." in report
