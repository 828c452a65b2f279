"""What an operator sees: letters about trouble, once each; `judge status`, `judge letter`, metrics, and the log."""

from __future__ import annotations

import json
import logging
import os
import re
import urllib.request
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from judge import cli
from judge.cli.status import check, print_status
from judge.clock import SystemClock
from judge.daemon import metrics, monitoring
from judge.daemon.judge_state import judge_state
from judge.daemon.logging_setup import KeyValueFormatter
from judge.letters import Letter
from judge.office import worker as room
from judge.office.upkeep.alerts import Alerts
from judge.store import StoreUnavailable
from tests.letters.post_office import ADDRESS, GM, PostOffice, body
from tests.ports import free_port
from tests.waiting import LONGEST

OPERATOR, HOUR = "keeper@pbm.example", timedelta(hours=1)


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    return PostOffice(tmp_path, operator=OPERATOR, backup_days=0)


def look(office: PostOffice, decide: bool = True) -> list[str]:
    """What the watch has to say now. `decide`: letters are decided and deadlines run before."""
    office.parts.watch.look()
    if decide:
        sent = office.work()
    else:
        office.drain.run()
        sent, office.hands.sent = office.hands.sent, []
    return [f"{each['Subject']}\n{body(each)}" for each in sent if each["To"] == OPERATOR]


@pytest.fixture
def stumbling(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office that falls over letters whose first word is STUMBLE."""
    real = room.accept_letter

    def receive(uow: Any, number: int, letter: Any) -> Any:
        if b"STUMBLE" in letter.raw:
            raise ValueError(f"what ann@mail.example wrote: {letter.raw!r}")
        return real(uow, number, letter)

    monkeypatch.setattr(room, "accept_letter", receive)


SHUNTED = """\
Judge: 1 mail could not be processed
=== write above this line ===

Something went wrong while I processed mail 1. It is kept, with the
error, and everything else goes on. The senders and their GMs have been
told.

    judge letter 1            what went wrong
    judge letter 1 --again    process it again, after a repair
"""


@pytest.mark.usefixtures("stumbling")
def test_shunted_letters_are_told_once(office: PostOffice) -> None:
    """The first of a day; not again after a restart; a new one on another day is told."""
    assert look(office) == []
    office.letter("ann@mail.example", "STUMBLE")
    assert look(office) == [SHUNTED]
    office.letter("ann@mail.example", "STUMBLE over this, too")
    assert look(office) == []
    office.hands.time += timedelta(days=2)
    [told] = look(office)
    assert "mails 2 and 1." in told
    office.parts = replace(office.parts, watch=replace(office.parts.watch, _told={}))
    assert look(office) == []


@pytest.mark.usefixtures("stumbling")
def test_a_shunted_letter_is_looked_at_and_decided_again(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words are printed only if asked for; decided again, it is answered as any other."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\n")
    config = ["--config", str(tmp_path / "judge.yaml")]
    office.letter("ann@mail.example", "LIST of STUMBLE")
    assert cli.main(["letter", *config, "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("letter 1: shunted, came 2027-03-01T12:00:01")
    assert "ValueError" in said
    monkeypatch.undo()
    assert cli.main(["letter", *config, "1", "--words", "--again"]) == 0
    assert "LIST of STUMBLE" in capsys.readouterr().out
    assert [each["To"] for each in office.work()] == ["ann@mail.example"]
    assert cli.main(["letter", *config, "1", "--again"]) == 1
    assert cli.main(["letter", *config, "7"]) == 2


OUTBOX = """\
Judge: mail has waited 90 minutes to be sent
=== write above this line ===

One mail has waited to be sent for 90 minutes. I try each for three days
and then give up. The log says what the mail server answers (`said`
lines about notices); `judge status` shows how many wait.

If you read this, at least one mail has gone out again.
"""


def test_an_outbox_that_ages(office: PostOffice) -> None:
    """By the first try of the oldest; nothing is said before the hour, nor twice."""
    office.letter("ann@mail.example", "HELP")
    office.parts.store.take(office_letter(office))
    while office.parts.office.receive_next(office.hands.time):
        pass
    [claimed] = office.parts.store.claim_notices(office.hands.time)
    office.parts.store.notice_failed(claimed.id, office.hands.time + 4 * HOUR, "450 later")
    assert look(office) == []
    office.hands.time += 1.5 * HOUR
    assert look(office) == [OUTBOX]
    office.hands.time += HOUR
    assert look(office) == []


def office_letter(office: PostOffice) -> Letter:
    return Letter(b"From: ben@mail.example\r\n\r\nHELP\r\n", office.hands.time, "x", "ben@mail.example", ADDRESS)


def test_a_sender_that_stands_still(office: PostOffice) -> None:
    """What was never tried ages from when it was first seen."""
    office.parts.store.take(office_letter(office))
    while office.parts.office.receive_next(office.hands.time):
        pass
    office.parts.watch.look()
    office.hands.time += 2 * HOUR
    [told] = look(office)
    assert "One mail has waited to be sent for 2 hours. I have not tried it yet." in " ".join(told.split())


def test_a_deadline_that_fails_and_a_disk_that_fills(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a letter."""
    office.parts.office.tally.trouble("deadline", "quillfeather")
    monkeypatch.setattr(monitoring, "LEAST_FREE", 2**60)
    told = "".join(look(office))
    assert "Judge: the deadline of quillfeather could not be processed" in told
    assert "Judge: the disk is nearly full" in told
    assert look(office) == []


WORKERS = """\
Judge: workers of one store differ
=== write above this line ===

Not all of my workers on this store are alike: they differ in address
and imap. A worker that runs a deadline checks only its own mailboxes
for mail, and replies to mail made with one key mean nothing to another.
So all must have the same key, address, mailboxes and version. Please
stop every worker, correct the files, and start them; whoever then
differs says how.
"""


def test_workers_that_fetch_from_other_places(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, whoever of them notices."""
    assert look(office) == []
    monkeypatch.setattr(office.parts.store, "differs", lambda said: list(said)[:2])
    assert look(office) == [WORKERS]
    assert look(office) == []


def test_what_could_not_be_said_is_said_at_the_next_look(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that nobody can write to for a moment keeps no trouble from being told for a day."""
    office.parts.office.tally.trouble("deadline", "quillfeather")
    with monkeypatch.context() as away:
        away.setattr(Alerts, "alert", unavailable)
        with pytest.raises(StoreUnavailable):
            office.parts.watch.look()
    assert "the deadline of quillfeather" in "".join(look(office))
    assert look(office) == []


def unavailable(*_: object) -> bool:
    raise StoreUnavailable("the database is locked")


def test_status(office: PostOffice) -> None:
    """As a table, for eyes; whatever the time, the store is only read."""
    office.game()
    office.letter(GM, "CREATE inkpot")
    found = judge_state(office.parts.store, office.parts.settings, office.hands.time)
    assert found["letters"] == {"received": 0, "held": 0, "refused": 0, "shunted": 0, "done": 11}
    assert found["stages"] == {"forming": 1, "running": 1, "finished": 0}
    assert [game["name"] for game in found["next"]] == ["quillfeather"]


def upcoming(office: PostOffice, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What `judge status` prints about games that wait for a time."""
    print_status(office.parts.store, office.parts.settings, office.hands.time)
    return capsys.readouterr().out.partition("\nnext")[2].splitlines()


def test_status_shows_deadlines_as_letters_do(office: PostOffice, capsys: pytest.CaptureFixture[str]) -> None:
    """In the game's own zone; what happens next, often a reminder, is in another column. A game without a deadline has none."""
    start = office.game()
    office.letter(GM, "CREATE inkpot\nSET zone Europe/Berlin")
    assert upcoming(office, capsys) == [
        "      game          phase        deadline                                    next act",
        "          quillfeather  Spring 1901  Fri 5 March 2027, 21:00 London (21:00 UTC)  reminder in 2 d 8 h: "
        "Wed 3 March 2027, 21:00 London (21:00 UTC)",
    ]
    assert "Fri 5 March 2027, 21:00 London (21:00 UTC)" in " ".join(body(start[0]).split())
    office.wait(days=4)
    assert "deadline in 8 h 59 min: Fri 5 March" in upcoming(office, capsys)[1]
    office.hands.time += timedelta(hours=9, minutes=5)
    assert "deadline 5 min ago: Fri 5 March" in upcoming(office, capsys)[1]  # letters may still be on their way
    office.hands.time += timedelta(days=1, hours=15)
    assert "deadline OVERDUE for 1 d 15 h: Fri 5 March" in upcoming(office, capsys)[1]


def test_status_shows_what_else_a_game_waits_for(office: PostOffice, capsys: pytest.CaptureFixture[str]) -> None:
    """The end of a pause, without a deadline; a second try of what failed."""
    office.game()
    office.letter(GM, "PAUSE UNTIL 20 March")
    assert "Spring 1901  none      end of the pause in " in upcoming(office, capsys)[1]
    with office.parts.store.work() as work:
        stored = work.games.get("quillfeather")
        assert stored
        work.games.save("quillfeather", {"name": 7}, stored.seq, office.hands.time + HOUR)
    assert "Spring 1901  none      next try in 1 h 00 min: " in upcoming(office, capsys)[1]


def test_status_is_printed(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the command, beside a judge that runs."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\n")
    office.letter(GM, "CREATE inkpot")
    assert cli.main(["status", "--config", str(tmp_path / "judge.yaml")]) == 0
    which, told = capsys.readouterr().out.split("\n", 1)
    assert re.fullmatch(r"judge     [0-9][\w.+]+; store: SQLite 3[0-9.]+, step \d{4}", which)
    assert told == (
        "letters   0 waiting, 1 done, 0 held, 0 refused, 0 shunted\n"
        "outbox    0 waiting\n"
        "games     1 forming, 0 running, 0 finished\n"
    )


def test_status_names_the_letters_that_are_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So that the operator can look at them: `judge letter N --words`."""
    office = PostOffice(tmp_path, careful=True)
    office.letter(GM, "CREATE inkpot")
    office.letter(GM, "CREATE penknife")
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\n")
    assert cli.main(["status", "--config", str(tmp_path / "judge.yaml")]) == 0
    assert "held: 2, 1   (judge letter 2 --words)" in capsys.readouterr().out
    assert cli.main(["letter", "2", "--config", str(tmp_path / "judge.yaml")]) == 0
    assert "Its writer was asked, because its address is not known yet." in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", ["status", "letter 1", "replay", "person export ann@mail.example", "purge", "backup", "verify inkpot", "print ink"]
)
def test_whoever_looks_makes_no_store(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A judge.yaml that was not named, or a wrong one, is not answered with noughts."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/none/judge.db\n")
    assert cli.main([*command.split(), "--config", str(tmp_path / "judge.yaml")]) != 0
    assert "there is no store at" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_metrics(office: PostOffice) -> None:
    """Asked over HTTP, as Prometheus does."""
    office.game(anew=True)
    port = free_port()
    stop = metrics.serve_metrics(office.parts.watch, office.parts.office.tally, "127.0.0.1", port)
    try:
        told = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=LONGEST).read().decode()
    finally:
        stop()
    lines = told.splitlines()
    for wanted in (
        'judge_letters{state="done"} 10.0', 'judge_letters{state="shunted"} 0.0', 'judge_decided_total{state="done"} 9.0',
        "judge_outbox_letters 0.0", "judge_overdue_games 0.0", "judge_games 1.0", 'judge_letter_seconds_bucket{le="+Inf"} 10.0',
        'judge_phase_seconds_bucket{le="+Inf"} 0.0',
    ):  # fmt: skip
        assert wanted in lines
    due = next(float(line.split()[1]) for line in lines if line.startswith("judge_next_deadline_seconds "))
    assert 2 * 86400 < due < 5 * 86400


@pytest.mark.usefixtures("stumbling")
def test_the_log_holds_numbers_and_nothing_that_people_wrote(office: PostOffice, caplog: pytest.LogCaptureFixture) -> None:
    """One line for each thing; a letter's words and address are in none, not even where the judge stumbled over them."""
    caplog.set_level(logging.INFO, "judge")
    office.letter("ann@mail.example", "HELP")
    office.letter("ann@mail.example", "STUMBLE over\nlevel=error said=nonsense")
    lines = [KeyValueFormatter(ADDRESS).format(record) for record in caplog.records if record.name.startswith("judge")]
    assert all("\n" not in line and "ann@" not in line and "nonsense" not in line for line in lines)
    decided = next(line for line in lines if "said=decided" in line)
    assert "level=info" in decided
    assert "letter=1 state=done ms=" in decided
    [shunted] = [line for line in lines if "said=shunted" in line]
    assert "level=error" in shunted
    assert 'letter=2 error=ValueError where="test_monitoring.py:' in shunted


def test_what_the_world_says_is_told_without_addresses() -> None:
    """A mail server's refusal, a disk's error: the reason stays."""
    try:
        raise OSError(28, "No space left on device", "/var/mail/ann@mail.example/new")
    except OSError as error:
        trouble = (OSError, error, error.__traceback__)
        record = logging.LogRecord("judge", logging.ERROR, "", 0, "550 <ann@mail.example>: no", (), trouble)
    said = KeyValueFormatter(ADDRESS).format(record)
    assert 'said="550 <(address)>: no" error=OSError why="[Errno 28] No space left on device: ' in said
    assert "ann@" not in said


class Place:
    """A mailbox as the monitor sees it."""

    def __init__(self, swept: datetime | None = None, every: float = 60.0) -> None:
        self.place, self.swept, self.every, self.trouble = "mailbox imap.club.example", swept, every, ""


OUT_OF_REACH = """\
Judge: no mail fetched for 16 minutes: mailbox imap.club.example
=== write above this line ===

I have not been able to fetch mail from the mailbox imap.club.example
for 16 minutes. Nobody's mail reaches me by this way meanwhile, and
deadlines wait for it only for a while (`patience`); `judge game NAME
--pause` stops a game's clock. I try again every minute. The last error:

  | LoginError: b'[AUTHENTICATIONFAILED] Authentication failed.'

Has the password changed, has a certificate expired, or is the server
down? A password file that you change is read again at the next try;
`judge doctor` tries a login at once. When mail is fetched again, I
write.
"""


def test_a_mailbox_out_of_reach_is_told_after_a_quarter_of_an_hour(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once a day, and when it is well again; `judge status` shows it meanwhile, also if the judge has ended."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\n")
    place = Place(office.hands.time)
    office.parts.watch.watch_places((place,))
    assert look(office) == []
    place.trouble = "LoginError: b'[AUTHENTICATIONFAILED] Authentication failed.'"
    office.hands.time += timedelta(minutes=14)
    assert look(office) == []
    office.hands.time += timedelta(minutes=2)
    assert look(office) == [OUT_OF_REACH]
    office.hands.time += timedelta(hours=3)
    assert look(office) == []
    facts = judge_state(office.parts.store, office.parts.settings, office.hands.time)
    [seen] = facts["places"]
    assert (seen["name"], seen["ago"], seen["late"], seen["never"]) == ("mailbox imap.club.example", "3 h 16 min", True, False)
    place.swept, place.trouble = office.hands.time, ""
    [again] = look(office)
    assert again.startswith("Judge: mail is fetched again: mailbox imap.club.example\n")
    assert look(office) == []


def test_the_age_of_a_mailbox_is_a_metric(office: PostOffice) -> None:
    """For an alarm from elsewhere: the judge's own letter needs a working outbox."""
    office.parts.watch.watch_places((Place(office.hands.time),))
    look(office)
    office.hands.time += timedelta(minutes=20)
    found = list(metrics.MetricsCollector(office.parts.watch, office.parts.office.tally).collect())
    [family] = [each for each in found if each.name == "judge_fetched_age_seconds"]
    assert [(each.labels, each.value) for each in family.samples] == [({"place": "mailbox imap.club.example"}, 1200.0)]


REFUSED = "LoginError: b'[AUTHENTICATIONFAILED] Authentication failed.'"


def test_a_mailbox_that_was_never_reached(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counted from when the judge began to look; `judge status` and its line for monitoring programs know the mailbox, too."""
    place = Place()
    place.trouble = REFUSED
    office.parts.watch.watch_places((place,))
    assert look(office) == []
    office.hands.time += timedelta(minutes=16)
    [told] = look(office)
    assert "fetch mail from the mailbox imap.club.example\nfor 16 minutes" in told
    [seen] = judge_state(office.parts.store, office.parts.settings, office.hands.time)["places"]
    assert (seen["ago"], seen["late"], seen["never"]) == ("16 min", True, True)
    code, line = checked(office, tmp_path, capsys)
    assert code == 2
    assert "nothing was ever fetched from the mailbox imap.club.example, tried for 16 min" in line


def test_a_game_that_waits_for_a_mailbox_is_not_said_to_be_stuck(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The letter about the mailbox says what to do; to start the judge again would not help. After its patience it is overdue."""
    office.game()
    office.hands.time = datetime(2027, 3, 5, 20, 59, tzinfo=UTC)
    office.work()
    place = Place(office.hands.time)
    office.parts.watch.watch_places((place,))
    assert office.parts.watch.steady
    office.parts.watch.steady.patience = timedelta(hours=1)
    assert look(office, decide=False) == []
    place.trouble = REFUSED
    for minutes in (17, 40):
        office.hands.time += timedelta(minutes=minutes)
        office.parts.store.take(Letter(b"From: ann@mail.example\r\n\r\nHELP", office.hands.time, f"{minutes}", "ann@mail.example"))
        told = look(office, decide=False)
        first = ["Judge: no mail fetched for 17 minutes: mailbox imap.club.example"] if minutes == 17 else []
        assert [each.partition("\n")[0] for each in told] == first
        assert "overdue" not in checked(office, tmp_path, capsys)[1]
    office.hands.time += timedelta(minutes=30)
    told = look(office, decide=False)
    assert [each.partition("\n")[0] for each in told] == ["Judge: the deadline of quillfeather has passed, and nothing was done"]


def test_what_waits_for_a_mailbox_after_a_long_time_off_is_not_said_to_be_stuck(office: PostOffice) -> None:
    """The deadline passed hours ago; the judge has just been started, and gives the network an hour to come up."""
    office.game()
    office.hands.time = datetime(2027, 3, 5, 20, 59, tzinfo=UTC)
    place = Place(office.hands.time)
    assert office.parts.watch.steady
    office.parts.watch.steady.patience = timedelta(hours=1)
    office.hands.time += timedelta(hours=9)
    office.parts.times.begin()
    office.parts.watch.watch_places((place,))
    place.trouble, told = REFUSED, list[str]()
    for _ in range(2):
        told += look(office, decide=False)
        office.hands.time += timedelta(minutes=29)
    assert told
    assert not [each for each in told if "nothing was done" in each]
    office.hands.time += timedelta(minutes=2)
    assert "Judge: the deadline of quillfeather has passed, and nothing was done" in "".join(look(office, decide=False))


def test_a_mailbox_that_is_in_reach_again_leaves_time_for_what_waited(office: PostOffice) -> None:
    """The phase is run some seconds later: nobody is told meanwhile that nothing was done, but if it is not run."""
    office.game()
    office.hands.time = datetime(2027, 3, 5, 20, 59, tzinfo=UTC)
    office.work()
    place = Place(office.hands.time)
    office.parts.watch.watch_places((place,))
    assert office.parts.watch.steady
    office.parts.watch.steady.patience = timedelta(hours=1)
    for minutes in (1, 30):
        office.hands.time += timedelta(minutes=minutes)
        place.trouble = REFUSED
        look(office, decide=False)
    place.swept, place.trouble = office.hands.time, ""
    [told] = look(office, decide=False)
    assert told.startswith("Judge: mail is fetched again")
    office.hands.time += timedelta(minutes=3)
    place.swept = office.hands.time
    [told] = look(office, decide=False)
    assert told.startswith("Judge: the deadline of quillfeather has passed, and nothing was done")


@pytest.mark.parametrize("before", [timedelta(), timedelta(seconds=12)], ids=["after a look", "before the first look"])
def test_a_way_is_not_called_never_open_once_it_was(
    office: PostOffice, before: timedelta, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the first evening people look a moment after the first mail was answered."""
    place, relay = Place(), Relay(office.hands.time)
    relay.swept = None
    office.parts.watch.watch_places((place,), (relay,))
    if not before:
        look(office)
        print_status(office.parts.store, office.parts.settings, office.hands.time)
        assert capsys.readouterr().out.count("never") == 2
    office.hands.time += timedelta(seconds=20)
    place.swept = relay.swept = office.hands.time - before
    look(office)
    print_status(office.parts.store, office.parts.settings, office.hands.time)
    assert "never" not in capsys.readouterr().out


def test_a_second_failure_on_the_same_day_is_told(office: PostOffice) -> None:
    """Each time after a quarter of an hour, and each time when it is well again."""
    place = Place(office.hands.time)
    office.parts.watch.watch_places((place,))
    assert look(office) == []
    for _ in range(2):
        place.trouble = REFUSED
        office.hands.time += timedelta(minutes=16)
        [told] = look(office)
        assert "no mail fetched for 16 minutes" in told
        office.hands.time += timedelta(hours=1)
        assert look(office) == []
        place.swept, place.trouble = office.hands.time, ""
        [told] = look(office)
        assert "mail is fetched again" in told


def test_a_mailbox_that_stays_out_of_reach_is_told_every_day(office: PostOffice) -> None:
    place = Place(office.hands.time)
    place.trouble = REFUSED
    office.parts.watch.watch_places((place,))
    told = []
    for _ in range(3 * 24 * 4):
        office.hands.time += timedelta(minutes=15)
        told += look(office)
    assert len(told) == 3


def test_a_restart_goes_on_counting(office: PostOffice) -> None:
    """Cron's `judge tick` is a process of its own every few minutes: it, too, tells after a quarter of an hour, and once."""
    told = []
    for _ in range(8):
        place = Place()
        place.trouble = REFUSED
        office.parts.watch.watch_places((place,))
        told += look(office)
        office.hands.time += timedelta(minutes=5)
    assert len(told) == 1
    place.swept, place.trouble = office.hands.time, ""
    office.parts.watch.watch_places((place,))
    [again] = look(office)
    assert "mail is fetched again" in again


def test_a_mailbox_that_is_seldom_looked_through_is_not_out_of_reach(office: PostOffice) -> None:
    """With `every: 3600` an hour without a look is what was asked for; two rounds that fail are not."""
    place = Place(office.hands.time, every=3600)
    office.parts.watch.watch_places((place,))
    assert look(office) == []
    office.hands.time += timedelta(minutes=70)
    assert look(office) == []
    assert not judge_state(office.parts.store, office.parts.settings, office.hands.time)["places"][0]["late"]
    place.trouble = REFUSED
    office.hands.time += timedelta(minutes=60)
    assert len(look(office)) == 1


def test_places_that_are_not_in_the_configuration_are_forgotten(office: PostOffice) -> None:
    """A mailbox that a judge has left is not out of reach for ever."""
    with office.parts.store.work() as work:
        work.facts.put("fetched from mailbox old.example", office.hands.time.isoformat())
    office.parts.watch.watch_places((Place(office.hands.time),))
    look(office)
    state = judge_state(office.parts.store, office.parts.settings, office.hands.time)
    assert [each["name"] for each in state["places"]] == ["mailbox imap.club.example"]


def checked(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str], backup: timedelta | None = timedelta(), more: str = ""
) -> Any:
    """Exit status and line of `judge status --check`, with a backup so old; None for none."""
    folder = tmp_path / "backups"
    folder.mkdir(exist_ok=True)
    file = folder / "judge-20270301-030000.backup"
    file.unlink(missing_ok=True)
    if backup is not None:
        file.touch()
        at = (office.hands.time - backup).timestamp()
        os.utime(file, (at, at))
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\ntake: []\n{more}")
    capsys.readouterr()
    return check(tmp_path / "judge.yaml", office.hands.time, lambda: True), capsys.readouterr().out


def test_one_line_for_monitoring(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit statuses as monitoring programs know them: 0 well, 1 warning, 2 critical, 3 unknown. The worst counts; all is told."""
    assert checked(office, tmp_path, capsys) == (0, "JUDGE OK: 0 games running\n")
    assert checked(office, tmp_path, capsys, None) == (1, "JUDGE WARNING: no backup yet\n")
    assert checked(office, tmp_path, capsys, timedelta(days=4)) == (1, "JUDGE WARNING: no backup for 4 days\n")
    assert checked(office, tmp_path, capsys, timedelta(days=4), "backup_days: 5\n")[0] == 0
    assert checked(office, tmp_path, capsys, None, "backup_days: 0\n")[0] == 0
    with office.parts.store.work() as work:
        work.facts.put("last at work", office.hands.time.isoformat())
        work.facts.put("fetched from mailbox imap.club.example", office.hands.time.isoformat())
    assert checked(office, tmp_path, capsys)[0] == 0
    office.hands.time += timedelta(minutes=20)
    assert checked(office, tmp_path, capsys, timedelta(days=4)) == (2, (
        "JUDGE CRITICAL: no judge at work for 20 min, nothing fetched from the mailbox imap.club.example for 20 min, "
        "no backup for 4 days\n"
    ))  # fmt: skip
    assert check(tmp_path / "none.yaml", office.hands.time) == 3
    assert capsys.readouterr().out.startswith("JUDGE UNKNOWN: ")


def test_status_for_other_programs(office: PostOffice, capsys: pytest.CaptureFixture[str]) -> None:
    """The same facts as JSON."""
    assert print_status(office.parts.store, office.parts.settings, office.hands.time, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["letters"]["received"], found["stages"]["running"], found["places"]) == (0, 0, [])


def test_a_second_trouble_of_a_day_is_told_if_it_was_well_meanwhile(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what comes and goes within an hour."""
    for hours in (0, 2, 2):
        office.hands.time += timedelta(hours=hours)
        with monkeypatch.context() as full:
            full.setattr(monitoring, "LEAST_FREE", 2**60)
            [told] = look(office)
            assert "the disk is nearly full" in told
            assert look(office) == []
        assert look(office) == []
        office.hands.time += timedelta(minutes=30)
        with monkeypatch.context() as full:
            full.setattr(monitoring, "LEAST_FREE", 2**60)
            assert look(office) == []
        assert look(office) == []


class Relay:
    """The relay as the monitor sees it."""

    place, every = "relay smtp.club.example:587", 300.0

    def __init__(self, swept: datetime) -> None:
        self.swept: datetime | None = swept
        self.trouble = ""


def test_a_relay_that_was_closed_is_told_when_it_is_open(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No letter could go out before; `judge status` tells meanwhile."""
    relay = Relay(office.hands.time)
    office.parts.watch.watch_places((), (relay,))
    assert look(office) == []
    relay.trouble = "535 authentication failed"
    office.hands.time += timedelta(minutes=16)
    assert look(office) == []
    code, line = checked(office, tmp_path, capsys)
    assert (code, line) == (2, "JUDGE CRITICAL: the relay smtp.club.example:587 has not let the judge in for 16 min\n")
    print_status(office.parts.store, office.parts.settings, office.hands.time)
    assert "          let in by the relay smtp.club.example:587 16 min ago: OUT OF REACH, see the log\n" in capsys.readouterr().out
    office.hands.time += timedelta(minutes=24)
    relay.swept, relay.trouble = office.hands.time, ""
    [told] = look(office)
    assert told.startswith("Judge: mail goes out again; the relay smtp.club.example:587 was closed for 40 minutes\n")
    assert checked(office, tmp_path, capsys)[0] == 0


def test_what_is_wrong_for_other_programs(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`judge status --check --json`: the verdict, the line, and each remark."""
    checked(office, tmp_path, capsys, None)
    assert check(tmp_path / "judge.yaml", office.hands.time, lambda: True, as_json=True) == 1
    found = json.loads(capsys.readouterr().out)
    assert found == {
        "level": "WARNING", "line": "JUDGE WARNING: no backup yet",
        "remarks": [{"level": "WARNING", "says": "backup", "facts": {"days": 0}}],
    }  # fmt: skip


def test_a_backup_elsewhere_counts(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`judge backup FILE`, or one that was made on another worker's machine."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\n")
    assert cli.main(["backup", str(tmp_path / "elsewhere.backup"), "--config", str(tmp_path / "judge.yaml")]) == 0
    office.hands.time = SystemClock().now()
    assert checked(office, tmp_path, capsys, None) == (0, "JUDGE OK: 0 games running\n")
    assert judge_state(office.parts.store, office.parts.settings, office.hands.time)["backup"]["ago"] == "0 min"


def test_the_line_for_systemd(office: PostOffice) -> None:
    relay = Relay(office.hands.time)
    office.parts.watch.watch_places((), (relay,))
    office.game()
    look(office)
    assert office.parts.watch.line() == "1 games; 0 mails to decide, 0 to send"
    office.hands.time += timedelta(minutes=20)
    assert office.parts.watch.line() == (
        "1 games; 0 mails to decide, 0 to send; relay smtp.club.example:587 out of reach for 20 min"
    )
