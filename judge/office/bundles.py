"""An editor's copy in words and files: the phases of several games, each as everybody may know it, in the editor's style."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from judge.board import fold
from judge.game import SeenTurn
from judge.letters import File, Notice
from judge.maps.draw import Kit, svg
from judge.maps.marks import Marks
from judge.maps.scenes import turn_scenes
from judge.print import FORMATS, Copy, Style, read_style, record
from judge.reports import Words
from judge.reports.difference import changes, throws_apart
from judge.rules.ruleset import Ruleset

ISSUES = frozenset({"copy", "erratum"})
"""Kinds of letters with copy in them."""
JOINED = ("text", "html", "markdown", "latex", "njudge")
"""Formats of which one file holds all phases; of the others each phase has its own."""
PICTURES = ("grey", "svg")
"""Formats that show the board alone: in grey, for a printer, and as vectors. A game without a drawn board has none."""
_PLAIN = re.compile(r"[^a-z0-9]+")

Public = tuple[SeenTurn, Mapping[str, Any], Ruleset, str]
"""A judged phase as everybody may know it, its report's facts, the rules, and the folder."""
Looks = Callable[[str], tuple[Kit, Marks] | None]


def copied(public: Public, words: Callable[[str], Words], looks_of: Looks, style: Style, headline: str = "") -> Copy:
    """A judged phase, ready to be laid out."""
    seen, facts, rules, folder = public
    looks = looks_of(folder) if seen.common else None

    def picture(palette: str) -> str:
        return svg(turn_scenes(seen, rules, looks[1])[-1], looks[0], palette) if looks else ""

    return Copy(record(facts, words(folder), rules), words(folder), style, picture if looks else None, headline)


class Bundles:
    """Says letters with copy, and makes their files."""

    def __init__(self, public: Callable[[str, int], Public], words: Callable[[str], Words], looks: Looks) -> None:
        self._public, self._words, self._looks = public, words, looks

    def say(self, notice: Notice) -> tuple[str, str]:
        """(subject, text). Raises LookupError: a phase is not in the store."""
        words, facts = self._words(""), notice.facts
        copies = list(self._copies(notice))
        told = {
            "yours": "", **facts, "phases": [_heading(copy) for copy in copies], "copies": [_text(copy) for copy in copies],
            "errata": [self._erratum(each) for each in facts["errata"]], "files": _names(notice, copies),
        }  # fmt: skip
        return words.letter(notice.kind, told)

    def files(self, notice: Notice) -> tuple[File, ...]:
        """The files of a letter. Raises LookupError as above, NoFormat and NoPicture if one cannot be made."""
        copies = list(self._copies(notice))
        return tuple(file for name in notice.facts["formats"] for file in _files(name, _stem(notice), copies))

    def _copies(self, notice: Notice) -> Iterator[Copy]:
        """Every phase in its order; only a game's last one tells what is due when."""
        style = read_style(notice.facts["style"])
        if notice.kind == "erratum":
            parts = [(each["game"], [each["new"]]) for each in notice.facts["errata"] if each["new"] >= 0]
        else:
            parts = [(each["game"], each["turns"]) for each in notice.facts["games"]]
        for game, turns in parts:
            for seq in turns:
                made = copied(self._public(game, seq), self._words, self._looks, style)
                yield made if seq == turns[-1] else replace(made, record={**made.record, "deadline": ""})

    def _erratum(self, each: Mapping[str, Any]) -> dict[str, Any]:
        """What is different from what was printed, as everybody may know either."""
        old, _, rules, _ = self._public(each["game"], each["old"])
        told = {**each, "was": old.revision, "rev": 0, "changes": [], "throws": []}
        if each["new"] < 0:
            return told
        new = self._public(each["game"], each["new"])[0]
        return {**told, "rev": new.revision, "changes": changes(old, new, rules), "throws": throws_apart(old, new)}


def _heading(copy: Copy) -> dict[str, Any]:
    made = copy.record
    return {"game": made["game"], "phase": made["phase"], "rev": made["revision"]}


def _text(copy: Copy) -> str:
    return FORMATS["text"].make(copy).decode()


def _stem(notice: Notice) -> str:
    """What the files of a letter are called: `the-filing-cabinet-2027-03-28`."""
    title = _PLAIN.sub("-", fold(notice.facts["zine"])).strip("-")
    return f"{title or 'copy'}-{notice.facts['at'][:10]}" + ("-erratum" if notice.kind == "erratum" else "")


def _names(notice: Notice, copies: list[Copy]) -> list[str]:
    """What goes with a letter."""
    return [each for name in notice.facts["formats"] for each in _called(name, _stem(notice), copies)]


def _called(name: str, stem: str, copies: list[Copy]) -> list[str]:
    suffix = "svg" if name == "svg" else FORMATS[name].suffix
    if name in JOINED:
        return [f"{stem}.{suffix}"] if copies else []
    return [f"{copy.name}.{suffix}" for copy in copies if name not in PICTURES or copy.picture]


def _files(name: str, stem: str, copies: list[Copy]) -> Iterator[File]:
    """The files of one format."""
    called = _called(name, stem, copies)
    if name in JOINED:
        yield from (File(file, FORMATS[name].mime, b"\n\n".join(map(FORMATS[name].make, copies))) for file in called)
        return
    shown = [copy for copy in copies if name not in PICTURES or copy.picture]
    for copy, file in zip(shown, called, strict=True):
        if name == "svg":
            yield File(file, "image/svg+xml; charset=utf-8", (copy.picture("colour") if copy.picture else "").encode())
        else:
            yield File(file, FORMATS[name].mime, FORMATS[name].make(copy))
