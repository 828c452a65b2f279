"""Yes means yes: what people and machines reply to every question of the judge, by mail, bare and above quotations.

A refusal drops what was asked about, a consent carries it out, and all else changes nothing and is asked about once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import pytest

from judge.commands.answers import Answer
from judge.letters import Letter
from judge.mail.parse import parse_mail
from judge.office import limits
from judge.office.intake.question_replies import answer_in_mail
from tests.letters.post_office import ADDRESS, ANY_NUMBER, GM, POWERS, PostOffice, body
from tests.letters.what_people_answer import (
    AGREEMENTS,
    CONSENTS,
    MACHINES,
    PROGRAMS,
    READABLE,
    REFUSALS,
    SUBJECTS,
    UNCLEAR,
    UNSEEN,
)

AUSTRIA, FRANCE = "austria@mail.example", "france@mail.example"
NEITHER = (*READABLE, *UNCLEAR, *MACHINES)
AGREED = (*CONSENTS, *AGREEMENTS)
DROPPED, ONCE_MORE = "nothing has changed", "I could not read your reply as a yes or a no"
STILL_OPEN = "My question is still open"
EMPTY = "", " \n", "\n\n-- \nAnna Ally"
RECEIVED = "Received: from outside by mx.pbm.example; Mon, 1 Mar 2027 12:00:00 +0000"
FORGED = "Authentication-Results: mx.pbm.example; dmarc=fail header.from=mail.example"


class Post(NamedTuple):
    """A letter to be sent."""

    sender: str
    text: str
    to: str = ADDRESS
    subject: str = "hello"
    refers: str = ""


class Office(PostOffice):
    """A careful house with one game; letters are sent to it many at a time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, careful=True, **ANY_NUMBER)
        self.game()
        self.home = dict(self.last)
        self.reply(GM, "PAUSE")

    def send(self, letters: Iterable[Post], every: timedelta = timedelta(minutes=11)) -> list[list[EmailMessage]]:
        """Send letters; returns what each was answered."""
        ids = list[str]()
        for post in letters:
            self.count += 1
            self.hands.time += every
            message = EmailMessage()
            message["From"], message["To"], message["Subject"] = post.sender, post.to, post.subject
            message["Message-ID"] = f"<{self.count}@player.example>"
            if post.refers:
                message["In-Reply-To"] = post.refers
            message.set_content(post.text)
            ids.append(str(message["Message-ID"]))
            source = f"test:{self.count}"
            self.parts.store.take(Letter(message.as_bytes(), self.hands.time, source, parseaddr(post.sender)[1], post.to))
        sent = self.work()
        return [[each for each in sent if str(each["In-Reply-To"]).strip() == number] for number in ids]

    def replying(self, address: str, text: str) -> Post:
        """A reply to the letter that began the game for somebody, which proves who wrote it."""
        to = self.home[address]
        return Post(address, text, str(to["Reply-To"]), f"Re: {to['Subject']}", str(to["Message-ID"]))


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return Office(tmp_path_factory.mktemp("consent"))


def answering(question: EmailMessage, text: str, program: int = 0) -> Post:
    """A reply to a question, as a mail program sends it."""
    written = PROGRAMS[program % len(PROGRAMS)](text, body(question), str(question["Reply-To"]))
    return Post(question["To"], written, str(question["Reply-To"]), f"Re: {question['Subject']}", str(question["Message-ID"]))


def said(messages: Sequence[EmailMessage]) -> str:
    """The words of letters without their line breaks."""
    return " ".join(" ".join(body(each).split()) for each in messages)


def once_more(text: str) -> str:
    """What the answer to a text says that is neither yes nor no."""
    return STILL_OPEN if text in READABLE else ONCE_MORE


def texts(program: int, what: Sequence[str]) -> list[tuple[str, int]]:
    """Every text in one program's shape, each in another; in each test another one's."""
    return [(text, number + program) for number, text in enumerate(what)]


def resign(office: Office, number: int) -> Post:
    return office.replying(FRANCE, "RESIGN")


def terminate(office: Office, number: int) -> Post:
    return office.replying(GM, "TERMINATE REASON too quiet")


def orders(office: Office, number: int) -> Post:
    return Post(AUSTRIA, "A Vie-Gal")


def join(office: Office, number: int) -> Post:
    return Post(f"Newcomer {number} <new{office.count}.{number}@mail.example>", "JOIN sandpit")


def move(office: Office, number: int) -> Post:
    return office.replying(FRANCE, f"ADDRESS france{office.count}.{number}@new.example")


ASKED = {"resign": resign, "terminate": terminate, "orders": orders, "join": join, "move": move}
FOR_GOOD = ("resign", "terminate", "move")
AT_LENGTH = [("resign", 5), ("orders", 5), *(pytest.param(kind, 1, marks=pytest.mark.slow) for kind in ASKED)]
"""What is asked, and how many of the replies are tried: one in five in quick tests, every one in slow tests."""


def asked(office: Office, kind: str, count: int) -> list[EmailMessage]:
    """So many questions of a kind."""
    if kind == "join" and "sandpit" not in office.last:
        office.careful = False
        office.letter(GM, "CREATE sandpit")
        office.careful = True
        office.last["sandpit"] = office.last[GM]
    found = [sent[0] for sent in office.send([ASKED[kind](office, number) for number in range(count)]) if sent]
    assert len(found) == count
    assert all("confirm." in question["Reply-To"] for question in found)
    return found


def standing(office: Office) -> str:
    """How the game stands for all that these questions are about."""
    with office.parts.store.look() as work:
        games = [(name, stored.head) for name in ("quillfeather", "sandpit") if (stored := work.games.get(name))]
        seats = [(name, row.seat, row.address) for name, _ in games for row in work.seats.of_game(name)]
    return repr((games, sorted(seats)))


@pytest.mark.parametrize(("kind", "every"), AT_LENGTH)
def test_a_refusal_drops_it(office: Office, kind: str, every: int) -> None:
    wrote = texts(list(ASKED).index(kind), REFUSALS[::every])
    questions, before = asked(office, kind, len(wrote)), standing(office)
    sent = office.send([answering(each, *text) for each, text in zip(questions, wrote, strict=True)], timedelta(seconds=5))
    assert [text for text, answers in zip(wrote, sent, strict=True) if DROPPED not in said(answers)] == []
    assert standing(office) == before


@pytest.mark.parametrize(("kind", "every"), AT_LENGTH)
def test_what_is_unclear_is_asked_once_more(office: Office, kind: str, every: int) -> None:
    """And changes nothing; a second time nothing is sent at all, but for what is readable. After that a yes counts, and a no."""
    wrote = texts(list(ASKED).index(kind) + 5, [*READABLE[::every], *UNCLEAR[::every], *MACHINES[::every]])
    questions, before = asked(office, kind, len(wrote)), standing(office)
    sent = office.send([answering(each, *text) for each, text in zip(questions, wrote, strict=True)], timedelta(seconds=5))
    wrong = [
        text for text, answers in zip(wrote, sent, strict=True) if len(answers) != 1 or once_more(text[0]) not in said(answers)
    ]
    assert wrong == []
    again = [answering(answers[0], text, shape + 1) for answers, (text, shape) in zip(sent, wrote, strict=True)]
    office.hands.time += timedelta(hours=1)
    sent_again = zip(wrote, office.send(again, timedelta(seconds=5)), strict=True)
    assert [text for (text, _), answers in sent_again if len(answers) != (text in READABLE)] == []
    assert standing(office) == before
    [dropped] = office.send([answering(sent[0][0], "No, thank you.")])
    assert DROPPED in said(dropped)


@pytest.mark.parametrize("kind", FOR_GOOD)
def test_nothing_is_no_consent_to_what_cannot_be_undone(office: Office, kind: str) -> None:
    wrote = [(text, shape) for text in EMPTY for shape in range(len(PROGRAMS))]
    questions, before = asked(office, kind, len(wrote)), standing(office)
    sent = office.send([answering(each, *text) for each, text in zip(questions, wrote, strict=True)], timedelta(seconds=5))
    assert [text for text, answers in zip(wrote, sent, strict=True) if ONCE_MORE not in said(answers)] == []
    assert standing(office) == before


@pytest.mark.parametrize("kind", FOR_GOOD)
def test_a_weak_word_is_no_consent_to_what_cannot_be_undone(office: Office, kind: str) -> None:
    wrote = texts(1, AGREEMENTS)
    questions, before = asked(office, kind, len(wrote)), standing(office)
    sent = office.send([answering(each, *text) for each, text in zip(questions, wrote, strict=True)], timedelta(seconds=5))
    assert [text for text, answers in zip(wrote, sent, strict=True) if ONCE_MORE not in said(answers)] == []
    assert standing(office) == before


def test_a_consent_makes_orders_count(office: Office) -> None:
    """So does an empty reply, for they can be changed."""
    wrote = [*texts(0, AGREED), *((text, shape) for text in EMPTY for shape in range(len(PROGRAMS)))]
    questions = asked(office, "orders", len(wrote))
    sent = office.send([answering(each, *text) for each, text in zip(questions, wrote, strict=True)], timedelta(seconds=5))
    assert [text for text, answers in zip(wrote, sent, strict=True) if "STANDING ORDERS" not in said(answers)] == []
    office.send([office.replying(AUSTRIA, "CLEAR")])


def test_a_consent_ends_a_game(office: Office) -> None:
    for number, text in enumerate(CONSENTS[::4]):
        [question] = asked(office, "terminate", 1)
        [answers] = office.send([answering(question, text, number)])
        assert "RESUME" in said(answers), text
        office.send([office.replying(GM, "RESUME"), office.replying(GM, "PAUSE")])


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_what_is_read_above_a_quotation(number: int) -> None:
    """Every text in every program's shape answers what it answers alone."""
    wanted = {
        **dict.fromkeys(REFUSALS, Answer.NO), **dict.fromkeys(CONSENTS, Answer.YES),
        **dict.fromkeys(AGREEMENTS, Answer.WEAK), **dict.fromkeys(NEITHER, Answer.UNCLEAR),
        **dict.fromkeys(EMPTY, Answer.EMPTY),
    }  # fmt: skip
    question = "=== write above this line ===\n\nHello Anna,\n\n    | A Vie-Gal\n\nReply YES. Reply NO if you did not write it."
    for text, answer in wanted.items():
        written = PROGRAMS[number](text, question, "judge+g.confirm.abcdefgh23456723abcdefgh@pbm.example")
        mail = parse_mail(f"From: a@x.example\nContent-Type: text/plain; charset=utf-8\n\n{written}".encode())
        assert answer_in_mail(mail) is answer, text


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_above_nothing(subject: str) -> None:
    assert answer_in_mail(parse_mail(f"From: a@x.example\nSubject: {subject}\n\n\n".encode())).value == SUBJECTS[subject]


@pytest.mark.parametrize(("kind", "written"), UNSEEN)
def test_what_is_written_out_of_sight(kind: str, written: str) -> None:
    """And an empty letter of HTML is empty, whatever styles it has."""
    assert answer_in_mail(parse_mail(f"From: a@x.example\nContent-Type: {kind}\n\n{written}".encode())) is Answer.UNCLEAR
    nothing = "<html><head><style>p {color: red}</style></head><!-- a --><body><p>&nbsp;</p></body></html>"
    assert answer_in_mail(parse_mail(f"From: a@x.example\nContent-Type: text/html\n\n{nothing}".encode())) is Answer.EMPTY


@pytest.mark.parametrize("kind", ["orders", "join"])
def test_a_subject_refuses(office: Office, kind: str) -> None:
    questions, before = asked(office, kind, 2), standing(office)
    posts = [answering(each, "")._replace(subject=subject) for each, subject in zip(questions, ("unsubscribe", "No"), strict=True)]
    assert all(DROPPED in said(answers) for answers in office.send(posts))
    assert standing(office) == before


def test_a_country_is_lost_by_a_yes_alone(tmp_path: Path) -> None:
    """In every language; and by nothing else that was tried above."""
    office = Office(tmp_path)
    for power, text in zip(POWERS, ("Yes", "CONFIRM", "ja", "Oui", "sí", "Yes, do it", "Yes, that was me"), strict=True):
        [[question]] = office.send([office.replying(f"{power.lower()}@mail.example", "RESIGN")])
        [answers] = office.send([answering(question, text, 1)])
        assert "You have left the game" in str(answers[0]["Subject"])


def test_a_code_alone_is_the_word(office: Office) -> None:
    """Written in a letter of its own; with a refusal beside it, it is none."""
    [one, other] = asked(office, "move", 2)
    code = next(line for line in body(one).splitlines() if "CONFIRM" in line).strip("> ")
    [answers] = office.send([Post(FRANCE, code)])
    assert "I have asked" in said(answers)
    code = next(line for line in body(other).splitlines() if "CONFIRM" in line).strip("> ")
    [answers] = office.send([Post(FRANCE, f"{code}\nI never sent this!")])
    assert ONCE_MORE in said(answers)


def test_the_new_mailbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It moves nobody's letters but by a word of consent."""
    monkeypatch.setattr(limits, "ADDRESSES", 1000)
    office = Office(tmp_path)
    wrote = [*texts(0, REFUSALS[::3]), *texts(0, NEITHER[::3]), *((text, 1) for text in EMPTY)]
    news = [f"new{number}@new.example" for number, _ in enumerate(wrote)]
    first = [sent[0] for sent in office.send([office.replying(FRANCE, f"ADDRESS {new}") for new in news])]
    office.send([answering(each, "YES") for each in first], timedelta(seconds=5))
    before = standing(office)
    questions = [office.last[new] for new in news]
    sent = office.send([answering(each, *text) for each, text in zip(questions, wrote, strict=True)], timedelta(seconds=5))
    for (text, _), answers in zip(wrote, sent, strict=True):
        assert (DROPPED if text in REFUSALS else once_more(text)) in said(answers), text
    assert standing(office) == before
    unclear = next(answers for answers in sent if ONCE_MORE in said(answers))
    [moved] = office.send([answering(unclear[0], "Yes, it's mine", 3)])
    assert "I now send your mail here" in said(moved)


def guests(office: Office, count: int) -> list[EmailMessage]:
    """So many invitations, to games with a seat for each."""
    made, to = office.count, office.home[GM]
    addresses = [f"guest{made}.{n}@mail.example" for n in range(count)]
    for game in range(0, count, len(POWERS)):
        lines = [f"CREATE party{made}-{game}", *(f"INVITE {each}" for each in addresses[game : game + len(POWERS)])]
        office.send([Post(GM, "\n".join(lines), str(to["Reply-To"]), f"Re: {to['Subject']}")])
    return [office.last[each] for each in addresses]


@pytest.mark.slow
def test_invitations(office: Office) -> None:
    """A refusal is thanked for, a consent or an empty reply seats, all else is asked about once more."""
    wrote = [*texts(2, REFUSALS), *texts(3, AGREED), *texts(4, NEITHER), *((text, 1) for text in EMPTY)]
    telling, wrong = ("HELP", "STATUS", "?"), list[tuple[str, str]]()
    invitations = guests(office, len(wrote))
    sent = office.send([answering(each, *text) for each, text in zip(invitations, wrote, strict=True)], timedelta(seconds=5))
    for (text, _), answers in zip(wrote, sent, strict=True):
        wanted = "Thank you for your answer" if text in REFUSALS else "Welcome" if text in (*AGREED, *EMPTY) else ONCE_MORE
        if text not in telling and (len(answers) != 1 or wanted not in said(answers)):
            wrong.append((text, said(answers)[:80]))
        assert "Welcome" not in said(answers) or text in (*AGREED, *EMPTY), text
    assert wrong == []
    unclear = next(answers[0] for (text, _), answers in zip(wrote, sent, strict=True) if text in MACHINES)
    answers = office.send([answering(unclear, text) for text in ("I am on holiday", "What?", "What??")])
    assert list(map(len, answers)) == [0, 1, 0]
    assert "Welcome" in said(office.send([answering(unclear, "Yes please\nNAME C. Marsh")])[0])


def test_a_guest_says_more_than_yes(office: Office) -> None:
    """A name, a wish or the game's own JOIN is a yes; NAME is what the guest is called."""
    said_yes = ("NAME Chloe Marsh", "PREFER France, England", "Yes\nPREFER France\nNAME C. Marsh", "Sure!\n\nNAME Chloe M.")
    invitations = guests(office, len(said_yes))
    for each, text in zip(invitations, said_yes, strict=True):
        [answers] = office.send([answering(each, text, 1)])
        assert "Welcome" in said(answers), text
        assert "You asked for France" in said(answers) or "PREFER" not in text


def test_a_newcomer_says_more_than_yes(office: Office) -> None:
    said_yes = ("NAME Chloe Marsh", "PREFER France, England", "JOIN {game} PREFER France", "yes\nPREFER France\nNAME C. Marsh")
    for number, text in enumerate(said_yes):
        to = office.home[GM]
        office.send([Post(GM, f"CREATE nursery{number}", str(to["Reply-To"]))])
        [[question]] = office.send([Post(f"child{number}@mail.example", f"JOIN nursery{number}")])
        [answers] = office.send([answering(question, text.format(game=f"nursery{number}"), 1)])
        assert "Welcome" in said(answers), text
        assert "France" in said(answers) or "PREFER" not in text


def test_orders_in_a_reply_count_for_themselves(office: Office) -> None:
    """The letter in question waits; where it is refused in the same reply it is dropped. Its own lines are no orders of a reply."""
    questions = asked(office, "orders", 4)
    [answers] = office.send([answering(questions[0], "A Bud-Ser", 1)])
    assert len(answers) == 1
    assert STILL_OPEN in said(answers)
    assert "A(Bud)-Ser" in said(answers).partition("STANDING ORDERS")[2]
    assert "A(Vie)-Gal" not in said(answers).partition("STANDING ORDERS")[2]
    [answers] = office.send([answering(questions[1], "No, that was not me. These are mine:\nF Tri-Alb", 1)])
    assert DROPPED in said(answers)
    assert "F(Tri)-Alb" in said(answers)
    before = standing(office)
    [answers] = office.send([answering(questions[2], "What is this?\nA Vie-Gal", 1)])
    assert ONCE_MORE in said(answers)
    [answers] = office.send([answering(questions[3], "I never wrote\nA Vie-Gal", 1)])
    assert DROPPED in said(answers)
    assert standing(office) == before
    [[question]] = office.send([Post(AUSTRIA, "A Vie-Gal\nFINAL")])
    [answers] = office.send([answering(question, "I never wrote\nFINAL", 1)])
    assert "FINAL noted" not in said(answers)
    assert standing(office) == before
    office.send([office.replying(AUSTRIA, "CLEAR")])


def test_a_yes_gives_nothing_else_away(office: Office) -> None:
    """What cannot be undone needs a question of its own, also below a yes."""
    [question] = asked(office, "orders", 1)
    before = standing(office)
    [answers] = office.send([answering(question, "Yes\nRESIGN", 1)])
    assert STILL_OPEN in said(answers)
    assert standing(office) == before


def forged(office: Office, sender: str, text: str) -> list[EmailMessage]:
    """A letter of which our mail server says that its sender is forged."""
    head = [FORGED, RECEIVED, f"From: {sender}", f"To: {ADDRESS}", "Subject: x", f"Message-ID: <{office.count}@evil.example>", ""]
    return office.raw("\r\n".join([*head, text]).encode(), sender)


def test_what_our_mail_server_calls_forged_needs_the_word(office: Office) -> None:
    """An empty reply, which machines send, too, does not make it count."""
    office.hands.time += timedelta(hours=2)
    [question] = forged(office, AUSTRIA, "A Vie-Gal")
    assert "forged" in said([question])
    before = standing(office)
    [answers] = office.send([answering(question, "", 1)])
    assert ONCE_MORE in said(answers)
    assert standing(office) == before


def test_nobody_is_asked_about_a_forged_letter_that_gives_a_country_away(office: Office) -> None:
    """Whom it would harm is told of it once an hour, and has nothing to say yes to."""
    office.hands.time = (office.hands.time + timedelta(hours=2)).replace(minute=5)
    before = standing(office)
    [told] = forged(office, AUSTRIA, "RESIGN")
    assert "nothing has changed" in said([told])
    assert "confirm." not in told["Reply-To"]
    assert forged(office, AUSTRIA, "RESIGN") == []
    office.send([answering(told, "Yes", 1)])
    assert standing(office) == before
    office.hands.time += timedelta(hours=1)
    assert len(forged(office, AUSTRIA, "RESIGN")) == 1
    office.hands.time += timedelta(hours=1)
    [told] = forged(office, AUSTRIA, "\n".join(["RESIGN", *(f"A Vie-Gal IF A War-{space}" for space in SPACES)]))
    assert "and 2 more lines" in said([told])


SPACES = ("Gal", "Lvn", "Mos", "Pru", "Sil", "Ukr", "Bud", "Boh", "Rum", "Sev", "StP", "Tyr", "Vie")
"""One more than a letter quotes, below a first line."""


def buttons(messages: Iterable[EmailMessage]) -> list[Post]:
    """What Gmail sends when somebody presses "unsubscribe" in these letters."""
    found = [(message, str(message["List-Unsubscribe"]).strip("<>")) for message in messages if message["List-Unsubscribe"]]
    text = "This message was automatically generated by Gmail."
    parts = [(message, *button.removeprefix("mailto:").partition("?subject=")) for message, button in found]
    return [Post(str(message["To"]), text, to, unquote(subject)) for message, to, _, subject in parts]


def test_the_unsubscribe_button(tmp_path: Path) -> None:
    """No question has one; on an invitation it says no; whichever is pressed, nobody is seated and nothing held is obeyed."""
    office = Office(tmp_path)
    questions = [*asked(office, "resign", 1), *asked(office, "orders", 1), *asked(office, "join", 1), *asked(office, "move", 1)]
    assert not any(question["List-Unsubscribe"] for question in questions)
    [invitation] = guests(office, 1)
    before = standing(office)
    [declined] = office.send(buttons([invitation]))
    assert "Thank you for your answer" in said(declined)
    letters = [*office.home.values(), *office.last.values(), *questions]
    pressed = office.send(buttons(letters))
    assert len(pressed) > len(POWERS)
    assert not any("Welcome" in said(answers) or "STANDING ORDERS" in said(answers) for answers in pressed)
    assert standing(office) == before


def test_a_correction(tmp_path: Path) -> None:
    """What was published is changed by a word of consent and by nothing else."""
    office = Office(tmp_path)
    office.send([office.replying(GM, "RESUME"), office.replying(GM, "PROCESS")])
    wrote = [*texts(0, REFUSALS[::4]), *texts(1, NEITHER[::4]), *((text, 1) for text in EMPTY)]
    rollback = [office.replying(GM, "ROLLBACK REASON a slip")] * len(wrote)
    questions = [sent[0] for sent in office.send(rollback, timedelta(minutes=3))]
    assert all("Nothing has changed yet" in said([question]) for question in questions)
    before = standing(office)
    sent = office.send([answering(each, *text) for each, text in zip(questions, wrote, strict=True)], timedelta(seconds=5))
    for (text, _), answers in zip(wrote, sent, strict=True):
        assert (DROPPED if text in REFUSALS else once_more(text)) in said(answers), text
    assert standing(office) == before
    office.send([answering(next(answers for answers in sent if ONCE_MORE in said(answers))[0], "Yes, please", 2)])
    assert standing(office) != before


def test_a_power_that_is_offered(tmp_path: Path) -> None:
    """A yes takes it over, a no declines; nothing else does either, and it is asked about once more."""
    office = Office(tmp_path)
    office.send([office.replying(GM, "RESUME"), Post("sam@mail.example", "STANDBY quillfeather")])
    office.send([answering(office.last["sam@mail.example"], "yes")])
    office.send([answering(office.send([office.replying(GM, "VACANT Italy")])[0][0], "YES")])
    vacancy = office.last["sam@mail.example"]
    assert "Italy is vacant" in str(vacancy["Subject"])
    assert not vacancy["List-Unsubscribe"]
    before = standing(office)
    [answers] = office.send([answering(vacancy, "I am out of the office until 1 May", 1)])
    assert ONCE_MORE in said(answers)
    answers = office.send([answering(vacancy, text, 2) for text in ("", "Who is this?", "thanks", "Who is this?")])
    assert list(map(len, answers)) == [0, 1, 0, 0]
    [answers] = office.send([answering(vacancy, "What is the position? I have not made up my mind.\nSTATUS", 1)])
    assert "Autumn 1901" in said(answers) or "Spring 1901" in said(answers)
    assert "My offer of Italy is still open" in said(answers)
    assert "> TAKEOVER Italy" in said(answers)
    [answers] = office.send([answering(vacancy, "No, thank you", 1)])
    assert "Thank you for your answer" in said(answers)
    assert standing(office) == before
    [[question]] = office.send([office.replying(GM, "TAKEOVER Italy BY otto@mail.example")])
    office.send([answering(question, "YES")])
    offer = office.last["otto@mail.example"]
    assert "would you like to play Italy" in str(offer["Subject"])
    assert not offer["List-Unsubscribe"]
    office.send([answering(offer, "What?", 1)])
    [answers] = office.send([answering(offer, "Yes, gladly\nSTATUS", 1)])
    assert "Italy is yours" in "".join(str(each["Subject"]) for each in office.last.values())
    [answers] = office.send([answering(vacancy, "STATUS", 1)])
    assert "still open" not in said(answers)


QUESTION_CLOSED = {"YES": "already confirmed that mail", "NO": "told me not to use that mail"}


@pytest.fixture
def closing(tmp_path: Path) -> tuple[PostOffice, EmailMessage]:
    """A player's house that asks first, and its question about an order for Paris."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    [question] = office.orders("France", "A Par - Bur")
    return office, question


def replied(office: PostOffice, question: EmailMessage, text: str) -> str:
    """What the judge answers to another reply to that question, blanks made single."""
    [answer] = office.letter(FRANCE, text, f"Re: {question['Subject']}", question["Reply-To"], In_Reply_To=question["Message-ID"])
    return " ".join(body(answer).split())


@pytest.mark.parametrize("first", QUESTION_CLOSED)
@pytest.mark.parametrize("begins", ["", "YES\n", "NO\n"])
def test_orders_in_a_reply_to_a_question_that_is_closed_count(
    closing: tuple[PostOffice, EmailMessage], first: str, begins: str
) -> None:
    """They are as much the player's as those in any reply; the yes comes too late, and is told so."""
    office, question = closing
    replied(office, question, first)
    said = replied(office, question, f"{begins}A Mar - Spa")
    assert "> A(Mar)-Spa" in said
    assert ("> A(Par)-Bur" in said) == (first == "YES")
    assert (QUESTION_CLOSED[first] in said) == bool(begins)


@pytest.mark.parametrize("first", QUESTION_CLOSED)
def test_what_else_such_a_reply_asks_for_is_named_and_not_done(closing: tuple[PostOffice, EmailMessage], first: str) -> None:
    """Its writer is told what to do instead, and that works."""
    office, question = closing
    replied(office, question, first)
    said = replied(office, question, "CREATE heron VARIANT standard")
    assert QUESTION_CLOSED[first] in said
    assert 'I have not done "CREATE heron VARIANT standard". Please write it again, in a reply to this mail.' in said
    [answer] = office.reply(FRANCE, "CREATE heron VARIANT standard")
    assert "[heron] Before the start" in str(answer["Subject"])


def test_a_quotation_of_the_order_in_question_is_no_new_order(closing: tuple[PostOffice, EmailMessage]) -> None:
    """Whoever said no, and writes about that order once more, has not given it."""
    office, question = closing
    replied(office, question, "NO")
    assert "A(Par)-Bur" not in replied(office, question, "NO\nA Par - Bur")


@pytest.mark.parametrize("first", QUESTION_CLOSED)
@pytest.mark.parametrize("begins", ["", "YES\n"])
def test_the_order_in_question_counts_if_it_is_given_anew_with_others(
    closing: tuple[PostOffice, EmailMessage], first: str, begins: str
) -> None:
    """Whoever only quotes it gives no others."""
    office, question = closing
    replied(office, question, first)
    office.orders("France", "A Par - Pic")
    office.reply(FRANCE, "YES")
    said = replied(office, question, f"{begins}A Par - Bur\nF Bre - MAO")
    assert "> A(Par)-Bur" in said
    assert "> F(Bre)-MAO" in said


@pytest.mark.parametrize("below", ["PRESS TO Germany\nshall we ally?", "RESIGNN"])
def test_what_is_half_a_command_there_is_named(closing: tuple[PostOffice, EmailMessage], below: str) -> None:
    office, question = closing
    replied(office, question, "YES")
    said = replied(office, question, f"A Mar - Spa\n{below}")
    assert "> A(Mar)-Spa" in said
    assert f'I have not done "{below.splitlines()[0]}"' in said


def test_a_yes_to_the_older_of_two_letters_is_asked_about_once_more(tmp_path: Path) -> None:
    """Mail programs list the newest question first; the letter that was written last counts unless its writer says otherwise."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    questions = []
    for order in ("A Mun - Ruh", "A Mun - Bur"):
        office.hands.time += timedelta(minutes=5)
        questions += office.orders("Germany", order, Date=format_datetime(office.hands.time))
    germany = "germany@mail.example"
    for question in reversed(questions):
        answers = office.letter(germany, "YES", f"Re: {question['Subject']}", question["Reply-To"])
    assert "before your current orders" in said([answers[0]])
    office.orders("Germany", "STATUS")
    assert "> A(Mun)-Bur" in body(office.last[germany])
    office.letter(germany, "YES", f"Re: {answers[0]['Subject']}", answers[0]["Reply-To"])
    assert "> A(Mun)-Ruh" in body(office.last[germany])
