"""Lead the game from one phase to the next: the next phase, the owners of centres, and what each Power owes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from judge.board import Phase, Position, Unit
from judge.rules.adjustments import due_in_adjustments
from judge.rules.dues import AdjustmentDue
from judge.rules.outcome import PhaseOutcome
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power


@lru_cache(200)  # asked several times for each letter
def dues_by_power(position: Position, ruleset: Ruleset) -> Mapping[str, AdjustmentDue]:
    """power → what it owes in this phase; a power that is not asked for anything is left out."""
    if position.phase.kind == "adjustments":
        owed = due_in_adjustments(position, ruleset)
    else:
        owed = _due_from_units(position, ruleset, ruleset.powers)
    return ruleset.rules.visible_dues(ruleset, position, owed)


def awaited_dues(position: Position, ruleset: Ruleset) -> Mapping[str, AdjustmentDue]:
    """power → what it owes in this phase; without powers that have nothing to choose, which nobody waits for."""
    return with_a_choice(dues_by_power(position, ruleset), ruleset)


def with_a_choice(owed: Mapping[str, AdjustmentDue], ruleset: Ruleset) -> Mapping[str, AdjustmentDue]:
    """Leave out Powers that have nothing to choose. In a game that hides information nothing is left out: who is asked would show
    how many units and centres a Power has.
    """
    return owed if ruleset.rules.hides_information(ruleset) else {power: share for power, share in owed.items() if not share.forced}


def gm_due(position: Position, ruleset: Ruleset) -> Mapping[str, AdjustmentDue]:
    """What is due in this phase for the power that the GM orders for, if it has units to move; nobody else knows of it."""
    return _due_from_units(position, ruleset, ruleset.mastered) if position.phase.kind == "movement" and ruleset.mastered else {}


def _due_from_units(position: Position, ruleset: Ruleset, powers: Sequence[Power]) -> Mapping[str, AdjustmentDue]:
    waiting = position.phase.kind == "retreats"
    beaten = [each.unit for each in position.dislodged if ruleset.rules.retreats_with(position, each.unit) is None]
    units = beaten if waiting else _orderable(position, ruleset)
    owed: dict[str, AdjustmentDue] = {}
    for power in powers:
        mine = tuple(sorted((u for u in units if u.power == power.name), key=lambda u: (u.kind, u.name, u.place.lower())))
        if mine:
            owed[power.name] = AdjustmentDue(units=mine)
    return owed


def _orderable(position: Position, ruleset: Ruleset) -> list[Unit]:
    left_out = ruleset.rules.unorderable_units(ruleset.turn_without_orders(position))
    return [unit for unit in position.units if unit not in left_out]


def advance_to_next_phase(outcome: PhaseOutcome, ruleset: Ruleset) -> PhaseOutcome:
    """The outcome with its position led to the next phase in which something may be due, centres counted on the way."""
    phase = outcome.position.phase
    if phase.kind in ("retreats", "adjustments"):
        facts = ruleset.rules.facts_after_adjustments(outcome.position)
        outcome = outcome._replace(position=replace(outcome.position, facts=facts))
    while True:
        phase = ruleset.calendar.after(phase)
        season = ruleset.calendar.season(phase)
        if season.counts and not ruleset.rules.counts_centres_in(ruleset, phase):
            continue
        if season.counts:
            outcome = _count(outcome, ruleset)
        if season.always or _anything_due(outcome.position, phase, ruleset):
            break
    ended = outcome.position
    standoffs = ended.standoffs if phase.kind == "retreats" else frozenset()
    position = Position(phase, ended.units, ended.owners, ended.dislodged, standoffs, ended.facts)
    return outcome._replace(position=begin_position(position, ruleset))


def begin_position(position: Position, ruleset: Ruleset) -> Position:
    """Return a position at the beginning of its phase, with the facts about what has been seen until then."""
    facts = ruleset.rules.facts_after_sighting(ruleset, position)
    return position if facts is position.facts else replace(position, facts=facts)


def _anything_due(position: Position, phase: Phase, ruleset: Ruleset) -> bool:
    if phase.kind == "retreats":
        return bool(position.dislodged)
    return phase.kind != "adjustments" or bool(due_in_adjustments(position, ruleset))


def _count(outcome: PhaseOutcome, ruleset: Ruleset) -> PhaseOutcome:
    """Count centres: owners change, units of nobody's come back, and somebody may have won."""
    board = ruleset.rules.board_with_facts(ruleset.board, outcome.position.facts)
    before = outcome.position.owners
    position = replace(outcome.position, owners=ruleset.rules.centre_owners(ruleset, board, outcome.position))
    position = replace(position, facts=ruleset.rules.facts_after_count(ruleset, board, position))
    back = ruleset.rules.returning_units(ruleset, board, position)
    position = replace(position, units=(*position.units, *back)) if back else position
    changed = {
        centre: (before.get(centre, ""), position.owners.get(centre, ""))
        for centre in sorted({*before, *position.owners})
        if before.get(centre, "") != position.owners.get(centre, "")
    }
    winners = tuple(ruleset.rules.winners(ruleset, board, position))
    return outcome._replace(position=position, changed=changed, counted=True, winners=winners)
