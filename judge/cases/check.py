"""Compare a case's expectations with its outcome: every difference, as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import dedent
from typing import Any, NamedTuple

from judge.board import normalize_name
from judge.cases.run import JudgedCasePhase
from judge.cases.starting_position import NOBODY, parse_phase, parse_place, parse_power, parse_space, parse_unit
from judge.notation.reader import ParsedOrder
from judge.rules.ruleset import Ruleset
from judge.variants.yaml_source import YamlNode

Row = Mapping[str, Any]


class Difference(NamedTuple):
    """One difference: its place, the expected value, the result."""

    key: str
    expected: Any
    found: Any


def differences(expect: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> list[Difference]:
    """Everything in an outcome that is not as `expect:` says; only what is named is compared.

    Raises FolderError where the expectation itself cannot be read.
    """
    found: list[Difference] = []
    judged = judged.as_known(ruleset)
    before, after = (replace(ruleset, board=ruleset.board_at(p)) for p in (judged.outcome.before, judged.outcome.position))
    boards = {"orders": ruleset, "removed": before}
    for key, sheet in expect.table().items():
        found += COMPARE[key](sheet, row, judged, boards.get(key, after))
    return found


def _orders(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    for key, wanted in sheet.table().items():
        if isinstance(wanted.value, tuple):
            yield from _in_sequence(key, wanted, row, judged, ruleset)
        else:
            yield from _named(key, wanted, row, judged, ruleset)


def _in_sequence(key: str, wanted: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """Results told by power, one for each of its lines as written."""
    power = parse_power(key, wanted, ruleset)
    spots = judged.written.get(power, ())
    if len(spots) != len(wanted.list()):
        raise wanted.wrong(f"{len(wanted.list())} results for {len(spots)} orders of {power}")
    for item, spot in zip(wanted.list(), spots, strict=True):
        order = row["orders"][spot] if spot >= 0 else None
        yield from _result(f"{power}: {order['order'] if order else '?'}", item, order)


def _named(key: str, wanted: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """The result of the order that a key writes; of several the same, one must agree."""
    texts = {(power, text) for power in _writers(row) for text in _house_forms(key, power, judged, ruleset)}
    same = [order for order in row["orders"] if (order["power"], order["order"]) in texts or order["order"] == key]
    failed = [list(_result(key, wanted, order)) for order in same or [None]]
    if all(failed):
        yield from failed[0]


def _writers(row: Row) -> list[str]:
    return list(dict.fromkeys(order["power"] for order in row["orders"]))


def _house_forms(key: str, power: str, judged: JudgedCasePhase, ruleset: Ruleset) -> list[str]:
    before = judged.outcome.before
    readings = ruleset.notation.read(key, ruleset.board_at(before), before, power, strict=False)
    return [ruleset.notation.write(reading.order) for reading in readings if isinstance(reading, ParsedOrder)]


def _result(key: str, wanted: YamlNode, order: Row | None) -> Iterator[Difference]:
    if isinstance(wanted.value, str):
        wanted = YamlNode({"result": wanted}, wanted.file, wanted.line, wanted.key)
    wanted.only("result", "dislodged", "reason")
    for name, value in wanted.table().items():
        found = order and (order["reason"] or {}).get("code", "") if name == "reason" else order and order[name]
        expected = value.flag() if name == "dislodged" else value.text()
        if expected != found:
            yield Difference(f"orders.{key}.{name}", expected, found)


def _units(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """Units of the powers that are named."""
    key = sheet.key.rpartition(".")[2]
    for name, listed in sheet.table().items():
        power = parse_power(name, listed, ruleset)
        found, whole = sorted(row[key].get(power, ())), not judged.reader
        items = listed.list()  # a reader's position may have units off the board, as `F(OB)`
        expected = sorted(str(parse_unit(i, power, ruleset)) if whole or i.text() not in found else i.text() for i in items)
        if expected != found:
            yield Difference(f"{key}.{power}", expected, found)


def _driven_out(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """Dislodged or destroyed units: all of them, each with as much as is told of it."""
    key = sheet.key.rpartition(".")[2]
    wanted = {parse_power(name, listed, ruleset): listed for name, listed in sheet.table().items()}
    for power in dict.fromkeys([*wanted, *row[key]]):
        told = {}
        for item in wanted[power].list() if power in wanted else ():
            entry = item if isinstance(item.value, Mapping) else YamlNode({"unit": item}, item.file, item.line, item.key)
            told[str(parse_unit(entry.get("unit"), power, ruleset))] = entry
        there = {entry["unit"]: entry for entry in row[key].get(power, ())}
        if set(told) != set(there):
            yield Difference(f"{key}.{power}", sorted(told), sorted(there))
        for unit in sorted(set(told) & set(there)):
            yield from _details(f"{key}.{power}.{unit}", told[unit], there[unit], ruleset)


def _details(key: str, told: YamlNode, there: Row, ruleset: Ruleset) -> Iterator[Difference]:
    told.only("unit", "by", "from", "retreats")
    for name, value in told.table().items():
        expected: Any = value.text() if name in ("unit", "by") else None
        if name == "from":
            expected = parse_space(value, ruleset.board) if value.text() else ""
        elif name == "retreats":
            expected = sorted(parse_place(item, ruleset.board) for item in value.list())
        else:
            expected = str(parse_unit(value, "", ruleset)) if value.text() else ""
        if expected != there[name]:
            yield Difference(f"{key}.{name}", expected, there[name])


def _owners(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    for name, owner in sheet.table().items():
        space = parse_space(YamlNode(name, owner.file, owner.line, owner.key), ruleset.board)
        expected = "" if normalize_name(owner.text()) in NOBODY else parse_power(owner.text(), owner, ruleset)
        if expected != row["owners"].get(space, ""):
            yield Difference(f"owners.{space}", expected, row["owners"].get(space, ""))


def _standoffs(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    expected = sorted(parse_space(item, ruleset.board) for item in sheet.list())
    if expected != row["standoffs"]:
        yield Difference("standoffs", expected, row["standoffs"])


def _winners(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    expected = sorted(parse_power(item.text(), item, ruleset) for item in sheet.list())
    if expected != sorted(row["winners"]):
        yield Difference("winners", expected, sorted(row["winners"]))


def _next_phase(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    expected = parse_phase(sheet, ruleset).name
    if expected != row["next_phase"]:
        yield Difference("next_phase", expected, row["next_phase"])


def _within(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """State and dice: what is named, as deep as it is named, compared as text."""
    key = sheet.key.rpartition(".")[2]
    yield from _deep(key, sheet.plain() or {}, row[key])


def _deep(key: str, expected: Any, found: Any) -> Iterator[Difference]:
    if isinstance(expected, dict) and isinstance(found, Mapping):
        there = {str(name): value for name, value in found.items()}
        for name, value in expected.items():
            yield from _deep(f"{key}.{name}", value, there.get(name, ""))
    elif _texts(expected) != _texts(found):
        yield Difference(key, expected, found)


def _texts(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_texts(item) for item in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _report(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """Lines the report contains, or (`report_excludes`) must not contain; blanks count as one."""
    excluded = sheet.key.endswith("report_excludes")
    text = " ".join(row["report"].split())
    for line in sheet.texts():
        if (" ".join(line.split()) in text) is excluded:
            yield Difference(sheet.key.rpartition(".")[2], line, "")


def _printed(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """Lines that stand below one another in the report as they are written here, however far it is indented."""
    there = [line.rstrip() for line in row["report"].split("\n")]
    for text in sheet.texts():
        lines = [line.rstrip() for line in dedent(text).strip("\n").split("\n")]
        places = range(len(there) - len(lines) + 1)
        if not any(dedent("\n".join(there[n : n + len(lines)])).split("\n") == lines for n in places):
            yield Difference("printed", text, "")


def _public(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """Each named power's orders as the public report prints them, a star after those that failed; in any order."""
    for name, listed in sheet.table().items():
        power = parse_power(name, listed, ruleset)
        found = row["public"].get(power, [])
        if sorted(listed.texts()) != sorted(found):
            yield Difference(f"public.{power}", list(listed.texts()), found)


def _private(sheet: YamlNode, row: Row, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[Difference]:
    """Lines that the letter to each named power contains, or (`private_excludes`) must not contain; blanks count as one."""
    key = sheet.key.rpartition(".")[2]
    for name, listed in sheet.table().items():
        power = parse_power(name, listed, ruleset)
        text = " ".join(row["private"].get(power, "").split())
        for line in listed.texts():
            if (" ".join(line.split()) in text) is (key == "private_excludes"):
                yield Difference(f"{key}.{power}", line, "")


COMPARE = {
    "orders": _orders,
    "units": _units,
    "dislodged": _driven_out,
    "destroyed": _driven_out,
    "removed": _units,
    "standoffs": _standoffs,
    "owners": _owners,
    "state": _within,
    "dice": _within,
    "next_phase": _next_phase,
    "winners": _winners,
    "report": _report,
    "report_excludes": _report,
    "printed": _printed,
    "public": _public,
    "private": _private,
    "private_excludes": _private,
}
"""Every key of `expect:` and how it is compared."""
