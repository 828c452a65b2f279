"""What a game master is told when the post fails: a letter given up, a mailbox out of reach."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from judge.game.model.serialization import read_game
from judge.mail.compose import SenderIdentity
from judge.mail.delivery import OutgoingMessage, RejectedMessage
from judge.mail.sender import OutboxSender
from judge.office.upkeep.alerts import Alerts
from tests.letters.post_office import ADDRESS, GM, PostOffice, body


def refusing(office: PostOffice, address: str, operator: str = "") -> OutboxSender:
    """The office's drain, over a way that refuses one address."""
    keep = office.hands.keep

    def send(parcel: OutgoingMessage) -> None:
        if parcel.to == address:
            raise RejectedMessage("550 5.1.1 <france@mail.example>: no such user here")
        keep(parcel)

    office.hands.keep = send  # type: ignore[method-assign]
    troubles, store = Alerts(office.parts.store, operator), office.parts.store
    return OutboxSender(
        store, office.parts.sayer.say, SenderIdentity(ADDRESS, "Judge"), office.hands, office.hands, troubles.unsent
    )


UNSENT = """\
=== write above this line ===

France Player in quillfeather cannot be reached. I tried to send an
answer, but it was refused, and I do not try again. Their mail server,
or ours, said:

  | 550 5.1.1 <france@mail.example>: no such user here

I still try to send later mail; if more of it fails, I tell you once a
day. If you know another way to reach the player, please tell them.
"""


def test_a_letter_given_up_is_told_to_the_gm(tmp_path: Path) -> None:
    """Once a day, with whom it was for and what their server said."""
    office = PostOffice(tmp_path)
    office.game()
    office.drain = refusing(office, "france@mail.example")
    [told] = office.orders("France", "STATUS")
    assert (told["To"], told["Subject"]) == (GM, "[quillfeather] A mail to France Player could not be sent")
    assert body(told) == UNSENT
    assert office.orders("France", "STATUS") == []
    office.hands.time += timedelta(days=1)
    assert [each["To"] for each in office.orders("France", "STATUS")] == [GM]


def test_a_gm_out_of_reach_is_told_to_the_operator(tmp_path: Path) -> None:
    """Or to the log, where there is none; a stranger's address that is none is nobody's trouble."""
    office = PostOffice(tmp_path)
    office.game()
    office.drain = refusing(office, GM, "keeper@pbm.example")
    [told] = office.letter(GM, "STATUS")
    assert told["To"] == "keeper@pbm.example"
    office.drain = refusing(office, "keeper@pbm.example", "keeper@pbm.example")
    assert office.letter(GM, "STATUS") == []
    office.drain = refusing(office, "nobody@nowhere.example", "keeper@pbm.example")
    assert office.letter("nobody@nowhere.example", "HELP") == []


HELD_UP = """\
=== write above this line ===

The deadline of Spring 1901 in quillfeather has passed (Fri 5 March
21:00), but the mailbox where I get my mail does not answer. It may hold
orders sent in time, so I am waiting for it.

If it stays out of reach, I run the phase with the orders that I have,
on Fri 5 March 2027, 22:00 London (22:00 UTC). No mail moves this
deadline any more, for mail waits, too; but the operator of this judge
can stop the game's clock.

When I find orders there later that were sent in time, I pass them on to
you, and you can still let them count (ACCEPT LATE).
"""


def due_of(office: PostOffice) -> Any:
    with office.parts.store.look() as work:
        stored = work.games.get("quillfeather")
    assert stored is not None
    due = read_game(stored.head).due
    assert due is not None
    return due


def test_a_deadline_that_waits_for_the_mailbox_is_told_to_the_gm(tmp_path: Path) -> None:
    """Once for each deadline, and only of games whose deadline the mailbox has not been seen after."""
    office = PostOffice(tmp_path)
    office.game()
    due, hour = due_of(office), timedelta(hours=1)
    office.hands.time = due + hour / 12
    for horizon in (due, due - hour, due - hour):
        office.parts.troubles.held_up(office.hands.time, horizon, due + hour)
    office.drain.run()
    [told] = office.hands.sent
    assert (told["To"], told["Subject"]) == (GM, "[quillfeather] The mailbox is out of reach: Spring 1901 waits")
    assert body(told) == HELD_UP
