"""What a reply in an answer needs besides its own facts: words of the game it came from, which need not be the answer's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.office.rendering.notice_reader import NoticeReader
from judge.reports import Templates
from judge.reports.queries import own_result_facts, why_facts

Reply = Mapping[str, Any]


def reply_facts(reader: NoticeReader, reply: Reply) -> Reply:
    """A reply with all that its template shows."""
    made = REPLIES.get(reply["kind"])
    if made:
        return {**reply, **made(reader, reply)}
    return {**reply, "why": _became(reader, reply["about"])} if reply.get("about") else reply


def _became(reader: NoticeReader, about: Reply) -> list[dict[str, Any]]:
    """Results of the reader's orders that a question is about, in the last phase."""
    seen, rules = reader.seen(about["turn"])
    return own_result_facts(seen, rules, about["spaces"], about["kinds"], reader.words)


def _said(reader: NoticeReader, reply: Reply) -> Reply:
    return {"text": reader.words_of(reply["game"]).said("part/own.j2", **reply)}


def _help(reader: NoticeReader, reply: Reply) -> Reply:
    words = reader.words_of(reply["game"])
    return {"table": [[*row, words.said("part/own.j2", kind="help", file=file) if file else ""] for *row, file in reply["table"]]}


def _rules(reader: NoticeReader, reply: Reply) -> Reply:
    words = reader.words_of_folder(reply["variant"]) if reply.get("variant") else reader.words_of(reply["game"])
    return {"page": words.source("game/README.md"), "sheet": words.listed("sheet.j2")}


def _trial(reader: NoticeReader, reply: Reply) -> Reply:
    words = reader.words_of(reply["game"])
    return {"verdicts": [_reasoned(verdict, reply["adjectives"], words) for verdict in reply["verdicts"]]}


def _reasoned(verdict: Reply, adjectives: Mapping[str, str], words: Templates) -> Reply:
    """A verdict with its reason in words."""
    reason = verdict["reason"]
    return {**verdict, "why": words.because(reason, verdict["result"], adjectives) if reason else ""}


def _why(reader: NoticeReader, reply: Reply) -> Reply:
    seen, rules = reader.known(reply["game"], reply["turn"], reply["reader"])
    return why_facts(seen, rules, reply["what"], reply["reader"], reader.words_of(reply["game"]))


REPLIES: Mapping[str, Callable[[NoticeReader, Reply], Reply]] = {
    "help": _help, "own": _said, "own-refused": _said, "preview": NoticeReader.preview, "rules": _rules, "trial": _trial,
    "why": _why,
}  # fmt: skip
"""Kind → what it shows besides its own facts."""
