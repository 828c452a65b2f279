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


def written(office: PostOffice, each: dict[str, Any], number: int) -> list[EmailMessage]:
    """What a letter of the corpus brings; `number` tells it from the others."""
    message = EmailMessage()
    for name, value in each.get("headers", {}).items():
        message[name] = str(value).replace("{us}", SERVER)
    sender = each.get("from", "nora@mail.example")
    message["From"], message["To"], message["Subject"] = sender, "judge@pbm.example", each.get("subject", "hello")
    message["Message-ID"] = f"<{number}@mail.example>"
    message.set_content(str(each["text"]))
    return office.raw(message.as_bytes(), sender)


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
