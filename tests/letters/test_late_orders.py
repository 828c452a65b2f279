"""Orders in reply to a mail about a past phase: how late they are, what becomes of them, and how to have them now."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body, headline

FRANCE = "france@mail.example"


@pytest.mark.parametrize(
    ("seconds", "said"), [(1, "1 second"), (37, "37 seconds"), (150, "2 minutes"), (7300, "2 hours"), (259300, "3 days")]
)
def test_late_orders_are_dropped_and_offered(tmp_path: Path, seconds: int, said: str) -> None:
    """The subject says so, too; the lines offered do what they say, and nothing before that counts."""
    office = PostOffice(tmp_path)
    office.game()
    (asked,) = office.orders("France", "A Par stands\nF Bre stands")
    office.hands.time = datetime(2027, 3, 5, 21, tzinfo=UTC) + timedelta(seconds=seconds - 1)
    office.work()
    office.last[FRANCE] = asked
    (answer,) = [each for each in office.reply(FRANCE, "A Par - Bur\n\nF Bre - MAO\n") if each["To"] == FRANCE]
    assert f"{said} after the deadline" in " ".join(body(answer).split())
    assert "too late for Spring 1901" in headline(answer)
    assert "I did not use your orders" in " ".join(body(answer).split())
    assert "STANDING ORDERS" not in body(answer)
    offered = re.findall(r"^    > (.+)$", body(answer), re.MULTILINE)
    assert offered == ["ORDERS FOR Autumn 1901", "A Par - Bur", "F Bre - MAO"]
    (done,) = [each for each in office.reply(FRANCE, "\n".join(offered)) if each["To"] == FRANCE]
    assert "A(Par)-Bur" in body(done)
    assert "F(Bre)-MAO" in body(done)
    assert "2 of 3 orders" in headline(done)
    assert "too late" not in headline(done)


def test_a_gms_order_in_advance_is_shown_as_such(tmp_path: Path) -> None:
    """Both read which order it is, and that it is for what follows the moves."""
    office = PostOffice(tmp_path)
    office.game()
    sent = office.letter(GM, "GAME quillfeather\nORDER France A(Par) disbands REASON he telephoned")
    words = {each["To"]: " ".join(body(each).split()) for each in sent}
    assert "Used if possible after the moves: > A(Par) disbands" in words[GM]
    assert "entered orders for France in Spring 1901, in advance of what follows the moves. They stand below." in words[FRANCE]
    assert "IN ADVANCE, best first (used if possible after the moves) > A(Par) disbands" in words[FRANCE]
