"""A case to its outcome: read the orders, ask the referee, put everything into the documented JSON shape."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from judge.board import Phase, Position, Unit, normalize_name, space_of
from judge.cases.case import Case, CasePhase
from judge.cases.seeded_dice import SeededDice
from judge.cases.starting_position import NOBODY, parse_phase, parse_position, parse_power
from judge.game.players.custom_powers import unique_code
from judge.notation import Order, UnitRef
from judge.notation.reader import ParsedOrder, Reading
from judge.rules import adjudicate
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.reasons import StoodOff
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.variants.yaml_source import FolderError, YamlNode

MOST_PHASES = 1000
"""Phases a history may pass over between two of its turns."""


class CaseTexts(Protocol):
    """What a case's outcome needs said; the templates are behind it."""

    def unread(self, power: str, reading: Reading) -> str:
        """An order line that is no order, quoted, with the cause."""
        ...

    def why(self, result: OrderResult, outcome: PhaseOutcome) -> str:
        """Why an order came to what it came to; '' if it has no reason."""
        ...

    def report(self, outcome: PhaseOutcome, name: str) -> str:
        """The public report of a phase, under a game's name."""
        ...

    def public(self, outcome: PhaseOutcome) -> dict[str, list[str]]:
        """power → its orders as that report prints them."""
        ...

    def read_by(self, outcome: PhaseOutcome, name: str, reader: str) -> str:
        """What one power is told of a phase: its private mail where something is hidden, else the report as it gets it."""
        ...

    def private(self, outcome: PhaseOutcome, name: str) -> dict[str, str]:
        """power → what it alone is told of a phase."""
        ...


@dataclass(frozen=True)
class JudgedCasePhase:
    """One phase of a case after the referee."""

    outcome: PhaseOutcome
    errors: tuple[str, ...]
    """Order lines that could not be read, quoted."""
    written: Mapping[str, tuple[int, ...]]
    """power → for each line it wrote, the index of its result in the outcome, -1 if the line is no order."""
    reader: str = ""
    """The power whose view is asked for; '' for the truth."""

    def as_known(self, ruleset: Ruleset) -> JudgedCasePhase:
        """The same phase as its reader knows it, in the reader's terms."""
        if not self.reader:
            return self
        known = ruleset.rules.visible_outcome(ruleset, self.outcome, self.reader)
        mine = [[n for n, r in enumerate(each.results) if r.power == self.reader] for each in (self.outcome, known)]
        there = dict(zip(*mine, strict=False))
        written = {self.reader: tuple(there.get(spot, -1) for spot in self.written.get(self.reader, ()))}
        return replace(self, outcome=known, written=written)


def case_ruleset(case: Case, ruleset: Ruleset) -> Ruleset:
    """A game's rules for one case: under its house rules, and with the powers it names where players bring them.

    Raises FolderError.
    """
    try:
        ruleset = ruleset.with_house_rules(case.house_rules)
    except ValueError as error:
        raise case.sheet.get("house_rules").wrong(str(error)) from None
    return ruleset.with_powers(tuple(_brought(case, ruleset))) if ruleset.open else ruleset


def _brought(case: Case, ruleset: Ruleset) -> Iterator[Power]:
    """The powers that a case speaks of, in the order it names them."""
    ruleset = ruleset.with_powers(())
    named = [*case.sheet.get("units").table(), *case.sheet.get("dislodged").table()]
    named += [owner.text() for owner in case.sheet.get("owners").table().values()]
    named += [name for block in case.blocks for name in (*block.orders.table(), *block.retreats.table())]
    for name in dict.fromkeys(named):
        if normalize_name(name) not in NOBODY:
            power = Power(name, name, unique_code(name, ruleset))
            ruleset = ruleset.with_powers((*ruleset.powers, power))
            yield power


def judge_case(case: Case, ruleset: Ruleset, words: CaseTexts) -> tuple[tuple[CasePhase, JudgedCasePhase], ...]:
    """Every block of a case with what it came to, by its own `rules_of`. Raises FolderError naming the key that is wrong."""
    ruleset = case_ruleset(case, ruleset)
    position = parse_position(case, ruleset)
    reader = "" if case.reader.empty else parse_power(case.reader.text(), case.reader, ruleset)
    judged: list[tuple[CasePhase, JudgedCasePhase]] = []
    for block in case.blocks:
        position = _lead_on(position, parse_phase(block.phase, ruleset), block.phase, ruleset)
        dice = SeededDice.of(block.dice, case.seed)
        result = judge_orders(position, block, block.orders, ruleset, words, dice)
        position = result.outcome.position
        if not block.retreats.empty and position.phase.kind == "retreats":
            judged.append((block.expecting_nothing(), result))
            result = judge_orders(position, block, block.retreats, ruleset, words, dice)
            position = result.outcome.position
        judged.append((block, result))
    return tuple((block, replace(result, reader=reader)) for block, result in judged)


def _lead_on(position: Position, phase: Phase, at: YamlNode, ruleset: Ruleset) -> Position:
    """The position at a later phase, the phases between judged without orders; one that was passed over may be named."""
    for _ in range(MOST_PHASES):
        if position.phase.when >= phase.when:
            return replace(position, phase=phase)
        position = adjudicate(position, {}, ruleset).position
    raise at.wrong(f"{phase.name} is too far from the phase before it")


def judge_orders(
    position: Position, block: CasePhase, orders: YamlNode, ruleset: Ruleset, words: CaseTexts, dice: SeededDice
) -> JudgedCasePhase:
    """Read the orders of one phase and judge them. Raises FolderError naming the power that is wrong."""
    given: dict[str, list[Order]] = {}
    errors: list[str] = []
    places: dict[str, list[int]] = defaultdict(list)
    board = ruleset.board_at(position)
    for name, lines in block.lines(orders).items():
        power = parse_power(name, orders.get(name), ruleset)
        if ruleset.stands(power) and position.phase.kind != "movement":
            raise orders.get(name).wrong(f"{power} has no orders in {position.phase.name}: nobody orders for it")
        mine = given.setdefault(power, [])
        for line in lines:
            for reading in ruleset.notation.read(line, board, position, power, strict=False):
                understood = isinstance(reading, ParsedOrder)
                places[power].append(len(mine) if understood else -1)
                if isinstance(reading, ParsedOrder):
                    mine.append(reading.order)
                else:
                    errors.append(words.unread(power, reading))
    outcome = adjudicate(position, given, ruleset, dice.throw)
    return JudgedCasePhase(outcome, tuple(errors), _written(outcome, places))


def _written(outcome: PhaseOutcome, places: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    ordered: dict[str, list[int]] = defaultdict(list)
    for index, result in enumerate(outcome.results):
        if result.ordered:
            ordered[result.power].append(index)
    return {power: tuple(ordered[power][n] if n >= 0 else -1 for n in spots) for power, spots in places.items()}


def outcome_of(case: Case, judged: JudgedCasePhase, ruleset: Ruleset, words: CaseTexts, report: bool = True) -> dict[str, Any]:
    """The outcome of one phase as JSON values. `report`: whether the report's text is wanted too."""
    true, reader, name = judged.outcome, judged.reader, case.id or case.variant
    outcome = judged.as_known(ruleset).outcome
    before, after = outcome.before, outcome.position
    told = (words.read_by(true, name, reader) if reader else words.report(true, name)) if report else ""
    return {
        "id": case.id,
        "variant": case.variant,
        "phase": before.phase.name,
        "next_phase": after.phase.name,
        "orders": [_order(result, outcome, ruleset, words) for result in outcome.results],
        "units": group_by_power(((unit.power, str(unit)) for unit in _sorted(after.units)), ruleset),
        "dislodged": group_by_power(
            ((b.unit.power, _beaten(b.unit, b.by, b.barred, b.retreats)) for b in after.dislodged), ruleset
        ),
        "destroyed": group_by_power(_destroyed(outcome), ruleset),
        "removed": group_by_power(_removed(outcome), ruleset),
        "standoffs": standoffs(outcome),
        "owners": dict(sorted(after.owners.items())),
        "state": dict(after.facts),
        "dice": dict(outcome.throws),
        "winners": list(outcome.winners),
        "report": told,
        "public": words.public(true) if report else {},
        "private": {power: text for power, text in words.private(true, name).items() if reader in ("", power)} if report else {},
        "errors": list(judged.errors),
    }


def failed_outcome(error: FolderError, sheet: YamlNode | None = None) -> dict[str, Any]:
    """The outcome of a case that could not be read."""
    plain = sheet.value.get("id") if sheet and isinstance(sheet.value, Mapping) else None
    known = {"id": plain.value} if plain and isinstance(plain.value, str) else {}
    return {**known, "errors": [str(error)]}


def _order(result: OrderResult, outcome: PhaseOutcome, ruleset: Ruleset, words: CaseTexts) -> dict[str, Any]:
    reason = result.reason
    order, unit = result.order, result.unit
    if order.unit is None and unit is not None:  # nobody wrote it
        order = order._replace(unit=UnitRef(unit.kind, unit.place, unit.name))
    told = {"code": reason.code, "text": words.why(result, outcome), "rule": reason.rule} if reason else None
    row = {
        "power": result.power,
        "order": ruleset.notation.write(order),
        "result": result.word,
        "dislodged": result.dislodged,
        "reason": told,
    }
    return row if result.ordered else {**row, "ordered": False}


def group_by_power(rows: Iterable[tuple[str, Any]], ruleset: Ruleset) -> dict[str, list[Any]]:
    """Rows gathered under their powers, in the game's order; neutral ones under ''."""
    found: dict[str, list[Any]] = defaultdict(list)
    for power, row in rows:
        found[power].append(row)
    order = [power.name for power in ruleset.on_the_board]
    return {power: found[power] for power in [*order, *sorted(set(found) - set(order))] if power in found}


def _sorted(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: (unit.kind, unit.name, unit.place.lower()))


def _beaten(unit: Unit, by: Unit | None, barred: str, retreats: Sequence[str]) -> dict[str, Any]:
    return {"unit": str(unit), "by": str(by) if by else "", "from": barred, "retreats": list(retreats)}


def _destroyed(outcome: PhaseOutcome) -> Iterator[tuple[str, Any]]:
    """Units that were driven out and had nowhere to go, in the shape of the dislodged."""
    if outcome.before.phase.kind == "retreats":
        return
    for removed in outcome.removed:
        if removed.how == "destroyed":
            by = _winner(outcome, removed.unit)
            yield removed.unit.power, _beaten(removed.unit, by, by.space if by else "", ())


def _winner(outcome: PhaseOutcome, beaten: Unit) -> Unit | None:
    """The unit, as it stood before, that took the space of a destroyed one."""
    now = next((unit for unit in outcome.position.units if unit.space == beaten.space), None)
    moves = (r for r in outcome.results if r.unit and r.order.verb == "move" and r.word == "succeeds")
    taking = (r.unit for r in moves if space_of(r.order.target) == beaten.space)
    return next((u for u in taking if u and now and (u.power, u.kind) == (now.power, now.kind)), None)


def _removed(outcome: PhaseOutcome) -> Iterator[tuple[str, str]]:
    """Units that left the board in another way than by having no retreat."""
    retreating = outcome.before.phase.kind == "retreats"
    for removed in outcome.removed:
        if removed.how != "destroyed" or retreating:
            yield removed.unit.power, str(removed.unit)


def standoffs(outcome: PhaseOutcome) -> list[str]:
    """Spaces left empty by a standoff, sorted; also when nobody has to retreat and the next position forgets them."""
    reasons = (result.reason for result in outcome.results)
    told = {reason.space for reason in reasons if isinstance(reason, StoodOff) and reason.emptied}
    return sorted(told | outcome.position.standoffs)
