"""Orders that only one game has, in the words of its rules: what stands, and what is never made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, body
from tests.letters.table import mail_of
from tests.letters.test_warned_truly import door

SPACE = "variant: outer_space\nphase: Spring 1902\nunits: {Jedi: [A(Kie), A(Ber)], Sith: [A(Par)]}"

SAILS = (
    "variant: new_world_1492\nphase: Spring 1492\nunits: {Portugal: [A(Coi), F(MAO), F(Lis)], Spain: [F(SAO), F(Bil), A(Mad)]}"
)
ON_BOARD = "A(Coi) embarks F(MAO); A(SAO) disembarks Mor; F(MAO)-SAO"
FRENCH = (
    "variant: columbus\nphase: Early 1500's\nunits: {England: [F(MAO)], France: [F(SAR)], Portugal: [F(Por)]}"
)
FRENCH_TWICE = (
    "variant: columbus\nphase: Early 1500's\nunits: {England: [F(MAO)], France: [F(SAR), F(30)]}\nstate: {terrain: {30: sea}}"
)
ORBIT = "variant: outer_space\nphase: Spring 1901\nunits: {Jedi: [A1(ORB), A2(ORB), A3(ORB)], Sith: [A(Par)]}"

READ = [
    # the armies in orbit are A1, A2 and A3
    (ORBIT, "Jedi", "A1 beams down to Berlin", "A1(ORB)-Ber"),
    (ORBIT, "Jedi", "Beam A1 down to Berlin", "A1(ORB)-Ber"),
    (ORBIT, "Jedi", "A2 goes to Kiel", "A2(ORB)-Kie"),
    (ORBIT, "Jedi", "A1-Lon, A2-Edi, A3-Lvp", "A1(ORB)-Lon; A2(ORB)-Edi; A3(ORB)-Lvp"),
    (ORBIT, "Jedi", "Army 2 lands in Kiel", "A2(ORB)-Kie"),
    (ORBIT, "Jedi", "A(ORB)-Lon, A(ORB)-Edi, A(ORB)-Lvp", "A1(ORB)-Lon; A2(ORB)-Edi; A3(ORB)-Lvp"),
    # a coloniser stays where it is
    (SPACE, "Jedi", "A Kie stays and colonises", "A(Kie) COL Kie"),
    (SPACE, "Jedi", "A Kie COL Kie\nA Kie stays and colonises", "A(Kie) COL Kie"),
    (SPACE, "Jedi", "A Ber stays and colonises Mun", "A(Ber) COL Mun"),
    (SPACE, "Jedi", "A Kie stays, colonises Den. A Ber holds", "A(Ber) stands; A(Kie) COL Den"),
    (SPACE, "Jedi", "A Kie and A Ber stay and colonise", "A(Ber) COL Ber; A(Kie) COL Kie"),
    (SPACE, "Jedi", "A Kie stays and does not colonise", ""),
    # an army goes aboard, sails and lands in one turn: from where its fleet is bound
    (SAILS, "Portugal", "Coimbra embarks on F(MAO); F(MAO) - SAO; army lands in Morocco.", ON_BOARD),
    (SAILS, "Portugal", "F MAO-SAO\nA Coi boards F MAO\nA Coi lands in Morocco", ON_BOARD),
    (SAILS, "Portugal", "A Coi goes aboard F MAO, A Coi disembarks Mor", "A(Coi) embarks F(MAO); A(MAO) disembarks Mor"),
    (SAILS, "Portugal", "The army in Coimbra goes aboard the fleet in the Mid-Atlantic", "A(Coi) embarks F(MAO)"),
    (SAILS, "Portugal", "A Coi disembarks Mor", "A(Coi) disembarks Mor"),
    (SAILS.replace("F(Lis)", "A(MAO)"), "Portugal", "F MAO-NAO\nthe army in MAO stays aboard", "A(MAO) stands; A/F(MAO)-NAO"),
    # a fleet has nobody to land but itself
    (SAILS, "Spain", "The SAO fleet lands in Mor", "F(SAO)-Mor"),
    # a Power that is called like its home helps from where its unit is
    (FRENCH, "England", "F MAO helps France into 37", "F(MAO) S F(SAR)-37"),
    (FRENCH, "England", "F MAO supports France's move to 37", "F(MAO) S F(SAR)-37"),
    (FRENCH, "England", "F MAO supports Portugal to SAR", "F(MAO) S F(Por)-SAR"),
    (FRENCH, "England", "F MAO attacks the natives in 37", "F(MAO)-37"),
    # the only unit
    (FRENCH, "England", "the fleet explores 37", "F(MAO)-37"),
    (FRENCH, "England", "Attack 37 again", "F(MAO)-37"),
    (FRENCH, "England", "I attack 46 once more", "F(MAO)-46"),
]
"""(a position, who writes, what; the orders that stand)"""


@pytest.mark.parametrize(("position", "power", "letter", "orders"), READ)
def test_these_orders_stand(tmp_path: Path, position: str, power: str, letter: str, orders: str) -> None:
    made = door(position, tmp_path)
    sent = made.office.letter(mail_of(power), letter)
    (answer,) = [body(message) for message in sent if message["To"] == mail_of(power)]
    assert "; ".join(sorted(standing(answer))) == orders


ASKED = [
    (ORBIT, "Jedi", "A4-Ber", []),
    (ORBIT, "Jedi", "A1-Ber, A1-Kie", ["A1(ORB)-Ber", "A1(ORB)-Kie"]),
    (ORBIT, "Jedi", "A(ORB)-Lon / A(ORB)-Par", ["A(ORB)-Lon", "A(ORB)-Par"]),
    (FRENCH, "England", "I support the French fleet into 37", ["F(MAO) S F(SAR)-37"]),
    (FRENCH, "England", "My fleet in MAO supports the French attack on 37", ["F(MAO) S F(SAR)-37"]),
    (FRENCH, "England", "F MAO S Fra - 37", ["F(MAO) S F(SAR)-37"]),
    (FRENCH, "England", "F MAO helps Spain into 37", []),
    (FRENCH, "England", "Attack France again", ["F(MAO)-SAR"]),
    # only what is legal is offered
    (SAILS, "Spain", "A(SAO) disembarks Mor", ["F(SAO)-Mor"]),
    (SAILS, "Spain", "A(SAO) disembarks Lis", []),
    (SAILS, "Spain", "F(Bil)-NAO?", ["F(Bil)-MAO-NAO"]),
    (SAILS, "Spain", "A Mad - Lis?", []),
    (SAILS, "Portugal", "A Lis embarks F MAO", []),
    (FRENCH_TWICE, "England", "F MAO helps France into 37", ["F(MAO) S F(30)-37", "F(MAO) S F(SAR)-37"]),
]
"""(a position, who writes, what; the orders that are offered)"""


@pytest.mark.parametrize(("position", "power", "letter", "offered"), ASKED)
def test_these_are_asked_about(tmp_path: Path, position: str, power: str, letter: str, offered: list[str]) -> None:
    made = door(position, tmp_path)
    sent = made.office.letter(mail_of(power), letter)
    (answer,) = [body(message) for message in sent if message["To"] == mail_of(power)]
    assert standing(answer) == []
    assert "NEEDS YOU" in answer
    assert [line.strip()[2:] for line in answer.splitlines() if line.startswith("        > ")] == offered


def standing(answer: str) -> list[str]:
    """The orders that an answer says count now."""
    _, _, below = answer.partition("STANDING ORDERS")
    return [line.strip()[2:].partition("  ")[0].strip() for line in below.splitlines() if line.startswith("    > ")]


def test_a_border_that_nobody_has_seen_is_not_denied(tmp_path: Path) -> None:
    made = door(SAILS, tmp_path)
    sent = made.office.letter(mail_of("Spain"), "F Bil - Mad")
    (answer,) = [" ".join(body(message).split()) for message in sent if message["To"] == mail_of("Spain")]
    assert "! As far as is known, a fleet cannot go to Mad from there." in answer


def test_nothing_is_due_in_secret_retreats_but_from_those_who_must(tmp_path: Path) -> None:
    """Nobody is told who that is."""
    made = door(SAILS, tmp_path)
    sent = made.office.letter(GM, "PROCESS")
    told = [" ".join(body(message).split()) for message in sent if message["To"] == mail_of("Spain")]
    assert any("Due from all who must retreat." in each for each in told)
    assert any("Nothing is due from you for Spring 1492 retreats." in each for each in told)


UNKNOWN = [
    (SAILS, "Spain", "F Bil to Atlantis", "From there it could be: BOB, Bor, MAO, Opo."),
    (SAILS, "Spain", "treasure to Cad", "Your units are in Bil, Mad, SAO."),
    (SAILS, "Spain", "F SAO S treasure", "MOVES F(SAO) lists what it may do."),
]
"""(a position, who writes, what; what is said of an unknown place)"""


@pytest.mark.parametrize(("position", "power", "letter", "says"), UNKNOWN)
def test_few_places_are_named_that_can_be_meant(tmp_path: Path, position: str, power: str, letter: str, says: str) -> None:
    """Neither all of the board, nor those of other units."""
    sent = door(position, tmp_path).office.letter(mail_of(power), letter)
    (answer,) = [" ".join(body(message).split()) for message in sent if message["To"] == mail_of(power)]
    assert says in answer
    assert answer.count("From there") == says.count("From there")
