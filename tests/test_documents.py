"""What the documents say is so: paths exist, links lead somewhere, README shows real output, and examples are understood."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from judge.commands.base import IncompleteCommand, UnknownCommand
from judge.commands.dice import OF_DICE
from judge.commands.orders import OrderLines
from judge.commands.parse import parse
from judge.notation.reader import ParsedOrder
from judge.rules.ruleset import Ruleset

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), ROOT / "games/README.md", *(ROOT / "docs").glob("*.md")]
EXAMPLES = ("games/trio/", "templates/reply/centres", "templates/reply/nickname", "templates/reply/nudged", "templates/news/nudged")
"""Files that a recipe makes; and `KEY` stands for a name."""
PATH = re.compile(r"`((?:judge|tests|templates|games|docs|deploy|grammar|\.ci)/[\w./*-]*)[`:]|`(\w+\.(?:md|toml)|Makefile)`")
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]+)?\)")
NOTATION_PAGES = ("players.md", "gm.md")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(page: str) -> list[str]:
    return re.findall(r"^```text\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)


def anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {anchor(heading.strip()) for heading in re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)}


def assert_in_order(lines: list[str], text: str) -> None:
    """Every line but those of dots stands in the text, in the same order."""
    real = iter(text.splitlines())
    for line in lines:
        assert line == "…" or any(line == other for other in real), f"not what the program says: {line!r}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_path_named_exists(page: Path) -> None:
    if page.name == "decisions.md":
        return  # tells of what was, too
    named = {one or other for one, other in PATH.findall(page.read_text("utf-8"))}
    real = {path for path in named if not path.startswith(EXAMPLES) and "KEY" not in path}
    missing = {path for path in real if not any(list(folder.glob(path)) for folder in (ROOT, page.parent))}
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, heading in LINK.findall(page.read_text("utf-8")):
        if not re.match(r"\w+:", target):
            there = page.parent / target
            assert there.exists(), target
            assert not heading or heading[1:] in anchors(there), target + heading


def test_readme_shows_the_judge_s_own_report_and_map() -> None:
    drawn = runpy.run_path(str(ROOT / "deploy" / "docs" / "example.py"))
    result = drawn["example"]()
    assert result.unread == ()
    report = result.report().splitlines()
    _, *shown = blocks("README.md")[0].splitlines()  # its heading has the game's name
    assert_in_order(shown, "\n".join(report))
    with Image.open(drawn["PICTURE"]) as picture:
        assert picture.info[drawn["SOURCE"]] == drawn["fingerprint"](result.draw()), "run: make docs"


def test_readme_shows_a_real_question_and_its_answer() -> None:
    story = (ROOT / "tests/letters/stories/j2_typos.txt").read_text("utf-8")
    assert_in_order([line for block in blocks("README.md")[1:] for line in block.splitlines()], story)


def examples() -> Iterator[tuple[str, str]]:
    for page in NOTATION_PAGES:
        text = (ROOT / "docs" / page).read_text("utf-8")
        yield from ((page, block) for block in blocks(f"docs/{page}"))
        yield from ((page, said) for said in re.findall(r"`([A-Z][A-Z ]{2,}(?: [^`]*)?)`", text))


@pytest.mark.parametrize(("page", "text"), list(examples()))
def test_every_example_is_understood(page: str, text: str, ruleset: Ruleset) -> None:
    for command in parse(text, OF_DICE):
        assert not isinstance(command, UnknownCommand), command
        assert not isinstance(command, IncompleteCommand) or " " not in text, command
        if isinstance(command, OrderLines):
            for order in (part for line in command.lines for part in re.split(r"\s{2,}|, (?=A\()", line) if part):
                assert reads(order, ruleset), order


def reads(order: str, ruleset: Ruleset) -> bool:
    """Whether a line of orders is read as such: those with conditions and retreats in brackets have readers before this one."""
    if order.startswith("IF ") or "(ret" in order or "if not" in order:
        return True
    found = ruleset.notation.read(order, ruleset.board, ruleset.start, "France", strict=False)
    return all(isinstance(reading, ParsedOrder) for reading in found)


def test_decisions_stand_under_a_subject_of_the_index_and_have_a_date() -> None:
    page = (ROOT / "docs/decisions.md").read_text("utf-8")
    head, *parts = re.split(r"^## ", page, flags=re.MULTILINE)
    assert re.findall(r"^- \[(.*)\]\(#.*\)$", head, re.MULTILINE) == [part.splitlines()[0] for part in parts]
    for decision in page.split("\n\n"):
        if decision.startswith("**"):
            assert re.search(r"\(\d{4}-\d{2}-\d{2}\)$", decision.strip()), decision
