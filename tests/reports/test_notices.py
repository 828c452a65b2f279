"""Every letter that the program can send is written, with every set of facts that its senders can give: none is listed by hand.

The senders and their facts are found in the sources (`senders`, `ways`), what facts may be partly there and partly in `samples`;
the unit of work and the renderer of a real house do the rest (`house`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge.assets import find_assets
from judge.game import Notification
from judge.letters import MARKER, Notice
from judge.seat import GM, Role, Seat
from tests.reports.house import FORMING, GONE, OVER, OWN, RUNNING, House
from tests.reports.samples import ENOUGH, Samples
from tests.reports.senders import BY_WHAT, Sender, senders

TEMPLATES = Path(str(find_assets().templates))
LETTERS = sorted(path.name.removesuffix(".txt.j2") for path in TEMPLATES.glob("*.txt.j2"))
ROOMS = ("reply", "reply/refused", "news")
PARTS = sorted(f"{room}/{path.stem}" for room in ROOMS for path in (TEMPLATES / room).glob("*.j2"))
READERS = (
    (RUNNING, Seat.player(3)),
    (RUNNING, GM),
    (RUNNING, Seat(Role.OBSERVER, 9)),
    (RUNNING, Seat(Role.STANDBY, 10)),
    (FORMING, Seat.player(1)),
    (FORMING, GM),
    (OVER, Seat.player(3)),
    (OVER, GM),
    ("", GM),
)
"""Whom an answer may be for: a player, a GM, an observer, a standby; before, in and after a game; and somebody in no game."""
NO_WORDS = {"None", "True", "False", "[]", "{}", "Undefined"}
"""What stands in a letter only where a value has no words."""
AMISS = re.compile(r"\w [.,;!?](?:\s|$)|\(\)|\"\"|[^.]\.\.\s", re.MULTILINE)
"""What is left where a word is missing."""
WIDEST, COMMAND = 76, "    > "
"""Columns of a line, but for one to be copied into a reply, which would not be read if it were broken."""
FRAMES = {"answer", "news", "plain", "reply/refused"}
"""What all replies stand in, all news and all refusals; and what goes out where words cannot be made."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The house, once for all letters."""
    return House(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def samples(house: House) -> Samples:
    """What facts may be in it."""
    return Samples(house)


@cache
def by_kind() -> dict[str, list[Sender]]:
    """Template → who sends it."""
    found: dict[str, list[Sender]] = {}
    for sender in senders():
        found.setdefault(sender.template, []).append(sender)
    return found


def written(house: House, samples: Samples, sender: Sender, enough: int) -> Iterator[tuple[dict[str, Any], str, str, bool]]:
    """(facts, subject, text) of all that a sender can have the judge write, and whether the facts are the ordinary ones."""
    with house.uow() as uow:
        for way in sorted(sender.ways, key=lambda way: sorted(map(str, way))):
            for number, facts in enumerate(samples.sets(sender.template, way, sender.where, enough)):
                for notice in _notices(house, uow, sender, facts, number == 0):
                    yield facts, *house.say(notice), number == 0


def _notices(house: House, uow: Any, sender: Sender, facts: dict[str, Any], usual: bool) -> list[Notice]:
    own = facts.get("game") == OWN
    if sender.how == "reply":
        readers = [(OWN, Seat.player(3)), (OWN, GM)] if own else READERS if usual else READERS[:1]
        reply = sender.kind.partition("/")[0]
        return [notice for game, seat in readers for notice in house.answers(uow, reply, facts, game, seat)]
    if sender.how == "tell":
        by = house.second_gm(RUNNING) if usual and not own else GM
        ending = GONE if facts.get("how") == "terminated" else OVER
        game = ending if sender.kind in ("ended", "end-issue") else OWN if own else RUNNING
        made = house.tells(uow, Notification(sender.to or Seat.player(3), sender.kind, facts), game, by)
        return made if usual else made[:1]
    game = RUNNING if sender.about else ""
    return house.sends(uow, Notice("test", "harriet@zine.example", sender.kind, facts, game, GM if game else None))


@pytest.mark.parametrize("enough", [0, pytest.param(ENOUGH, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", sorted({*LETTERS, *PARTS} - FRAMES))
def test_every_letter_can_be_written(kind: str, enough: int, house: House, samples: Samples) -> None:
    """Whatever its sender knows, and whoever reads it, it has a subject and a text that a person can read."""
    some = by_kind().get(kind, []) if kind not in BY_WHAT else [s for s in senders() if s.kind == kind]
    assert some, f"nobody sends {kind}"
    count = 0
    for sender in some:
        for facts, subject, text, usual in written(house, samples, sender, enough):
            count += 1
            said = (sender.where, facts, subject, text)
            assert subject.startswith(("[", "Judge: ")), said
            assert len(subject) <= 250, said
            assert "\n" not in subject, said
            assert text.count(f"=== {MARKER} ===") == 1, said
            assert not NO_WORDS & {*subject.split(), *text.replace("None of it", "").split()}, said
            assert len(text.split()) > 7, said
            assert all(len(line) <= WIDEST or line.startswith(COMMAND) for line in text.split("\n")), said
            assert not text.rstrip().endswith(":"), said
            assert not usual or not AMISS.search(text), said
            if kind.startswith("reply/refused/"):
                assert " ?  " in text, said
                is_so_already = kind.endswith(("/nothing-to-clear", "/clear-none"))
                assert ("1 needs you" in subject + text.split("\n\n")[1]) is not is_so_already, said
    assert count, f"{kind} goes to nobody"


def test_every_letter_has_its_words() -> None:
    """What is sent has a template, and what has a template is sent."""
    sent = {sender.template for sender in senders()} | {sender.kind for sender in senders() if sender.how != "reply"}
    assert sent | FRAMES == {
        *LETTERS,
        *PARTS,
        *(f"{s.kind}/{what}" for s in senders() for what in s.whats if s.kind in BY_WHAT),
    }
