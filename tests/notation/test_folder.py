"""A game's folder adds verbs, kinds of unit and words, as data; a grammar with two readings does not load."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.assets import Assets
from judge.board import Board, Phase, PlaceNames, Position, Space, Unit
from judge.notation import Order, UnitRef
from judge.notation.reader import Notation, ParsedOrder

FOLDER = Path(__file__).with_name("folder")
ADDED = (FOLDER / "orders.lark").read_text(encoding="utf-8")
FORMS: dict[str, str] = yaml.load((FOLDER / "forms.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
POWERS = {"Empire": ("Imperial",), "Spain": ("Spanish",)}
SPACES = {
    "Eng": Space("Eng", "England", "coast"),
    "Spa": Space("Spa", "Spain", "coast"),
    "NTH": Space("NTH", "North Sea", "sea"),
    "ORB": Space("ORB", "Orbit", "sky"),
    "49": Space("49", "49", "land"),
    "50": Space("50", "50", "land"),
    "SC": Space("SC", "Suez Canal", "canal"),
}
LINKS = {
    "A": {"Eng": frozenset({"ORB"}), "ORB": frozenset({"Eng"}), "49": frozenset({"50"}), "50": frozenset({"49"})},
    "F": {"NTH": frozenset({"Eng"}), "Eng": frozenset({"NTH"}), "SC": frozenset({"NTH"})},
    "G": {"Eng": frozenset[str]()},
}
BOARD = Board(SPACES, LINKS, PlaceNames.of((name, code) for code, s in SPACES.items() for name in (code, s.name)))
UNITS = (
    Unit("Empire", "F", "NTH"),
    Unit("Empire", "G", "Eng"),
    Unit("Empire", "A", "ORB", "1"),
    Unit("Empire", "A", "ORB", "2"),
    Unit("Empire", "A", "49"),
    Unit("Empire", "F", "SC"),
    Unit("Spain", "A", "Spa"),
)
POSITION = Position(Phase("Spring 2901", "movement", 2901, 0), UNITS)


@pytest.fixture(scope="module")
def notation(shipped: Assets) -> Notation:
    """The base grammar and this folder's."""
    return Notation.of(shipped.grammars()["orders"], ADDED, FORMS, POWERS)


@pytest.mark.parametrize(
    ("line", "order", "house"),
    [
        ("F NTH S the garrison of Eng", Order("support", UnitRef("F", "NTH"), of=UnitRef("G", "Eng")), "F(NTH) S G(Eng)"),
        ("F(NTH) S G(Eng)", Order("support", UnitRef("F", "NTH"), of=UnitRef("G", "Eng")), "F(NTH) S G(Eng)"),
        ("A(49)-50 via TSR", Order("move", UnitRef("A", "49"), "50", via="TSR"), "A(49)-50 via TSR"),
        ("49 by train to 50", Order("move", UnitRef("A", "49"), "50", via="TSR"), "A(49)-50 via TSR"),
        ("1. A 49-50", Order("move", UnitRef("A", "49"), "50"), "A(49)-50"),
        ("1 A 49-50", Order("move", UnitRef("A", "49"), "50"), "A(49)-50"),
        ("49 - 50", Order("move", UnitRef("A", "49"), "50"), "A(49)-50"),
        ("49. A 49 - 50", Order("move", UnitRef("A", "49"), "50"), "A(49)-50"),
        ("A1(ORB) COL", Order("colonise", UnitRef("A", "ORB", "1")), "A1(ORB) COL"),
        ("A2 Orbit - Eng", Order("move", UnitRef("A", "ORB", "2"), "Eng"), "A2(ORB)-Eng"),
        ("A 49 digs in", Order("stands", UnitRef("A", "49")), "A(49) stands"),
        ("permit A(Spa)-Eng", Order("permit", target="Eng", of=UnitRef("A", "Spa")), "permit A(Spa)-Eng"),
        ("SC S F NTH", Order("support", UnitRef("F", "SC"), of=UnitRef("F", "NTH")), "F(SC) S F(NTH)"),
        (
            "F NTH S Spain A Spa",
            Order("support", UnitRef("F", "NTH"), of=UnitRef("A", "Spa", "", "Spain")),
            "F(NTH) S Spanish A(Spa)",
        ),
        ("F NTH S Spain", Order("support", UnitRef("F", "NTH"), of=UnitRef("A", "Spa")), "F(NTH) S A(Spa)"),
    ],
)
def test_added_words(notation: Notation, line: str, order: Order, house: str) -> None:
    """The added words are read, printed in their own form, and read back."""
    for text in (line, house):
        (reading,) = notation.read(text, BOARD, POSITION, "Empire")
        assert getattr(reading, "order", reading) == order
    assert notation.write(order) == house


def test_two_units_in_one_space(notation: Notation) -> None:
    """A unit that could be either of two is asked about, unless they are of one kind and have numbers."""
    (reading,) = notation.read("ORB - Eng", BOARD, POSITION, "Empire")
    assert isinstance(reading, ParsedOrder)
    assert notation.write(reading.order) == "A(ORB)-Eng"
    other = replace(POSITION, units=(*POSITION.units, Unit("Empire", "F", "ORB", "3")))
    (reading,) = notation.read("ORB - Eng", BOARD, other, "Empire")
    complaint: Any = reading
    assert complaint.complaint.code == "which-unit"
    assert complaint.complaint.places == ("A1(ORB)", "A2(ORB)", "F3(ORB)")


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ("%extend order: of _HOLD -> stands", "does not load"),
        ('%extend order: unit _PLAIN -> stands\n_PLAIN: "h"', "at once _HOLD and _PLAIN"),
        ('%extend order: unit _DIG -> dig\n_DIG: "digs"', "dig has no form"),
        ('%extend kind: _WING -> kind_w\n_WING: "w"', "kind_w"),
        ("%extend order: _WAIVE spot -> stands\nspot: PLACE PLACE", "no 'spot'"),
        ("%extend order: unit _ANY -> stands\n_ANY: /x+/", "more than words"),
        ("order: unit", "does not load"),
        ("%extend order: (", "does not load"),
    ],
)
def test_wrong_grammars(shipped: Assets, added: str, message: str) -> None:
    """A conflict, a phrase with two meanings, a verb without a form: each is an error when the game is loaded."""
    with pytest.raises(ValueError, match=message):
        Notation.of(shipped.grammars()["orders"], added)


def test_wrong_form(shipped: Assets) -> None:
    """A form may only show what an order has."""
    with pytest.raises(ValueError, match="colour"):
        Notation.of(shipped.grammars()["orders"], "", {"stands": "{unit} {colour}"})


def test_games_do_not_share(shipped: Assets, notation: Notation) -> None:
    """One game's words are not another's."""
    plain = Notation.of(shipped.grammars()["orders"], "", {}, POWERS)
    (reading,) = plain.read("A1(ORB) COL", BOARD, POSITION, "Empire")
    assert not hasattr(reading, "order")
    assert hasattr(notation.read("A1(ORB) COL", BOARD, POSITION, "Empire")[0], "order")
