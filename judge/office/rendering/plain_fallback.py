"""A letter whose words cannot be made goes out in plain sentences at once: what was done is said, as far as words can be had."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from judge.game.decision import OF_TURNS
from judge.letters import Notice, Question
from judge.reports import Templates

_log = logging.getLogger(__name__)

QUESTIONS = frozenset({"confirm", "invitation", "offer"})
"""Letters a reply to which does something. Nobody can say yes to what they were not asked."""

Unwritten = Callable[[Notice, Exception], object]
"""Told of a letter that goes out in plain sentences, and why."""


Own = Callable[[Any], Mapping[str, Any]]
"""Adds a game's own words to a reply."""


def plain_letter(notice: Notice, words: Templates, phases: Callable[[], list[str]], own: Own) -> tuple[str, str]:
    """(subject, text) of a letter whose own template fails.

    Args:
        notice: what it should have said.
        words: the game's.
        phases: the names of the judged phases that it tells of.
        own: adds a game's own words to a reply.

    Raises:
        Question: its reader should have been asked something; the words are those to send without an address to reply to.
    """
    facts = notice.facts
    told = [_alone(words, facts, reply, own) for reply in facts.get("replies", ())]
    about = {
        "kind": notice.kind, "game": notice.game, "received": facts.get("received", ""), "asks": notice.kind in QUESTIONS,
        "phases": _sure(phases) if notice.kind in OF_TURNS else [], "told": told, "now": _standing(words, facts),
    }  # fmt: skip
    subject, text = words.letter("plain", about)
    if notice.kind in QUESTIONS:
        raise Question(subject, text)
    return subject, text


def _alone(words: Templates, facts: Mapping[str, Any], reply: Any, own: Own) -> dict[str, Any]:
    """One part of an answer in its own words; without text if it is this one that cannot be said."""
    kind, why = str(reply["kind"]), str(reply.get("why", ""))
    try:
        return {"kind": kind, "why": why, "text": words.printed("part/alone.j2", **_usual(facts), reply=own(reply))}
    except Exception:
        _log.exception("the words of a reply (%s) cannot be made", kind)
        return {"kind": kind, "why": why, "text": ""}


def _standing(words: Templates, facts: Mapping[str, Any]) -> str:
    """What stands now and what is due, if that can be said."""
    if not facts.get("now"):
        return ""
    try:
        return words.printed("part/now.j2", **_usual(facts))
    except Exception:
        _log.exception("the words of what stands cannot be made")
        return ""


def _usual(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {"game": "", "seat": "", "cast": None, "yours": "", "now": None, **facts}


def _sure(phases: Callable[[], list[str]]) -> list[str]:
    try:
        return phases()
    except Exception:
        _log.exception("the phases of a report cannot be read")
        return []
