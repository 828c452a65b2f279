"""Undo how people lay out lists of orders in a line: numbers, dotted leaders, names with their end in brackets. Nothing moves."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

from judge.notation.raw_words import fold_word

_NUMBER = re.compile(r"(?:^|(?<=\s))(?P<number>\d{1,2})\s?[:.)](?=\s*[A-Za-z(])")
COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers of a list in words, before a colon."""
_COUNT = re.compile(rf"(?:^|(?<=[.;,!?] ))(?P<count>{'|'.join(COUNTS)})\s?:(?=\s*[A-Za-z(])", re.IGNORECASE)
"""A number of a list, in words."""
_CLAUSE = re.compile(r"(?:^|(?<=[\s:;,.]))\((?P<count>\d{1,2}|[a-z]|[ivx]{1,4})\)(?=\s)")
"""A number of a list in brackets."""
_COUNTERS = (tuple(map(str, range(1, 40))), tuple("abcdefghijklmnop"), ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii"))
_DAIDE_UNIT = r"\(\s*[A-Z]{3}\s+(?:AMY|FLT)\s+(?:[A-Z]{3}|\([A-Z ]{3,9}\))\s*\)"
_NEXT_DAIDE = re.compile(rf"(?<=\))(?P<gap>[\s()]+)(?={_DAIDE_UNIT})")
"""What stands between two units of DAIDE, of which the second begins an order: `SUP (TUR AMY CON)) ((TUR AMY CON) HLD`."""
_SECTION = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}(?:st|nd|rd|th)[:.)]?)\s+(?=[^\W\d_])")
"""A number of a list in front of a line: `1.1 The army …`, `2nd A Ukraine: …`."""
_UNIT_NUMBER = re.compile(r"\s*(?P<kind>[^\W\d_]+)(?P<number>\s+#?\d{1,2}\s*[:.)])(?=\s+\w)")
_LEADER = re.compile(r"(?P<name>[^\W_][\w .]*?)(?P<dots>\s+\.{3,}\s+|\s*\.{4,}\s*)(?=[^\W_]|-)")
_LISTED = re.compile(r"[ \t*-]*(?:\d{1,2}\s?[:.)]\s+)?")
"""A bullet and a number of a list, in front of a name."""
_ASKED_ASIDE = re.compile(
    r",(?=\s*(?P<unit>(?:[AF]\b\s*)?\(?\w{2,}\b)[^,;.!?\n]*\?\s*(?:no|nope)\s*:\s*(?P=unit)\b)", re.IGNORECASE
)
"""The comma before an order that its writer asks and answers: the orders before it are not in question."""
_ANSWERED = re.compile(r"\?\s*(?:no|nope)\s*:", re.IGNORECASE)
_LETTER = re.compile(r"\s*(?P<letter>[A-Za-z])[.)]\s+(?=\S)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SAINT = re.compile(r"\b([Ss]):t\b")
"""`S:t Petersburg`, as Swedish has it."""
_BULLET = re.compile(r"\s*o\s+(?=[AF][\s(])|\s*\+\s+(?=\w[\w ./()]*\s(?:-+>?|>|[SCHsch])(?:\s|$))")
"""A letter or a plus for a bullet: ` o A StP`, `+ Nwy - Swe`."""
_CELLS = re.compile(r"(?P<kind>\w+)\s*;\s*(?P<place>[\w .()/]+);\s*(?P<goal>[\w .()/]+)")
"""A table with three columns: `A;Tri;Ser`."""
_ROW = re.compile(
    r"\s*(?P<unit>[^;,|\s][^;,|]*?)\s*(?P<mark>[;|\t]|,(?! ))\s*(?P<verb>[^\W\d_]{2,}|-+>?)\s*(?P=mark)"
    r"[^;|\t,]*(?:(?P=mark)[^;|\t,]*)?"
)
"""A row of a table that names a unit in one column, and what it does in the next: `A Mun;supports;A Ruh`."""
_PARTED_ROW = re.compile(
    r"\s*(?P<kind>[^\W\d_]+)\s*(?P<mark>[;|\t]|,(?! ))\s*(?P<place>[\w .()/]+?)\s*(?P=mark)\s*(?P<verb>[^\W\d_]+|-+>?)\s*"
    r"(?:(?P=mark)[^;|\t,]*)*"
)
"""The same with a column for the kind of unit: `F;Nap;-;ION`."""
_KEY = re.compile(
    r"""\{?\s*["'](?:(?P<first>unit)|order|action|type|move|to|target|destination|from|coast|of)["']\s*:\s*["']?"""
    r"""|["']\s*,\s*(?=["'])"""
)
"""The names of the parts of an order, as programs write them: `{"unit": "A GAL", "order": "move", "to": "WAR"}`."""
_HEADED = re.compile(r"""^\s*\{?\s*["'](?P<power>\w+)["']\s*:\s*\[""")
"""A power above its list, as programs write it: `{"ITALY": ["A VEN H"]}`."""
_ARRAY = re.compile(
    r"""(?P<unit>["']?[\w./]{3,}["']?\s*:\s*)?\[\s*(?P<mark>["'])[\w./]+(?P=mark)(?:\s*,\s*(?P=mark)[\w./]+(?P=mark))+\s*\]"""
)
"""An order as a list of words: `["kie", "Move", "den"]`, `kie: ["Move", "den"]`. In a list of orders each has blanks."""
_EITHER = re.compile(r"\{[^{}\"']*\|[^{}\"']*\}")
"""A choice, as programmers write it: `{Bur|Pic}`."""
_OR_TO = re.compile(r"(?<=\w)/\s*-+>?")
"""What stands before the second of two places, one of which is meant: `Par -Bur/-Pic`."""
_MARKS = re.compile(r"[^\w./]")
_TELEGRAM = re.compile(r"\bSTOP\b")
"""The end of a sentence in a telegram."""
_QUOTED_CELLS = re.compile(r'\s*"[^"]*"(?:\s*,\s*"[^"]*")+\s*')
"""A row of a table with each column in quotes: `"A","Par","Bur"`."""
_PLACED_ROW = re.compile(r"(?P<place>[\w .()/]+)(?P<mark>[;|\t])(?P<kind>[^\W\d_]+)(?P=mark).+")
"""A row of a table that has the kind of unit behind its place: `Gal;A;->;Rum`."""
_PAIR = re.compile(r"\s*(?P<kind>[^\W\d_]+)[ ,](?P<place>[\w .]+),(?! )(?P<goal>[\w .]+)")
"""A row of a table with a unit and where it goes: `A Par,Bur`, `A,Par,Bur`."""
_COAST_IN_LETTERS = re.compile(r"\b(?P<side>[nsew])\.\s?c\.?(?!\w)", re.IGNORECASE)
"""`Bulgaria e.c.`"""
_COAST_CUT_SHORT = re.compile(r"\((?P<side>[nsew])(?:or|ou|a|e)(?:th|st) c\.?\)", re.IGNORECASE)
"""`Spain (south c.)`"""
_COMPLETED = re.compile(r"\b(?P<short>[^\W\d_]{2,6})\((?P<end>[^\W\d_]{1,12})\)")


def without_layout(text: str, kinds: Container[str], places: Mapping[str, Any]) -> str:
    """Return a line with other marks, or blanks, for what only lays it out; as long as before.

    `1: Vie - Gal 2: Bud - Ser`, `One: Vie - Gal. Two: Bud - Ser`, `Fleet 1: London - North Sea`, `Paris ..... Burgundy`, `Bla(ck)`.

    Args:
        text: the line, with plain marks.
        kinds: the words for kinds of units, folded.
        places: the names of places, folded → what they may mean.
    """
    text = _without_program_marks(text) if '"' in text or "[" in text else text
    text = _NEXT_DAIDE.sub(lambda found: ";".ljust(len(found[0])), text) if "AMY" in text or "FLT" in text else text
    text = _without_choice_marks(text) if "{" in text or "/" in text else text
    if text.isupper() and text.count(" STOP") > 1:  # a telegram
        text = _TELEGRAM.sub(".   ", text)
    if any(map(str.isdigit, text)):
        text = _SECTION.sub(lambda found: " " * len(found[0]), text, count=1) if _SECTION.match(text) else text
        text = _without_unit_number(_without_list_numbers(text), kinds)
    text = _without_clause_numbers(text) if ") " in text else text
    text = _without_counts(text) if ":" in text else text
    text = _SAINT.sub(r"\1t.", text) if ":" in text else text
    if "." in text:
        text = _COAST_IN_LETTERS.sub(lambda found: f"{found['side']}c".ljust(len(found[0])), text)
    text = _COAST_CUT_SHORT.sub(lambda found: f"({found['side']}c)".ljust(len(found[0])), text) if " c" in text else text
    if _BULLET.match(text):
        text = _BULLET.sub(lambda found: " " * len(found[0]), text)
    if any(mark in text for mark in ";|\t,"):
        text = _without_columns(text, kinds, places)
    if text.count(";") == 1:
        text = _without_cell(text, kinds, places)
    if "?" in text:  # what was asked is answered: `StP-Nwy? No: StP-Swe`
        text = _ASKED_ASIDE.sub(";", text)
        text = _ANSWERED.sub(lambda found: "?".ljust(len(found[0])), text)
    if "..." in text:
        text = _without_leader(text, kinds, places)
    return _COMPLETED.sub(lambda found: _completed(found, places), text) if "(" in text else text


def _without_choice_marks(text: str) -> str:
    """Put a slash alone between what may be chosen: `{Bur|Pic}`, `-Bur/-Pic`."""
    text = _EITHER.sub(lambda found: found[0].replace("|", "/"), text)
    return _OR_TO.sub(lambda found: "/".ljust(len(found[0])), text)


def _without_program_marks(text: str) -> str:
    """Put semicolons and blanks for the marks of a program's list of orders, and for the names of their parts."""
    text = _ARRAY.sub(_words_of, text)
    text = _HEADED.sub(lambda found: re.sub(r"[^\w:]", " ", found[0]), text)
    if "{" in text and _KEY.search(text):
        text = _KEY.sub(lambda key: (";" if key["first"] else " ").ljust(len(key[0])), text)
    return text


def _words_of(found: re.Match[str]) -> str:
    """The words of an order that stands as a list, with semicolons around it if it names its unit itself."""
    words = _MARKS.sub(" ", found[0])
    return f"{words[:-1]};" if found["unit"] else f";{words[1:-1]};"


def without_letters(lines: Sequence[str]) -> list[str]:
    """Return lines with blanks for the letters of a list of three lines or more: `a. Par - Pic`, `b. Bur - Bel`, `c. Bre - Eng`."""
    found, listed = list(lines), list[int]()
    for at, line in enumerate(lines):  # a line above may head the list
        letter = _LETTER.match(line)
        goes_on = letter is not None and letter["letter"].lower() == _LETTERS[len(listed) : len(listed) + 1]
        if goes_on:
            listed.append(at)
        elif line.strip() and listed:
            break
    if len(listed) < len("abc"):
        return found
    for at in listed:
        if letter := _LETTER.match(found[at]):
            found[at] = " " * letter.end() + found[at][letter.end() :]
    return found


def _without_cell(text: str, kinds: Container[str], places: Mapping[str, Any]) -> str:
    """Put a mark for the semicolon between a unit and what it does: a table with two columns, `Venice;hold`, `F BOT;Swe`."""
    name, _, rest = text.partition(";")
    if not rest.strip() or not _is_unit(name.strip(), kinds, places):
        return text
    return f"{name}{'-' if fold_word(rest.strip()) in places else ' ' if ' ' in name.strip() else ':'}{rest}"


def _without_columns(text: str, kinds: Container[str], places: Mapping[str, Any]) -> str:
    """Put blanks, a dash or a colon for the marks between the columns of a table."""
    if text.count('"') > len('""') and _QUOTED_CELLS.fullmatch(text):
        text = text.replace('"', " ")
    pair = _PAIR.fullmatch(text)
    if pair and fold_word(pair["kind"]) in kinds and all(fold_word(pair[name].strip()) in places for name in ("place", "goal")):
        return f"{text[: pair.end('place')].replace(',', ' ')}-{text[pair.end('place') + 1 :]}"
    row = _ROW.fullmatch(text)
    if row and _is_unit(row["unit"], kinds, places) and fold_word(row["verb"]) not in places:
        return text.replace(row["mark"], " ")
    row = _PARTED_ROW.fullmatch(text)
    if row and fold_word(row["kind"]) in kinds and fold_word(row["place"]) in places and fold_word(row["verb"]) not in places:
        return text.replace(row["mark"], " ")
    row = _PLACED_ROW.fullmatch(text)
    if row and fold_word(row["kind"]) in kinds and fold_word(row["place"]) in places:
        kind, rest = f"({row['kind']})", text[row.end("kind") + 1 :]
        return f"{row['place']}{kind}{rest.replace(row['mark'], ' ')}"
    cells = _CELLS.fullmatch(text.strip()) if text.count(";") == 2 else None
    if cells and fold_word(cells["kind"]) in kinds and fold_word(cells["place"].strip()) in places:
        return text.replace(";", " ", 1).replace(";", ":")
    return text


def _is_unit(text: str, kinds: Container[str], places: Mapping[str, Any]) -> bool:
    """Whether a text is a unit's place, or its kind and its place."""
    first, _, rest = text.partition(" ")
    named = rest if fold_word(first) in kinds and rest else text
    return " ".join(map(fold_word, named.split())) in places


def _without_list_numbers(text: str) -> str:
    """Put semicolons for the numbers of a list that begins with 1 and is written in one line; the first is left."""
    found = list(_NUMBER.finditer(text))
    if len(found) < 2 or [int(each["number"]) for each in found] != [*range(1, len(found) + 1)] or text[: found[0].start()].strip():
        return text
    for each in found[1:]:
        text = text[: each.start()] + ";".ljust(each.end() - each.start()) + text[each.end() :]
    return text


def _without_clause_numbers(text: str) -> str:
    """Put semicolons for the numbers of a list in brackets: `(1) Ber - Kie (2) Kie - Den`, `(a) …; (b) …`, `(i) …`."""
    found = list(_CLAUSE.finditer(text))
    counts = [each["count"] for each in found]
    if len(found) < 2 or all(tuple(counts) != counters[: len(found)] for counters in _COUNTERS):
        return text
    for each in found:
        text = text[: each.start()] + ";".ljust(each.end() - each.start()) + text[each.end() :]
    return text


def _without_counts(text: str) -> str:
    """Put semicolons for the numbers of a list in words: `One: Edi - NTH. Two: Lon - ENG.`"""
    found = list(_COUNT.finditer(text))
    if len(found) < 2 or [each["count"].lower() for each in found] != [*COUNTS[: len(found)]]:
        return text
    for each in found:
        text = text[: each.start()] + ";".ljust(each.end() - each.start()) + text[each.end() :]
    return text


def _without_unit_number(text: str, kinds: Container[str]) -> str:
    found = _UNIT_NUMBER.match(text)
    if not found or fold_word(found["kind"]) not in kinds:
        return text
    return text[: found.start("number")] + " " * len(found["number"]) + text[found.end() :]


def _without_leader(text: str, kinds: Container[str], places: Mapping[str, Any]) -> str:
    """Put a dash for the dots behind a place, or a unit, that is all that stands in front of them."""
    listed = _LISTED.match(text)
    found = _LEADER.match(text, listed.end() if listed else 0)
    if not found:
        return text
    if not _is_unit(found["name"], kinds, places):
        return text
    start, rest = found.start("dots"), text[found.end("dots") :]
    goes = fold_word(rest.partition(" ")[0]) in places or fold_word(rest.strip()) in places
    return text[:start] + (" - " if goes else "").ljust(len(found["dots"])) + rest


def _completed(found: re.Match[str], places: Mapping[str, Any]) -> str:
    """Blank out the end of a name in brackets, if the beginning alone may mean the same place: `Bla(ck)`."""
    short, whole = fold_word(found["short"]), fold_word(found["short"] + found["end"])
    may, means = set(places.get(short, ())), set(places.get(whole, ()))
    same = may & means if means else may and any(set(codes) & may for name, codes in places.items() if name.startswith(f"{whole} "))
    return found["short"].ljust(len(found[0])) if same else found[0]
