"""The record of a game's throws: what the last letter shows of them, and whether they are what the seed makes of them.

It is plain text, so that a letter saved as a file is a record too; text around it is ignored:

    DICE OF pinta
    seal 4b1ec09a…       fingerprint of the seed, published before the first turn
    seed 77ab…           opened when the game was over
    word England tulip   what a player added to the seed before the start
    46 = 4
    50 = 2 stated        thrown at a table, and stated by the GM before it was drawn
    7 = 6 stated, was 3  the same, replacing a throw that the GM had been shown
    END OF DICE
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judge.game.model.apply import apply_created, apply_event
from judge.game.model.events import Created, Event, PhaseRun, ThrowStated
from judge.game.model.game import Game
from judge.rules.dice import SIDES, draw_throw, hash_seed, mix_seed

_BLOCK = re.compile(r"DICE OF (?P<game>\S+)\n(?P<rest>.*?)\nEND OF DICE", re.DOTALL)
_LINE = re.compile(
    r"(?P<word>seal|seed) (?P<value>\S+)|word (?P<luck>\S.*)|"
    r"(?P<subject>\S.*?) = (?P<throw>\d+)(?P<stated> stated(?:, was (?P<was>\d+))?)?"
)
_QUOTED = re.compile(r"^[> \t]+|[ \t\r]+$", re.MULTILINE)
LONGEST = 1_000_000
"""The most characters of a file that are read."""


@dataclass(frozen=True)
class ThrowRecord:
    """Everything needed to check a finished game's throws."""

    game: str
    seal: str
    seed: str
    throws: Mapping[str, int]
    """subject → its throw."""
    stated: frozenset[str] = frozenset()
    """Subjects whose throws the GM stated; they need not agree with the seed."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """Subject → the drawn throw that the GM replaced. These must agree with the seed."""
    luck: tuple[str, ...] = ()
    """What players added to the seed, in the order in which it is mixed in."""


class RecordFault(NamedTuple):
    """A fault found in a record or a game. `kind`:

    - `seal`: the seed is not the one that was sealed; `told` and `found` are fingerprints.
    - `throw`: the seed gives another throw for the subject: `told` is in the record, `found` is by the seed.
    - `no-throw`: no die can show the recorded value.
    - `twice`: the record has two throws for one subject.
    - `report`: a report and the game's events differ about the subject's throw, or about the seal ('' as subject).
    - `secret`: the published seed is not the stored one.
    """

    kind: str
    subject: str
    told: str
    found: str
    phase: str = ""
    """The phase of the report with the fault; '' if the fault is in the record as a whole."""


def make_record(game: Game) -> ThrowRecord:
    """The record of a game that is over."""
    return ThrowRecord(game.name, game.seal, game.seed, game.throws, frozenset(game.stated), game.replaced, game.luck)


def format_record(record: ThrowRecord) -> str:
    """Format a record as text, one throw a line in the order of throwing."""
    was = {subject: f", was {throw}" for subject, throw in record.replaced.items()}
    ways = {subject: f" stated{was.get(subject, '')}" for subject in record.stated}
    throws = [f"{subject} = {throw}{ways.get(subject, '')}" for subject, throw in record.throws.items()]
    head = [f"DICE OF {record.game}", f"seal {record.seal}", f"seed {record.seed}", *(f"word {each}" for each in record.luck)]
    return "\n".join((*head, *throws, "END OF DICE"))


def parse_record(text: str) -> ThrowRecord:
    """Parse the first record in a text, which may be a mail, quoted or not.

    Raises ValueError saying what is missing or which line is not part of a record.
    """
    block = _BLOCK.search(_QUOTED.sub("", text[:LONGEST]))
    if not block:
        raise ValueError("no line DICE OF … with END OF DICE below it")
    told: dict[str, str] = {}
    throws: dict[str, int] = {}
    stated: set[str] = set()
    replaced: dict[str, int] = {}
    luck: list[str] = []
    for line in filter(None, block["rest"].split("\n")):
        found = _LINE.fullmatch(line)
        if not found or (found["word"] or found["luck"] or found["subject"]) in {*told, *throws, *luck}:
            raise ValueError(f"{line!r} is not a line of a record, or stands there twice")
        if found["luck"]:
            luck.append(found["luck"])
        elif found["word"]:
            told[found["word"]] = found["value"]
        else:
            throws[found["subject"]] = int(found["throw"])
            stated.update([found["subject"]] if found["stated"] else [])
            replaced.update({found["subject"]: int(found["was"])} if found["was"] else {})
    if missing := {"seal", "seed"} - set(told):
        raise ValueError(f"the record has no line {min(missing)!r}")
    return ThrowRecord(block["game"], told["seal"], told["seed"], throws, frozenset(stated), replaced, tuple(luck))


def verify_record(record: ThrowRecord) -> Iterator[RecordFault]:
    """Yield every contradiction between a record and its seed."""
    seed = record.seed.encode()
    if hash_seed(seed) != record.seal:
        yield RecordFault("seal", "", record.seal, hash_seed(seed))
    seed = mix_seed(seed, record.luck)
    for subject, throw in record.throws.items():
        if not 1 <= throw <= SIDES:
            yield RecordFault("no-throw", subject, str(throw), "")
        elif subject not in record.stated and draw_throw(seed, subject) != throw:
            yield RecordFault("throw", subject, str(throw), str(draw_throw(seed, subject)))
    for subject, was in record.replaced.items():
        if draw_throw(seed, subject) != was:
            yield RecordFault("throw", subject, str(was), str(draw_throw(seed, subject)))


def verify_against_events(events: Iterable[Event], kept: Mapping[int, Any], secret: str) -> Iterator[RecordFault]:
    """Yield every contradiction between a finished game's events, reports and seed.

    Args:
        events: all of them, in order.
        kept: event number → the stored phase (JSON) from which its report was made.
        secret: the stored seed of the game.

    Raises:
        ValueError: the first event is not the game's creation.
    """
    first, *rest = events
    if not isinstance(first, Created):
        raise ValueError(f"a game's first event is its creation, not {first}")
    game = apply_created(first)
    for event in rest:
        if isinstance(event, PhaseRun):
            yield from _twice(game, event.throws, event.phase)
            yield from _reported(game, event, kept.get(game.seq, {}))
        elif isinstance(event, ThrowStated):
            yield from _twice(game, {event.subject: event.throw}, "")
        game = apply_event(game, event)
    if game.seed != secret:
        yield RecordFault("secret", "", game.seed, secret)
    yield from verify_record(make_record(game))


def _twice(game: Game, throws: Mapping[str, int], phase: str) -> Iterator[RecordFault]:
    for subject, throw in throws.items():
        if game.throws.get(subject, throw) != throw:
            yield RecordFault("twice", subject, str(throw), str(game.throws[subject]), phase)


def _reported(game: Game, event: PhaseRun, turn: Any) -> Iterator[RecordFault]:
    if turn.get("seal", "") != game.seal:
        yield RecordFault("report", "", turn.get("seal", ""), game.seal, event.phase)
    told = turn.get("outcome", {}).get("throws", {})
    for subject in sorted({*told, *event.throws}):
        if told.get(subject) != event.throws.get(subject):
            yield RecordFault("report", subject, str(told.get(subject, "")), str(event.throws.get(subject, "")), event.phase)
