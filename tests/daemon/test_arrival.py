"""A letter counts for a deadline by when our server had it, wherever it lay until then; a mailbox out of reach holds games up."""

from __future__ import annotations

import smtplib
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.config import Config, ImapConfig, SmtpInConfig
from judge.daemon.daemon import SETTLE, Daemon
from judge.daemon.wiring import build_application
from judge.letters import Letter
from judge.mail.compose import SenderIdentity
from judge.mail.polling import PollingLoop
from judge.mail.sender import OutboxSender
from judge.office.upkeep.games import pause
from judge.store import Agenda
from tests.letters.post_office import ADDRESS, GM, POWERS, Hands, body
from tests.waiting import LONGEST

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


class Post:
    """A daemon whose threads do not run, with a mailbox that is looked through when the test says so."""

    def __init__(self, folder: Path) -> None:
        self.hands = Hands()
        box = ImapConfig("127.0.0.1", "judge", "secret", patience=3600)
        store, mail = f"sqlite:///{folder}/judge.db", folder / "mail"
        self.settings = Config(ADDRESS, store=store, smtp=None, imap=box, maildir=mail, trust_from=True, maps=False)
        self.count = 0
        self.reply_to: dict[str, str] = {}
        self.start()

    def start(self, synchronised: bool = True) -> None:
        """A new process begins; nobody has looked into the mailbox yet."""
        self.parts = build_application(self.settings, self.hands, synchronised=lambda: synchronised)
        self.daemon = Daemon(self.parts)
        self.drain = OutboxSender(self.parts.store, self.parts.sayer.say, SenderIdentity(ADDRESS, "Judge"), self.hands, self.hands)
        [self.mailbox] = self.daemon.rounds
        self.parts.times.begin()

    def stop(self) -> None:
        """It ends in good order."""
        self.parts.times.end()
        self.parts.store.close()

    def come(self, sender: str, text: str, ago: timedelta = timedelta()) -> None:
        """A letter is in the store, which our server had a while ago."""
        self.count += 1
        raw = f"From: {sender}\r\nMessage-ID: <{self.count}@x>\r\n\r\n{text}\r\n".encode()
        self.parts.store.take(Letter(raw, self.hands.time - ago, f"test:{self.count}", sender, self.reply_to.get(sender, ADDRESS)))

    def work(self) -> str:
        """All that is decided and sent now: subjects and words."""
        while self.daemon.decide():
            pass
        self.drain.run()
        sent, self.hands.sent = self.hands.sent, []
        self.reply_to |= {message["To"]: message["Reply-To"] for message in sent}
        return "\n".join(f"To: {each['To']}\n{each['Subject']}\n{body(each)}" for each in sent)

    def look(self) -> None:
        """The mailbox is seen to be empty."""
        self.mailbox.swept = self.hands.time

    def begin(self) -> None:
        self.look()
        self.hands.time += SETTLE
        self.come(GM, "CREATE paris\nDEADLINE every 3600 seconds")
        for power in POWERS:
            self.come(f"{power.lower()}@mail.example", f"JOIN paris PREFER {power}")
        self.work()
        self.come(GM, "START")
        assert "Spring 1901" in self.work()


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    post = Post(tmp_path)
    post.begin()
    yield post
    post.parts.store.close()


@pytest.mark.parametrize("after", [timedelta(), 10 * SECOND])
def test_a_letter_by_another_way_waits_for_the_mailbox_too(post: Post, after: timedelta) -> None:
    """It came after the deadline, or in its very second, so it would run the phase: not before what lay in the mailbox is taken."""
    post.hands.time += HOUR + after
    post.come("turkey@mail.example", "A Con-Bul")
    assert post.work() == ""
    post.come("france@mail.example", "A Par-Bur", ago=20 * SECOND)
    assert "A(Par)-Bur" in post.work(), "what came in time is answered meanwhile"
    post.hands.time += 10 * SECOND
    post.look()
    post.hands.time += SETTLE
    told = post.work()
    assert told.count("A(Par)-Bur") == 8, "it is in the report to each of them"
    assert told.count("To: turkey@mail.example") == 2, "the report, and the answer, which is about the new phase"


def test_a_game_that_waits_is_not_run_because_another_need_not(post: Post) -> None:
    """Both deadlines have passed; the mailbox was searched after the first only. A letter from after the second waits for it."""
    post.hands.time += 20 * SECOND
    post.look()
    post.come("minos@rome.example", "CREATE rome\nDEADLINE every 3600 seconds")
    for power in POWERS:
        post.come(f"{power.lower()}@rome.example", f"JOIN rome PREFER {power}")
    post.work()
    post.come("minos@rome.example", "START")
    assert "[rome] Spring 1901" in post.work()
    post.hands.time += HOUR - 15 * SECOND
    post.look()
    post.hands.time += 25 * SECOND
    post.come("turkey@rome.example", "A Con-Bul")
    told = post.work()
    assert "[paris] Autumn 1901" in told
    assert "[rome]" not in told
    post.come("france@rome.example", "A Par-Bur", ago=20 * SECOND)
    post.look()
    post.hands.time += SETTLE
    assert post.work().count("A(Par)-Bur") == 9, "it is in the report to each of them, and answered"


def test_after_a_long_time_off_the_mailbox_is_waited_for(post: Post) -> None:
    """The deadline passed hours ago, and a letter from before it lies in the mailbox, which the network does not reach at first."""
    post.stop()
    post.hands.time += 9 * HOUR
    post.start()
    assert "Autumn 1901" not in post.work()
    post.hands.time += 4 * MINUTE
    assert post.work() == "", "too soon to trouble the GM"
    post.hands.time += MINUTE
    told = post.work()
    assert told.count("To:") == 1
    assert "[paris] The mailbox is out of reach: Spring 1901 waits" in told
    assert "on Mon 1 March 2027, 22:00:02 UTC" in told, "an hour after the start"
    post.come("france@mail.example", "A Par-Bur", ago=9 * HOUR)
    post.look()
    post.hands.time += SETTLE
    assert post.work().count("A(Par)-Bur") == 9, "it is in the report to each of them, and answered"


def test_after_a_long_time_off_a_mailbox_is_not_waited_for_without_end(post: Post) -> None:
    """An hour after the start the phase is run."""
    post.stop()
    post.hands.time += 9 * HOUR
    post.start()
    post.hands.time += HOUR - SECOND
    assert "Autumn 1901" not in post.work()
    post.hands.time += SECOND
    assert "Autumn 1901" in post.work()


def test_a_judge_tick_waits_for_the_mailbox_from_the_deadline_on(post: Post) -> None:
    """Its process ends at once, and the next one would begin to wait anew."""
    post.stop()
    post.hands.time += 2 * HOUR - 3 * SECOND
    post.start()
    post.parts.times.begin(HOUR, ends_soon=True)
    assert "Autumn 1901" not in post.work()
    post.hands.time += 3 * SECOND
    assert "Autumn 1901" in post.work()


def test_a_clock_that_is_ahead_at_a_start_takes_no_time_from_the_mailbox(post: Post) -> None:
    """Seed 3173 of the simulation: the deadline passed a minute ago and waits, and by the new process's clock that was days ago."""
    post.hands.time += HOUR + MINUTE
    assert post.work() == ""
    post.stop()
    post.hands.time += 100 * HOUR
    post.start(synchronised=False)
    assert "Autumn 1901" not in post.work()
    post.come("france@mail.example", "A Par-Bur", ago=100 * HOUR + 2 * MINUTE)
    post.hands.time -= 100 * HOUR
    post.look()
    post.hands.time += SETTLE
    assert post.work().count("A(Par)-Bur") == 9, "it is in the report to each of them, and answered"


def test_letters_before_any_deadline_wait_for_nothing(post: Post) -> None:
    """A mailbox that was never reached keeps nobody's letter waiting while no deadline has passed."""
    post.mailbox.swept = None
    post.hands.time += HOUR / 2
    post.come("france@mail.example", "A Par-Bur")
    assert "A(Par)-Bur" in post.work()


def test_what_the_server_is_about_to_show_is_waited_for(post: Post) -> None:
    """Its clock says that a letter came in time, and a look just after the deadline did not find it yet."""
    post.hands.time += HOUR + SECOND
    post.look()
    assert post.work() == ""
    post.hands.time += SETTLE
    post.look()
    assert "Autumn 1901" in post.work()


def test_a_letter_that_is_being_committed_is_waited_for(tmp_path: Path) -> None:
    """It came at noon; a disk stalls over it, and nobody can find it in the store: no deadline after noon is run until one can."""
    hands, begun, goes_on = Hands(), threading.Event(), threading.Event()
    noon = hands.time
    daemon = Daemon(
        build_application(Config(ADDRESS, store=f"sqlite:///{tmp_path}/judge.db", smtp=SmtpInConfig(port=0), maps=False), hands)
    )

    def commit(letters: Sequence[Letter]) -> None:
        begun.set()
        assert goes_on.wait(LONGEST)

    [intake] = daemon.intakes = tuple(intake for _, intake in daemon._intakes())
    intake._arrivals._take = commit
    intake.start()
    with ThreadPoolExecutor(1) as sender, smtplib.SMTP("127.0.0.1", intake.port, timeout=LONGEST) as client:
        try:
            assert (daemon.horizon(), intake.oldest()) == (noon - SETTLE, None)
            taken = sender.submit(client.sendmail, "ann@x.example", [ADDRESS], b"Subject: x\r\n\r\nHELP\r\n")
            assert begun.wait(LONGEST)
            hands.time += HOUR
            assert daemon.horizon() == noon - timedelta.resolution
        finally:
            goes_on.set()
        assert taken.result() == {}
        assert daemon.horizon() == noon + HOUR - SETTLE
    daemon.stop()


@pytest.mark.parametrize("after", [timedelta(seconds=1), timedelta(minutes=20)])
def test_orders_for_a_phase_that_waits_for_the_mailbox_are_for_no_other(post: Post, after: timedelta) -> None:
    """They came after its deadline, and before it was run, an hour later; nobody could know the report."""
    post.hands.time += HOUR + HOUR + SETTLE + 10 * SECOND
    assert "Spring 1901" in post.work()
    post.hands.time += 10 * SECOND
    post.come("france@mail.example", "A Par-Bur", ago=HOUR + SETTLE + 20 * SECOND - after)
    said = post.work()
    assert "after the deadline; Spring 1901 was run" in " ".join(said.split())
    assert "A(Par)-Bur" not in said.partition("STANDING ORDERS")[2]


def test_a_mailbox_out_of_reach(post: Post) -> None:
    """The GM is told after a minute, once; after an hour the phase is run without it."""
    post.hands.time += HOUR + timedelta(minutes=4)
    assert post.work() == ""
    post.hands.time += 2 * timedelta(minutes=1)
    told = post.work()
    assert f"To: {GM}" in told
    assert "The mailbox is out of reach: Spring 1901 waits" in told
    post.hands.time += 50 * timedelta(minutes=1)
    assert post.work() == ""
    post.hands.time += 5 * timedelta(minutes=1)
    assert "Autumn 1901" in post.work()


def test_what_can_be_done_while_a_deadline_waits_for_the_mailbox(post: Post) -> None:
    """As its letters say: no mail moves that deadline, for mail waits, too; orders found later can still count; the operator can
    stop the clock.
    """
    post.hands.time += HOUR + timedelta(minutes=6)
    told = " ".join(post.work().split())
    assert "No mail moves this deadline any more, for mail waits, too" in told
    assert "DEADLINE" not in told
    post.come(GM, "DEADLINE every 5 days")
    assert post.work() == ""
    post.hands.time += HOUR
    assert "Autumn 1901" in post.work(), "the phase was run"
    post.come("france@mail.example", "A Par-Bur", ago=HOUR + timedelta(minutes=10))
    told = " ".join(post.work().split())
    assert "before the deadline, but I could read it only after Spring 1901" in told
    assert "France sent these orders for Spring 1901 in time: they arrived" in told
    post.come(GM, "ACCEPT LATE REASON the mailbox was out of reach")
    assert "A(Par)-Bur" in post.work()


def test_the_operator_can_stop_a_clock_that_waits_for_the_mailbox(post: Post) -> None:
    post.hands.time += HOUR + timedelta(minutes=6)
    post.work()
    pause(post.parts.office.house, "paris", "the mailbox", post.hands.time)
    post.hands.time += 3 * HOUR
    assert "Autumn 1901" not in post.work()


def test_trouble_at_one_place_is_followed_by_a_pause(tmp_path: Path) -> None:
    """Doubled each time; a nudge does not shorten it, so that a server in trouble is not hammered."""
    pauses: list[float] = []

    class Broken(PollingLoop):
        def sweep(self) -> int:
            self.nudge.set()
            raise ConnectionError("out of reach")

    class Stop:
        def is_set(self) -> bool:
            return len(pauses) >= 10

        def wait(self, seconds: float) -> None:
            pauses.append(seconds)

    Broken("mailbox", 60, 60).run(Stop())  # type: ignore[arg-type]
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]


def test_letters_wake_the_office_without_another_look(tmp_path: Path) -> None:
    """The agenda is read when nothing was left to do; of letters that the daemon itself commits it needs no telling. What other
    processes do meanwhile is seen before long.
    """
    hands, looks = Hands(), list[Agenda]()
    parts = build_application(Config(ADDRESS, store=f"sqlite:///{tmp_path}/judge.db", smtp=None, maps=False), hands)

    def look(after: datetime, read: Callable[[datetime], Agenda] = parts.store.agenda) -> Agenda:
        looks.append(read(after))
        return looks[-1]

    def written(number: int) -> Letter:
        raw = f"From: ann@x.example\r\nMessage-ID: <{number}@x>\r\n\r\nHELP\r\n".encode()
        return Letter(raw, hands.time, f"test:{number}", "ann@x.example", ADDRESS)

    parts.store.agenda = look  # type: ignore[method-assign]
    daemon = Daemon(parts)
    assert not daemon.decide()
    assert looks == [Agenda(False, None, None)]
    daemon.take_all([written(1)])
    assert daemon.decide()
    assert len(looks) == 1
    assert not daemon.decide()
    parts.store.take_all([written(2)])
    assert daemon.decide()
    assert looks[1:] == [Agenda(False, None, None), Agenda(True, None, None)]
    daemon.decide()
    hands.time += SECOND
    daemon.take_all([written(3)])
    assert daemon.decide()
    assert len(looks) == 5
    parts.store.close()
