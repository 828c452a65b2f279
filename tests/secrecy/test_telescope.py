"""1492: no order shows what stands where its writer does not look, though the area is on his chart.

Two games that differ in one fleet that Spain cannot see: byte for byte it is sent the same letters, whatever it orders and asks.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice
from tests.letters.table import Table, mail_of
from tests.secrecy.envelopes import Whole, listened

WORLD = """
Xab: {kind: sea, at: -1 2, borders: [NAO, MAO, SAO, Xaf, Xac, Xad]}
Xac: {kind: land, at: -2 2, centre: yes, natives: yes, note: "A smoking mountain stands here.", borders: [Xab, Xaf, Xae, Xad]}
Xad: {kind: sea, at: -1 0, borders: [NWG, NAO, Xab, Xac, Xae, Xag]}
Xae: {kind: land, at: -3 2, centre: yes, borders: [Xac, Xaf, Xah, Xag, Xad]}
Xaf: {kind: sea, at: -1 4, borders: [SAO, Mor, Alg, Xah, Xae, Xac, Xab]}
Xag: {kind: land, at: 8 1, centre: yes, borders: [BAR, Arc, Tar, Cau, Xad, Xae, Xah]}
Xah: {kind: land, at: 6 4, borders: [Per, Syr, Egy, Lib, Tun, Xaf, Xae, Xag]}
"""
SPAIN = mail_of("Spain")
FORMS = (
    "F(MAO) S F({f})-{b}", "F(MAO) S F({f})", "F(MAO) S A({f})-{b}", "F(MAO) S Portuguese F({f})-{b}", "F(MAO) S Portuguese F({f})",
    "F(MAO) S French F({f})-{b}", "F(MAO) S A({f})", "F(MAO) S F({f})-{c}", "F(MAO) S F({c})-{b}", "F(MAO) FF A({f})-{b}",
    "F(MAO) S Portuguese F(OB)-{b}",
)  # fmt: skip
"""Orders of Spain's fleet in MAO, which sees Xab and has charted Xac and Xaf."""


@pytest.fixture
def evenly(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """What is drawn at random is the same in each house that begins after this is called."""
    lots = [count()]
    monkeypatch.setattr(secrets, "token_bytes", lambda size: next(lots[0]).to_bytes(size, "big"))

    def begin() -> None:
        lots[0] = count()

    return begin


class Ocean(Table):
    """The game, with Spain's fleet back in MAO and Portugal's where `last` leads it from Xaf."""

    def __init__(self, folder: Path, last: str) -> None:
        self.office, self.name = PostOffice(folder), "ocean"
        self.office.letter(f"Harriet Lowe <{GM}>", "CREATE ocean VARIANT new_world_1492")
        for power in ("England", "France", "Portugal", "Spain"):
            self.office.letter(f"{power} Player <{mail_of(power)}>", f"JOIN ocean PREFER {power}")
        self.office.letter(GM, f"WORLD{WORLD}END")
        self.office.letter(GM, "START")
        self.turn("F(Cad)-MAO-SAO", "F(Lis)-MAO-SAO")
        b, f = (self.label("Spain", area) for area in ("Xab", "Xaf"))
        self.turn(f"F(SAO)-{b}", f"F(SAO)-{self.label('Portugal', 'Xaf')}")
        self.areas = {"b": b, "f": f, "c": self.label("Spain", "Xac")}
        own = {area.lower(): self.label("Portugal", area) for area in ("Xaf", "Xah", "Xae")}
        self.turn(f"F({b})-MAO", last.format(**own))
        self.heard = listened(self.office)

    def turn(self, spain: str, portugal: str = "") -> None:
        """A movement phase and its retreats."""
        for power, lines in (("Spain", spain), ("Portugal", portugal or "STATUS")):
            self.office.letter(mail_of(power), lines)
        self.office.letter(GM, "PROCESS")
        self.office.letter(mail_of("Spain"), "WHY F(MAO)\nSTATUS")
        while self.game.board_now.phase.kind != "movement":
            self.office.letter(GM, "PROCESS")

    def label(self, power: str, area: str) -> str:
        """What a power calls an area."""
        return str(self.game.board_now.facts["charts"][power][area]["label"])

    def told(self, form: str) -> list[Whole]:
        """All that Spain is sent in a turn in which its fleet is ordered so."""
        self.heard.clear()
        self.turn(form.format(**self.areas))
        return [letter for letter in self.heard if letter.to == SPAIN]


@pytest.mark.slow
def test_no_support_shows_what_stands_out_of_sight(tmp_path: Path, evenly: Callable[[], None]) -> None:
    """Whether the fleet that was there is gone, and where to."""
    evenly()
    stays = Ocean(tmp_path / "stays", "F({xaf}) stands")
    evenly()
    gone = Ocean(tmp_path / "gone", "F({xaf})-{xah}")
    assert {str(u) for o in (stays, gone) for u in o.game.board_now.units_of("Portugal") if u.kind == "F"} >= {"F(Xaf)", "F(Xah)"}
    assert stays.areas == gone.areas
    differ = [form for form in FORMS if stays.told(form) != gone.told(form)]
    assert differ == []


def test_the_letter_says_that_the_support_was_given(tmp_path: Path) -> None:
    """To nobody, as it was; that is not told."""
    ocean = Ocean(tmp_path, "F({xaf})-{xah}")
    letters = ocean.told(FORMS[0])
    own = [" ".join(letter.text.split()) for letter in letters if "STANDING ORDERS" not in letter.text]
    assert not [text for text in own if "another order" in text or "to help" in text]
    assert [text for text in own if f"Spanish F(MAO) S F({ocean.areas['f']})-{ocean.areas['b']}: support given." in text], own
