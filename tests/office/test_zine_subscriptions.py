"""Editors of zines: whose a reply is, several zines side by side, what is put right, games that end, and games with secrets."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote

import docx
import pytest

from judge.store import RetryTransaction, StoreUnavailable
from judge.store.reply_tokens import ReplyTokens, editor_in
from tests.letters.post_office import GM, PostOffice, body
from tests.letters.test_new_world import WORLD

PERCY, RUTH = "percy@thefiling.example", "ruth@echo.example"
FRANCE = "france@mail.example"
OPERATOR = "operator@mail.example"


def to(sent: list[EmailMessage], address: str) -> list[EmailMessage]:
    return [message for message in sent if message["To"] == address]


def words(message: EmailMessage) -> str:
    return " ".join(body(message).split())


def subscribed(office: PostOffice, address: str, title: str, *lines: str, games: str = "Quillfeather") -> None:
    office.letter(address, "\n".join([f'SUBSCRIBE {games} FOR "{title}"', "COPYDATE Sundays 12:00 London", "FORMATS text", *lines]))


def test_a_reply_to_a_copy_is_its_editor_s(tmp_path: Path) -> None:
    """In a house that believes no From line it is obeyed at once, from wherever it comes; the answer goes to the known mailbox.
    Copies are passed on, so it gives no orders; the editor, who plays France, is asked.
    """
    office = PostOffice(tmp_path, careful=True)
    office.game()
    subscribed(office, FRANCE, "The Filing Cabinet")
    office.reply(FRANCE)
    office.wait(days=4.5)
    (copy,) = to(office.wait(days=1.5), FRANCE)
    (answer,) = office.letter(FRANCE, "MAXLINES 120, 40 A PHASE", "Re: anything", copy["Reply-To"])
    assert "> PAGE A5 MAXLINES 120, 40 A PHASE" in words(answer)
    typist = "typist@thefiling.example"
    (answer,) = office.letter(typist, "STYLE failed=brackets rules=off", "anything", copy["Reply-To"])
    assert (answer["To"], "failed=brackets names=full why=on orders=run-on rules=off" in words(answer)) == (FRANCE, True)
    (asked,) = office.letter(typist, "GAME quillfeather\nA(Par)-Bur", "Re: copy", copy["Reply-To"])
    assert (asked["To"], "It does not count yet" in str(asked["Subject"]), "| A(Par)-Bur" in body(asked)) == (FRANCE, True, True)
    address, _, subject = str(copy["List-Unsubscribe"]).removeprefix("<mailto:").rstrip(">").partition("?subject=")
    (answer,) = office.letter(FRANCE, "", unquote(subject), address)
    assert 'I send no more copy for "The Filing Cabinet"' in words(answer)
    assert not any("filing" in str(message["Subject"]) for message in office.wait(days=30))


def test_a_token_is_nobody_s_once_the_mailbox_is_another() -> None:
    tokens = ReplyTokens(b"key")
    token = tokens.of_editor(7, "Percy@thefiling.example")
    assert editor_in(token.upper()) == 7
    assert tokens.is_editor(token, 7, PERCY)
    assert not tokens.is_editor(token, 7, RUTH)
    assert not tokens.is_editor(token, 8, PERCY)


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """Two zines print one game, one on Sundays and one on Tuesdays."""
    made = PostOffice(tmp_path, operator=OPERATOR)
    made.game()
    subscribed(made, PERCY, "The Filing Cabinet", "STYLE failed=brackets names=surname")
    subscribed(made, RUTH, "Echo", "COPYDATE Tuesdays 12:00 London", "STYLE failed=word why=off", "MAXLINES 25")
    made.orders("France", "A(Par)-Bur")
    made.orders("Germany", "A(Mun)-Bur")
    return made


def test_a_copy_that_cannot_be_put_together_comes_an_hour_later(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is printed twice or left out for it, and the operator hears of it."""
    with monkeypatch.context() as broken:
        broken.setattr("judge.office.worker.queue_issue", lambda *_: 1 / 0)
        assert to(office.wait(days=6), PERCY) == []
        office.parts.watch.look()
    sent = office.wait(hours=1)
    (copy,) = to(sent, PERCY)
    assert "Quillfeather: Spring 1901." in body(copy)
    (told,) = to(sent, OPERATOR)
    assert told["Subject"] == "Judge: the copy for Echo and The Filing Cabinet could not be put together"
    assert to(office.wait(hours=2), PERCY) == []


def test_a_copy_waits_while_the_store_takes_nothing(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a full disk the office is told of it, and looks again later; if another worker is at it, that one does it."""

    def refused(error: Exception) -> None:
        raise error

    office.wait(days=5)
    now = office.hands.time = office.hands.time + timedelta(days=1)
    with monkeypatch.context() as broken:
        broken.setattr("judge.office.worker.queue_issue", lambda *_: refused(StoreUnavailable("the disk is full")))
        with pytest.raises(StoreUnavailable):
            office.parts.office.tick(now)
        broken.setattr("judge.office.worker.queue_issue", lambda *_: refused(RetryTransaction("another has it")))
        assert not office.parts.office.tick(now)
    assert len(to(office.work(), PERCY)) == 1


def test_two_zines_have_two_styles_and_their_own_errata(office: PostOffice) -> None:
    """What was printed is put right at once and once more in the next copy; where nothing was printed there is no erratum."""
    sent = office.wait(days=6)
    (percy,) = to(sent, PERCY)
    assert to(sent, RUTH) == []
    assert "FRANCE (Player): ((A(Par)-Bur)) (1);" in words(percy)
    sent = office.letter(GM, "ROLLBACK TO Spring 1901 moves REASON a letter was in time\nORDER France A(Mar) S A(Par)-Bur")
    (note,) = to(sent, PERCY)
    assert "ERRATUM Quillfeather, Spring 1901: Rev 2 replaces Rev 1." in words(note)
    assert to(sent, RUTH) == []
    (ruth,) = to(office.wait(days=2), RUTH)
    assert "Rev 2" in words(ruth)
    assert "ERRATUM" not in words(ruth)
    assert "GERMANY (Germany Player): A(Mun)-Bur (FAILED);" in words(ruth)
    assert " lines; 25 is not possible; cut: the position." in words(ruth)
    (percy,) = to(office.wait(days=5), PERCY)
    assert "An erratum comes first below, ready to print." in words(percy)
    assert body(percy).split("UNSUBSCRIBE")[1].split("\n\n\n")[0].count("ERRATUM  Quillfeather, Spring 1901") == 1
    (percy,) = to(office.wait(days=7), PERCY)
    assert "No erratum to your last copy." in words(percy)


def test_a_copy_of_an_erratum_alone_is_called_so(office: PostOffice) -> None:
    office.wait(days=6)
    office.letter(GM, "PAUSE")
    office.letter(GM, "ROLLBACK TO Spring 1901 moves REASON a letter was in time\nORDER France A(Mar) S A(Par)-Bur")
    (copy,) = to(office.wait(days=7), PERCY)
    assert str(copy["Subject"]) == "[the filing cabinet] Copy: an erratum"
    assert "ERRATUM Quillfeather, Spring 1901" in words(copy)


def test_corrections_since_the_last_copy_are_told_as_its_readers_need_them(office: PostOffice) -> None:
    """Two of one phase are one note, against what was printed; of a phase that was played again the report is new."""
    office.wait(days=5)
    office.wait(days=7)
    office.wait(days=1)
    (note,) = to(office.letter(GM, "ROLLBACK TO Spring 1901 moves REASON one\nORDER France A(Mar) S A(Par)-Bur"), PERCY)
    assert "Autumn 1901: the printed report (Rev 1) no longer counts; the phase is to be played again." in words(note)
    assert "NOTHING NEW" not in words(note)
    office.letter(GM, "ROLLBACK TO Spring 1901 moves REASON two\nORDER Germany A(Mun)-Tyr")
    copy = to(office.wait(days=21), PERCY)[-1]
    said = words(copy)
    assert said.count("Quillfeather, Spring 1901: Rev") == 1
    assert "Spring 1901: Rev 3 replaces Rev 1. What is different:" in said
    assert "Reason (GM): one; two" in said
    assert "Autumn 1901: the printed report (Rev 1) no longer counts; the phase was played again, and its new report" in said


def test_a_game_that_is_over_has_its_end_printed_and_leaves(office: PostOffice) -> None:
    """Once, with who played what, though no phase was run since; then what its players say of it, once that is closed, and the zine
    is told that it has gone.
    """
    office.wait(days=6)
    office.letter(GM, "DRAW France, England")
    office.letter("france@mail.example", "STATEMENT\nI never liked Spain.\nEND")
    (copy,) = to(office.wait(days=7), PERCY)
    assert str(copy["Subject"]) == "[the filing cabinet] Copy: Quillfeather (the end)"
    assert "QUILLFEATHER: THE END A draw between England and France. Austria: Player" in words(copy)
    assert "1900" in words(copy)
    (again,) = to(office.letter(PERCY, "RESEND"), PERCY)[1:]
    assert "THE END" in words(again)
    assert "I never liked Spain." not in words(copy) + words(again)
    assert "Its players' statements are taken until Fri 26 March 2027, and follow in the copy after that." in words(copy)
    waiting, says, last = (to(office.wait(days=7), PERCY)[-1] for _ in range(3))
    assert "Quillfeather: nothing new. The game is over. Its players' statements are taken until" in words(waiting)
    assert "QUILLFEATHER: THE END The end-of-game statements, after their closing date." in words(says)
    assert "closing date. WHAT THE PLAYERS SAY I never liked Spain. (Player, France)" in words(says)
    assert "1900" not in words(says)
    assert "Quillfeather: nothing new. The game is over, and leaves the zine." in words(last)
    assert "The zine has no games left, so this is the last copy." in words(last)
    assert to(office.wait(days=14), PERCY) == []


def test_the_story_of_a_game_that_is_over_comes_in_one_copy(tmp_path: Path) -> None:
    """Whoever subscribes only now has it from its first phase to its end, once."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter("france@mail.example", "A(Par)-Bur")
    for _ in range(2):
        office.letter(GM, "PROCESS")
    office.letter(GM, "DRAW France, England")
    sent = office.letter(RUTH, 'SUBSCRIBE quillfeather FOR "Echo"\nCOPYDATE Sundays 12:00 London\nFORMATS text')
    (answer,) = to(sent, RUTH)
    assert "Quillfeather is over: the next copy has all phases and the end." in words(answer)
    assert any("Echo" in words(letter) for letter in to(sent, GM))
    (copy,) = to(office.wait(days=8), RUTH)
    said = words(copy)
    assert said.index("SPRING 1901") < said.index("A(Par)-Bur") < said.index("AUTUMN 1901") < said.index("THE END")
    assert "A draw between England and France." in said
    assert "QUILLFEATHER" not in " ".join(words(letter) for letter in to(office.wait(days=14), RUTH))


def test_a_gm_may_decline_after_the_first_copy(office: PostOffice) -> None:
    office.wait(days=6)
    sent = office.letter(GM, 'DECLINE "The Filing Cabinet"')
    (told,) = to(sent, PERCY)
    assert str(told["Subject"]) == "[the filing cabinet] Quillfeather is not to be printed"
    assert to(sent, RUTH) == []
    sent = office.wait(days=8)
    assert (len(to(sent, PERCY)), len(to(sent, RUTH))) == (0, 1)


def test_a_letter_means_the_zine_whose_copy_it_answers(office: PostOffice) -> None:
    subscribed(office, PERCY, "The Second Drawer", "COPYDATE Mondays 12:00 London")
    office.wait(days=6)
    (answer,) = office.reply(PERCY, "STYLE names=none")
    assert "judge+editor.e" in answer["Reply-To"]
    assert '"The Filing Cabinet" prints Quillfeather.' in words(answer)
    (answer,) = office.letter(PERCY, "STYLE names=none")
    assert "Which zine do you mean?" in words(answer)


SECRETS = {"standard": ("CREATE caravel\nBLIND yes", "A(Par)-Bur"), "antilla": ("CREATE caravel VARIANT antilla", "Xab")}
"""Folder → what opens a game of which something is hidden, and a word that is no business of the public's."""


@pytest.mark.parametrize("folder", SECRETS)
def test_an_editor_has_what_whoever_looks_on_has_and_not_before(folder: str, tmp_path: Path) -> None:
    """Its deadline is the copy date: players have theirs before the copy, which says no more than the report for all."""
    office = PostOffice(tmp_path)
    create, secret = SECRETS[folder]
    office.letter(GM, f"{create}\nDEADLINE Sundays 12:00 Europe/London")
    for power in office.parts.rules(folder).powers:
        office.letter(f"{power.name.lower()}@mail.example", f"JOIN caravel PREFER {power.name}")
    office.letter(RUTH, "OBSERVE caravel")
    if folder == "antilla":
        office.letter(GM, f"WORLD{WORLD}END")
    office.letter(GM, "START")
    subscribed(office, PERCY, "The Filing Cabinet", "FORMATS text html markdown json njudge docx", games="caravel")
    office.letter(FRANCE, "A(Par)-Bur")
    office.letter("portugal@mail.example", "F(Lis)-MAO-SAO")
    sent = office.wait(days=6)
    (copy,), (report,) = to(sent, PERCY), to(sent, RUTH)
    assert sent.index(copy) == len(sent) - 1
    public = body(report)[body(report).index("CARAVEL (") :]
    assert public == body(copy)[body(copy).index("CARAVEL (") :]
    assert secret not in public
    *found, document = [part.get_payload(decode=True) for part in copy.iter_attachments()]
    found.append("".join(each.text for each in docx.Document(io.BytesIO(document)).paragraphs).encode())
    assert [text for text in found if secret.encode() in text] == []


def test_a_back_issue_is_sent_again(office: PostOffice) -> None:
    """By its date, or by a phase that was in it; and whoever names none of either is told which there are."""
    (early,) = to(office.letter(PERCY, "RESEND Quillfeather Autumn 1901"), PERCY)
    assert "You have had no copy yet. SAMPLE shows what it would look like." in words(early)
    office.wait(days=5)
    office.wait(days=7)
    office.letter(GM, "PROCESS")
    (first,) = to(office.wait(days=2), PERCY)[-1:]
    day = re.search(r"Copy: .*", str(first["Subject"]))
    assert day
    office.wait(days=7)
    answer, again = to(office.letter(PERCY, "RESEND Quillfeather Spring 1901"), PERCY)
    assert "I am sending you that again, as it stands now" in words(answer)
    assert str(again["Subject"]).startswith("[the filing cabinet] Back copy: Quillfeather Spring 1901")
    assert "Autumn 1901  Rev" not in words(again)
    (none,) = to(office.letter(PERCY, "RESEND 25 December"), PERCY)
    said = words(none)
    assert 'You have had no copy called "25 December". Name the date of a copy (' in said
    assert "RESEND Quillfeather Autumn 1902" in said, "the last phase that was printed is the example"
    assert "I am sending you that again" in words(to(office.letter(PERCY, "RESEND Quillfeather Autumn 1902"), PERCY)[0])
    date = said.split("Name the date of a copy (")[1].split(")")[0].split(" and ")[0].split(",")[0].split(" ", 1)[1]
    answer, back = to(office.letter(PERCY, f"RESEND the copy of {date}"), PERCY)
    assert "Back copy: Quillfeather" in str(back["Subject"])
    assert "QUILLFEATHER" in words(back)


def test_a_phase_is_sent_again_with_what_the_same_copy_told_of_its_season(office: PostOffice) -> None:
    """Retreats and builds that followed it are not told as if they were due, and the file has the date of that copy."""
    for moves, builds in (("F(Nap)-ION", ""), ("F(ION)-Tun", "build F(Nap)")):
        for orders in filter(None, (moves, builds)):
            office.orders("Italy", orders)
            office.letter(GM, "PROCESS")
    (copy,) = to(office.wait(days=6), PERCY)
    (printed,) = copy.iter_attachments()
    assert "Winter 1901" in words(copy)
    office.wait(days=14)
    for phase, told in (("Autumn 1901", "Autumn 1901, Winter 1901"), ("Winter 1901", ""), ("Spring 1901", "")):
        _, again = to(office.letter(PERCY, f"RESEND Quillfeather {phase}"), PERCY)
        (file,) = again.iter_attachments()
        assert f"as it is now: Quillfeather: {told or phase}." in words(again)
        assert ("build F(Nap)" in words(again), "builds 1" in words(again)) == (phase != "Spring 1901", False)
        assert file.get_filename() == printed.get_filename()


def test_an_editor_moves_and_the_zine_with_him(tmp_path: Path) -> None:
    """A reply to a copy does not prove enough for it, and the question does not claim that it was no reply, nor that one would do;
    no words speak of a player or of a GM's game, and the new mailbox is told of the copies.
    """
    office, new = PostOffice(tmp_path, careful=True), "percy@newhouse.example"
    office.game()
    subscribed(office, PERCY, "The Filing Cabinet")
    office.reply(PERCY)
    office.wait(days=4.5)
    (copy,) = to(office.wait(days=1.5), PERCY)
    (asked,) = office.letter(PERCY, f"ADDRESS {new}", "Re: copy", copy["Reply-To"])
    assert asked["To"] == PERCY
    assert "it was a reply to a zine's copy" in words(asked)
    assert "To avoid this question" not in words(asked)
    (asked,) = to(office.reply(PERCY, "YES"), new)
    assert f'The editor of "The Filing Cabinet" who wrote from {PERCY} until now' in words(asked)
    moved = office.reply(new, "YES")
    (told,), (old,) = to(moved, new), to(moved, PERCY)
    assert 'The copies of "The Filing Cabinet" come here, too.' in words(told)
    assert "GM of your game" not in words(old)
    (answer,) = office.reply(new, "STYLE failed=brackets", "typist@thefiling.example")
    assert (answer["To"], "failed=brackets" in words(answer)) == (new, True)
    assert [message["To"] for message in office.wait(days=7) if "copy" in str(message["Subject"]).lower()] == [new]


def test_a_plain_letter_from_an_editor_is_spared_the_question_by_a_reply(tmp_path: Path) -> None:
    """Then it is said; of what must be asked about all the same it is not."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    subscribed(office, PERCY, "The Filing Cabinet")
    office.reply(PERCY)
    (asked,) = office.letter(PERCY, "STYLE failed=brackets")
    assert "To avoid this question" in words(asked)
    (asked,) = office.letter(PERCY, "ADDRESS percy@newhouse.example")
    assert "To avoid this question" not in words(asked)


def test_the_coming_copy_alone_can_be_on_another_day(office: PostOffice) -> None:
    """Sooner or later than it would be; the dates after it stay, and the day that it is moved from brings no second one."""
    office.letter(PERCY, "COPYDATE last Sunday of month 12:00 London")
    (answer,) = to(office.letter(PERCY, "COPYDATE 20 March 18:00"), PERCY)
    assert "Next copy Sat 20 March 18:00 London, this one instead of Sun 28 March 12:00." in words(answer)
    assert "Sat 20 March, 18:00 London (18:00 UTC) Sun 25 April, 12:00 London (11:00 UTC) Sun 30 May" in words(answer)
    assert "> COPYDATE the last Sunday of each month 12:00 London" in words(answer)
    copies = [message for message in to(office.wait(days=40), PERCY) if "copy" in str(message["Subject"]).lower()]
    assert len(copies) == 1
    assert "Next copy Sun 25 April 12:00" in words(copies[0])
    (answer,) = to(office.letter(PERCY, "COPYDATE 2 May"), PERCY)
    assert "Next copy Sun 2 May 12:00 London, this one instead of Sun 25 April 12:00." in words(answer)
    (answer,) = to(office.letter(PERCY, "STYLE failed=word"), PERCY)
    assert "this one instead of Sun 25 April 12:00." in words(answer)
    (answer,) = to(office.letter(PERCY, "COPYDATE last Sunday of month 12:00 London"), PERCY)
    assert "instead of" not in words(answer)


@pytest.mark.parametrize("said", ["COPYDATE 3 December 18:00", "COPYDATE 3 March 2026", "COPYDATE 3 and 17 April 18:00"])
def test_what_may_mean_another_rhythm_moves_no_copy(office: PostOffice, said: str) -> None:
    (answer,) = to(office.letter(PERCY, said), PERCY)
    assert "Next copy" not in words(answer)
    assert "needs you" in str(answer["Subject"])


def test_resend_reads_phases_as_they_are_written_elsewhere(office: PostOffice) -> None:
    """In any order and by any name, several of them, of the game that was named first; the example is of that game."""
    for _ in range(3):
        office.wait(days=7)
    answer, back = to(office.letter(PERCY, "RESEND Quillfeather S1901, Fall 1901"), PERCY)
    assert "I am sending you that again" in words(answer)
    assert "SPRING 1901" in body(back)
    assert "AUTUMN 1901" in body(back)
    answer, back = to(office.letter(PERCY, "RESEND Quillfeather Fall 1901 and Spring 1909"), PERCY)
    assert "I am sending you that again" in words(answer)
    assert 'You have had no copy called "Spring 1909"' in words(answer)


def test_the_example_of_resend_is_of_the_game_that_was_named(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    for name in ("quillfeather", "pinta"):
        office.game(name)
    subscribed(office, PERCY, "The Filing Cabinet", games="Quillfeather, Pinta")
    office.wait(days=30)
    (answer,) = to(office.letter(PERCY, "RESEND Quillfeather Spring 1999"), PERCY)
    assert "> RESEND Quillfeather" in words(answer)


@pytest.mark.parametrize(
    ("said", "formats"),
    [
        ("Word and a grey map", "docx grey"), ("text, maps", "text grey svg"), ("pdf and the map in grey", "pdf grey"),
        ("svg map", "svg"),
    ],
)  # fmt: skip
def test_a_grey_map_is_no_other_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, formats: str) -> None:
    monkeypatch.setattr("judge.office.handlers.zine_subscriptions.missing_library", lambda _: "")
    office = PostOffice(tmp_path, maps=True)
    office.game()
    subscribed(office, PERCY, "The Filing Cabinet")
    (answer,) = office.letter(PERCY, f"FORMATS {said}")
    assert f"> FORMATS {formats} > STYLE" in words(answer)


def test_a_style_is_shown_as_it_can_be_written(office: PostOffice) -> None:
    (answer,) = office.letter(PERCY, "STYLE board=both map=grey")
    assert "map=grey board=both" in words(answer)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("Please send me the last two seasons of Tiber as Word.", "RESEND"),
        ("Could I get the map bigger and without colours?", "STYLE"),
        ("There will be no January issue.", "COPYDATE"),
        ("The copy date moves to 3 December", "COPYDATE"),
        ("Could I have it as Word?", "FORMATS"),
        ("Please run the winter together with the spring.", ""),
    ],
)
def test_plain_words_of_an_editor_are_answered_as_an_editor_s(office: PostOffice, said: str, first: str) -> None:
    """With what editors can write, and the nearest command first; nothing of orders."""
    (answer,) = office.letter(PERCY, said)
    told = words(answer)
    assert "An editor can write COPYDATE" in told
    assert "orders look like" not in told
    assert told.partition("Perhaps you want")[2].partition(":")[2].split()[:1] == ([first] if first else []), told


def test_a_gm_who_would_not_have_a_game_printed_is_told_how(office: PostOffice) -> None:
    (answer,) = to(office.letter(GM, "I would rather not have Quillfeather printed in The Filing Cabinet."), "harriet@zine.example")
    assert '> DECLINE "The Filing Cabinet"' in words(answer)
    sent = office.letter(GM, 'DECLINE "The Filing Cabinet" REASON The players are shy of print.')
    (told,) = to(sent, PERCY)
    assert "The GM's reason: The players are shy of print." in words(told)


def test_a_sample_says_how_it_is_had_again(office: PostOffice) -> None:
    """And its files are not called as those of the copy to come."""
    office.wait(days=5)
    (sample,) = to(office.letter(RUTH, "FORMATS text\nSAMPLE"), RUTH)[1:]
    assert "After a change of STYLE, FORMATS or PAGE, SAMPLE sends this again." in words(sample)
    assert "-sample.txt" in words(sample)
