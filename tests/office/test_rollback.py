"""What was published is put right: the same orders make the same game again, UNDO leaves no trace, and a replay follows it all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.cli.replay import replay_game
from tests.letters.post_office import GM, PostOffice, body

WHEN = {"seq", "turn", "ran", "ran_due", "due", "since", "reminded", "struck", "revisions", "undo", "lates", "questions"}
"""What of a game tells when something was run and how often, not what came of it."""


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A game whose Autumn 1901 has been run: a unit was driven out, three players sent nothing at all, one is away later."""
    office = PostOffice(tmp_path)
    office.game()
    office.orders("Austria", "A Vie-Tyr\nF Tri-ADR")
    office.orders("France", "A Par-Bur")
    office.wait(days=5)
    office.orders("Austria", "A Tyr-Ven\nF ADR S A Tyr-Ven")
    office.orders("France", "A Bur-Mun\nABSENCE 10-17 June")
    office.orders("Germany", "A Mun H")
    office.wait(days=7)
    return office


def head(office: PostOffice) -> dict[str, Any]:
    """The game as it stands, without what tells when."""
    with office.parts.store.look() as work:
        stored = work.games.get("quillfeather")
    assert stored
    return {key: value for key, value in stored.head.items() if key not in WHEN}


def records(office: PostOffice) -> list[Any]:
    """Every player's record."""
    with office.parts.store.look() as work:
        return [(row.seat, work.people.profile(row.person_id)) for row in work.seats.of_game("quillfeather")]


def replayed(office: PostOffice) -> bool:
    return replay_game(office.parts, "quillfeather")[1]


@pytest.mark.parametrize("phase", ["Autumn 1901", "Spring 1901"])
def test_the_same_orders_make_the_same_game(office: PostOffice, phase: str) -> None:
    """Position, counts, silences and records are what they were, however far back the game was taken."""
    before, record = head(office), records(office)
    office.letter(GM, f"ROLLBACK TO {phase} REASON to see")
    assert head(office)["position"]["phase"] != before["position"]["phase"]
    office.letter(GM, "PROCESS")
    if phase == "Spring 1901":
        office.orders("Austria", "A Tyr-Ven\nF ADR S A Tyr-Ven")
        office.orders("France", "A Bur-Mun")
        office.orders("Germany", "A Mun H")
        office.letter(GM, "PROCESS")
    assert head(office) == before
    assert records(office) == record
    assert replayed(office)


def test_undo_leaves_no_trace(office: PostOffice) -> None:
    """A correction changes records, positions and what is silent; UNDO brings all of it back, with what was sent since."""
    office.orders("Italy", "A Ven-Apu\nNOT FINAL")
    before, record = head(office), records(office)
    told = office.letter(GM, "ROLLBACK REASON by telephone\nORDER Germany A Ber-Mun\nORDER Turkey A Con-Bul")
    reports = [body(message) for message in told if "CORRECTED" in message["Subject"]]
    assert len(reports) == 8
    assert all("A(Con)-Bul; succeeds" in text for text in reports)
    assert records(office) != record
    assert replayed(office)
    office.letter(GM, "UNDO")
    assert head(office) == before
    assert records(office) == record
    assert replayed(office)
    assert "There is no correction" in body(office.letter(GM, "UNDO")[0])


def test_a_game_that_is_over_is_asked_about_twice(office: PostOffice) -> None:
    """Its second question says why; only then it is open again."""
    office.letter(GM, "DRAW")
    office.careful = True
    office.letter(GM, "ROLLBACK TO Autumn 1901 REASON we were rash")
    (question,) = office.reply(GM, "CONFIRM")
    assert "This game is over" in body(question)
    assert head(office)["stage"] == "finished"
    office.reply(GM, "CONFIRM")
    assert head(office).get("stage") == "running"
    assert replayed(office)


def test_undo_of_a_phase_opened_again(office: PostOffice) -> None:
    """What reports told of votes is theirs again, what came since is still to be told, and a vote that ended the game did."""
    office.orders("Turkey", "PROPOSE DRAW BY 16 March 2027 12:00")
    office.wait(days=4)
    before = head(office)
    office.letter(GM, "ROLLBACK TO Spring 1901 REASON to see")
    assert [one["what"] for one in head(office)["happened"]] == ["failed"]
    assert replayed(office)
    office.letter(GM, "UNDO")
    assert head(office) == before
    office.letter(GM, "DRAW")
    ended = head(office)
    office.letter(GM, "ROLLBACK TO Spring 1901 REASON to see")
    office.orders("Italy", "CONCEDE Turkey")
    office.letter(GM, "UNDO")
    assert head(office) == ended
    assert replayed(office)


def test_a_correction_is_not_made_when_the_game_has_gone_on(office: PostOffice) -> None:
    """What the GM was shown would not be what happens."""
    office.careful = True
    office.letter(GM, "ROLLBACK TO Spring 1901 REASON slowly")
    question = office.last[GM]
    office.careful = False
    office.letter(GM, "PROCESS")
    office.last[GM] = question
    assert "The game has gone on" in body(office.reply(GM, "CONFIRM")[0])
    assert head(office)["position"]["phase"][1] == "adjustments"
