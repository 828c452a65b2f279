"""The table of questions: the standard answers, and what a game's modules add to them or put in their place.

A module is a class with static functions named as the questions. A function whose first parameter is `below` adds to
the answer below it; one without replaces it. Standard Diplomacy is the table with no modules. Composed once, at load.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from judge.rules import centres, claim_rules, opening, outcomes, strengths, visibility
from judge.rules.reasons import Reason

Question = Callable[..., Any]

QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        question.__name__: question
        for question in (
            # asked once, while claims are built
            claim_rules.muster,
            claim_rules.strengths,
            claim_rules.uncontested,
            claim_rules.aside,
            claim_rules.unorderable,
            claim_rules.carriers,
            claim_rules.named,
            claim_rules.could,
            claim_rules.allowed,
            claim_rules.warning,
            claim_rules.unaided,
            claim_rules.single,
            claim_rules.declared,
            claim_rules.matches,
            claim_rules.meant,
            claim_rules.stops,
            claim_rules.counts,
            claim_rules.voices,
            claim_rules.may_dislodge,
            claim_rules.reveals,
            claim_rules.reveal,
            claim_rules.subjects,
            claim_rules.survey,
            # asked while solving
            strengths.gone,
            strengths.attack,
            strengths.hold,
            strengths.defend,
            strengths.prevent,
            strengths.wins,
            strengths.cuts,
            strengths.given,
            strengths.ready,
            strengths.route,
            strengths.fallback,
            strengths.backup,
            # asked afterwards
            outcomes.ends,
            outcomes.driven_out,
            outcomes.carried,
            outcomes.lost,
            outcomes.verdict,
            outcomes.barred,
            outcomes.empty,
            outcomes.stood_off,
            outcomes.retreats,
            outcomes.accompanied,
            outcomes.crowded,
            outcomes.called,
            outcomes.listed,
            outcomes.closed,
            outcomes.refused,
            outcomes.effects,
            outcomes.holdings,
            outcomes.settled,
            outcomes.tells,
            # asked about centres
            centres.owners,
            centres.reckoned,
            centres.entitled,
            centres.allotted,
            centres.home,
            centres.sites,
            centres.kept,
            centres.removals,
            centres.leaving,
            centres.victory,
            # asked when a game begins
            opening.opening,
            opening.heralded,
            # asked about who sees what
            visibility.veiled,
            visibility.common,
            visibility.glimpsed,
            visibility.sight,
            visibility.truly,
            visibility.spoken,
            visibility.told,
            visibility.noticed,
            visibility.asked,
        )
    }
)
"""Every question with its standard answer: the only place where a default lives."""


class Rules:
    """The questions, answered: one attribute each, a plain function."""

    muster: Question
    strengths: Question
    uncontested: Question
    aside: Question
    unorderable: Question
    carriers: Question
    named: Question
    could: Question
    allowed: Question
    warning: Question
    unaided: Question
    single: Question
    declared: Question
    matches: Question
    meant: Question
    stops: Question
    counts: Question
    voices: Question
    may_dislodge: Question
    reveals: Question
    reveal: Question
    subjects: Question
    survey: Question
    gone: Question
    attack: Question
    hold: Question
    defend: Question
    prevent: Question
    wins: Question
    cuts: Question
    given: Question
    ready: Question
    route: Question
    fallback: Question
    backup: Question
    ends: Question
    driven_out: Question
    lost: Question
    carried: Question
    verdict: Question
    barred: Callable[..., Reason]
    empty: Question
    stood_off: Question
    retreats: Question
    accompanied: Question
    crowded: Question
    called: Question
    listed: Question
    closed: Question
    refused: Question
    effects: Question
    holdings: Question
    settled: Question
    tells: Question
    owners: Question
    reckoned: Question
    entitled: Question
    allotted: Question
    home: Question
    sites: Question
    kept: Question
    removals: Question
    leaving: Question
    victory: Question
    opening: Question
    heralded: Question
    veiled: Question
    common: Question
    glimpsed: Question
    sight: Question
    truly: Question
    spoken: Question
    told: Question
    noticed: Question
    asked: Question

    __slots__ = tuple(QUESTIONS)

    def __init__(self, answers: Mapping[str, Question]) -> None:
        for question, answer in answers.items():
            setattr(self, question, answer)


def compose_rules(modules: Sequence[type] = ()) -> Rules:
    """The standard table with these modules laid on it, the first one lowest.

    A module may say `over = ("Other",)` to name modules whose answers it may replace. Raises ValueError for a function
    that is no question, and where a replacement would hide what a module below answers without saying so.
    """
    answers = dict(QUESTIONS)
    answered: dict[str, list[str]] = {}
    for module in modules:
        for question, answer in _answers(module):
            below = answered.setdefault(question, [])
            if next(iter(inspect.signature(answer).parameters), "") == "below":
                answers[question] = partial(answer, answers[question])
            else:
                _may_replace(module, question, below)
                answers[question] = answer
            below.append(module.__name__)
    return Rules(answers)


def lay(table: Rules, module: type) -> Rules:
    """A table with one more module on it, whose functions all add to the answers below."""
    below = {name: getattr(table, name) for name in QUESTIONS}
    return Rules({**below, **{name: partial(answer, below[name]) for name, answer in _answers(module)}})


def _may_replace(module: type, question: str, below: Sequence[str]) -> None:
    hidden = [name for name in below if name not in getattr(module, "over", ())]
    if hidden:
        raise ValueError(f"{module.__name__} hides what {hidden[0]} answers to {question!r}; say over = ({hidden[0]!r},)")


def _answers(module: type) -> list[tuple[str, Question]]:
    found = []
    for name, value in vars(module).items():
        if name.startswith("_") or not isinstance(value, staticmethod):
            continue
        if name not in QUESTIONS:
            raise ValueError(f"{module.__name__}.{name} answers no question; the questions are {', '.join(QUESTIONS)}")
        found.append((name, value.__func__))
    return found
