"""The record of a phase: a report's facts as plain JSON values with every sentence ready. Each format is made from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.board import Board
from judge.notation import Order
from judge.print.style import Style
from judge.reports import Templates
from judge.reports.report import CentreRow, PowerBlock, ReportLine
from judge.rules.ruleset import Ruleset

Json = dict[str, Any]
VERSION = 1
"""Raised when a key of the record is removed or changes its meaning; new keys may come. docs/operator.md describes the keys."""
SHOWN = ("destroyed", "disbanded", "removed")
"""Ways to leave the board that every game has. A game's own words describe others."""


_UNPRINTED = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufffe\\uffff]")


def sanitize_json(value: Any) -> Any:
    """Return JSON values without characters that some format cannot hold or that reverse the reading direction."""
    if isinstance(value, str):
        return _UNPRINTED.sub("", value.replace("\t", " "))
    if isinstance(value, Mapping):
        return {key: sanitize_json(each) for key, each in value.items()}
    return [sanitize_json(each) for each in value] if isinstance(value, (list, tuple)) else value


def phase_record(facts: Mapping[str, Any], words: Templates, ruleset: Ruleset) -> Json:
    """Return the record of a judged phase, from `judge.reports.report_facts`. The JSON format is this record.

    Sentences are in words; orders are in the notation, and in parts (`verb`, `unit`, …) for programs, instants by RFC 3339.
    """
    seen, phase = facts["seen"], facts["phase"]
    drowned = {r.unit for r in facts["annihilated"]} if phase.kind == "movement" else set()
    gone = [(how, lost) for how, lost in facts["gone"] if how in SHOWN and phase.kind != "adjustments" and lost.unit not in drowned]

    def say(part: str, **more: Any) -> str:
        return " ".join(words.whole("print/said.j2", **facts, part=part, **more).split())

    gms = list(facts["cast"].gms) or list(filter(None, [facts["cast"].gm]))
    over = bool(seen.winners) or facts.get("over", False)
    body = {
        "record": VERSION, "game": seen.game, "title": say("title"), "number": seen.number, "phase": phase.name, "kind": phase.kind,
        "year": phase.year, "revision": seen.revision, "gm": list_names(gms), "gms": gms, "run": say("run"),
        "run_at": seen.run.isoformat() if seen.run else "", "due_at": seen.due.isoformat() if seen.due and not over else "",
        "headline": facts.get("headline", ""), "whole": seen.whole, "common": seen.common,
        "computers": {power: say("computer", level=level) for power, level in seen.house.items()},
        "powers": [_block(block, facts, words, ruleset) for block in facts["blocks"]],
        "notes": [_note(note, facts, words) for note in facts["notes"]],
        "events": _lines(words.whole("print/events.j2", **facts)),
        "retreats": [
            {"power": r.power, "unit": r.unit, "text": say(part, r=r), "shut": say("shut", r=r), "options": len(r.retreats)}
            for part, found in (("retreat", facts["retreats"]), ("annihilated", facts["annihilated"]))
            for r in found
        ],
        "gone": [say("gone", how=how, lost=lost) for how, lost in gone],
        "standbys": [
            *(say("called", who=who, power=power) for power, who in facts["called"]),
            *(say("stood-in", power=power) for power in facts["stood_in"]),
            *(say("vacated", power=power) for power in facts["vacated"]),
            *(say("eliminated", power=power) for power in facts["eliminated"]),
            *([say("back")] if facts.get("back") else []),
        ],
        "rulings": [
            *(say("ruled-throw", subject=subject, reason=reason) for subject, reason in seen.reasons.items()),
            *(say("ruled", act=act) for act in facts["entered"]),
        ],
        "adjustments": [_row(row, say, ruleset.board_at(seen.after)) for row in facts["rows"]], "total": facts["total"],
        "aims": say("aims") if facts["goals"] and seen.counted else "",
        "history": facts["history"] if seen.common else {"years": [], "rows": []},
        "position": [{"power": name, "units": [str(unit) for unit in units]} for name, units in facts["units"] if units],
        "state": _lines(words.whole("print/state.j2", **facts)) if seen.common else [say("apart")],
        "dice": _lines(words.whole("print/dice.j2", **facts)),
        "over": say("over") if seen.winners else "", "deadline": "" if over else say("deadline"),
        "addresses": list(facts.get("addresses", ())),
        "since": _lines(words.whole("print/since.j2", **facts)),
        "press": [{"text": piece["text"], "name": piece["name"]} for piece in facts["press"]],
    }  # fmt: skip
    found: Json = sanitize_json(body)
    return found


def _note(note: Mapping[str, Any], facts: Mapping[str, Any], words: Templates) -> Json:
    text, rule = words.noted(note["reason"], facts["told"], note["result"], note=note)
    return {"number": note["number"], "text": text, "rule": rule}


def _lines(text: str) -> list[str]:
    """Return a game's own words, line by line; may be empty."""
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    return lines if any(lines) else []


def _block(block: PowerBlock, facts: Mapping[str, Any], words: Templates, ruleset: Ruleset) -> Json:
    adjective = next((power.adjective for power in (*ruleset.on_the_board, *ruleset.mastered) if power.name == block.power), "")
    return {
        "power": block.power, "adjective": adjective, "player": block.player, "units": block.units, "short": block.short,
        "silent": words.whole("print/said.j2", **facts, part="silent").strip() if block.silent else "",
        "orders": [_order(line, block, facts, words, ruleset) for line in block.lines],
    }  # fmt: skip


def _order(line: ReportLine, block: PowerBlock, facts: Mapping[str, Any], words: Templates, ruleset: Ruleset) -> Json:
    reason = line.result.reason
    mark = words.whole("print/mark.j2", **facts, line=line).replace("\n", "").rstrip()
    return {
        "text": line.text, "mark": mark, "note": line.note, "failed": line.failed, "word": line.result.word,
        "reason": reason.code if reason else "", "dislodged": line.dislodged,
        "beaten": line.dislodged and not (reason is not None and reason.code == "dislodged"),
        "unordered": not line.ordered and not block.silent, **_parts(line, ruleset.board_at(facts["seen"].before), ruleset),
    }  # fmt: skip


def _parts(line: ReportLine, board: Board, ruleset: Ruleset) -> Json:
    """Return an order in parts, with the names of its spaces."""
    order: Order = line.result.order
    unit = line.result.unit or order.unit
    helped = order.of
    adjectives = {power.name: power.adjective for power in (*ruleset.on_the_board, *ruleset.mastered)}
    return {
        "verb": order.verb,
        "unit": {"kind": unit.kind, "called": unit.name, **_place(unit.place, board)} if unit else None,
        "target": _place(order.target, board) if order.target else None,
        "of": {"kind": helped.kind, "whose": adjectives.get(helped.power, ""), **_place(helped.place, board)} if helped else None,
        "path": [_place(place, board) for place in order.path],
    }


def _place(place: str, board: Board) -> Json:
    space, _, coast = place.partition(".")
    found = board.spaces.get(space)
    return {"space": space, "coast": coast, "name": found.name if found else space}


def _row(row: CentreRow, say: Callable[..., str], board: Board) -> Json:
    held = [centre.lstrip("+") for centre in row.centres if not centre.startswith("-")]
    return {
        "power": row.power, "centres": list(row.centres), "total": row.total, "more": say("more", row=row),
        "does": say("does", row=row) if row.power else "", "names": [board.spaces[centre].name for centre in held],
    }  # fmt: skip


def apply_style(body: Json, style: Style) -> Json:
    """Return the record with names in the style's form, and without notes or rules if the style has none."""
    notes = [note if style.rules else {**note, "rule": ""} for note in body["notes"]]
    powers = [
        {**one, "player": styled_name(one["player"], style)} for one in body["powers"]
    ]
    shown = [{**each, "name": styled_name(each["name"], style)} for each in body["addresses"]] if style.addresses else []
    gms = list(filter(None, (styled_name(name, style) for name in body["gms"])))
    made = {**body, "addresses": shown, "powers": powers, "gm": list_names(gms), "gms": gms, "notes": notes}
    return made if style.why else without_reasons(made)


def without_reasons(body: Json) -> Json:
    """Return the record without its notes and their numbers, and without why a unit cannot retreat somewhere."""
    retreats = [{**one, "shut": ""} for one in body["retreats"]]
    powers = [{**one, "orders": [{**order, "note": 0} for order in one["orders"]]} for one in body["powers"]]
    rows = [{**row, "does": row.get("plain", row["does"])} for row in body["adjustments"]]
    return {**body, "notes": [], "retreats": retreats, "powers": powers, "adjustments": rows}


def list_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them, '' if there are none."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def styled_name(name: str, style: Style) -> str:
    """Return a person's name in the style's form."""
    return name_form(name, style.names)


def name_form(name: str, how: str) -> str:
    """Return a name in its printed form: `full`, `surname` or `none`. Small words before a surname are part of it: `de la Tour`."""
    words = name.split()
    if how != "surname" or not words:
        return "" if how == "none" else name
    begins = len(words) - 1
    while begins > 1 and words[begins - 1].islower() and not words[-1].islower():
        begins -= 1
    return " ".join(words[begins:])
