"""What a GM who comes from njudge, or is in a hurry, writes last in a mail must not be done without what stands above it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    post = PostOffice(tmp_path)
    post.game()
    return post


def said(office: PostOffice, text: str) -> str:
    """The answer to the GM, in one line."""
    return " ".join(body(next(mail for mail in office.letter(GM, text) if mail["To"] == GM)).split())


@pytest.mark.parametrize(
    "text",
    [
        "BECOME FRANCE\nA PAR-BUR\nF BRE-MAO\nBECOME MASTER\nPROCESS S1901M",
        "ORDER France A(Par)-Bru REASON rang me\nPROCESS",
        "ORDER France A(Par)-Bur\nPROCESS",
        "ORDER Gaul A(Par)-Bur REASON so\nPROCESS",
    ],
)  # fmt: skip
def test_no_phase_is_run_without_the_orders_above(office: PostOffice, text: str) -> None:
    """The GM is told which order was not entered; PROCESS by itself runs the phase all the same."""
    answer = said(office, text)
    assert "I have not run the phase" in answer
    assert "Spring 1901 has been run" not in answer
    assert "Spring 1901 has been run" in said(office, "PROCESS")


@pytest.mark.parametrize("line", ["process the turn now", "PROCESS this phase", "please run the turn", "process it now."])
def test_process_in_few_words(office: PostOffice, line: str) -> None:
    assert "Spring 1901 has been run" in said(office, line)


def test_orders_that_were_entered_are_run(office: PostOffice) -> None:
    assert "Spring 1901 has been run" in said(office, "ORDER France A(Par)-Bur REASON rang me\nPROCESS S1901M")


@pytest.mark.parametrize("line", ["ROLLBACK S1901M", "ORDER France A(Par)-Bur", "ACCEPT LATE"])
def test_a_reason_that_lacks_is_asked_for(office: PostOffice, line: str) -> None:
    """With the GM's own line to copy, not with another game's."""
    assert f"Please give a reason, too; everybody is told it: > {line} REASON " in said(office, line)


@pytest.mark.parametrize("end", ["END", "ENDPRESS", "ENDBROADCAST", "END BROADCAST", "End of press."])
def test_a_block_ends_as_other_judges_end_it(office: PostOffice, end: str) -> None:
    answer = said(office, f"BROADCAST\nGood luck to all.\n{end}\nSTATUS")
    assert "Your press goes to everybody in the game now" in answer


def test_lets_start_is_start(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE quill VARIANT france-vs-austria")
    for name in ("Fred Fox", "Alma Ahrens"):
        office.letter(f"{name} <{name.split()[0].lower()}@mail.example>", "JOIN quill")
    assert "The game has begun" in said(office, "ok let's start")
