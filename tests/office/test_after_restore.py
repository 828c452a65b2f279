"""A backup is put back: letters have numbers that others had before, and no code or Message-ID of theirs comes again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge import cli
from judge.game.model.serialization import read_game
from judge.letters import Letter
from tests.letters.post_office import ADDRESS, GM, POWERS, PostOffice, body

FRANCE, GERMANY, MALLORY = "france@mail.example", "germany@mail.example", "mallory@mail.example"
Restore = Callable[[PostOffice], PostOffice]


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A careful house with a game; Mallory looks on."""
    trusting = PostOffice(tmp_path / "house")
    trusting.game()
    trusting.letter(f"Mallory Munro <{MALLORY}>", "OBSERVE quillfeather")
    trusting.parts.store.close()
    return as_it_is(trusting)


def as_it_is(old: PostOffice) -> PostOffice:
    """The same house, opened anew."""
    office = PostOffice(Path(old.parts.settings.store.partition("///")[2]).parent, careful=True)
    office.hands.time, office.count, office.last = old.hands.time, old.count, dict(old.last)
    return office


def arguments(office: PostOffice) -> list[str]:
    folder = Path(office.parts.settings.store.partition("///")[2]).parent
    (folder / "judge.yaml").write_text(f"address: {ADDRESS}\nstore: {office.parts.settings.store}\nmaps: false\n")
    return ["--config", str(folder / "judge.yaml")]


def save(office: PostOffice, file: Path) -> None:
    assert cli.main(["backup", *arguments(office), str(file)]) == 0


def put_back(office: PostOffice, file: Path) -> PostOffice:
    """The house after `judge restore`, which nobody has told what time it is now."""
    office.parts.store.close()
    assert cli.main(["restore", *arguments(office), "--nothing-lost", "--replace", str(file)]) == 0
    return as_it_is(office)


def code(asked: EmailMessage) -> str:
    return str(asked["Reply-To"]).partition("@")[0].rpartition(".")[2]


def running(office: PostOffice) -> bool:
    [answer] = office.reply(GM, "STATUS")
    return "stopped" not in body(answer) and "Deadline Fri" in body(answer)


@pytest.mark.parametrize("how", ["line", "reply"])
def test_a_code_of_before_confirms_nobody_s_letter(office: PostOffice, tmp_path: Path, how: str) -> None:
    """Mallory has a letter of his own held after the backup; after the restore a forged one has its number, and not its code."""
    to_gm = office.last[GM]
    save(office, tmp_path / "backup")
    [asked] = office.letter(MALLORY, "TIMEZONE America/New_York")
    office = put_back(office, tmp_path / "backup")
    [question] = office.letter(GM, "TERMINATE REASON it is over")
    assert question["To"] == GM
    assert code(question) != code(asked)
    if how == "line":
        office.letter(MALLORY, f"CONFIRM {code(asked)}")
    else:
        office.letter("elsewhere@evil.example", "CONFIRM", to=str(asked["Reply-To"]))
    office.last[GM] = to_gm
    assert running(office)
    [answer, *_] = office.letter(GM, "CONFIRM", to=str(question["Reply-To"]))
    office.last[GM] = to_gm
    assert not running(office), body(answer)


def test_an_answer_to_another_letter_has_another_message_id(office: PostOffice, tmp_path: Path) -> None:
    """Else mail programs that know it drop it."""
    save(office, tmp_path / "backup")
    known, to = set(), str(office.last[FRANCE]["Reply-To"])
    for _ in range(3):
        [answer] = office.letter(FRANCE, "A(Par)-Bur", to=to)
        known.add(answer["Message-ID"])
        office = put_back(office, tmp_path / "backup")
        [answer] = office.letter(FRANCE, "A(Par)-Gas", to=to)
        assert "A(Par)-Gas" in body(answer), "a seat's reply address is what it was"
        assert answer["Message-ID"] not in known
        known.add(answer["Message-ID"])
    [report] = [m for m in office.letter(GM, "PROCESS", to=str(office.last[GM]["Reply-To"])) if m["To"] == FRANCE]
    office = put_back(office, tmp_path / "backup")
    again = [m for m in office.letter(GM, "PROCESS", to=str(office.last[GM]["Reply-To"])) if m["To"] == FRANCE]
    assert report["Message-ID"] not in {m["Message-ID"] for m in again}


def test_what_waited_at_the_backup_goes_on(office: PostOffice, tmp_path: Path) -> None:
    """A question that was asked before it can be answered, and a letter that was queued goes out under the Message-ID it had."""
    [asked] = office.letter(FRANCE, "A(Par)-Bur")
    office.parts.store.take(Letter(f"From: {GERMANY}\n\nHELP\n".encode(), office.hands.time, "queued", GERMANY, ADDRESS))
    assert office.parts.office.receive_next(office.hands.time)
    save(office, tmp_path / "backup")
    [sent] = office.work()
    office = put_back(office, tmp_path / "backup")
    [again] = office.work()
    assert (again["Message-ID"], body(again)) == (sent["Message-ID"], body(sent))
    assert "STANDING ORDERS" in body(office.letter(FRANCE, "yes", to=str(asked["Reply-To"]))[0])


def test_a_question_that_is_asked_again_after_a_restore_can_be_answered(office: PostOffice, tmp_path: Path) -> None:
    """A correction of a game that is over is asked about twice: the second time under the code that counts then."""
    to = str(office.last[GM]["Reply-To"])
    office.letter(GM, "PROCESS", to=to)
    office.reply(GM, "CONFIRM")
    for text in ("DRAW", "CONFIRM"):
        office.letter(GM, text, to=to if text == "DRAW" else str(office.last[GM]["Reply-To"]))
    [first] = office.letter(GM, "ROLLBACK TO Spring 1901 REASON we were rash", to=to)
    save(office, tmp_path / "backup")
    office = put_back(office, tmp_path / "backup")
    [second] = office.letter(GM, "CONFIRM", to=str(first["Reply-To"]))
    assert "This game is over" in body(second)
    sent = office.letter(GM, "CONFIRM", to=str(second["Reply-To"]))
    assert len(sent) > 1, body(sent[0])
    assert "OPEN AGAIN" in " ".join(str(message["Subject"]) + body(message) for message in sent).upper()


def test_everybody_is_asked_to_send_again_what_was_lost(office: PostOffice, tmp_path: Path) -> None:
    """France changed an order after the backup, and the deadline has passed since: nothing may be judged by the older order before
    France has heard of it. Each person sees what the judge knows of theirs, and of nobody else's.
    """
    to = str(office.last[FRANCE]["Reply-To"])
    office.letter(FRANCE, "A(Par)-Bur\nF(Bre)-MAO\nA(Mar)-Spa", to=to)
    known = office.hands.time
    save(office, tmp_path / "backup")
    office.hands.time += timedelta(hours=1)
    office.letter(FRANCE, "A(Par)-Pic", to=to)
    office = put_back(office, tmp_path / "backup")
    office.hands.time = due(office) + timedelta(minutes=5)
    done = office.parts.office.tell_of_restore(office.hands.time)
    assert (done.told, done.later, done.unreadable) == (("quillfeather",), ("quillfeather",), ())
    assert done.known is not None
    assert abs(done.known - known) < timedelta(minutes=5)
    sent = {str(mail["To"]): mail for mail in office.work()}
    assert {FRANCE, GERMANY, GM, MALLORY} <= set(sent)
    assert all("Please send again" in str(mail["Subject"]) for mail in sent.values())
    told = body(sent[FRANCE])
    assert "Whatever you mailed after that is lost" in told
    assert ("A(Par)-Bur" in told, "A(Par)-Pic" in told) == (True, False)
    assert "A(Par)" not in body(sent[GERMANY]) + body(sent[MALLORY])
    assert office.letter(FRANCE, "A(Par)-Pic", to=str(sent[FRANCE]["Reply-To"]))
    office.hands.time += timedelta(hours=22)
    office.parts.office.tick(office.hands.time)
    office.work()  # reminders
    with office.parts.store.look() as work:
        assert work.games.phases("quillfeather") == [], "nothing is judged within a day"
    office.hands.time += timedelta(hours=3)
    assert office.parts.office.tick(office.hands.time)
    [report] = [mail for mail in office.work() if mail["To"] == FRANCE]
    assert "A(Par)-Pic" in body(report)


@pytest.mark.parametrize(("who", "word"), [(GM, "PROCESS"), (GM, "PROCESS Spring 1901"), (FRANCE, "FINAL")])
def test_what_would_end_a_phase_and_came_before_the_restore_does_not(
    office: PostOffice, tmp_path: Path, who: str, word: str
) -> None:
    """It lay in the mailbox: its writer meant a later phase, or relied on orders that are lost. Written again, it counts."""
    save(office, tmp_path / "backup")
    came = office.hands.time
    office = put_back(office, tmp_path / "backup")
    office.hands.time += timedelta(minutes=2)
    office.parts.office.tell_of_restore(office.hands.time)
    sent = {str(mail["To"]): mail for mail in office.work()}
    office.hands.time += timedelta(minutes=2)
    raw = f"From: {who}\nTo: {sent[who]['Reply-To']}\nMessage-ID: <lay@x>\n\n{word}\n".encode()
    office.parts.store.take(Letter(raw, came, "lay", who, str(sent[who]["Reply-To"])))
    office.parts.office.receive_next(office.hands.time)
    [answer] = office.work()
    assert "restored from a backup after you wrote" in " ".join(body(answer).split())
    [answer, *_] = [mail for mail in office.letter(who, word, to=str(sent[who]["Reply-To"])) if mail["To"] == who]
    assert "restored from a backup" not in body(answer)


def test_a_deadline_that_is_far_stays(office: PostOffice, tmp_path: Path) -> None:
    """People have time enough, and the GM chose that hour."""
    save(office, tmp_path / "backup")
    office = put_back(office, tmp_path / "backup")
    was = due(office)
    office.hands.time = was - timedelta(hours=25)
    assert office.parts.office.tell_of_restore(office.hands.time).later == ()
    assert due(office) == was


def test_nothing_is_judged_by_a_final_from_before(office: PostOffice, tmp_path: Path) -> None:
    """France took FINAL back after the backup, which is lost: the last FINAL of the others must not judge France's older orders."""
    to = {power: str(office.last[address(power)]["Reply-To"]) for power in POWERS}
    for power in POWERS[:-1]:
        office.letter(address(power), "FINAL", to=to[power])
    save(office, tmp_path / "backup")
    office.letter(FRANCE, "NOT FINAL", to=to["France"])
    office = put_back(office, tmp_path / "backup")
    assert office.parts.office.tell_of_restore(office.hands.time).later == ()
    sent = {str(mail["To"]): " ".join(body(mail).split()) for mail in office.work()}
    assert "FINAL no longer counts" in sent[FRANCE]
    assert "If your orders are as you want them, write FINAL again." in sent[FRANCE]
    assert "You have said FINAL" not in sent[FRANCE]
    assert "FINAL no longer counts" in sent[GM]
    assert "write FINAL" not in sent[GM] + sent[MALLORY]
    office.letter(address("Turkey"), "FINAL", to=to["Turkey"])
    assert phases(office) == 0
    for power in POWERS:
        office.letter(address(power), "FINAL", to=to[power])
    assert phases(office) == 1, "everybody has said it again"


def test_a_phase_that_was_about_to_close_early_keeps_its_deadline(office: PostOffice, tmp_path: Path) -> None:
    """Autumn's builds: everything was in at the backup, and France has sent another build since. The phase waits for its deadline,
    which is far, and does not end half an hour after the next order.
    """
    austria, france = (str(office.last[address(power)]["Reply-To"]) for power in ("Austria", "France"))
    office.letter(FRANCE, "A(Mar)-Spa", to=france)
    office.letter(address("Austria"), "A(Bud)-Ser", to=austria)
    for _ in range(2):
        office.letter(GM, "PROCESS", to=str(office.last[GM]["Reply-To"]))
        office.reply(GM, "CONFIRM")
    assert phases(office) == 2
    office.letter(FRANCE, "build A Mar", to=france)
    assert "closes early" in body(office.letter(address("Austria"), "build A Bud", to=austria)[0])
    save(office, tmp_path / "backup")
    office = put_back(office, tmp_path / "backup")
    was = due(office)
    assert office.parts.office.tell_of_restore(office.hands.time).later == ()
    office.work()
    assert due(office) == was
    office.letter(address("Austria"), "build A Bud", to=austria)
    office.wait(hours=2)
    assert phases(office) == 2, "France may not have answered yet"
    office.letter(address("Austria"), "FINAL", to=austria)
    office.letter(FRANCE, "FINAL", to=france)
    assert phases(office) == 3


def test_the_command_tells_unless_nothing_was_lost(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`judge restore` queues these mails itself; a judge that moves to another machine has lost nothing."""
    save(office, tmp_path / "backup")
    put_back(office, tmp_path / "backup").parts.store.close()
    assert "send again" not in capsys.readouterr().out
    again = as_it_is(office)
    assert not again.work()
    again.parts.store.close()
    assert cli.main(["restore", *arguments(office), "--replace", str(tmp_path / "backup")]) == 0
    assert "asks everybody in 1 game to send again what they wrote later" in capsys.readouterr().out
    assert FRANCE in {mail["To"] for mail in as_it_is(office).work()}


def due(office: PostOffice) -> datetime:
    with office.parts.store.look() as work:
        found = work.games.get("quillfeather")
    assert found is not None
    game = read_game(found.head)
    assert game.due is not None
    return game.due


def phases(office: PostOffice) -> int:
    with office.parts.store.look() as work:
        return len(work.games.phases("quillfeather"))


def address(power: str) -> str:
    return f"{power.lower()}@mail.example"
