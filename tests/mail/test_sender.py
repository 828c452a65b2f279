"""Letters going out: what is written, where it is put, and what happens when it cannot be."""

from __future__ import annotations

import email
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.letters import Notice
from judge.mail.compose import InvalidAddress, SenderIdentity, compose, message_id
from judge.mail.delivery import DeliveryUnavailable, OutgoingMessage, RejectedMessage, Send, SmtpRelay
from judge.mail.maildir_out import MaildirDeliverer, folder_name
from judge.mail.parse import parse_mail
from judge.mail.plus_addressing import bounce_address, bounced_before, find_token, parse_bounce_address, reply_address
from judge.mail.sender import OutboxSender
from judge.seat import Seat
from judge.store import Store
from tests.mail.servers import listening

NOON = datetime(1901, 4, 1, 12, tzinfo=UTC)
DESK = SenderIdentity("judge@here.example", "Judge")
NOTICE = Notice("answer:7", "ann@example.org", "answer", {}, "paris", Seat.player(3), "<m1@example.org>")
TOKEN = "abcdefgh234567abcdefgh2345"


def letter(notice: Notice = NOTICE, subject: str = "paris", text: str = "A(Par)-Bur", token: str = TOKEN) -> EmailMessage:
    parsed = email.message_from_bytes(compose(notice, subject, text, DESK, NOON, token), policy=default)
    assert isinstance(parsed, EmailMessage)
    return parsed


def test_a_letter_names_its_game_its_seat_and_what_it_answers() -> None:
    """Every header that mail programs and loop guards look at."""
    found = dict(letter().items())
    assert found["From"] == "Judge <judge@here.example>"
    assert found["To"] == "ann@example.org"
    assert found["Reply-To"] == f"judge+paris.3.{TOKEN}@here.example"
    assert found["Message-ID"] == "<judge.334d73231226938c98bb45fe24ebcf1f@here.example>"
    assert found["In-Reply-To"] == "<m1@example.org>"
    assert found["References"] == "<game.paris@here.example> <m1@example.org>"
    assert found["Auto-Submitted"] == "auto-replied"
    assert found["Date"] == "Mon, 01 Apr 1901 12:00:00 +0000"
    assert found["List-Id"] == "<paris.here.example>"
    assert found["List-Unsubscribe"] == f"<mailto:judge+paris.3.{TOKEN}@here.example?subject=HELP%20RESIGN>"


def test_a_game_is_one_thread() -> None:
    """A report nobody asked for refers to the game's root."""
    found = letter(Notice("report:1", "ann@example.org", "report", {}, "paris"), token="")
    assert found["In-Reply-To"] == found["References"] == "<game.paris@here.example>"
    assert found["Auto-Submitted"] == "auto-generated"
    assert found["Reply-To"] == "judge@here.example"
    assert found["List-Unsubscribe"] is None, "who has no seat has nothing to give up"


def test_the_same_notice_is_the_same_letter() -> None:
    """Bytes and Message-ID depend on nothing but what is given."""
    assert compose(NOTICE, "s", "t", DESK, NOON) == compose(NOTICE, "s", "t", DESK, NOON)


@pytest.mark.parametrize(
    "text", ["A(Par)-Bur\n" * 3, "Zürich – “Bur”\n\n.\nFrom here\n", "x" * 2000 + "\n", "é" * 500 + "\n", "\n"]
)
def test_the_text_arrives_as_it_was_written(text: str) -> None:
    """ASCII and not, long lines, lone dots: nothing is wrapped or lost."""
    assert letter(text=text).get_content().replace("\r\n", "\n") == text.rstrip("\n") + "\n"


def test_nothing_gets_out_of_a_header() -> None:
    """Line breaks and NUL in subject, name and references do not make headers."""
    found = letter(Notice("k", "ann@example.org", "answer", answers="<a@x>\r\nBcc: x"), "a\r\nBcc: eve@x\0\nb")
    assert (found["Subject"], found["Bcc"], found["References"]) == ("a Bcc: eve@x b", None, None)
    sly = compose(NOTICE, "s", "t", SenderIdentity("judge@here.example", "J\r\nBcc: x"), NOON)
    assert b"\r\nBcc" not in sly
    for address in ("a@b\r\nBcc: x", "a@b, c@d", "nobody", "", "a b@c", "é@c", "a@b>"):
        with pytest.raises(InvalidAddress):
            compose(Notice("k", address, "answer"), "s", "t", DESK, NOON)


ENCODED = st.lists(st.sampled_from(["=?", "?=", "utf-8", "?q?", "?b?", "=C3", "=E9", "é", "日", " ", "a", "=?utf-8?q?=C3?="]))


@given(words=ENCODED)
@example(words=["é", "=?utf-8?q?=C3?=", "="])
def test_a_subject_in_pieces_of_encoded_words_is_sent(words: list[str]) -> None:
    """RFC 2047: what a player put into a name or a line is shown as it was written, but for blanks."""
    subject = "[paris] " + "".join(words)
    assert "".join(str(letter(subject=subject)["Subject"]).split()) == "".join(subject.split())


def test_our_own_letter_is_known_again() -> None:
    """Coming back, it is a loop."""
    assert parse_mail(compose(NOTICE, "s", "t", DESK, NOON)).auto == "loop"


def test_a_token_goes_out_and_comes_back() -> None:
    """In the reply address, folded or not, or in the subject; a long one drops game and seat."""
    address = reply_address("judge@here.example", "paris", "fra", TOKEN)
    assert find_token("judge@here.example", ["x@y", address.upper()]) == TOKEN
    assert find_token("judge@here.example", ["judge@here.example"], f"Re: [paris.{TOKEN}] hello") == TOKEN
    assert find_token("judge@here.example", [address.replace("here", "there")]) == ""
    long = reply_address("judge@here.example", "g" * 40, "fra", TOKEN)
    assert len(long.partition("@")[0]) <= 64
    assert find_token("judge@here.example", [long]) == TOKEN


MARK = "0123456789abcdef" * 2


def test_a_bounce_says_which_letter_it_is_about() -> None:
    """By the envelope address it comes back to, which holds the mark of the Message-ID alone: no number of anything."""
    known = message_id(NOTICE, DESK, TOKEN)
    address = bounce_address(DESK.address, known)
    assert address == DESK.address.replace("@", "+bounce." + known[len("<judge.") :].partition("@")[0] + "@")
    assert len(address.partition("@")[0]) <= 64
    assert parse_bounce_address(DESK.address, ["x@y", address.upper()]).lower() == known.lower()
    for other in (DESK.address, address.replace(DESK.host, "there.example"), f"x{address}", address.replace("@", "0@")):
        assert parse_bounce_address(DESK.address, [other]) == ""
    for strange in ("<1@player.example>", f"<judge.{MARK}x@here.example>", ""):
        with pytest.raises(ValueError, match="Message-ID"):
            bounce_address(DESK.address, strange)


def test_a_bounce_of_a_letter_with_the_old_envelope_is_understood() -> None:
    """For some weeks after the change such letters still come back."""
    old = "judge+bounce.17.0123456789ab@here.example"
    assert bounced_before("judge@here.example", ["x@y", old.upper()]) == (17, "0123456789ab")
    for other in ("judge@here.example", "judge+bounce.17@here.example", old.replace("here", "there"), f"x{old}"):
        assert bounced_before("judge@here.example", [other]) is None
    assert bounced_before("judge@here.example", [f"judge+bounce.{MARK}@here.example"]) is None
    assert parse_bounce_address("judge@here.example", [old]) == ""


def test_a_maildir_for_each_address(tmp_path: Path) -> None:
    """Whole letters in `new`, LF line ends; sent twice, there once; no address leads out of the folder."""
    parcel = OutgoingMessage(7, "", "ann@example.org", b"Subject: x\r\n\r\ny\r\n")
    MaildirDeliverer(tmp_path).deliver(parcel)
    MaildirDeliverer(tmp_path).deliver(parcel)
    [file] = (tmp_path / "ann@example.org" / "new").iterdir()
    assert file.read_bytes() == b"Subject: x\n\ny\n"
    assert list((tmp_path / "ann@example.org" / "tmp").iterdir()) == []
    names = [folder_name(each) for each in ("../../x@y", "a/b@c", ".hid@x", "..", "é@x", "A@x", "a" * 300, "a" * 301)]
    assert all("/" not in name and not name.startswith(".") and len(name) <= 120 for name in names)
    assert len(set(names)) == len(names)


class Crowd:
    """An SMTP server that refuses by recipient."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str, bytes]] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        refusals = {"gone@example.org": "550 no such user", "busy@example.org": "450 later"}
        if address not in refusals:
            envelope.rcpt_tos.append(address)
        return refusals.get(address, "250 OK")

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.got.append((envelope.mail_from, envelope.rcpt_tos[0], envelope.original_content))
        return "250 OK"


@pytest.fixture
def relay() -> Iterator[tuple[Crowd, SmtpRelay]]:
    crowd = Crowd()
    with listening(crowd) as port:
        yield crowd, SmtpRelay("127.0.0.1", port, tls="none")


def test_a_relay_takes_refuses_or_asks_for_patience(relay: tuple[Crowd, SmtpRelay]) -> None:
    """Each recipient has its own fate on one connection; the bytes arrive as they are."""
    crowd, way = relay
    raw = compose(NOTICE, "s", ".\n..\nx", DESK, NOON)
    with way.open() as send:
        with pytest.raises(RejectedMessage, match="550"):
            send(OutgoingMessage(1, "", "gone@example.org", raw))
        with pytest.raises(OSError, match="450"):
            send(OutgoingMessage(2, "", "busy@example.org", raw))
        send(OutgoingMessage(3, "judge@here.example", "ann@example.org", raw))
        send(OutgoingMessage(4, "", "bob@example.org", raw))
    assert crowd.got == [("judge@here.example", "ann@example.org", raw), ("<>", "bob@example.org", raw)]


class Hatch:
    """A way out that does as it is told, and remembers."""

    def __init__(self) -> None:
        self.sent: list[OutgoingMessage] = []
        self.trouble: dict[str, Exception] = {}
        self.opened = 0

    @contextmanager
    def open(self) -> Iterator[Send]:
        self.opened += 1
        if "*" in self.trouble:
            raise self.trouble["*"]
        yield self._send

    def _send(self, parcel: OutgoingMessage) -> None:
        if parcel.to in self.trouble:
            raise self.trouble[parcel.to]
        self.sent.append(parcel)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path}/judge.db")
    yield opened
    opened.close()


def queue(store: Store, *people: str) -> None:
    with store.work() as work:
        work.outbox.queue(*(Notice(f"k:{who}", f"{who}@example.org", "answer", {"who": who}) for who in people))


def say(notice: Notice) -> tuple[str, str]:
    if notice.facts["who"] == "bug":
        raise KeyError("no such template")
    return "subject", f"Dear {notice.facts['who']}"


def test_the_drain_sends_all_that_can_be_sent(store: Store, clock: Any) -> None:
    """A refusal, a wait, a broken template, a broken address: the others go, and each has its own fate."""
    hatch = Hatch()
    hatch.trouble = {"gone@example.org": RejectedMessage("550"), "busy@example.org": OSError("450")}
    drain = OutboxSender(store, say, DESK, hatch, clock)
    queue(store, "ann", "gone", "bug", "busy", "a b", "bob")
    assert drain.run() == 2
    assert [parcel.to for parcel in hatch.sent] == ["ann@example.org", "bob@example.org"]
    clock.move(minutes=1)
    hatch.trouble.clear()
    assert drain.run() == 1
    assert hatch.sent[-1].to == "busy@example.org"
    assert b"Date: Mon, 01 Apr 1901 12:00:00" in hatch.sent[-1].raw, "the bytes of the first try are kept"


def test_a_closed_way_is_tried_every_minute_and_given_up_in_the_end(store: Store, clock: Any) -> None:
    """Nothing can go out for more than three days: what waited so long is given up, and told so once."""
    hatch = Hatch()
    hatch.trouble["*"] = DeliveryUnavailable("connection refused")
    given_up: list[str] = []
    drain = OutboxSender(store, say, DESK, hatch, clock, lambda claimed, why, at: given_up.append(claimed.notice.to))
    queue(store, "ann", "bob")
    began, told = clock.now(), []
    while clock.now() - began < timedelta(days=3, hours=1):
        drain.run()
        told += [clock.now() - began] * (len(given_up) - len(told))
        clock.move(minutes=5)
    assert hatch.sent == []
    assert given_up == ["ann@example.org", "bob@example.org"]
    assert timedelta(days=3) <= told[0] == told[1] < timedelta(days=3, minutes=10)


def test_a_process_gives_nothing_up_in_its_first_hour(store: Store, clock: Any) -> None:
    """It may have begun on a machine whose clock was days ahead."""
    hatch = Hatch()
    hatch.trouble["*"] = DeliveryUnavailable("connection refused")
    queue(store, "ann")
    OutboxSender(store, say, DESK, hatch, clock).run()
    clock.move(days=4)
    given_up: list[str] = []
    drain = OutboxSender(store, say, DESK, hatch, clock, lambda claimed, why, at: given_up.append(claimed.notice.to))
    for _ in range(11):
        drain.run()
        clock.move(minutes=5)
    assert given_up == []
    clock.move(minutes=10)
    drain.run()
    assert given_up == ["ann@example.org"]


def test_a_relay_is_back_and_everything_goes_out_at_once(store: Store, clock: Any) -> None:
    """After more than two hours without a relay, a minute later: it was no letter's fault. One try a minute is enough."""
    hatch = Hatch()
    hatch.trouble["*"] = DeliveryUnavailable("connection refused")
    drain = OutboxSender(store, say, DESK, hatch, clock)
    people = [f"p{number:02d}" for number in range(45)]
    queue(store, *people)
    for _ in range(130 * 6):
        drain.run()
        clock.move(seconds=10)
    assert hatch.opened <= 131
    hatch.trouble.clear()
    clock.move(minutes=1)
    assert drain.run() == 45


def test_a_relay_that_hangs_up_late_is_told_of_truly(store: Store, clock: Any) -> None:
    """Two letters have waited for three days. One goes out, then the relay hangs up: only the other is given up."""
    hatch = Hatch()
    hatch.trouble["*"] = DeliveryUnavailable("connection refused")
    given_up: list[str] = []
    drain = OutboxSender(store, say, DESK, hatch, clock, lambda claimed, why, at: given_up.append(claimed.notice.to))
    queue(store, "ann", "bob")
    drain.run()
    clock.move(days=3)
    hatch.trouble.clear()
    hatch.trouble["bob@example.org"] = DeliveryUnavailable("421 too busy")
    assert drain.run() == 1
    assert given_up == ["bob@example.org"]


def test_many_notices_go_out_in_the_order_they_were_queued(store: Store, clock: Any) -> None:
    """More than one claim's worth."""
    hatch = Hatch()
    people = [f"p{number:02d}" for number in range(45)]
    queue(store, *people)
    assert OutboxSender(store, say, DESK, hatch, clock).run() == 45
    assert [parcel.to.partition("@")[0] for parcel in hatch.sent] == people


class Killed(BaseException):
    """The process ends."""


@pytest.mark.parametrize("repeatable", [False, True])
def test_mail_without_pictures_waits_for_none(store: Store, clock: Any, repeatable: bool) -> None:
    """It has gone, and that is on record, when the first picture of its batch is drawn: if the process dies there, it does not go
    again.
    """
    hatch, next_one = Hatch(), Hatch()

    def draw(notice: Notice) -> tuple[()]:
        if "map" in notice.facts["who"]:
            raise Killed
        return ()

    queue(store, "map1", "ann", "map2", "bob")
    slow: dict[str, Any] = {"repeatable": repeatable, "slow": lambda notice: "map" in notice.facts["who"]}
    with pytest.raises(Killed):
        OutboxSender(store, say, DESK, hatch, clock, draw=draw, **slow).run()
    assert [parcel.to.partition("@")[0] for parcel in hatch.sent] == ["ann", "bob"]
    store.free_claims()
    assert OutboxSender(store, say, DESK, next_one, clock, **slow).run() == 2
    assert [parcel.to.partition("@")[0] for parcel in next_one.sent] == ["map1", "map2"]


@pytest.mark.parametrize(("repeatable", "again"), [(False, ["p2"]), (True, ["p0", "p1", "p2"])])
def test_what_is_sent_again_after_a_crash(store: Store, clock: Any, repeatable: bool, again: list[str]) -> None:
    """By a relay, at most the mail in hand; into Maildirs, which have it once all the same, a batch. The bytes are the same."""

    class Dying(Hatch):
        def _send(self, parcel: OutgoingMessage) -> None:
            super()._send(parcel)
            if parcel.to == "p2@example.org":
                raise Killed

    queue(store, "p0", "p1", "p2", "p3")
    dying, next_one = Dying(), Hatch()
    with pytest.raises(Killed):
        OutboxSender(store, say, DESK, dying, clock, repeatable=repeatable).run()
    store.free_claims()
    OutboxSender(store, say, DESK, next_one, clock, repeatable=repeatable).run()
    assert [parcel.to.partition("@")[0] for parcel in next_one.sent] == [*again, "p3"]
    bytes_of = {parcel.number: parcel.raw for parcel in dying.sent}
    assert all(parcel.raw == bytes_of.get(parcel.number, parcel.raw) for parcel in next_one.sent)


def test_what_was_sent_is_recorded_when_the_way_closes(store: Store, clock: Any) -> None:
    """Also of a batch that is recorded as a whole: nothing goes out twice."""
    hatch = Hatch()
    hatch.trouble["p2@example.org"] = DeliveryUnavailable("gone")
    drain = OutboxSender(store, say, DESK, hatch, clock, repeatable=True)
    queue(store, "p0", "p1", "p2")
    assert drain.run() == 2
    hatch.trouble.clear()
    clock.move(minutes=1)
    assert drain.run() == 1
    assert [parcel.to.partition("@")[0] for parcel in hatch.sent] == ["p0", "p1", "p2"]
