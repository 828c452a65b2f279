"""What GMs write in their own words who have seen no manual: each does what it says, or is asked for what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import ANY_NUMBER, GM, POWERS, PostOffice, body

OTTO = "Otto Blume <otto@mail.example>"
FORMING = {
    "SET GUNBOAT": "only the GM knows who plays what",
    "set blind": "New setting",
    "set entry word: nightingale": "people who know the join word can join",
    "set comment House rules: be nice.": "House rules: be nice",
    "show settings": "ENTRY",
    "INVITE ida@mail.example\nuninvite ida@mail.example": "that person gets no more mail about this game",
    "cancel the game, please": "TERMINATE REASON",
    "create a league called summer": "SERIES summer SCORING tribute",
}
RUNNING = {
    "Please show me the position": "France: A(Mar), A(Par), F(Bre)",
    "move the deadline to 12 March 2027 21:00": "Fri 12 March 2027, 21:00 London",
    "postpone the deadline to Thursday 20:00": "The deadline is now Thu 11 March 2027, 20:00 London",
    "Could you please extend the deadline by 48 hours?": "The deadline is now Sun 7 March 2027, 21:00 London",
    "Can you push the deadline back a week?": "The deadline is now Fri 12 March 2027, 21:00 London",
    "postpone the deadline by a day please": "The deadline is now Sat 6 March 2027, 21:00 London",
    "please give everyone two more days": "The deadline is now Sun 7 March 2027, 21:00 London",
    "Could we postpone to Sunday 9pm?": "The deadline is now Sun 7 March 2027, 21:00 London",
    "Would you please pause the game until 3 May?": "The clock is stopped until you say RESUME, or until Mon 3 May 2027",
    "Could you postpone by three days, Ida is in hospital?": "The deadline is now Mon 8 March 2027, 21:00 London",
    "move the deadline to Sunday 9pm UK time": "The deadline is now Sun 7 March 2027, 21:00 London",
    "move the deadline to Wednesday 9pm": "Wednesday 3 March 2027 21:00 or Wednesday 10 March 2027 21:00? Please write the date",
    "set the deadline to Sundays 21:00": "The clock is set: Sundays 21:00 London",
    "EXTEND to Sunday 9pm REASON exams": "The deadline is now Sun 7 March 2027, 21:00 London",
    # a date has the clock's hour if it has none; today is Monday 1 March
    "DEADLINE 12 March": "The deadline is now Fri 12 March 2027, 21:00 London",
    "DEADLINE tomorrow": "The deadline is now Tue 2 March 2027, 21:00 London",
    "DEADLINE in 10 days": "The deadline is now Thu 11 March 2027, 21:00 London",
    "DEADLINE in two weeks 20:00": "The deadline is now Mon 15 March 2027, 20:00 London",
    "DEADLINE a week from now": "The deadline is now Mon 8 March 2027, 21:00 London",
    "DEADLINE in 36 hours": "The deadline is now Wed 3 March 2027, 00:00 London",
    "DEADLINE Friday week": "The deadline is now Fri 12 March 2027, 21:00 London",
    "DEADLINE next Monday 9pm": "The deadline is now Mon 8 March 2027, 21:00 London",
    "DEADLINE next Wednesday": "this week or the next: Wednesday 3 March 2027 or Wednesday 10 March 2027? Please write",
    "move the deadline to next Wednesday 9pm": "Wednesday 3 March 2027 9pm or Wednesday 10 March 2027 9pm? Please write the date",
    "DEADLINE every 3 days 21:00": "The clock is set: every 3 days 21:00 London",
    "DEADLINE every other Friday 21h": "The clock is set: every second Friday 21:00 London",
    "DEADLINE FRIDAYS 20H30 Paris": "The clock is set: Fridays 20:30 Paris",
    "DEADLINE 12 March 9h": "The deadline is now Fri 12 March 2027, 09:00 London",
    "DEADLINE 12 March at teatime": "It needs a time, like 21:00",
    "DEADLINE 12 March every week": "It needs a time, like 21:00",
    "DEADLINE every 12h": "The clock is set: every 12 hours",
    "DEADLINE 21h": "It needs a time, like 21:00",
    "DEADLINE Tuesday": "It needs a time, like 21:00",
    "hand the game to Otto Blume": "I have asked Otto Blume",
    "I'm handing over to ida@mail.example": "I have asked ida@mail.example",
    "rollback to spring 1901": "REASON",
    "set up\nFrance: A(Par), F(Bre)\nEND": "? A correction needs your reason",
    "Extend everyone by a week, happy holidays!": "The deadline is now Fri 12 March 2027, 21:00 London",
    "UNDO": "ROLLBACK TO",
    "ORDER Austria\nA Vie-Gal\nF Tri-Alb\nREASON phoned in": "> A(Vie)-Gal > F(Tri)-Alb",
    "ORDER Austria:\nA Vie-Gal\nF Tri-Alb because he phoned": "your reason: he phoned > A(Vie)-Gal > F(Tri)-Alb",
    "ORDER Austria\nA Vie-Gal\n\nREASON phoned in": "ORDER France F(Spa.sc)-MAO REASON",
    "DEADLINE Fridays 21.30": "The clock is set: Fridays 21:30 London",
    "DEADLINE Fridays 9.10 pm": "The clock is set: Fridays 21:10 London",
    "DEADLINE tomorrow 6pm": "The deadline is now Tue 2 March 2027, 18:00 London",
    "DEADLINE today 23:17": "The deadline is now Mon 1 March 2027, 23:17 London",
    "DEADLINE next Tuesday noon": "Tuesday 2 March 2027 noon or Tuesday 9 March 2027 noon? Please write the date",
    "DEADLINE Fridays 20.10": 'I cannot read "20.10"',
    "order Russia: A Mos-Ukr, A War-Gal (phoned)": "> ORDER Russia A Mos-Ukr, A War-Gal (phoned) REASON",
    "order Russia A Mos-Ukr": "> ORDER Russia A Mos-Ukr REASON",
    "Turkey: F Ank to Black Sea": "> ORDER Turkey F Ank to Black Sea REASON",
    "ORDER Russia: A Mos-Ukr REASON phoned\norder Turkey: F Ank to Black Sea": "> ORDER Turkey F Ank to Black Sea REASON",
    "PROMOTE olaf@x.example": 'I do not know whom you mean by "olaf@x.example"',
    "EJECT olaf@x.example REASON rude": 'I do not know whom you mean by "olaf@x.example"',
}
SHOWN = {
    "pause over Christmas until 4 January": "> PAUSE UNTIL",
    "Please undo Autumn 1870": "> ROLLBACK TO",
    "please roll back the last turn": "> ROLLBACK TO",
    "Who hasn't ordered yet?": "> STATUS",
    "Please nudge the late players": "> REMIND",
    "The deadline should be Friday.": "> DEADLINE",
    "let's have weekly deadlines": "> DEADLINE",
    "Go ahead and adjudicate": "> PROCESS",
    "Skip the retreats": "> PROCESS",
    "cancel the pause": "> RESUME",
    "I'm away next week": "> PAUSE UNTIL",
    "the game is drawn between France and England": "> DRAW",
    "Could you change my email to harriet@new.example?": "> ADDRESS",
    "close the game to new players": "> SET ENTRY",
}


def answer(office: PostOffice, text: str) -> str:
    return " ".join(" ".join(body(each).split()) for each in office.letter(GM, text) if each["To"] == GM)


@pytest.mark.parametrize("text", FORMING)
def test_a_game_that_forms(tmp_path: Path, text: str) -> None:
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE sandpit")
    assert FORMING[text] in answer(office, text)


@pytest.mark.parametrize("text", RUNNING)
def test_a_game_that_runs(tmp_path: Path, text: str) -> None:
    office = PostOffice(tmp_path)
    office.game()
    office.letter(OTTO, "OBSERVE quillfeather")
    found = answer(office, text)
    assert RUNNING[text] in found
    assert "I couldn't find an order or a command" not in found


@pytest.mark.parametrize("text", SHOWN)
def test_what_is_not_done_is_shown(tmp_path: Path, text: str) -> None:
    """The first form is the one that does it."""
    office = PostOffice(tmp_path)
    office.game()
    shown = answer(office, text).partition("Perhaps you want")[2]
    assert SHOWN[text] == "> " + shown.partition("> ")[2][: len(SHOWN[text]) - 2]


def test_start_now(tmp_path: Path) -> None:
    """It is START."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE sandpit")
    for power in POWERS:
        office.letter(f"{power} Player <{power.lower()}@mail.example>", f"JOIN sandpit PREFER {power}")
    assert "Spring 1901" in answer(office, "Start now!")


def test_who_agrees_to_a_draw_is_told_of_the_vote(tmp_path: Path) -> None:
    """While one is open, nobody needs to propose it."""
    office = PostOffice(tmp_path)
    office.game()
    office.orders("Turkey", "PROPOSE DRAW all survivors")
    found = " ".join(body(office.letter("france@mail.example", "I agree to the draw")[0]).split())
    assert "VOTE YES" in found
    assert "PROPOSE DRAW" not in found


@pytest.mark.parametrize("said", ["Tuesdays noon", "every Tuesday 12:00", "Tuesday noon"])
def test_a_clock_stays_in_its_zone(tmp_path: Path, said: str) -> None:
    """A time without a zone is by the clock that the game has."""
    office = PostOffice(tmp_path)
    office.game()
    answer(office, "DEADLINE Fridays 21:00 Europe/Berlin")
    assert "The clock is set: Tuesdays 12:00 Berlin" in answer(office, f"DEADLINE {said}")


def test_one_day_of_the_week_may_be_one_deadline(tmp_path: Path) -> None:
    """It sets the clock, as ever; the answer says how to have the old one again, with this date, and its lines do that."""
    office = PostOffice(tmp_path)
    office.game()
    answer(office, "DEADLINE Fridays 21:00 Europe/Berlin")
    found = answer(office, "Deadline Tuesday noon")
    assert "> DEADLINE Fridays 21:00 Berlin > DEADLINE Tue 9 March 2027 12:00" in found
    assert "one deadline only" not in answer(office, "DEADLINE Tuesdays 12:00")
    again = answer(office, "DEADLINE Fridays 21:00 Berlin\nDEADLINE Tue 9 March 2027 12:00")
    assert "The clock is set: Fridays 21:00 Berlin" in again
    assert "The deadline is now Tue 9 March 2027, 12:00 Berlin" in again


def test_an_order_without_a_reason_is_not_entered(tmp_path: Path) -> None:
    """Nor is the phase run without it, by PROCESS below it. A player's line with the same words is an order."""
    office = PostOffice(tmp_path)
    office.game()
    found = answer(office, "ORDER Italy A Ven-Tyr REASON phoned\norder Russia: A Mos-Ukr\nPROCESS")
    assert "Please give a reason" in found
    assert "took this for talk" not in found
    assert "Spring 1901: orders from 1 of 7" in found
    office.letter("russia@mail.example", "order Russia: A Mos-Ukr")
    assert "A(Mos)-Ukr" in body(office.last["russia@mail.example"]).partition("STANDING ORDERS")[2]


@pytest.mark.parametrize("text", ["PROMOTE olaf@x.example", "EJECT olaf@x.example REASON rude"])
def test_nobody_is_asked_to_confirm_what_would_be_refused(tmp_path: Path, text: str) -> None:
    """From an address that our mail server vouches for: the refusal comes at once."""
    office = PostOffice(tmp_path, careful=True, **ANY_NUMBER)
    office.game()
    passed = "mx.pbm.example; dmarc=pass header.from=zine.example"
    came = "from outside by mx.pbm.example; Mon, 1 Mar 2027 12:00:00 +0000"
    (letter,) = office.letter(GM, text, Authentication_Results=passed, Received=came)
    assert 'I do not know whom you mean by "olaf@x.example"' in " ".join(body(letter).split())


def test_one_deadline_that_is_moved_leaves_the_clock_as_it_is(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    said = answer(office, "postpone the deadline to Thursday 20:00")
    assert "The clock is set" not in said
    assert "Fridays 21:00 London" in answer(office, "RULES")


def test_examples_are_of_the_writer_s_own_game(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game("pinta")
    [mail] = office.orders("France", "What is the map? how do I see it")
    assert "> MAP Pinta" in body(mail)
