"""What a GM who comes from njudge, or is in a hurry, writes last in a mail must not be done without what stands above it."""

from __future__ import annotations

import re
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


def offered(answer: str) -> list[str]:
    """The lines that an answer offers in front of its last part, as they stand there."""
    return [line.split("> ", 1)[1] for line in answer.splitlines() if re.match(r" +> ORDER ", line)]


@pytest.mark.parametrize("reason", ["100%sure", "a reason that is too long to be written once more behind an order of theirs"])
def test_what_is_offered_for_an_order_can_be_sent_as_it_stands(office: PostOffice, reason: str) -> None:
    """A GM who copies the line gets that order entered."""
    answer = body(office.letter(GM, f"ORDER England F(Edi)-Nrth REASON {reason}")[0])
    why = reason if reason == "100%sure" else "why"
    assert offered(answer) == [f"ORDER England F(Edi)-NTH REASON {why}"]
    assert "1 needs you" in answer
    assert "Entered for England" in said(office, offered(answer)[0])


def test_a_line_below_rollback_is_offered_as_it_stands_there(office: PostOffice) -> None:
    """By itself it would be an order for the phase that runs now."""
    office.wait(days=5)
    answer = body(office.letter(GM, "ROLLBACK S1901M REASON mistyped\nORDER England F(Edi)-Nrth")[0])
    assert "Below ROLLBACK, write this if you mean it:" in " ".join(answer.split())
    assert offered(answer) == ["ORDER England F(Edi)-NTH"]
    again = said(office, f"ROLLBACK S1901M REASON mistyped\n{offered(answer)[0]}")
    assert "Rev 2 of Spring 1901 replaces Rev 1" in again


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ORDER England F NTH - Hol REASON rang me", "England has no F(NTH)."),
        ("ORDER England F Foo - Bar REASON rang me", "England's units are in Edi, Lon, Lvp."),
        ("ORDER France A Ber - Kie REASON rang me", "A(Ber) does not belong to France: it is German A(Ber)."),
    ],
)
def test_whose_units_are_meant_is_said(office: PostOffice, text: str, told: str) -> None:
    assert told in said(office, text)


def test_late_orders_that_were_not_read_are_offered_for_their_power(tmp_path: Path) -> None:
    """A GM cannot reply with a player's line."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter(GM, "PREVIEW ON")
    for power in ("Austria", "France", "Germany", "Italy", "Russia", "Turkey"):
        office.orders(power, "all hold")
    office.wait(days=5)
    office.orders("England", "F Lon - ENG\nF Edi - Nrth")
    answer = body(next(mail for mail in office.letter(GM, "ACCEPT LATE REASON server") if mail["To"] == GM))
    assert 'The mail says "F Edi - Nrth".' in " ".join(answer.split())
    assert offered(answer) == ["ORDER England F(Edi)-NTH REASON server"]
    assert "> F(Edi)-NTH" in body(next(mail for mail in office.letter(GM, offered(answer)[0]) if mail["To"] == GM))


BOARD = """POSITION Spring 1903 REASON typed wrongly
England: F Lon, F Edi
France: A Par, A Mar, F Bre
England owns: Lon, Edi, Lvp
France owns: Par, Mar, Bre
END"""


@pytest.fixture
def careful(tmp_path: Path) -> PostOffice:
    """A house that asks before it corrects a board, with a game whose first phase has been run."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    office.wait(days=5)
    office.letter(GM, "STATUS")
    return office


def test_a_board_below_create_is_that_game_s(careful: PostOffice) -> None:
    """In a reply about another game it corrects nothing there, and nobody is asked about that."""
    [answer] = careful.reply(GM, f"CREATE heron VARIANT standard\n{BOARD}")
    assert "The game will begin with Spring 1903" in body(answer)


@pytest.mark.parametrize(
    "create", ["CREATE heron VARIANT nonsense", "CREATE quillfeather", "CREATE 7", "CREATE heron LIKE nothing", "CREATE gm"]
)
@pytest.mark.parametrize("below", [BOARD, "PROCESS", "ORDER France A(Par)-Bur REASON so", "EXTEND 2 days REASON so"])
def test_nothing_below_a_game_that_was_not_opened_is_done_to_another(careful: PostOffice, create: str, below: str) -> None:
    """It was meant for the new game; the answer says so."""
    [answer] = careful.reply(GM, f"{create}\n{below}")
    said = " ".join(body(answer).split())
    assert f'You wrote "{below.splitlines()[0]}". I do nothing that stands below a CREATE which opened no game.' in said
    [status] = careful.reply(GM, "STATUS")
    assert "Autumn 1901" in body(status)
    assert "France       nothing yet" in body(status)


@pytest.mark.parametrize("asks", ["STATUS", "MAP", "\nSTATUS\n"])
@pytest.mark.parametrize(
    ("below", "untrue"), [("PROCESS", "has been run"), (BOARD, "is corrected"), ("ROLLBACK TO S1901M REASON x", "Rev 2")]
)
def test_a_question_below_it_ends_nothing(careful: PostOffice, asks: str, below: str, untrue: str) -> None:
    """STATUS without a name does not make the lines below it those of another game."""
    for answer in careful.reply(GM, f"CREATE heron VARIANT nonsense\n{asks}\n{below}"):
        assert untrue not in " ".join(body(answer).split())
        assert "Correction: what would change" not in str(answer["Subject"])


@pytest.mark.parametrize("below", [BOARD, "ROLLBACK TO S1901M REASON x"])
@pytest.mark.parametrize("create", ["CREATE heron", "CREATE 7"])
def test_no_correction_is_made_unasked(careful: PostOffice, create: str, below: str) -> None:
    """Wherever in a letter it stands, if it is about a game that runs."""
    answers = careful.reply(GM, f"{create}\n\nSTATUS quillfeather\n{below}")
    assert {answer["To"] for answer in answers} == {GM}  # everybody hears of one that is made


@pytest.mark.parametrize("below", ["INVITE ben@mail.example AS Italy", "STANDBY"])
def test_nobody_is_invited_to_another_game_below_it(careful: PostOffice, below: str) -> None:
    careful.letter(GM, "CREATE pinta")
    careful.reply(GM, "YES")
    answers = careful.reply(GM, f"CREATE heron VARIANT nonsense\n\n{below}")
    assert {answer["To"] for answer in answers} == {GM}
    assert "I do nothing that stands below a CREATE which opened no game" in " ".join(body(answers[0]).split())


@pytest.mark.parametrize("text", ["GAME heron\nSTATUS\nA Par-Bur", "GAME heron\nMAP\nA Par-Bur"])
def test_nothing_below_a_game_without_a_seat_is_done_to_another(careful: PostOffice, text: str) -> None:
    careful.orders("France", "STATUS")
    careful.reply("france@mail.example", text)
    careful.orders("France", "STATUS")
    assert "A(Par)-Bur" not in body(careful.last["france@mail.example"])


def test_a_power_is_not_offered_unasked_when_a_line_above_frees_it(tmp_path: Path) -> None:
    """START SHORT leaves a seat without a player."""
    office = PostOffice(tmp_path, careful=True)
    office.careful = False
    office.letter(f"Harriet Lowe <{GM}>", "CREATE pinta")
    for power in ("Austria", "England", "France", "Germany", "Russia", "Turkey"):
        office.letter(f"{power} Player <{power.lower()}@mail.example>", f"JOIN pinta PREFER {power}")
    office.letter(GM, "STATUS")
    office.careful = True
    answers = office.reply(GM, "START SHORT\nTAKEOVER Italy BY sam@mail.example")
    assert {answer["To"] for answer in answers} == {GM}
    assert "Please confirm" in str(answers[0]["Subject"])


def test_a_letter_goes_on_below_game(careful: PostOffice) -> None:
    answer = next(
        mail for mail in careful.reply(GM, "CREATE 7\nGAME quillfeather\nORDER France A(Par)-Bur REASON so") if mail["To"] == GM
    )
    assert "Entered for France" in body(answer)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("TAKEOVER Italy BY sam@mail.example", "Italy has a player. To give the seat to somebody else, declare it vacant first"),
        ("TAKEOVER Gaul BY sam@mail.example", 'There is no Power called "Gaul"'),
        ("VACANT Gaul", 'There is no Power called "Gaul"'),
    ],
)
def test_nobody_is_asked_about_what_would_be_refused(careful: PostOffice, line: str, told: str) -> None:
    """The reason comes at once."""
    [answer] = careful.reply(GM, line)
    assert told in " ".join(body(answer).split())


def test_a_vacant_power_is_not_offered_to_somebody_who_has_a_seat(careful: PostOffice) -> None:
    """The GM is told at once that nobody has two seats, and is not asked to confirm anything."""
    careful.careful = False
    careful.letter(GM, "VACANT Italy REASON gone")
    for address in ("france@mail.example", GM):
        [answer] = careful.letter(GM, f"TAKEOVER Italy BY {address}")
        assert f'"{address}" has a seat in this game already' in " ".join(body(answer).split())


def test_an_offer_of_a_vacant_power_is_asked_about(careful: PostOffice) -> None:
    careful.reply(GM, "VACANT Italy")
    careful.reply(GM, "YES")
    [question] = careful.reply(GM, "TAKEOVER Italy BY sam@mail.example")
    assert "Please confirm: TAKEOVER Italy" in str(question["Subject"])
    assert "sam@mail.example" in {mail["To"] for mail in careful.reply(GM, "YES")}


def with_late(folder: Path, *letters: tuple[str, str]) -> PostOffice:
    """A game whose first phase has been run, and these letters of players for it after that."""
    office = PostOffice(folder)
    office.game()
    office.wait(days=5)
    for power, orders in letters:
        office.orders(power, f"ORDERS FOR Spring 1901\n{orders}")
    return office


RUSSIA, TURKEY = ("Russia", "A War - Gal"), ("Turkey", "A Con - Bul")


@pytest.mark.parametrize("which", ["1", "Russia", "from Russia", "orders from Russia"])
def test_the_late_letter_that_is_named_counts(tmp_path: Path, which: str) -> None:
    office = with_late(tmp_path, RUSSIA, TURKEY)
    said(office, f"ACCEPT LATE {which} REASON power cut")
    board = said(office, "POSITION")
    assert "A(Gal)" in board
    assert "A(Con)" in board


def test_each_late_letter_is_told_with_its_number(tmp_path: Path) -> None:
    office = with_late(tmp_path)
    for number, (power, orders) in enumerate((RUSSIA, TURKEY), 1):
        letters = office.orders(power, f"ORDERS FOR Spring 1901\n{orders}")
        assert f"> ACCEPT LATE {number} REASON why" in body(next(each for each in letters if each["To"] == GM))


def test_all_late_letters_of_a_power_count_as_they_would_have_in_time(tmp_path: Path) -> None:
    office = with_late(tmp_path, RUSSIA, TURKEY, ("Turkey", "A Smy - Con"), ("Turkey", "A Smy - Arm"))
    said(office, "ACCEPT LATE Turkey REASON power cut")
    board = said(office, "POSITION")
    assert "Turkey: A(Arm), A(Bul), F(Ank)" in board
    assert "A(War)" in board


@pytest.mark.parametrize("line", ["ACCEPT LATE", "ACCEPT LATE Austria", "ACCEPT LATE 4"])
def test_it_is_asked_which_late_letter_is_meant(tmp_path: Path, line: str) -> None:
    """Nothing is done, and all are named."""
    told = said(with_late(tmp_path, RUSSIA, TURKEY, ("Turkey", "A Smy - Con")), f"{line} REASON power cut")
    assert "Entered for" not in told
    assert "Rev 2" not in told
    for number, power in enumerate(("Russia", "Turkey", "Turkey"), 1):
        assert f"ACCEPT LATE {number} REASON why ({power})" in told


def test_the_only_late_letter_needs_no_number(tmp_path: Path) -> None:
    office = with_late(tmp_path, RUSSIA)
    said(office, "ACCEPT LATE REASON power cut")
    assert "A(Gal)" in said(office, "POSITION")
