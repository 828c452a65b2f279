"""Letters of ours that come back: three days mark an address, a word of its owner clears it, and nobody can make one up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.letters import Notice
from judge.mail.compose import SenderIdentity, message_id
from judge.mail.delivery import OutgoingMessage
from tests.letters.post_office import ADDRESS, GM, PostOffice, body, headline

FRANCE = "france@mail.example"
STATUS = """\
From: Mail Delivery System <MAILER-DAEMON@mail.example>
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{count}.bounce@mail.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; france@mail.example
Action: {action}
Status: {status}

--b
Content-Type: text/rfc822-headers

Message-ID: {id}

--b--
"""
WORDS = """\
From: MAILER-DAEMON@mail.example
To: {to}
Subject: failure notice
Message-ID: <{count}.bounce@mail.example>

Hi. This is the qmail-send program at mail.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<france@mail.example>:
Sorry, no mailbox here by that name.

--- Below this line is a copy of the message.

"""


class Post:
    """A house whose last letter to France is known by its envelope and its Message-ID."""

    DAY = timedelta(hours=24)

    def __init__(self, folder: Path) -> None:
        self.office = PostOffice(folder, careful=True)
        self.office.game()
        self.envelope = ""
        keep = self.office.hands.keep

        def note(parcel: OutgoingMessage) -> None:
            self.envelope = parcel.envelope if parcel.to == FRANCE else self.envelope
            keep(parcel)

        self.office.hands.keep = note  # type: ignore[method-assign]
        self.office.reply(FRANCE, "STATUS")
        self.id = str(self.office.last[FRANCE]["Message-ID"])

    def back(self, text: str, to: str, known: str = "", action: str = "failed", status: str = "5.1.1") -> list[str]:
        """A bounce comes, and a day passes; returns the subjects of what the GM is told besides results."""
        raw = text.format(to=to, count=self.office.count, id=known or "<x@y>", action=action, status=status)
        sent = self.office.raw(raw.encode(), "", to)
        self.office.hands.time += self.DAY
        return [headline(message) for message in sent if message["To"] == GM and "results" not in headline(message)]


TOLD = ["[quillfeather] Mail to France Player comes back"]
NO_MARK = "judge+bounce.0123456789abcdef0123456789abcdef@pbm.example"
NO_OLD_MARK = "judge+bounce.7.0123456789ab@pbm.example"


def as_before(post: Post) -> str:
    """The envelope that the last letter to France would have had when envelopes held the notice's number."""
    with post.office.parts.store.look() as work:
        number = next(n for n in range(1, 99) if work.outbox.by_mark(n, post.id[len("<judge.") :][:12]))
    return f"judge+bounce.{number}.{post.id[len('<judge.') :][:12]}@pbm.example"


@pytest.fixture
def post(tmp_path: Path) -> Post:
    """A house with a game that has begun."""
    return Post(tmp_path)


@pytest.mark.parametrize(
    "back",
    [
        lambda post: post.back(STATUS, post.envelope),
        lambda post: post.back(WORDS, post.envelope),
        lambda post: post.back(STATUS, ADDRESS, post.id),
        lambda post: post.back(WORDS, as_before(post)),
    ],
    ids=["RFC 3464, to our mark", "qmail's words, to our mark", "with our Message-ID only", "to a mark of before the change"],
)
def test_three_days(post: Post, back: Callable[[Post], list[str]]) -> None:
    """Told once; a letter from the person clears it, and then three days more are needed."""
    assert [back(post) for _ in range(3)] == [[], [], TOLD]
    assert back(post) == []
    post.office.reply(FRANCE, "STATUS")
    assert [back(post) for _ in range(2)] == [[], []]


def test_three_on_one_day_are_one(post: Post) -> None:
    """A server that is down for an hour sends many."""
    post.DAY *= 0
    assert [post.back(STATUS, post.envelope) for _ in range(4)] == [[]] * 4


@pytest.mark.parametrize(
    "back",
    [
        lambda post: post.back(STATUS, ADDRESS),
        lambda post: post.back(WORDS, ADDRESS),
        lambda post: post.back(STATUS, NO_MARK, post.id),
        lambda post: post.back(STATUS, NO_OLD_MARK, post.id),
        lambda post: post.back(STATUS, post.envelope[: -len("@pbm.example") - 1] + "x@pbm.example"),
        lambda post: post.back(STATUS, post.envelope, action="delayed", status="4.2.2"),
        lambda post: post.back(STATUS, post.envelope, status="4.2.2"),
    ],
    ids=[
        "no mark",
        "words without a mark",
        "a made-up mark",
        "a made-up old mark",
        "a changed mark",
        "only delayed",
        "a full mailbox",
    ],
)
def test_what_changes_nothing(post: Post, back: Callable[[Post], list[str]]) -> None:
    """Forged ones, and those that say that the letter may yet arrive."""
    assert [back(post) for _ in range(4)] == [[]] * 4


EDITOR = "percy@thefiling.example"
ZINE = 'SUBSCRIBE Quillfeather FOR "The Filing Cabinet"\nCOPYDATE Sundays 12:00 London\nFORMATS text'


class Filing:
    """A house with an editor, whose copy of Spring has come back."""

    def __init__(self, folder: Path, operator: str) -> None:
        self.office = PostOffice(folder, careful=True, operator=operator)
        self.office.game()
        self.office.careful = False
        self.office.letter(f"Percy Vane <{EDITOR}>", ZINE)
        self.office.orders("France", "A(Par)-Bur")
        self.office.wait(days=6)
        self.told = self.back()

    def back(self) -> list[EmailMessage]:
        """The letter that the editor had last comes back; what is told of it."""
        known = str(self.office.last[EDITOR]["Message-ID"])
        raw = STATUS.format(to=ADDRESS, count=self.office.count, id=known, action="failed", status="5.1.1")
        return self.office.raw(raw.encode(), "", ADDRESS)

    def copy(self, sent: list[EmailMessage]) -> str:
        """The one copy among letters, as one line."""
        (letter,) = [message for message in sent if message["To"] == EDITOR and "Copy" in headline(message)]
        return f"{letter['Subject']} {' '.join(body(letter).split())}"


@pytest.mark.parametrize("operator", ["ops@pbm.example", ""])
def test_a_copy_that_came_back_is_told_of_and_not_lost(tmp_path: Path, operator: str) -> None:
    """The operator hears of it, or else the GM; the next copy has it, too, and RESEND at once, errata and all."""
    filing = Filing(tmp_path, operator)
    office = filing.office
    (letter,) = filing.told
    tag = "Judge: mail" if operator else "[quillfeather] Mail"
    assert (letter["To"], headline(letter)) == (operator or GM, f'{tag} to the editor of "The Filing Cabinet" comes back')
    assert filing.back() == []  # told of once a day
    if not operator:
        return
    office.letter(GM, "GAME quillfeather\nROLLBACK TO Spring 1901 moves REASON in time\nORDER France A(Mar)-Bur")
    assert headline(office.last[EDITOR]).startswith("[the filing cabinet] Copy:"), "no erratum to what nobody had"
    next_copy = filing.copy(office.wait(days=7))
    assert "That one came back to me, so this one includes all of it. Quillfeather: Spring 1901 (Rev 2)" in next_copy
    assert "A(Mar)-Bur" in next_copy
    assert len(filing.back()) == 1
    (answer, again) = [message for message in office.reply(EDITOR, "STYLE names=none\nRESEND") if message["To"] == EDITOR]
    assert "Your last copy came back to me." in " ".join(body(answer).split())
    assert "Copy again: Quillfeather Autumn 1901" in filing.copy([again])
    assert "Spring 1901 (Rev 2), Autumn 1901." in filing.copy([again])
    assert "Quillfeather: Spring 1902." in filing.copy(office.wait(days=7)), "what was sent again is not printed a third time"


def test_an_editor_with_a_new_mailbox_has_his_zine_there(tmp_path: Path) -> None:
    """Whoever subscribes by its title has a zine whose copy came back, with style, dates and what was printed; all are told."""
    office, new = Filing(tmp_path, "ops@pbm.example").office, "percy@new.example"
    text = 'SUBSCRIBE Quillfeather FOR "the filing cabinet"\nRESEND'
    letters = [message for message in office.letter(f"Percy Vane <{new}>", text) if "Copy" not in headline(message)]
    sent = {str(message["To"]): message for message in letters}
    answer, old, gm = (" ".join(body(sent[address]).split()) for address in (new, EDITOR, GM))
    assert "COPYDATE Sundays 12:00 London > FORMATS text" in answer
    assert "From now on I send it to you, with the same settings. I have told the GMs." in answer
    assert "came back from this mailbox" in old
    assert "Percy Vane now gets the copy of this game" in gm
    assert not any(mailbox in f"{answer} {gm}" for mailbox in (EDITOR, new))
    assert "Quillfeather: Spring 1901." in " ".join(body(office.last[new]).split())
    assert {str(message["To"]) for message in office.wait(days=7) if "Copy" in headline(message)} == {new}


def test_a_zine_whose_copy_arrives_stays_its_editor_s(tmp_path: Path) -> None:
    """Another zine of the same title is another zine."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter(f"Percy Vane <{EDITOR}>", ZINE)
    office.letter("Eve <eve@x.example>", ZINE)
    assert {str(message["To"]) for message in office.wait(days=6) if "Copy" in headline(message)} == {EDITOR, "eve@x.example"}


def test_a_message_id_cannot_be_made_up() -> None:
    """It follows from the token of its reader, which nobody else knows."""
    notice, desk = Notice("report/quillfeather/4/3", FRANCE, "report", {}), SenderIdentity(ADDRESS, "Judge")
    assert message_id(notice, desk, "a") == message_id(notice, desk, "a")
    assert message_id(notice, desk, "a") != message_id(notice, desk, "b")
