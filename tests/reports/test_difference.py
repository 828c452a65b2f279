"""What a note says would have come without a cut, a disruption, a mismatch or help in vain, against an exhaustive search."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.board import Position, Unit, space_of
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.notation import Order
from judge.reports import PlayerNames, Templates, report_facts
from judge.rules import PhaseOutcome, adjudicate
from judge.rules.reasons import Cut, Disrupted, InVain, Unmatched
from tests.rules.boards import BOARD, RULES, SPRING, datc, orders_for, scatter
from tests.rules.brute_force import BruteForce, Solution, answer

POSITIONS = 200
SAID = ("In vain", "no difference", "would have fallen to", "would have come into", "would have held")
WORDS = Templates(FileSystemLoader(find_assets().templates))
SENTENCE = re.compile(
    r"(?:Without the cut|Otherwise|Had the (?:support|convoy) been for that,) "
    r"(?:(?P<fallen>\w+) would have fallen to )?(?:\w+ )?[AF]\((?P<unit>[\w.]+)\)"
    r"(?: would (?P<fate>(?:not )?have come into|have held|(?:not )?have been driven out)(?: (?P<into>\w+))?)?\."
)


def holds(text: str, was: Solution, now: Solution, orders: Mapping[Unit, Order]) -> bool:
    """Whether a note tells how the other turn ends."""
    same = (was.moved, was.driven_out) == (now.moved, now.driven_out)
    if "Made no difference" in text or text.startswith("In vain: "):
        return same
    found = SENTENCE.search(text)
    if not found:
        return False
    who = space_of(found["unit"])
    bound = next((space_of(order.target) for unit, order in orders.items() if unit.space == who and order.verb == "move"), "")
    moves, beaten = (who in was.moved, who in now.moved), (who in was.driven_out, who in now.driven_out)
    if found["fallen"]:
        return moves == (False, True) and bound == found["fallen"] in now.driven_out
    return {
        "have come into": moves == (False, True) and bound == found["into"],
        "not have come into": moves == (True, False) and bound == found["into"],
        "have held": beaten == (True, False),
        "not have been driven out": beaten == (True, False),
        "have been driven out": beaten == (False, True),
    }[found["fate"]]


def otherwise(note: Mapping[str, Any], orders: Mapping[Unit, Order]) -> list[Solution]:
    """Every consistent end of the turn in which that one order was not cut, not disrupted, matched, or not given."""
    unit = note["result"].unit
    if isinstance(note["reason"], Unmatched):
        done = next(order for other, order in orders.items() if other == note["reason"].of)
        meant = orders[unit]._replace(target=done.target if done.verb == "move" else "")
        return [*BruteForce(BOARD, {**orders, unit: meant}).solutions()]
    if isinstance(note["reason"], Cut | Disrupted):
        return [*BruteForce(BOARD, orders, frozenset({unit.space})).solutions()]
    return [*BruteForce(BOARD, {**orders, unit: Order("stands")}).solutions()]


def thrown() -> Iterator[PhaseOutcome]:
    """Random turns in which supports were cut, convoys disrupted, or either was for what nobody did."""
    found = seed = 0
    while found < POSITIONS:
        seed += 1
        rng = Random(seed)
        units = scatter(rng, rng.randint(5, 9))
        orders = {unit: Order("stands") for unit in units} | orders_for(rng, units, wild=rng.choice([0, 0.25]))
        sent: dict[str, list[Order]] = {}
        for unit, order in orders.items():
            sent.setdefault(unit.power, []).append(order)
        outcome = adjudicate(Position(SPRING, units), sent, RULES)
        if any(isinstance(result.reason, Cut | Disrupted | Unmatched) for result in outcome.results):
            found += 1
            yield outcome


@pytest.mark.slow
def test_a_note_says_what_would_have_come_otherwise() -> None:
    seen: Counter[str] = Counter()
    for outcome in (*thrown(), *(each for each in datc().values() if each.before.phase.kind == "movement")):
        facts = report_facts(view_phase(JudgedPhase("x", "standard", outcome=outcome), RULES, ""), RULES, PlayerNames())
        orders = {result.unit: result.order for result in outcome.results if result.unit}
        for note in facts["notes"]:
            asked = isinstance(note["reason"], Cut | InVain) or note["other"] is not None
            found = otherwise(note, orders) if asked else []
            text = WORDS.why(note["reason"], facts["told"], note=note, result=note["result"])
            if len(found) == 1:  # more is a paradox
                assert holds(text, answer(outcome), found[0], orders), f"{text} {outcome.results}"
                seen.update(word for word in SAID if word in text)
                seen[type(note["reason"]).__name__] += 1
    assert min(seen[kind.__name__] for kind in (Cut, Disrupted, Unmatched, InVain)) > 5, seen
    assert min(seen[word] for word in SAID) > 1, seen
