"""What a GM and the players read when a result is corrected: the question before it, and what UNDO brings back."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, POWERS, PostOffice, body
from tests.letters.test_finished import drawn, terminated, won

GAME = "quillfeather"
STARTING = {
    "Austria": ("A Vie", "A Bud", "F Tri"), "England": ("F Lon", "F Edi", "A Lpl"), "France": ("A Par", "A Mar", "F Bre"),
    "Germany": ("A Ber", "A Mun", "F Kie"), "Italy": ("A Rom", "A Ven", "F Nap"), "Russia": ("A Mos", "A War"),
}  # fmt: skip
CHANGES = [f"ORDER {power} {unit} holds" for power, units in STARTING.items() for unit in units]
"""17 lines below a ROLLBACK."""


def said(letter: EmailMessage) -> str:
    return " ".join(body(letter).split())


def asked(folder: Path, text: str) -> str:
    """The question that a GM of a running game gets about a letter, its lines as they are."""
    office = PostOffice(folder)
    office.game(GAME)
    office.letter(GM, "PROCESS")
    office.careful = True
    (question,) = [letter for letter in office.reply(GM, text) if letter["To"] == GM]
    return body(question)


def test_a_question_about_a_correction_shows_all_that_it_would_do(tmp_path: Path) -> None:
    """A yes to it does all of it, so every line stands there."""
    shown = asked(tmp_path, "\n".join(["ROLLBACK TO Spring 1901 REASON the orders were lost", *CHANGES]))
    lines = [line.strip().removeprefix("| ") for line in shown.split("\n") if line.startswith("    | ")]
    assert lines == ["ROLLBACK TO Spring 1901 REASON the orders were lost", *CHANGES]
    assert "more line" not in shown


def test_a_question_says_how_many_lines_it_does_not_show(tmp_path: Path) -> None:
    """Words to print can be so long that no question shows all of them."""
    words = "\n".join(["PRESS", *(f"This is line {number} of what I say." for number in range(300)), "END"])
    shown = asked(tmp_path, f"ROLLBACK TO Spring 1901 REASON the orders were lost\n{words}")
    lines = [line for line in shown.split("\n") if line.startswith("    | ")]
    assert f"and {1 + 302 - len(lines)} more lines" in shown


EVERYBODY = "Austria, England, France, Germany, Italy, Russia and Turkey"
ENDS = {
    drawn: f"The game is over again: a draw between {EVERYBODY}.",
    terminated: "The game is over again: its GM has ended it, and nobody has won.",
    won: "The game is over again: won by France.",
}


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_all_who_heard_that_a_finished_game_goes_on_hear_that_it_is_over_again(
    tmp_path: Path, end: Callable[[PostOffice], list[EmailMessage]]
) -> None:
    """It has the same end, and no deadline is spoken of."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter("Otto Blume <otto@x.example>", f"OBSERVE {GAME}")
    end(office)
    told = {letter["To"]: said(letter) for letter in office.letter(GM, "ROLLBACK REASON a misreading") if letter["To"] != GM}
    assert set(told) == {"otto@x.example", *(f"{power.lower()}@mail.example" for power in POWERS)}
    assert all("The game was over. Now it goes on." in text for text in told.values())
    undone = office.letter(GM, "UNDO REASON it was read rightly")
    again = {letter["To"]: letter for letter in undone if "UNDONE" in letter["Subject"]}
    assert set(told) <= set(again)
    for letter in again.values():
        assert ENDS[end] in said(letter)
        assert "The deadline for" not in said(letter)
        assert "The game is over again" in letter["Subject"]


def test_a_draw_after_a_correction_is_what_is_undone(tmp_path: Path) -> None:
    """UNDO takes back what was said last: the phase that the correction opened is open again, and its deadline is told."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter(GM, "PROCESS")
    office.letter(GM, "ROLLBACK TO Spring 1901 REASON a misreading")
    office.letter(GM, "DRAW REASON enough")
    again = office.letter(GM, "UNDO REASON not at all")
    assert {letter["To"] for letter in again} == {GM, *(f"{power.lower()}@mail.example" for power in POWERS)}
    for letter in again:
        assert "draw that" in said(letter)
        assert "Spring 1901" in said(letter)
        assert "5 March 2027, 21:00" in said(letter)


def test_a_terminated_game_that_is_taken_back_stays_open(tmp_path: Path) -> None:
    """It does not end again by itself, and has a deadline."""
    office = PostOffice(tmp_path)
    office.game()
    terminated(office)
    back = office.letter(GM, "ROLLBACK REASON we play on after all")
    assert not [letter["Subject"] for letter in back if "The game is over" in letter["Subject"]]
    assert all("Deadline " in said(letter) for letter in back)


CHANGED = {
    "Turkey: F Ank-BLA\nAustria: A Vie-Tyr; F Tri-Alb": ["A(Vie)-Tyr", "F(Tri)-Alb", "F(Ank)-BLA"],
    "Turkey: F Ank-BLA, A Con-Bul": ["F(Ank)-BLA", "A(Con)-Bul"],
    "Turkey F Ank-BLA\nAustria Army Vienna to Tyrolia": ["F(Ank)-BLA", "A(Vie)-Tyr"],
    "Turkey: Fleet Ankara to Black Sea": ["F(Ank)-BLA"],
    "ORDER Turkey: F Ank-BLA\nAustria: A Vie-Tyr": ["F(Ank)-BLA", "A(Vie)-Tyr"],
}
UNREAD = {
    "Turkey: F Ank-BLA, A Smy-Xyz": "> A Smy-Xyz",
    "Note: Ankara should have gone to the Black Sea": "> Note: Ankara should have gone to the Black Sea",
}


def asked_before(tmp_path: Path, below: str) -> tuple[PostOffice, str]:
    """What is asked before a correction with these lines below it is made."""
    office = PostOffice(tmp_path)
    office.game()
    office.wait(days=8)
    office.careful = True
    office.letter(GM, f"ROLLBACK TO Spring 1901 REASON it was phoned\n{below}", to=office.last[GM]["Reply-To"])
    assert "what would change" in office.last[GM]["Subject"]
    return office, said(office.last[GM])


@pytest.mark.parametrize("below", CHANGED)
def test_orders_behind_the_name_of_a_power_are_changes(tmp_path: Path, below: str) -> None:
    """As in POSITION. The question shows them, and a yes makes them."""
    office, question = asked_before(tmp_path, below)
    assert "could not read this" not in question
    office.reply(GM, "YES")
    told = said(office.last["france@mail.example"])
    for order in CHANGED[below]:
        assert order in question
        assert order in told


@pytest.mark.parametrize("below", UNREAD)
def test_what_is_no_change_is_said_before_the_yes(tmp_path: Path, below: str) -> None:
    """With the form of one."""
    _, question = asked_before(tmp_path, below)
    assert UNREAD[below] in question.partition("could not read this")[2]


def test_a_power_that_does_not_play_is_asked_about(tmp_path: Path) -> None:
    """Nothing is corrected."""
    office = PostOffice(tmp_path)
    office.game()
    office.wait(days=8)
    [answer] = office.letter(GM, "ROLLBACK TO Spring 1901 REASON it was phoned\nTrukey: F Ank-BLA")
    assert 'I do not know whose orders these are: "Trukey F Ank-BLA"' in said(answer)


def in_autumn(folder: Path) -> PostOffice:
    """A game in which France has three orders in for Autumn 1901, and the GM has corrected the spring so that one is impossible."""
    office = PostOffice(folder)
    office.game(GAME)
    office.orders("France", "F Bre-MAO\nA Par-Bur\nA Mar-Spa")
    office.orders("Germany", "A Mun-Ruh")
    office.wait(days=5)
    office.orders("France", "A Bur-Bel\nA Spa-Por\nF MAO-NAO")
    office.letter(GM, "ROLLBACK TO Spring 1901 REASON Germany was in time\nORDER Germany A Mun-Bur")
    return office


@pytest.mark.parametrize(
    ("since", "stands"),
    [
        ("", {"A(Bur)-Bel", "A(Spa)-Por", "F(MAO)-NAO"}),
        ("F MAO - Por", {"A(Bur)-Bel", "A(Spa)-Por", "F(MAO)-Por"}),
        ("CLEAR", set()),
        ("CLEAR MAO", {"A(Bur)-Bel", "A(Spa)-Por"}),
    ],
)
def test_undo_brings_back_the_orders_that_the_correction_dropped(tmp_path: Path, since: str, stands: set[str]) -> None:
    """With what the player has sent or cleared between the two."""
    office = in_autumn(tmp_path)
    if since:
        office.orders("France", since)
    office.letter(GM, "UNDO REASON it was right after all")
    [status] = office.orders("France", "STATUS")
    assert {line.split()[1] for line in body(status).splitlines() if line.startswith("    > ")} == stands


def test_what_was_cleared_in_a_phase_that_was_reopened_is_not_cleared_in_the_next(tmp_path: Path) -> None:
    """The orders of the autumn come back with it."""
    office = PostOffice(tmp_path)
    office.game(GAME)
    office.orders("France", "F Bre-MAO\nA Par-Bur\nA Mar-Spa")
    office.wait(days=5)
    office.orders("France", "A Bur-Bel\nA Spa-Por\nF MAO-NAO")
    office.letter(GM, "ROLLBACK TO Spring 1901 REASON the orders were lost")
    office.orders("France", "CLEAR")
    office.letter(GM, "UNDO REASON it was right after all")
    [status] = office.orders("France", "STATUS")
    assert "> A(Bur)-Bel" in body(status)
