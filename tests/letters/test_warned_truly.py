"""What a player of one of the other games is told before the deadline: warnings where an order is in vain, none where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.cases.case import read_case, read_cases
from judge.cases.run import case_ruleset
from judge.cases.starting_position import parse_position
from judge.variants import load_ruleset
from tests.games.mail_door import MailDoor
from tests.letters.post_office import body
from tests.letters.table import mail_of

CRATER = "variant: gigaton\nphase: Autumn 1902\nunits: {England: [F(NTH)]}\nstate: {bombs: {NTH: {power: England, number: 1}}%s}"
RAILWAY = "variant: colonial_diplomacy\nphase: Spring 1872\nunits: {Russia: [A(Mos), A(Irk)]}"
CANAL = "variant: colonial_diplomacy\nphase: Spring 1872\nunits: {Britain: [F(Red), F(Egy)]}"
SPAIN = "variant: columbus\nphase: Early 1490's\nunits: {France: ['F(Fra.wc)'], Spain: ['%s']}"
ABOARD = "variant: colonial_variant\nphase: Spring 1903\nunits: {Oceania: [F(PO12), A(BI2)]}"

TOLD = [
    (CRATER % ", craters: [Lon]", "England", "B(NTH)-Lon", "Lon is a crater already; nothing is left there for a bomb. [3]", ""),
    (CRATER % ", craters: [Lon]", "England", "B(NTH)-Lon", "> B(NTH)-Lon", "not taken"),
    (CRATER % "", "England", "B(NTH)-Lon", "> B(NTH)-Lon", "crater"),
    (CRATER % "", "England", "B(NTH)-Lon\nPREVIEW", "B(NTH)-Lon: carried out.", "support given"),
    (ABOARD, "Oceania", "F PO12 embarks A BI2\nA BI2-PO12\nPREVIEW", "F(PO12) embarks A(BI2): carried out.", "support given"),
    (RAILWAY, "Russia", "A(Mos)-Irk via TSR\nA(Irk) stands", "> A(Mos)-Irk via TSR", "this will fail"),
    (CANAL, "Britain", "F EGY S F RS-MED\nF RS-MED", "passage needs an order of yours: permit F(Red)-Med. [7]", "fail"),
    (CANAL, "Britain", "permit F(Red)-Med\nF(Red)-Med", "> F(Red)-Med", "an order of yours"),
    (SPAIN % "F(Spa.wc)", "France", "F(Fra.wc) S G(Spa)", "only where no unit stands, so this will not count", "No problems"),
    (SPAIN % "F(NAO)", "France", "F(Fra.wc) S G(Spa)", "> F(Fra.wc) S G(Spa)", "garrison can be supported only"),
]
"""(a position, who writes, what; what the answer says, and what not)"""


def door(text: str, folder: Path) -> MailDoor:
    """A game in which the position is laid down."""
    found = find_assets()
    (sheet,) = read_cases(f"{text}\norders: {{}}\n", "position")
    case = read_case(sheet)
    rules = case_ruleset(case, load_ruleset(case.variant, [found.games], found.grammars()))
    made = MailDoor(folder, case, rules)
    made.lay(parse_position(case, rules))
    return made


@pytest.mark.parametrize(("position", "power", "letter", "says", "never"), TOLD)
def test_a_player_is_warned_of_what_is_in_vain_and_of_nothing_else(
    tmp_path: Path, position: str, power: str, letter: str, says: str, never: str
) -> None:
    """In the answer to the order."""
    sent = door(position, tmp_path).office.letter(mail_of(power), letter)
    (answer,) = [" ".join(body(message).split()) for message in sent if message["To"] == mail_of(power)]
    assert says in answer
    assert not never or never not in answer


def test_a_table_of_the_rules_keeps_its_headings(tmp_path: Path) -> None:
    """What the numbers of a country mean stands above them."""
    sent = door(ABOARD, tmp_path).office.letter(mail_of("Oceania"), "RULES")
    (answer,) = [" ".join(body(message).split()) for message in sent if message["To"] == mail_of("Oceania")]
    assert "(country: units: colony: wins with permanent: and colonial centres) - Oceania: F(BI2)" in answer


def test_a_bomb_that_is_warned_of_is_launched_all_the_same(tmp_path: Path) -> None:
    """A warning refuses nothing, also where the order is no unit's."""
    found = door(CRATER % ", craters: [Lon]", tmp_path)
    found.office.letter(mail_of("England"), "B(NTH)-Lon")
    (kept,) = found.game.standing["England"].orders
    assert found.rules.notation.write(kept) == "B(NTH)-Lon"
