"""What the judge sends to people whom it does not know: nothing to machines, an answer to whoever asks something."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.letters.post_office import PostOffice, body

CORPUS = yaml.safe_load((Path(__file__).parent / "strangers.yaml").read_text())
SERVER = "mx.pbm.example"


def written(office: PostOffice, each: dict[str, Any], number: int, to: str = "judge@pbm.example") -> list[EmailMessage]:
    """What a letter of the corpus brings; `number` tells it from the others."""
    message = EmailMessage()
    for name, value in each.get("headers", {}).items():
        message[name] = str(value).replace("{us}", SERVER)
    sender = each.get("from", "nora@mail.example")
    message["From"], message["To"], message["Subject"] = sender, to, each.get("subject", "hello")
    message["Message-ID"] = f"<{number}@mail.example>"
    message.set_content(str(each["text"]))
    return office.raw(message.as_bytes(), sender, to)


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A house with default settings, in which a game waits for players."""
    office = PostOffice(tmp_path, careful=True)
    office.careful = False
    office.letter("Harriet Lowe <harriet@zine.example>", "CREATE quillfeather")
    office.careful = True
    return office


def test_machines_and_spam_bring_no_letter_to_anybody(office: PostOffice) -> None:
    letters = [{"from": f"m{number}@mail.example", **each} for number, each in enumerate(CORPUS["machines"])]
    answered = [each["what"] for number, each in enumerate(letters) if written(office, each, number)]
    assert answered == []


def test_people_who_ask_something_are_answered(office: PostOffice) -> None:
    letters = [{"from": f"p{number}@mail.example", **each} for number, each in enumerate(CORPUS["people"])]
    silent = [each["what"] for number, each in enumerate(letters) if not written(office, each, number)]
    assert silent == []


def test_a_player_is_read_whatever_a_filter_says(tmp_path: Path) -> None:
    """A spam filter's opinion, or a button to leave a list, must not cost a player the orders."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    doubts = [each["headers"] for each in CORPUS["machines"] if set(each.get("headers", {})) & {"X-Spam-Flag", "List-Unsubscribe"}]
    for headers in doubts:
        more = {name.replace("-", "_"): value for name, value in headers.items()}
        [answer] = office.reply("france@mail.example", "A Par-Bur", **more)
        assert "A(Par)-Bur" in body(answer)
    assert len(doubts) == 3


def test_many_strangers_are_answered_up_to_a_number(tmp_path: Path) -> None:
    """120 forged letters from 120 strangers bring 30 answers and one word to the operator; players, and strangers whom our
    mail server vouches for, are answered as ever.
    """
    office = PostOffice(tmp_path, careful=True, operator="olga@pbm.example")
    office.game()
    office.hands.time += timedelta(hours=1)  # the players were strangers, too
    sent = [each for number in range(120) for each in office.letter(f"s{number}@mail.example", "HELP")]
    assert sum(each["To"].startswith("s") for each in sent) == 30
    told = [each for each in sent if each["To"] == "olga@pbm.example"]
    assert [each["Subject"] for each in told] == ["Judge: more strangers write than I answer"]
    assert "30" in body(told[0])
    assert "strangers_an_hour" in body(told[0])
    assert "A(Par)-Bur" in body(office.reply("france@mail.example", "A Par-Bur")[0])
    known = {"headers": {"Authentication-Results": f"{SERVER}; dmarc=pass header.from=mail.example", "Received": f"by {SERVER}"}}
    assert written(office, {"from": "vera@mail.example", "text": "HELP", **known}, 1000)
    office.hands.time += timedelta(hours=1)
    assert office.letter("t@mail.example", "HELP")


MADE_UP = "judge+quillfeather.3.aaaaaaaaaaaaaaaaaaaaaaaa@pbm.example"
"""A reply address that anybody can write down: it has the form of ours, and nobody was given it."""


def test_a_made_up_reply_address_opens_no_door(tmp_path: Path) -> None:
    """What is forged, spam or a machine's is not answered there either, nor are more strangers than anywhere else."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    office.hands.time += timedelta(hours=1)
    doubtful = [each for each in CORPUS["machines"] if "headers" in each]
    sent = [each for number, row in enumerate(doubtful) for each in written(office, row, number, MADE_UP)]
    assert [str(each["Subject"]) for each in sent] == []
    many = [each for number in range(60) for each in office.letter(f"s{number}@mail.example", "A Par-Bur", to=MADE_UP)]
    assert len(many) == 30


def test_a_yes_that_answers_nothing_is_not_asked_about(office: PostOffice) -> None:
    """A code that was never given: a stranger is told so, and is not asked to confirm a YES with another YES."""
    for text, to in (("YES", "judge+quillfeather.confirm.aaaaaaaaaaaaaaaaaaaaaaaa@pbm.example"), ("YES", "judge@pbm.example")):
        sent = office.letter("eve@evil.example", text, to=to)
        assert [each for each in sent if "confirm" in str(each["Reply-To"])] == []


@pytest.mark.parametrize(("text", "command"), [
    ("hi, is there a free seat in quillfeather?", "STANDBY quillfeather"),
    ("Hello, I edit The Filing Cabinet and would like to print Quillfeather in it. We go to press every last Sunday of the month.",
     "SUBSCRIBE"),
    ("Quillfeather looks fun!", "LIST"),
    ("Hi, is there a free seat anywhere?", "LIST"),
    ("How can we join?", "LIST"),
    ("Hello, I edit The Filing Cabinet and would like to print one of your games in it.", "SUBSCRIBE"),
])  # fmt: skip
def test_who_speaks_of_a_seat_or_of_print_is_answered(tmp_path: Path, text: str, command: str) -> None:
    """With what they may write."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    office.hands.time += timedelta(hours=1)
    [answer] = office.letter("nora@mail.example", text)
    assert command in body(answer)
