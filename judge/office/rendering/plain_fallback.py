"""A letter whose words cannot be made goes out in plain sentences at once: what was done is said, as far as words can be had."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from judge.letters import Notice, Question
from judge.office.rendering.notice_kinds import NoticeKind
from judge.office.rendering.notice_reader import NoticeReader
from judge.office.rendering.reply_facts import reply_facts
from judge.reports import Templates

_log = logging.getLogger(__name__)

Unwritten = Callable[[Notice, Exception], object]
"""Told of a letter that goes out in plain sentences, and why."""


def plain_letter(kind: NoticeKind, reader: NoticeReader) -> tuple[str, str]:
    """(subject, text) of a letter whose own template fails.

    Raises:
        Question: its reader should have been asked something; the words are those to send without an address to reply to.
    """
    notice, words, facts = reader.notice, reader.words, reader.notice.facts
    about = {
        "kind": notice.kind, "game": notice.game, "received": facts.get("received", ""), "asks": kind.asks,
        "phases": _phases(reader), "told": [_alone(reader, reply) for reply in facts.get("replies", ())],
        "now": _standing(words, facts),
    }  # fmt: skip
    subject, text = words.letter("plain", about)
    if kind.asks:
        raise Question(subject, text)
    return subject, text


def _alone(reader: NoticeReader, reply: Any) -> dict[str, Any]:
    """One part of an answer in its own words; without text if it is this one that cannot be said."""
    kind, why = str(reply["kind"]), str(reply.get("why", ""))
    try:
        usual = _usual(reader.notice.facts)
        return {"kind": kind, "why": why, "text": reader.words.printed("part/alone.j2", **usual, reply=reply_facts(reader, reply))}
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


def _phases(reader: NoticeReader) -> list[str]:
    """The names of the judged phases that it tells of, if they can be read."""
    notice = reader.notice
    turns = notice.facts.get("turns") or [notice.facts[name] for name in ("turn",) if name in notice.facts]
    try:
        return [reader.turns.read(notice.game, seq).outcome.before.phase.name for seq in turns]
    except Exception:
        _log.exception("the phases of a report cannot be read")
        return []
