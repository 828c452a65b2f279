"""What a GM does for one power tells the others nothing that they may not know, by words or by when a phase is run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.board import DislodgedUnit, Unit
from tests.letters.post_office import GM, body
from tests.letters.test_new_world import Voyage
from tests.secrecy.antilla import Antilla, Hidden, position_of

POWERS = ("England", "France", "Portugal", "Spain")
ROAMING = """
Xab: {kind: sea, borders: [NAO, MAO, SAO, Xac, Xad, "#"]}
Xac: {kind: land, borders: [Xab, SAO, Mor, Alg, Tun, Lib, Egy, Syr, Per, Xad], centre: yes}
Xad: {kind: land, borders: [NWG, BAR, Arc, Tar, Cau, Per, Xac, Xab, "#"], centre: yes%s}
"""


@pytest.mark.parametrize("natives", [", natives: roam", ""], ids=["they live", "there are none"])
def test_a_phase_never_waits_for_the_gms_units(tmp_path: Path, natives: str) -> None:
    """When all players have said FINAL it is run, whether or not natives roam the world."""
    voyage = Voyage(tmp_path, world=ROAMING % natives)
    for power in POWERS:
        assert voyage.game.board_now.phase.name == "Spring 1492"
        voyage.said(power, "FINAL")
    assert voyage.game.board_now.phase.name == "Spring 1492 retreats"


@pytest.fixture
def antilla(tmp_path: Path) -> Antilla:
    """A game in which England's army was driven out far away, where nobody else is."""
    found = Antilla(tmp_path)
    position = position_of(Hidden(), found.rules)
    army = next(unit for unit in position.units if unit.power == "England" and unit.place == "STU")
    phase = found.rules.calendar.after(position.phase)
    beaten = DislodgedUnit(army, Unit("France", "A", "YZA"), "YZA", ("Per", "Syr"))
    units = tuple(unit for unit in position.units if unit != army)
    found.put(replace(found.game, position=replace(position, phase=phase, units=units, dislodged=(beaten,))))
    return found


@pytest.mark.parametrize("late", [False, True], ids=["ORDER", "ACCEPT LATE"])
def test_others_hear_nothing_of_a_retreat_that_the_gm_enters(antilla: Antilla, late: bool) -> None:
    """Not that he did, nor why; England does, and the GM is told so."""
    if late:
        antilla.say(GM, "PREVIEW ON")
        antilla.office.wait(days=6)
        assert antilla.game.held
        label = antilla.game.board_now.facts["charts"]["England"]["STU"]["label"]
        antilla.say("England", f"A({label})-Per")
    antilla.told.clear()
    antilla.say(GM, "ACCEPT LATE REASON he wrote to me" if late else "ORDER England A(STU)-Per REASON he wrote to me")
    *_, answer = [" ".join(told.text.split()) for told in antilla.told if told.to == GM]
    assert "nobody else is told, and the report does not say so" in answer
    antilla.say(GM, "PUBLISH" if late else "PROCESS")
    antilla.say("France", "RESULTS Spring 1493 retreats")
    hears = {told.to for told in antilla.told if "he wrote to me" in " ".join(told.text.split())}
    assert hears == {GM, "england@mail.example"}
    for told in antilla.told:
        assert told.to in hears or "BY THE GM" not in told.text
        assert "For all" not in told.subject or told.to == GM or "BY THE GM" not in told.text


def test_in_other_phases_they_read_that_he_did(antilla: Antilla) -> None:
    """A movement phase has something due from everybody."""
    antilla.say(GM, "PROCESS")
    antilla.told.clear()
    phase = antilla.game.board_now.phase
    assert phase.kind == "movement", phase
    antilla.say(GM, "ORDER England A(Lon) stands REASON he wrote to me")
    *_, answer = [" ".join(told.text.split()) for told in antilla.told if told.to == GM]
    assert "the report tells everybody else that it was you" in answer
    antilla.say(GM, "PROCESS")
    reports = [told for told in antilla.told if "For all" in told.subject and told.to != GM]
    assert len(reports) == 4
    assert all("BY THE GM" in told.text for told in reports)


GUARDED = [
    "HEADLINE The natives of Xad are angry", "PRESS\nAll is well in Xad.\nENDPRESS", "TO Spain: look at Xad",
    "PAUSE REASON a fire in Xad", "ORDER Spain A(Mad) stands REASON she asks where Xad is", "BROADCAST\nXad burns.\nEND",
    "TO Spain: look at xad", "COMMENT Xad is closed to all", "SET COMMENT Xad is closed to all", "NOTE Xac Xad lies beside it",
]  # fmt: skip


@pytest.mark.parametrize("words", GUARDED)
def test_a_gm_is_asked_before_players_read_a_code_of_the_gms(tmp_path: Path, words: str) -> None:
    """Nothing goes out until the GM says yes, and then it does."""
    voyage = Voyage(tmp_path, world=ROAMING % "")
    office = voyage.office
    office.careful = True
    sent = office.reply(GM, words)
    assert [message["To"] for message in sent] == [GM]
    assert "Are all players to read Xad? Nothing is sent yet" in sent[0]["Subject"]
    assert "Your words for players hold Xad, which not all of them know" in " ".join(body(sent[0]).split())
    before = voyage.game
    sent = office.reply(GM, "YES")
    assert voyage.game.seq > before.seq or any(message["To"] != GM for message in sent)
    assert not any("Are all players to read" in message["Subject"] for message in sent)


@pytest.mark.parametrize(
    "words",
    [
        "HEADLINE Storms in the west", "PRESS\nThe xadrez club meets.\nENDPRESS", "ORDER Natives A(Xad)-Xac REASON x",
        "NOTE Xad Here be dragons.", "APPROVE BRU", "REFUSE BRU there is a river of that name", "REFUSE Spain BRU too long",
    ],
)
def test_a_gm_is_not_asked_about_other_words(tmp_path: Path, words: str) -> None:
    """Nor about orders, which only the judge reads, nor about what NOTE and REFUSE name: only those who know it are told."""
    voyage = Voyage(tmp_path, world=ROAMING % ", natives: roam")
    voyage.turn(Spain="F(Cad)-MAO-SAO")
    voyage.said("Spain", f"NAME {voyage.label('Spain', 'Xab')} Mar de Brumas BRU")
    voyage.office.careful = True
    sent = voyage.office.reply(GM, words)
    assert not any("Are all players to read" in message["Subject"] for message in sent)


def test_a_correction_says_what_its_reason_tells(tmp_path: Path) -> None:
    """There is one question, which says both."""
    voyage = Voyage(tmp_path, world=ROAMING % "")
    voyage.office.letter(GM, "PROCESS")
    voyage.office.careful = True
    sent = voyage.office.reply(GM, "ROLLBACK REASON Xad was wrong\nORDER Spain A(Mad) stands REASON a slip")
    (asked,) = [" ".join(body(message).split()) for message in sent]
    assert "Nothing has changed yet" in asked
    assert "Your words for players hold Xad, which not all of them know" in asked
