"""Press in one line: `TO Germany: …` goes to that Power; a line that is only nearly so, in a letter of orders, offers it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

GERMANY, ITALY, FRANCE = "germany@mail.example", "italy@mail.example", "france@mail.example"
WORDS = "shall we leave Burgundy empty?"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    made = PostOffice(tmp_path)
    made.game()
    return made


def told(office: PostOffice, text: str) -> dict[str, str]:
    """What a letter of France's brings, by whom it goes to, in one line each."""
    return {each["To"]: " ".join(body(each).split()) for each in office.orders("France", text)}


@pytest.mark.parametrize(
    ("line", "whom"),
    [
        (f"TO Germany: {WORDS}", {GERMANY}),
        (f"TO GERMANY: {WORDS}", {GERMANY}),
        (f"TO Ger : {WORDS}", {GERMANY}),
        (f"TO Germany, Italy: {WORDS}", {GERMANY, ITALY}),
        (f"TO Germany and Italy: {WORDS}", {GERMANY, ITALY}),
        (f"TO Germany Italy: {WORDS}", {GERMANY, ITALY}),
        (f"TO GI: {WORDS}", {GERMANY, ITALY}),
        (f"TO GM: {WORDS}", {GM}),
        (f"TO MIG: {WORDS}", {GERMANY, ITALY, GM}),
        (f"TO Germany: {WORDS} " + "I would rather fight England than you. " * 6, {GERMANY}),
    ],
)
def test_it_goes_to_whom_it_names(office: PostOffice, line: str, whom: set[str]) -> None:
    """At once, to nobody else, and its writer is shown it."""
    sent = told(office, line)
    assert set(sent) == whom | {FRANCE}
    assert all(WORDS in each for each in sent.values())


def test_the_orders_around_it_are_orders(office: PostOffice) -> None:
    """The press is no order, and the orders are no press."""
    sent = told(office, f"A Par - Bur\nTO Germany: {WORDS}\nF Bre - MAO\nA Mar stands")
    assert "> A(Par)-Bur" in sent[FRANCE]
    assert "> F(Bre)-MAO" in sent[FRANCE]
    assert "> A(Mar) stands" in sent[FRANCE]
    assert WORDS in sent[GERMANY]
    assert "MAO" not in sent[GERMANY]


@pytest.mark.parametrize("line", ["TO Germany: A Par - Bur", "TO Germany: A(Mun) stands"])
def test_an_order_in_it_is_asked_about(office: PostOffice, line: str) -> None:
    """Neither sent nor ordered."""
    sent = told(office, line)
    assert set(sent) == {FRANCE}
    assert "nothing was published" in sent[FRANCE]
    assert "STANDING ORDERS" not in sent[FRANCE]


def test_a_line_that_may_go_on_below_is_not_sent_in_part(office: PostOffice) -> None:
    """A mail program may have broken it."""
    line = "TO Germany: shall we leave Burgundy empty this year, as we agreed in"
    sent = told(office, f"{line}\nspring, or do you want it?\n\nA Par - Gas")
    assert set(sent) == {FRANCE}
    assert "PRESS TO Germany" in sent[FRANCE]
    assert "> A(Par)-Gas" in sent[FRANCE]


def test_nobody_else_can_send_it(tmp_path: Path) -> None:
    """A stranger's, or one with a false From line, goes to no Power."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    for sender in ("eve@bad.example", FRANCE):
        sent = office.letter(sender, f"TO Germany: {WORDS}")
        assert GERMANY not in {each["To"] for each in sent}


@pytest.mark.parametrize("kinds", ["none", "anonymous"])
def test_what_the_game_forbids_is_not_sent(office: PostOffice, kinds: str) -> None:
    """Signed press where there is none."""
    office.letter(GM, f"SET PRESS {kinds}")
    assert set(told(office, f"TO Germany: {WORDS}")) == {FRANCE}


@pytest.mark.parametrize("line", [f"to Germany: {WORDS}", f"To Germany: {WORDS}", f"to germany, {WORDS}"])
@pytest.mark.parametrize("around", ["{}", "A Par - Pic\n{}\nF Bre - MAO", "{}\n\nA Par - Pic"])
def test_nearly_so_offers_the_line_to_write(office: PostOffice, line: str, around: str) -> None:
    """It is sent to nobody; the answer has the whole line, which does send it."""
    sent = told(office, around.format(line))
    assert set(sent) == {FRANCE}
    assert f"> TO Germany: {WORDS}" in sent[FRANCE]
    assert ("> A(Par)-Pic" in sent[FRANCE]) == ("Pic" in around)


def test_nothing_is_offered_where_there_is_no_press(office: PostOffice) -> None:
    """Nor to those who name no Power."""
    assert "> TO" not in told(office, f"to Burgundy: {WORDS}")[FRANCE].replace("> to", "")
    office.letter(GM, "SET PRESS none")
    assert "> TO Germany" not in told(office, f"to Germany: {WORDS}")[FRANCE]


def test_the_start_letter_says_how(tmp_path: Path) -> None:
    """Where the game has press that a player may send, and only there."""
    begun = {each["To"]: body(each) for each in PostOffice(tmp_path / "with").game(anew=True)}
    assert "TO England: " in begun[FRANCE] or "TO Austria: " in begun[FRANCE]
    assert "TO Austria: " not in begun[GM]
    gunboat = "GUNBOAT yes\nDEADLINE Fridays 21:00 Europe/London"
    quiet = {each["To"]: body(each) for each in PostOffice(tmp_path / "without").game(deadline=gunboat, anew=True)}
    assert "    > TO " not in quiet[FRANCE]
