"""A correction of what some Powers alone may know is told to them: for all others nothing has happened, not even a "Rev 2"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from judge.board import DislodgedUnit, Position, Unit
from judge.game.model.apply import apply_event
from judge.game.model.gm_events import Restored
from judge.game.model.replay import replay, snapshot_from_events
from judge.game.model.serialization import read_event, write_event, write_game
from tests.letters.post_office import GM, START
from tests.secrecy.antilla import OTHERS, READER, Antilla, Hidden, Told, position_of

ENGLAND, FRANCE = "england@mail.example", "france@mail.example"


@pytest.fixture(scope="module")
def antilla(tmp_path_factory: pytest.TempPathFactory) -> Antilla:
    """An office with the game in it."""
    return Antilla(tmp_path_factory.mktemp("quiet"))


def begin(antilla: Antilla) -> None:
    """England's army was driven out far away, and has gone to where nobody looks; the phase was run."""
    antilla._as_begun()
    position = position_of(Hidden(), antilla.rules)
    army = next(unit for unit in position.units if unit.power == "England" and unit.place == "STU")
    phase = antilla.rules.calendar.after(position.phase)
    beaten = DislodgedUnit(army, Unit("France", "A", "YZA"), "YZA", ("CDE", "KLM"))
    units = tuple(unit for unit in position.units if unit != army)
    lay(antilla, replace(position, phase=phase, units=units, dislodged=(beaten,)))
    antilla.say(GM, "ORDER England A(STU) ret CDE REASON she wrote to me")
    antilla.say(GM, "PROCESS")
    assert "A(CDE)" in map(str, antilla.game.board_now.units_of("England"))
    for power in (READER, *OTHERS):
        antilla.say(power, {"England": "A Lon stands", "France": "F Bre stands"}.get(power, "A Coi stands"))
    antilla.say("Spain", "FINAL")
    antilla.told.clear()


def lay(antilla: Antilla, position: Position) -> None:
    """Lay a board down by an event, so that a correction finds it, too."""
    game = antilla.began
    event = Restored(
        phase=position.phase.name, reason="", position=position, standing={}, reserve={}, called={}, missed={},
        history=game.history, turn=-1, ran=None, ran_phase="", ran_due=None, late=(), entered=(), due=game.due,
        at=game.since, by_hand=True,
    )  # fmt: skip
    with antilla.office.parts.store.work() as work:
        work.games.append_events(antilla.name, game.seq, START, [write_event(event)])
    antilla.put(apply_event(game, event))


def rest(antilla: Antilla) -> list[tuple[str, ...]]:
    """What Portugal and Spain are sent from now on."""
    antilla.say("Spain", "STATUS\nRESULTS Spring 1493 retreats\nHISTORY\nWHO\nWHY A(Lon)")
    antilla.say(READER, "FINAL")
    antilla.say("France", "FINAL")
    antilla.office.wait(days=2)
    antilla.say("England", "FINAL")
    if antilla.game.board_now.phase.kind == "movement":
        antilla.say(GM, "PROCESS")
    antilla.say("Spain", "RESULTS Spring 1493 retreats\nRESULTS")
    heard = (GM, ENGLAND, FRANCE)
    return [(told.to, told.subject, told.text) for told in antilla.told if told.to not in heard]


CORRECTION = "ROLLBACK TO Spring 1493 retreats REASON a misreading\nORDER England A(STU) ret KLM REASON a misreading"


@pytest.mark.parametrize("then", ["STATUS", "UNDO REASON it was right"], ids=["it stands", "it is undone"])
def test_nobody_else_hears_of_a_correction_out_of_sight(antilla: Antilla, then: str) -> None:
    """All letters to the others are those of a game in which the GM asks for STATUS, and England is told, and
    France, which sees where the army has gone.
    """
    played: list[Sequence[tuple[str, ...]]] = []
    for acts in (("STATUS", "STATUS"), (CORRECTION, then)):
        begin(antilla)
        count = antilla.office.count
        for act in acts:
            antilla.say(GM, act)
        antilla.office.count = count + 4
        told, place = list(antilla.told), "A(KLM)" if acts[1] == "STATUS" and acts[0] == CORRECTION else "A(CDE)"
        assert place in map(str, antilla.game.board_now.units_of("England"))
        if acts[0] == CORRECTION:
            those_who_see_it(told, undone=then != "STATUS")
        played.append(rest(antilla))
        plays_again(antilla)
    assert played[0] == played[1]
    assert any("1493" in text for *_, text in played[0])


def plays_again(antilla: Antilla) -> None:
    """What is kept of the game is what its events bring."""
    with antilla.office.parts.store.look() as work:
        events = [read_event(stored.body) for stored in work.games.events(antilla.name)]
        kept = {stored.seq: stored.body for stored in work.games.positions(antilla.name)}
    assert snapshot_from_events(events) == write_game(antilla.game)
    assert all(not phase.differences for phase in replay(events, kept, antilla.rules))


def those_who_see_it(told: Sequence[Told], undone: bool) -> None:
    """What England, France and the GM read of it."""
    for address in (ENGLAND, FRANCE):
        letters = [" ".join(each.text.split()) for each in told if each.to == address]
        assert len(letters) == 1 + undone
        assert "CORRECTED by the GM: a misreading. This counts now" in letters[0]
        assert not undone or "UNDONE: the GM has taken the last correction back: it was right" in letters[1]
    answers = [" ".join(each.text.split()) for each in told if each.to == GM]
    assert any("Only England and France would be told. For everybody else the report stays as it is" in each for each in answers)
    assert any("Only England and France are told: the report" in each and "it gets no new number" in each for each in answers)
    assert not any("everybody has it" in each.lower() or "REV 2" in each for each in answers)


def test_a_correction_that_all_can_see_is_told_to_all(antilla: Antilla) -> None:
    """The army is gone, and everybody can count: the report is another one, and has another number."""
    begin(antilla)
    antilla.say(GM, "ROLLBACK TO Spring 1493 retreats REASON a misreading\nORDER England A(STU) disbands REASON a misreading")
    heard = {told.to for told in antilla.told if "Rev 2 replaces Rev 1" in told.subject}
    assert {ENGLAND, "france@mail.example", "spain@mail.example"} <= heard


def test_the_next_number_counts_only_what_was_told(antilla: Antilla) -> None:
    """After a correction that nobody heard of, one that all hear of is Rev 2."""
    begin(antilla)
    antilla.say(GM, CORRECTION)
    antilla.say(GM, "ROLLBACK TO Spring 1493 retreats REASON a misreading\nORDER England A(STU) disbands REASON it drowned")
    assert {told.to for told in antilla.told if "Rev 2 replaces Rev 1" in told.subject} >= {"france@mail.example"}
    assert not any("Rev 3" in told.text for told in antilla.told)
