"""In an anonymous game no letter holds a name or an address of anybody else who plays, in its words or its headers."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from tests.letters.post_office import GM, POWERS, PostOffice, body, html

CALENDAR = "GUNBOAT with press\nDEADLINE Fridays 21:00 Europe/London\nGRACE 24h\nNMR standby"
BUSY = "WHO\nABSENCE 20-25 March\nPRESS\nFine.\nEND\nPRESS ANON TO Austria\nPsst.\nEND\nPROPOSE DRAW SIGNED"
PEOPLE = {f"{power.lower()}@mail.example": f"{power} Player" for power in POWERS} | {"otto@mail.example": "Otto Blume"}


def told_of_others(message: EmailMessage) -> list[str]:
    """Names and addresses of others that a letter holds, encoded or not."""
    parts = [str(value) for value in message.values()] + [message.as_string(), body(message), html(message)]
    whole = "\n".join(parts).lower().replace("_", " ").replace("=20", " ")
    others = {address: name for address, name in PEOPLE.items() if address != message["To"]}
    return [each for pair in others.items() for each in pair if each.lower() in whole]


def test_no_letter_names_anybody_else(tmp_path: Path) -> None:
    """A player falls silent and comes back, another's seat is given away, votes and press go round; then the names are told."""
    office = PostOffice(tmp_path)
    sent = office.game(deadline=CALENDAR)
    sent += office.letter("Otto Blume <otto@mail.example>", "STANDBY quillfeather")
    for power in POWERS[2:]:
        sent += office.orders(power, BUSY)
    sent += office.orders("Turkey", "EXTEND 3 days REASON exams\nPROCESS")
    sent += office.reply("turkey@mail.example", "PASS ON")
    for _ in range(4):
        sent += office.wait(days=3)
    sent += office.reply("otto@mail.example", "A(Vie) stands")
    sent += office.orders("Italy", "RESIGN") + office.letter(GM, "VACANT England REASON away")
    sent += office.letter("otto@mail.example", "TAKEOVER England") + office.orders("England", "STATUS\nmy orders")
    sent += office.orders("France", "HISTORY\nRESULTS Spring 1901\nPRESS TO England\nWho are you?\nEND\nVOTE YES")
    assert len(sent) > 60
    assert [(message["To"], found) for message in sent if message["To"] != GM and (found := told_of_others(message))] == []
    ended = [message for message in office.letter(GM, "DRAW") if message["To"] == "france@mail.example"]
    assert "Otto Blume" in body(ended[0])
