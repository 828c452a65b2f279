"""Evaluate a condition's tests on a player's board: units, owners, and the results of the last moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from judge.board import Board, Position, space_of
from judge.game.power_names import find_power
from judge.notation import Order
from judge.notation.reader import ParsedOrder
from judge.rules.outcome import OrderResult
from judge.rules.ruleset import Ruleset

FATES = {
    "dislodged": "dislodged", "driven out": "dislodged", "beaten": "dislodged",
    "succeeded": "succeeded", "succeeds": "succeeded", "worked": "succeeded",
    "failed": "failed", "fails": "failed", "moved": "moved", "moves": "moved", "bounced": "bounced",
    "stood": "stood", "stayed": "stood", "held": "stood", "cut": "cut",
}  # fmt: skip
"""What people say about a unit after the moves → the result to look for."""
OWN = frozenset({"i", "me", "my", "we", "us", "our", "mine"})
_DECIDED = re.compile(r"(?P<text>.*\S)\s*=\s*(?P<value>yes|no)")
_NOT = re.compile(r"\b(?:is|are|was|were|has|did|does|do)?\s*(?:not|n't)\b", re.IGNORECASE)
_FATE = re.compile(rf"(?P<unit>.+?)\s+(?:(?:is|was|has|been|did|gets?|got)\s+)*(?P<word>{'|'.join(FATES)})", re.IGNORECASE)
_EMPTY = re.compile(r"(?P<place>.+?)\s+(?:is\s+)?(?:empty|free|vacant|unoccupied)", re.IGNORECASE)
_OWNS = re.compile(r"(?P<power>\w+)\s+(?:own|owns|have|has|hold|holds)\s+(?P<place>.+)", re.IGNORECASE)
_IN = re.compile(r"(?P<who>.+?)\s+(?:(?:is|are|stands?)\s+)?(?:in|at|on)\s+(?P<place>.+)", re.IGNORECASE)


class ConditionTest(NamedTuple):
    """A test in a condition. `kind` is `there` (a unit is in a space), `empty`, `owns` (a Power owns the space), or `fate` (the
    result of a unit's order).
    """

    kind: str
    space: str
    power: str = ""
    """The Power that owns the unit or the centre; '' for any."""
    unit: str = ""
    """The kind of unit (`A`), '' for any."""
    word: str = ""
    """For `fate`: a value of FATES."""
    order: Order | None = None
    """For `fate`: the order that was to be carried out, if the test names one."""
    yes: bool = True
    """False if the test asks for the opposite."""


class ConditionContext(NamedTuple):
    """Who asks, and what they may know: their Power, their board, and the results of the last moves (None before the moves)."""

    power: str
    position: Position
    ruleset: Ruleset
    results: Sequence[OrderResult] | None = None

    @property
    def board(self) -> Board:
        """The board that the asker knows."""
        return self.ruleset.board_at(self.position)


def parse_test(text: str, told: ConditionContext) -> ConditionTest | None:
    """Parse a test; None if it cannot be read."""
    found = _DECIDED.fullmatch(text)
    plain, denied = _NOT.subn(" ", found["text"] if found else text)
    fact = _read(" ".join(plain.split()), told)
    return fact._replace(yes=not denied) if fact else None


def decided_text(text: str) -> bool | None:
    """Return the result that a test already has, as written behind it; None if it has none."""
    found = _DECIDED.fullmatch(text)
    return found["value"] == "yes" if found else None


def without_decision(text: str) -> str:
    """Return a test as its writer wrote it, without its result."""
    found = _DECIDED.fullmatch(text)
    return found["text"] if found else text


def is_true(text: str, told: ConditionContext) -> bool:
    """Whether a test holds, as far as its asker may know. What they cannot see does not exist for it; an unreadable test is false.
    """
    done, fact = decided_text(text), parse_test(text, told)
    if done is not None:
        return done
    return fact is not None and _true(fact, told) == fact.yes


def _true(fact: ConditionTest, told: ConditionContext) -> bool:
    here = [unit for unit in told.position.units if unit.space == fact.space]
    if fact.kind == "empty":
        return not here
    if fact.kind == "owns":
        return told.position.owners.get(fact.space, "") == fact.power
    if fact.kind == "there":
        return any(fact.unit in ("", unit.kind) and fact.power in ("", unit.power) for unit in here)
    return any(_became(result, fact) for result in told.results or ())


def _became(result: OrderResult, fact: ConditionTest) -> bool:
    unit = result.unit
    if unit is None or unit.space != fact.space or fact.unit not in ("", unit.kind) or fact.power not in ("", unit.power):
        return False
    moves = result.order.verb == "move"
    went = moves and result.word == "succeeds"
    same = fact.order is None or _aim(fact.order) == _aim(result.order)
    worked = same and not result.dislodged and result.word in ("succeeds", "given", "available", "stands")
    return {
        "dislodged": result.dislodged, "succeeded": worked, "failed": not worked, "moved": went, "bounced": moves and not went,
        "stood": not went and not result.dislodged, "cut": result.word == "cut",
    }[fact.word]  # fmt: skip


def _aim(order: Order) -> tuple[str, str, str]:
    return order.verb, space_of(order.target), order.of.space if order.of else ""


def _read(text: str, told: ConditionContext) -> ConditionTest | None:
    if found := _FATE.fullmatch(text):
        return _of_unit(found["unit"], told, FATES[found["word"].lower()])
    if (found := _EMPTY.fullmatch(text)) and (space := _space(found["place"], told)):
        return ConditionTest("empty", space)
    if (found := _OWNS.fullmatch(text)) and (space := _space(found["place"], told)) and (power := _power(found["power"], told)):
        return ConditionTest("owns", space, power)
    if (found := _IN.fullmatch(text)) and (space := _space(found["place"], told)):
        return _somebody(found["who"], space, told)
    return _of_unit(text, told)


def _of_unit(text: str, told: ConditionContext, word: str = "") -> ConditionTest | None:
    """Read a unit by its place (`A(Bur)`, `German A(Mun)`, `my A(Par)`, `Bur`), or by its order if the test is about a result
    (`A(Par)-Bur`).
    """
    first, _, rest = text.partition(" ")
    power, text = (told.power, rest) if first.lower() in OWN else ("", text)
    kind = "fate" if word else "there"
    if space := _space(text, told):
        return ConditionTest(kind, space, power, word=word)
    try:
        ref = told.ruleset.notation.read_unit(text, told.board)
    except ValueError:
        return _of_order(text, told, word) if word else None
    return ConditionTest(kind, ref.space, power or ref.power, ref.kind, word)


def _of_order(text: str, told: ConditionContext, word: str) -> ConditionTest | None:
    calm = told.position.phase._replace(kind="movement")
    position = Position(calm, told.position.units, told.position.owners, facts=told.position.facts)
    read = told.ruleset.notation.read(text, told.board, position, told.power, strict=False)
    order = read[0].order if len(read) == 1 and isinstance(read[0], ParsedOrder) else None
    return ConditionTest("fate", order.unit.space, order.unit.power, order.unit.kind, word, order) if order and order.unit else None


def _somebody(text: str, space: str, told: ConditionContext) -> ConditionTest | None:
    """Read who is in a space: `Germany`, `a German army`, `fleet`, `my army`, `anybody`."""
    power = kind = ""
    kinds = {"army": "A", "fleet": "F", "a": "A", "f": "F"}
    for word in (w for w in text.split() if w.lower() not in ("a", "an", "any", "the") or w == "A"):
        if found := _power(word, told):
            power = found
        elif word.lower() in kinds:
            kind = kinds[word.lower()]
        elif word.lower() not in ("anybody", "anyone", "someone", "unit", "units"):
            return None
    return ConditionTest("there", space, power, kind)


def _space(text: str, told: ConditionContext) -> str:
    codes = told.board.names.find(text)
    return codes[0] if len(codes) == 1 else ""


def _power(text: str, told: ConditionContext) -> str:
    return told.power if text.lower() in OWN else find_power(text, told.ruleset)
