"""When a game of 1492 is over, the world is shown to everybody: all orders, the map, all borders, and the archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body
from tests.letters.table import Table, mail_of
from tests.secrecy.test_telescope import WORLD


class Ended(Table):
    """A turn of two explorers, after which the GM declares a draw."""

    def __init__(self, folder: Path) -> None:
        self.office, self.name = PostOffice(folder), "ocean"
        self.office.letter(f"Harriet Lowe <{GM}>", "CREATE ocean VARIANT new_world_1492")
        for power in ("England", "France", "Portugal", "Spain"):
            self.office.letter(f"{power} Player <{mail_of(power)}>", f"JOIN ocean PREFER {power}")
        self.office.letter(GM, f"WORLD{WORLD}END")
        self.office.letter(GM, "START")
        for spain, portugal in (("F(Cad)-MAO-SAO", "F(Lis)-MAO-SAO"), ("F(SAO)-{}", "F(SAO)-{}")):
            for power, line, area in (("Spain", spain, "Xab"), ("Portugal", portugal, "Xaf")):
                self.office.letter(mail_of(power), line.format(self.label(power, area)))
            self.office.letter(GM, "PROCESS")
            self.office.letter(GM, "PROCESS")

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
