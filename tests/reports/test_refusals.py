"""Every refusal in the sources has its words, whatever the facts that its caller gives: none is left out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.assets import find_assets
from tests.reports.callers import Said, codes_of, refusals
from tests.reports.test_autumn_1901 import words

LONG = "x" * 300
NASTY = "{{ 7*7 }} <b>\r\nFrom nobody\t\u202e"
TEXTS = ("A Par-Bru", "", LONG, NASTY)
WHEN = ("2027-03-05T21:00:00+00:00",)
UNCLEAR = ("no-days", *sorted(codes_of("Unclear")), "something new")
FACTS: dict[str, tuple[Any, ...]] = {
    "again": ("", "JOIN quillfeather", "INVITE"),
    "alive": (["France", "Italy"], [], ["France"]),
    "by": ("France", ""),
    "called": ("Chloe Marsh", "", LONG),
    "closes": WHEN,
    "count": (2, 0, 1),
    "example": ("DEADLINE Fridays 21:00 Europe/London",),
    "foreign": (False, True),
    "free": (3, 1),
    "game": ("quillfeather", ""),
    "gm": (True, False),
    "instead": (["SET PRESS none"], [], ["SET PRESS none", LONG]),
    "known": (["standard", "outer_space"], [], ["standard"]),
    "late": (["France"], ["France", "Italy"], []),
    "least": (2,),
    "line": TEXTS,
    "meant": (True, False),
    "most": (28,),
    "named": ("Autumn 1901",),
    "near": ([], ["Europe/London", "Europe/Dublin"]),
    "none": (True, False),
    "numbers": ([1], [1, 2, 3]),
    "phase": ("Spring 1901", ""),
    "phases": (["Spring 1901", "Autumn 1901"], [], ["Spring 1901"]),
    "power": ("France", ""),
    "powers": (["France", "Italy"], [], ["France"]),
    "preview": (False, True),
    "proposal": ("draw", "concession"),
    "rules": (["paradox", "builds"], []),
    "seat": ("3", ""),
    "seats": (7,),
    "setting": ("press", ""),
    "sides": (6,),
    "stated": (False, True),
    "subject": ("46",),
    "throw": (4,),
    "throws": ({"46": 4}, {}),
    "unclear": UNCLEAR,
    "until": (*WHEN, None),
    "vote": ("yes", ""),
    "wishes": (True, False),
    "word": TEXTS,
    "words": (["Frnace"], ["Frnace", LONG, NASTY]),
    "zone": ("Europe/London",),
}
"""A fact's name → what it may be, an ordinary value first. A refusal with a fact that is not here fails."""
NOW = {
    "game": "quillfeather", "stage": "running", "zone": "Europe/London", "phase": "Spring 1901", "kind": "movement", "due": WHEN[0],
}  # fmt: skip


def every_set(said: Said) -> Iterator[dict[str, Any]]:
    """The facts of a refusal: ordinary values, then each fact with each other value that it may have."""
    unknown = said.facts - set(FACTS)
    assert not unknown, f"{said.where}: what may {sorted(unknown)} be?"
    usual = {name: FACTS[name][0] for name in said.facts}
    usual |= {"late": True} if said.key == "setting" else {}
    yield usual
    for name in sorted(said.facts):
        for value in FACTS[name][1:]:
            yield {**usual, name: value}


def rendered(facts: dict[str, Any]) -> str:
    """The refusal as it stands in an answer."""
    about = {"received": WHEN[0], "now": None, "name": "", "known": False, "elsewhere": "", "game": ""}
    subject, text = words().letter("answer", {**about, "replies": [{"kind": "refused", **facts}]})
    quiet = facts["why"] == "nothing-to-clear"  # what was asked for is so already
    assert ("1 needs you" in subject) is not quiet
    return text.split("===\n")[-1]


@pytest.mark.parametrize("said", refusals(), ids=lambda said: f"{said.key}-{said.where}")
def test_every_refusal_has_its_words(said: Said) -> None:
    """Whatever its caller knows, there is one paragraph that a person can read."""
    for number, facts in enumerate(every_set(said)):
        text = rendered({"why": said.key, **facts})
        paragraph = " ".join(text.split())
        assert paragraph.startswith("? "), facts
        assert len(paragraph.split()) > 4, facts
        assert not {"None", "True", "False", "[]", "{}"} & set(paragraph.replace("None has", "").split()), paragraph
        assert number or " ." not in paragraph.replace("...", ""), paragraph
        assert all(len(line) <= 72 for line in text.split("\n"))


def test_no_words_are_for_a_refusal_that_nobody_gives() -> None:
    """Each file of words has its caller."""
    said = {each.key for each in refusals()}
    folder = Path(str(find_assets().templates)) / "reply" / "refused"
    assert {path.stem for path in folder.glob("*.j2")} == said
