"""What one letter, and one person in a day, may have the judge do: questions, passwords, games, and letters to strangers."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from judge.office import passwords
from tests.letters.post_office import GM, PostOffice, body, headline

FRANCE, MALLORY = "france@mail.example", "mallory@evil.example"
LEAST_TEXT = 40_000
"""Characters that no answer to one letter needs."""


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A careful house, with the limits of every house, and a game of one year."""
    trusting = PostOffice(tmp_path)
    trusting.game()
    trusting.staged(lambda: [trusting.letter(GM, "PROCESS") for _ in range(3)])
    trusting.parts.store.close()
    office = PostOffice(tmp_path, careful=True)
    office.hands.time, office.count, office.last = trusting.hands.time, trusting.count, trusting.last
    return office


def words(message: EmailMessage) -> str:
    return " ".join(body(message).split())


def write(office: PostOffice, address: str, text: str) -> list[EmailMessage]:
    """A letter that is believed at once: by the address that the first letter to its writer had."""
    letter = office.last[address]
    sent = office.letter(address, text, f"Re: {letter['Subject']}", letter["Reply-To"])
    office.last[address] = letter
    return sent


def stranger(office: PostOffice, address: str, text: str) -> list[EmailMessage]:
    """A stranger's letter, to whose question the word is given that it asks for."""
    [asked] = office.letter(f"Some Body <{address}>", text)
    return office.letter(address, "CONFIRM", f"Re: {asked['Subject']}", asked["Reply-To"])


@pytest.mark.parametrize(
    ("line", "once"), [("HELP", "JOIN"), ("RULES", "Standard"), ("WHO", "Austria Player"), ("LIST", "quillfeather"),
                       ("HISTORY", "Spring 1901"), ("STATUS", "Due from Austria"), ("WHY A(Par) in Spring 1901", "A(Par)")],
)  # fmt: skip
def test_the_same_question_is_answered_once(office: PostOffice, line: str, once: str) -> None:
    """Five hundred times the same line is one answer, as long as that to one line, and one letter."""
    [one] = write(office, FRANCE, line)
    [many] = write(office, FRANCE, "\n".join([line] * 500))
    assert once in words(many)
    assert body(many) == body(one)


def test_the_same_report_is_sent_once(office: PostOffice) -> None:
    """RESULTS comes in a letter of its own: one, and the answer."""
    assert len(write(office, FRANCE, "\n".join(["RESULTS Spring 1901"] * 500))) == 2


def test_a_question_about_two_games_is_answered_for_both(office: PostOffice) -> None:
    """It is not the same question."""
    office.careful = False
    office.letter(FRANCE, "JOIN pinta") if office.letter(GM, "CREATE pinta") else None
    sent = office.letter(FRANCE, "GAME quillfeather\nWHO\nGAME pinta\nSTATUS\nGAME quillfeather\nSTATUS\nWHO")
    office.careful = True
    assert {headline(m).partition("]")[0] for m in sent if m["To"] == FRANCE} <= {"[quillfeather", "[pinta"}


def test_only_so_many_questions_are_answered(office: PostOffice) -> None:
    """Of five hundred different ones twelve are, and one sentence says that the others were left; orders beside them count."""
    spaces = [f"WHY {kind}({space})" for kind in "AF" for space in ("Par", "Mar", "Bre", "Mun", "Ber", "Kie", "Ven", "Rom")]
    sent = write(office, FRANCE, "\n".join([*spaces, "A(Par)-Bur", *(f"RESULTS Spring {1901 + year}" for year in range(400))]))
    assert len(sent) == 1
    assert "I answer at most 12 questions in one mail, and left" in words(sent[0])
    assert "STANDING ORDERS" in body(sent[0])
    assert len(body(sent[0])) < LEAST_TEXT


def test_reports_of_different_phases_are_bounded(office: PostOffice) -> None:
    """However many phases there are, one letter brings twelve reports at most."""
    phases = [f"RESULTS {season} {year}" for year in range(1901, 2101) for season in ("Spring", "Autumn")]
    sent = write(office, FRANCE, "\n".join(phases))
    assert len(sent) <= 13
    assert sum(len(body(message)) for message in sent) < LEAST_TEXT


@pytest.mark.parametrize("way", ["reply", "question"])
def test_many_passwords_cost_one(office: PostOffice, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last counts; of what makes a password dear there is one call, however the letter came to count."""
    calls = list[str]()
    dear = passwords._scrypt
    monkeypatch.setattr(passwords, "_scrypt", lambda password, salt: calls.append(password) or dear(password, salt))
    lines = "\n".join(f"SET PASSWORD secretword-{number}" for number in range(450))
    if way == "reply":
        sent = write(office, FRANCE, lines)
    else:
        [asked] = office.letter(FRANCE, lines)
        sent = office.letter(FRANCE, f"CONFIRM\n{lines}", f"Re: {asked['Subject']}", asked["Reply-To"])
    assert calls == ["secretword-449"], [body(message)[:900] for message in sent]
    if way == "reply":
        assert words(sent[0]).count("I have saved your password") == 1
        del calls[:]
        assert "STANDING ORDERS" in body(office.letter(FRANCE, "PASSWORD secretword-449\nA(Par)-Bur")[0])


def test_one_letter_opens_one_game(office: PostOffice) -> None:
    """What stands below another CREATE is not done to the first game; one sentence says what was left."""
    below = "INVITE ada@a.example\n\nINVITE ben@b.example"
    sent = write(office, GM, f"CREATE pinta\nDEADLINE Fridays 21:00 London\n\nCREATE nina\n{below}\n\nCREATE caravel")
    assert {message["To"] for message in sent} == {GM}
    assert "I open only one game per mail. I have not opened nina or caravel, nor done what" in words(sent[0])
    assert len(games(office)) == 2


def games(office: PostOffice) -> list[str]:
    with office.parts.store.look() as work:
        return [
            name for name in ("quillfeather", *(f"game{n}" for n in range(70)), "pinta", "nina", "caravel") if work.games.get(name)
        ]


def test_five_hundred_games_in_a_letter_are_one(office: PostOffice) -> None:
    sent = write(office, GM, "\n".join(f"CREATE game{number}" for number in range(70)))
    assert games(office) == ["quillfeather", "game0"]
    assert len(body(sent[0])) < 4000


def test_one_person_opens_three_games_a_day(office: PostOffice) -> None:
    """The fourth is refused, with when; others may, and so may the same person the day after."""
    office.hands.time += timedelta(days=1)  # since the game that there is was opened
    for number in range(5):
        sent = write(office, GM, f"CREATE game{number}")
    assert games(office) == ["quillfeather", "game0", "game1", "game2"]
    assert "I open 3 games a day for each person, so I have not opened game4. Please send it again after Wed 3" in words(sent[0])
    write(office, FRANCE, "CREATE pinta")
    assert "pinta" in games(office)
    office.hands.time += timedelta(days=1)
    write(office, GM, "CREATE game4")
    assert "game4" in games(office)


def asked(sent: list[EmailMessage], gm: str) -> list[str]:
    return [str(m["To"]) for m in sent if m["To"] != gm and not str(m["To"]).endswith("@mail.example")]


def test_one_stranger_has_at_most_twenty_strangers_written_to(office: PostOffice) -> None:
    """Sixty games of forty guests in one letter, and twenty more letters in the hour: twenty people hear of it, once each."""
    guests = [f"victim{number}@v.example" for number in range(2400)]
    blocks = ["\n".join([f"CREATE game{n}", *(f"INVITE {each}" for each in guests[40 * n : 40 * n + 40])]) for n in range(60)]
    sent = stranger(office, MALLORY, "\n".join(blocks))
    told = asked(sent, MALLORY)
    for number in range(20):
        lines = "\n".join(f"INVITE {each}" for each in guests[40 * number : 40 * number + 40])
        office.hands.time += timedelta(minutes=2)
        told += asked(write(office, MALLORY, f"CREATE more{number}\n{lines}"), MALLORY)
    assert len(told) == len(set(told)) == 20
    assert "I write to 20 people a day for each GM, so I have not written to victim20@v.example," in words(sent[0])
    assert len(body(sent[0])) < LEAST_TEXT


def test_offering_a_power_counts_as_inviting(office: PostOffice) -> None:
    """TAKEOVER with an address writes to somebody who has not asked for it, too."""
    office.careful = False
    write(office, GM, "VACANT Italy REASON silent")
    office.careful = True
    told = list[str]()
    for number in range(30):
        office.hands.time += timedelta(minutes=3)
        told += asked(write(office, GM, f"TAKEOVER Italy BY victim{number}@v.example"), GM)
        for address in [each for each in office.last if each == GM]:
            [*_, last] = [office.last[address]]
        if "confirm." in str(last["Reply-To"]):
            told += asked(office.letter(GM, "CONFIRM", to=str(last["Reply-To"])), GM)
    strangers = [each for each in told if each.startswith("victim")]
    assert len(strangers) == len(set(strangers)) <= 20


def test_nobody_is_asked_twice_in_a_week(office: PostOffice) -> None:
    """Whoever asks; a week later it may be."""
    assert "ada@a.example" in asked(write(office, GM, "CREATE pinta\nINVITE ada@a.example"), GM)
    office.hands.time += timedelta(days=3)
    sent = write(office, FRANCE, "CREATE nina\nINVITE ada@a.example; ben@b.example")
    assert asked(sent, FRANCE) == ["ben@b.example"]
    assert "I have not written to ada@a.example: I ask nobody to play more than once within 7 days." in words(sent[0])
    office.hands.time += timedelta(days=4)
    assert "ada@a.example" in asked(write(office, FRANCE, "CREATE caravel\nINVITE ada@a.example"), FRANCE)


def test_an_operator_may_choose(tmp_path: Path) -> None:
    """All three are settings; 0 is any number."""
    chosen: dict[str, Any] = {"games_a_day": 1, "guests_a_day": 0, "invitation_days": 0}
    office = PostOffice(tmp_path, **chosen)
    guests = "; ".join(f"a{number}@a.example" for number in range(7))
    assert len(asked(office.letter(GM, f"CREATE pinta\nINVITE {guests}"), GM)) == 7
    assert "I open one game a day" in words(office.letter(GM, "CREATE nina")[0]) or "I open 1 game" in words(office.last[GM])
    office.letter(FRANCE, "CREATE caravel")
    assert len(asked(office.letter(FRANCE, f"GAME caravel\nINVITE {guests}"), FRANCE)) == 7


@pytest.mark.parametrize("name", ["Cheap pills http://evil.example", "See www.evil.example"])
def test_no_web_address_in_a_name(tmp_path: Path, name: str) -> None:
    """It would stand in our letters to people who never asked for it."""
    office = PostOffice(tmp_path)
    sent = office.letter(f'"{name}" <{MALLORY}>', "CREATE pinta\nINVITE ada@a.example")
    assert not any("evil.example" in f"{m['Subject']}{words(m)}".replace(MALLORY, "") for m in sent if m["To"] == "ada@a.example")
    sent = office.letter("Ben <ben@b.example>", f"JOIN pinta NAME {name}")
    assert "A name must not contain a web or mail address" in words(sent[0])
    sent = office.letter(MALLORY, "CREATE www.evil.example")
    assert "A game's name is one word" in words(sent[0])


def third(sent: list[EmailMessage], writer: str) -> int:
    """How many letters somebody else has because of one."""
    return sum(message["To"] != writer for message in sent)


def test_a_letter_runs_one_phase(office: PostOffice) -> None:
    """Thirty PROCESS in a letter, under whatever names of the game, are one phase; the others are answered in a sentence."""
    phase = headline(office.last[GM])
    lines = "\n".join(["PROCESS"] * 10 + ["GAME quillfeather", "PROCESS", "SIGNON Aquillfeather", "PROCESS"] * 5)
    sent = write(office, GM, f"{lines}\nSTATUS")
    to_france = [message for message in sent if message["To"] == FRANCE]
    assert len(to_france) == 1, phase
    answer = next(words(message) for message in sent if "at most once in one mail" in words(message))
    assert "I obey PROCESS at most once in one mail, so I left out 19 lines" in answer


FLIPS = {
    "deadline": (GM, ["DEADLINE Mondays 21:00 Europe/London", "DEADLINE Tuesdays 21:00 Europe/London"], 150, 12),
    "setting": (GM, ["SET PRESS none", "SET PRESS signed"], 150, 12),
    "clock": (GM, ["PAUSE", "RESUME"], 150, 24),
    "pardon": (GM, ["please PAUSE", "unpause"], 150, 24),
    "order": (GM, ["ORDER France A(Par)-Pic REASON x", "ORDER France A(Par)-Bur REASON y"], 150, 40),
}


@pytest.mark.parametrize("name", FLIPS)
def test_back_and_forth_is_bounded(office: PostOffice, name: str) -> None:
    """A GM's letter that changes one thing three hundred times brings no player more letters than are done."""
    writer, lines, count, most = FLIPS[name]
    sent = write(office, writer, "\n".join(lines * count))
    for power in ("france", "turkey"):
        assert sum(message["To"] == f"{power}@mail.example" for message in sent) <= most
    [answer] = [words(message) for message in sent if message["To"] == writer and "times in one mail, so" in words(message)]
    assert answer.count("times in one mail, so") <= 2
    assert len(answer) < LEAST_TEXT


def test_more_time_three_hundred_times(office: PostOffice) -> None:
    """From the GM it is twelve extensions; asked for by a player twelve letters to the GM at most."""
    lines = "\n".join(f"EXTEND {days} days REASON exams" for days in range(1, 300))
    sent = write(office, FRANCE, lines)
    assert third(sent, FRANCE) <= 12
    assert "I obey EXTEND at most 12 times in one mail, so I left out 287 lines" in " ".join(map(words, sent))
    sent = write(office, GM, lines)
    assert third(sent, GM) <= 12 * 7
    assert sum(message["To"] == FRANCE for message in sent) <= 12


def test_somebody_who_comes_and_goes_is_bounded(office: PostOffice) -> None:
    """Standing by and going, looking on and going, ordering a zine and not: what the GM hears of it is bounded."""
    office.careful = False
    watcher = "Walt Watcher <watcher@x.example>"
    office.letter(watcher, "OBSERVE quillfeather")
    for pair in ("UNWATCH\nOBSERVE quillfeather", "STANDBY quillfeather\nRESIGN",
                 'SUBSCRIBE quillfeather FOR "The Z"\nUNSUBSCRIBE "The Z"'):  # fmt: skip
        sent = office.letter(watcher, "\n".join([pair] * 300))
        assert third(sent, "watcher@x.example") <= 24, pair
        office.hands.time += timedelta(hours=2)


def test_press_in_one_letter_is_bounded(office: PostOffice) -> None:
    """Five hundred pieces to one power are twenty, and the writer is told."""
    sent = write(office, FRANCE, "\n".join(f"PRESS TO Germany\nPiece {number}.\nEND" for number in range(500)))
    assert sum(message["To"] == "germany@mail.example" for message in sent) <= 20
    assert "I obey PRESS at most 20 times in one mail" in " ".join(map(words, sent))


def test_a_gm_s_long_letter_is_done_in_whole(office: PostOffice) -> None:
    """Twenty different settings, an order for each unit of seven powers, and press beside them: nothing is left out."""
    settings = ["SET PRESS none", "SET GRACE 12 hours", "GRACE 24 hours", "REMIND 24 hours", "NMR standby", "ABSENCES 1 a year"]
    units = [f"ORDER {power} A({space}) H REASON by telephone" for power, space in
             (("France", "Par"), ("France", "Mar"), ("Germany", "Mun"), ("Germany", "Ber"), ("Italy", "Ven"), ("Italy", "Rom"),
              ("Austria", "Vie"), ("Austria", "Bud"), ("Russia", "Mos"), ("Russia", "War"), ("Turkey", "Con"), ("Turkey", "Smy"),
              ("England", "Lpl"))]  # fmt: skip
    sent = write(office, GM, "\n".join([*settings * 3, *units]))
    assert "in one mail, so I left out" not in " ".join(map(words, sent))


def test_orders_count_however_many_there_are(office: PostOffice) -> None:
    """The last orders stand, and FINAL as it was said last."""
    lines = ["A(Par)-Pic", "FINAL", "NOT FINAL", "CLEAR"] * 40
    [answer] = write(office, FRANCE, "\n".join([*lines, "A(Par)-Bur", "FINAL"]))
    assert "in one mail, so I left out" not in words(answer)
    assert "A(Par)-Bur" in words(answer)
