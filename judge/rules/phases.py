"""From one phase to the next: which is due, who owns what on the way, and what each power owes in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.board import Position
from judge.rules.adjusting import Due, due_in_adjustments
from judge.rules.outcome import Outcome
from judge.rules.ruleset import Ruleset


def due(position: Position, ruleset: Ruleset) -> Mapping[str, Due]:
    """power → what it owes in this phase; a power that owes nothing is left out."""
    if position.phase.kind == "adjustments":
        return due_in_adjustments(position, ruleset)
    waiting = position.phase.kind == "retreats"
    units = [beaten.unit for beaten in position.dislodged] if waiting else list(position.units)
    owed: dict[str, Due] = {}
    for power in ruleset.powers:
        mine = tuple(sorted((u for u in units if u.power == power.name), key=lambda u: (u.kind, u.name, u.place.lower())))
        if mine:
            owed[power.name] = Due(units=mine)
    return owed


def move_on(outcome: Outcome, ruleset: Ruleset) -> Outcome:
    """The outcome with its position led to the next phase in which something may be due, centres counted on the way."""
    position = outcome.position
    counted, winners = False, outcome.winners
    before = position.owners
    while True:
        phase = ruleset.calendar.after(position.phase)
        season = ruleset.calendar.season(phase)
        position = replace(position, phase=phase)
        if season.counts:
            board = ruleset.table.survey(ruleset.board, position.facts)
            position = replace(position, owners=ruleset.table.owners(ruleset, board, position))
            counted, winners = True, tuple(ruleset.table.victory(ruleset, board, position))
        if season.always or phase.kind not in ("retreats", "adjustments") or due(position, ruleset):
            break
    if phase.kind != "retreats":
        position = replace(position, standoffs=frozenset())
    changed = {
        centre: (before.get(centre, ""), position.owners.get(centre, ""))
        for centre in sorted({*before, *position.owners})
        if before.get(centre, "") != position.owners.get(centre, "")
    }
    return replace(outcome, position=position, changed=changed, counted=counted, winners=winners)
