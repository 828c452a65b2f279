"""What must hold of a judge that had accidents again and again: it is as if nobody had touched it."""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from judge import cli
from judge.mail.sender import OutboxSender
from tests.faults.house import House, key_of, patiently
from tests.faults.parties import forked
from tests.faults.writing import OPENING
from tests.letters.post_office import PostOffice

ROOT = Path(__file__).parents[2]


def check(house: House) -> str:
    """Every letter kept once and answered, every effect there once, the game as undisturbed; says how often one went out again."""
    kept(house)
    again = answered(house)
    undisturbed(house)
    log = house.folder / "replay"
    status = forked(log, cli.main, ["replay", "killed", "--config", str(house.folder / "worker0/judge.yaml")])
    assert status == 0, log.read_text()
    return f"none lost, no effect doubled; {again} times a letter went out again, under the same Message-ID"


def whole_so_far(house: House) -> None:
    """After each accident, as soon as the store can be asked: no letter that the judge acknowledged is missing, none was decided
    twice, and whatever went out again is the same letter.
    """
    patiently(lambda: _whole(house), "the store can be asked")
    _same_again(house)


def _whole(house: House) -> bool:
    missing = house.missing()
    assert not (lost := {each.key for each in house.writer.taken if each.way == "smtp"} & missing), f"lost: {lost}"
    done = Counter(house.keys("state = 'done'"))
    assert not (twice := {key: times for key, times in done.items() if times > 1}), f"done twice: {twice}"
    return True


def kept(house: House) -> None:
    """Every letter that was acknowledged is in the store and was dealt with, once; its repetitions are known as such."""
    found = house.look("select raw, state, note from letters")
    assert not (missing := house.missing()), f"lost: {missing}"
    done = Counter(key_of(raw) for raw, state, _ in found if state == "done")
    sent = Counter(each.key for each in house.writer.taken)
    assert not (doubled := done - sent), f"twice, or never acknowledged: {doubled}"
    assert not (waiting := sent - done), f"not dealt with: {waiting}"
    assert [each for each in found if each[1] != "done" and not each[2].startswith("the same as letter")] == []


def _same_again(house: House) -> int:
    """Whatever went out again is the same letter; returns how often one did."""
    out = sum(1 for _ in house.kept)
    wrong = [each for each in house.kept.wordings.values() if len(each) > 1]
    assert not wrong, f"another letter under the same Message-ID: {wrong}"
    return out - len(house.kept.wordings)


def answered(house: House) -> int:
    """Every notice went out, whatever went out again is the same letter, and each letter has one answer. Returns how often."""
    again, out = _same_again(house), {str(letter["Message-ID"]): letter for letter in house.kept}
    notices = house.look("select message_id, state from notices")
    known = Counter(key for key, _ in notices)
    assert not (never := [key for key in known if key not in out]), f"never sent: {never}"
    assert not (unknown := [out[key].as_string() for key in out if known[key] != 1]), f"sent, and nobody knows of it: {unknown}"
    assert {state for _, state in notices} == {"sent"}
    answers = Counter(str(letter["In-Reply-To"]) for letter in out.values() if letter["Auto-Submitted"] == "auto-replied")
    assert answers == {each.key: 1 for each in house.writer.taken}
    return again


LIFE = (
    "select seq, body from events where game = 'killed' order by seq",
    "select seq, phase, body from positions where game = 'killed' order by seq",
    "select seat, people.key from seats join people on people.id = person_id where game = 'killed' order by seat",
)
"""What letters did: each order, phase and seat."""


def undisturbed(house: House) -> None:
    """The same letters to a judge in this process that nobody disturbs: what they did is the same, but for clocks and secrets."""
    with tempfile.TemporaryDirectory(dir=house.disk or house.folder) as folder:
        calm = PostOffice(Path(folder))
        for number, each in enumerate(house.writer.taken):
            if number == OPENING:
                calm.drain = _Unread()
            calm.letter(each.sender, each.words)
        engine = create_engine(calm.parts.settings.store)
        with engine.connect() as connection:
            for query in LIFE:
                there, here = told_by(house.look(query)), told_by(list(connection.execute(text(query))))
                assert there == here, "\n".join(unified_diff(here, there, "undisturbed", "disturbed", lineterm=""))
        engine.dispose()
        calm.parts.store.close()


class _Unread(OutboxSender):
    """Sends nothing: of a game that runs nobody looks at what the undisturbed judge says."""

    def __init__(self) -> None:
        pass

    def run(self, give_way: Callable[[], object] = lambda: None) -> int:
        return 0


def told_by(rows: Sequence[Any]) -> list[str]:
    """Rows, without what a clock or a secret says in them."""
    return [re.sub(r'"\d{4}-\d\d-\d\dT[^"]+"|"[0-9a-f]{64}"', '"…"', str(_sorted(row))) for row in rows]


def _sorted(row: Sequence[Any]) -> list[Any]:
    """A row with its JSON read: in which order a power or a seat stands there, the secret decides."""
    return [_plain(each) for each in row]


def _plain(value: Any) -> Any:
    read = json.loads(value) if str(value).startswith("{") and isinstance(value, str) else value
    return json.dumps(read, sort_keys=True) if isinstance(read, dict) else read
