"""What a finished game has to boast of, from its judged phases alone: the longest stand, the most help, the most betrayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from judge.board import Position, Unit, space_of
from judge.game import PhaseView
from judge.reports.notes import describe_unit
from judge.rules.outcome import OrderResult
from judge.rules.ruleset import Ruleset

Facts = dict[str, Any]
LEAST_STAND, LEAST = 4, 2
"""Fewest turns of a stand that is worth a line, and fewest times of anything else."""
MOST_TIED = 3
"""Most powers or units that share an award; what is shared by more is none."""


def award_facts(phases: Sequence[PhaseView], ruleset: Ruleset) -> list[Facts]:
    """Return the awards of a game, each as its `kind` and what it was given for; [] where nobody may see the whole board.

    `stand`: the units that stood longest in one space; `help`: the powers whose supports for others were given most often;
    `betrayed`: the powers that were attacked most often by one whom they had helped, in that turn or the next; `driven`: the powers
    whose units were dislodged most often.
    """
    turns = [seen for seen in phases if seen.before.phase.kind == "movement"]
    if not turns or not all(seen.whole for seen in turns):
        return []
    driven = Counter(result.power for seen in turns for result in seen.results if result.dislodged)
    return [
        *_longest_stand(turns, ruleset),
        *_most("help", Counter(helper for seen in turns for helper, _ in _help(seen, ("given",)))),
        *_most("betrayed", _betrayals(turns)),
        *_most("driven", driven),
    ]


def closing_facts(phases: Sequence[PhaseView], last: Position, ruleset: Ruleset) -> Facts:
    """Return what the game itself tells of its end (`closing_news`); {} where nobody may see the whole board."""
    if not phases or not all(seen.whole for seen in phases):
        return {}
    return dict(ruleset.rules.closing_news(ruleset, [(seen.before.phase, seen.after) for seen in phases], last))


def _most(kind: str, counts: Mapping[str, int]) -> list[Facts]:
    times = max(counts.values(), default=0)
    powers = sorted(power for power, count in counts.items() if count == times and power)
    return [{"kind": kind, "powers": powers, "times": times}] if times >= LEAST and len(powers) <= MOST_TIED else []


def _longest_stand(turns: Sequence[PhaseView], ruleset: Ruleset) -> list[Facts]:
    """Return the stands of the most turns, each with its unit and from when to when it was."""
    running, times = dict[Unit, tuple[int, str]](), 0
    longest = list[Facts]()
    for seen in turns:
        left = {result.unit for result in seen.results if result.unit and (result.dislodged or _moved(result))}
        after = set(seen.after.units)
        name = seen.before.phase.name
        stood = [unit for unit in seen.before.units if unit not in left and unit in after]
        running = {unit: (count + 1, since) for unit in stood for count, since in [running.get(unit, (0, name))]}
        for unit, (count, since) in running.items():
            if count > times:
                times, longest = count, []
            if count == times:
                longest.append({"unit": describe_unit(unit, ruleset).whose, "since": since, "until": name})
    worth = times >= LEAST_STAND and len(longest) <= MOST_TIED
    return [{"kind": "stand", "stands": longest, "times": times}] if worth else []


def _moved(result: OrderResult) -> bool:
    return result.order.verb == "move" and result.word == "succeeds"


def _help(seen: PhaseView, words: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return (who helped, whom) for each support that a power ordered for another's unit, with one of these results if given."""
    owners = {unit.space: unit.power for unit in seen.before.units}
    given = [result for result in seen.results if result.order.verb == "support" and (not words or result.word in words)]
    pairs = [(result.power, owners.get(result.order.of.space, "")) for result in given if result.order.of]
    return [(helper, helped) for helper, helped in pairs if helped not in ("", helper)]


def _attacks(seen: PhaseView) -> set[tuple[str, str]]:
    """Return (attacker, attacked) for each power that moved against another's unit or centre."""
    holders = {**seen.before.owners, **{unit.space: unit.power for unit in seen.before.units}}
    moves = [result for result in seen.results if result.order.verb == "move"]
    pairs = [(result.power, holders.get(space_of(result.order.target), "")) for result in moves]
    return {(attacker, attacked) for attacker, attacked in pairs if attacked not in ("", attacker)}


def _betrayals(turns: Sequence[PhaseView]) -> Counter[str]:
    """Return how often each power was attacked by one that it had helped in the same turn or the one before."""
    found, before = Counter[str](), set[tuple[str, str]]()
    for seen in turns:
        helped = set(_help(seen))
        found.update(helper for helper, friend in helped | before if (friend, helper) in _attacks(seen))
        before = helped
    return found
