"""What must hold of a judge that was killed again and again: it is as if nobody had touched it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from email import message_from_bytes
from typing import Any

from tests.faults.killing import ROOT, Killed, rows
from tests.letters.post_office import PostOffice


def check(judge: Killed) -> str:
    """Every letter kept once and answered, every effect there once, the game as undisturbed; says how often one went out again."""
    kept(judge)
    again = answered(judge)
    undisturbed(judge)
    command = [sys.executable, "-m", "judge.cli", "replay", "killed", "--config", str(judge.config)]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return f"none lost, no effect doubled; {again} times a letter went out again, under the same Message-ID"


def kept(judge: Killed) -> None:
    """Every letter that was acknowledged is in the store, once, and was dealt with."""
    found = judge.look("select raw, state, note from letters")
    ids = Counter(str(message_from_bytes(raw)["Message-ID"]) for raw, _, _ in found)
    sent = Counter(f"<{number}@mail.example>" for number in range(len(judge.sent)))
    assert not (missing := sent - ids), f"lost: {missing}"
    assert not (doubled := ids - sent), f"twice, or never acknowledged: {doubled}"
    assert [each for each in found if each[1] != "done"] == []


def answered(judge: Killed) -> int:
    """Every notice went out, whatever went out again is the same letter, and each letter has one answer. Returns how often."""
    out = [(str(letter["Message-ID"]), letter) for letter in judge.relay.letters]
    assert len({(key, letter.as_bytes()) for key, letter in out}) == len(dict(out))
    notices = judge.look("select message_id, state from notices")
    assert Counter(key for key, _ in notices) == dict.fromkeys(dict(out), 1)
    assert {state for _, state in notices} == {"sent"}
    answers = [str(letter["In-Reply-To"]) for letter in dict(out).values() if letter["Auto-Submitted"] == "auto-replied"]
    assert Counter(answers) == {f"<{number}@mail.example>": 1 for number in range(len(judge.sent))}
    return len(out) - len(dict(out))


LIFE = (
    "select seq, body from events where game = 'killed' order by seq",
    "select seq, phase, body from positions where game = 'killed' order by seq",
    "select seat, people.key from seats join people on people.id = person_id where game = 'killed' order by seat",
)
"""What letters did: each order, phase and seat."""


def undisturbed(judge: Killed) -> None:
    """The same letters to a judge in this process that nobody disturbs: what they did is the same, but for clocks and secrets."""
    calm = PostOffice(judge.folder / "calm")
    for sender, words in judge.sent:
        calm.letter(sender, words)
    for query in LIFE:
        assert told_by(judge.store, query) == told_by(calm.parts.settings.store, query)


def told_by(store: str, query: str) -> list[str]:
    """Rows, without what a clock or a secret says in them."""
    return [re.sub(r'"\d{4}-\d\d-\d\dT[^"]+"|"[0-9a-f]{64}"', '"…"', str(_sorted(row))) for row in rows(store, query)]


def _sorted(row: Sequence[Any]) -> list[Any]:
    """A row with its JSON read: in which order a power or a seat stands there, the secret decides."""
    return [json.dumps(json.loads(each), sort_keys=True) if str(each).startswith("{") else each for each in row]
