"""The case file: one position with its orders, or a history of several phases, read and checked before anything is judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from judge.variants.folder import DEFAULT
from judge.variants.yaml_source import FolderError, YamlNode, parse_documents, parse_json_line

ABOUT = ("id", "title", "source", "variant", "house_rules", "seed", "loose", "reader")
BOARD = ("units", "dislodged", "standoffs", "owners", "state")
PHASE = ("phase", "orders", "retreats", "dice", "expect")
EXPECT = (
    "orders", "units", "dislodged", "destroyed", "removed", "standoffs", "owners", "state", "dice", "next_phase", "winners",
    "report", "report_excludes", "printed", "public", "private", "private_excludes",
)  # fmt: skip


@dataclass(frozen=True)
class CasePhase:
    """One phase of a case: its name, the orders as written, the stated throws, and what should come of it."""

    phase: YamlNode
    orders: YamlNode
    retreats: YamlNode
    """Orders for the retreats that follow this phase, if they are told in the same block."""
    dice: YamlNode
    expect: YamlNode
    """What should have come of it when all that the block tells has been judged."""

    def expecting_nothing(self) -> CasePhase:
        """The same phase without its expectation."""
        return replace(self, expect=YamlNode({}, self.expect.file, self.expect.line))

    def lines(self, orders: YamlNode) -> dict[str, tuple[str, ...]]:
        """power as written → its order lines. Raises FolderError."""
        return {power: listed.texts() for power, listed in orders.table().items()}


@dataclass(frozen=True)
class Case:
    """A case as its file tells it, its keys checked; names of powers, places and units are read with the game's own."""

    id: str
    variant: str
    seed: str
    house_rules: Mapping[str, str]
    sheet: YamlNode
    blocks: tuple[CasePhase, ...]
    loose: str
    """Why it has orders that nobody could send by letter (another's unit, a coast that is missing); '' if it has none."""
    reader: YamlNode
    """The power whose view the expectations are about; empty for the truth."""
    history: bool
    """Whether the case has `turns:`, so that its outcome is a list."""


def read_cases(text: str, file: str) -> tuple[YamlNode, ...]:
    """The cases of a YAML or JSON file: its documents, and the members of those that are lists. Raises FolderError."""
    found = tuple(case for sheet in parse_documents(text, file) for case in _members(sheet))
    if not found:
        raise FolderError(file, 0, "no case in this file")
    return found


def _members(sheet: YamlNode) -> tuple[YamlNode, ...]:
    return sheet.value if isinstance(sheet.value, tuple) else (sheet,)


def read_jsonl_cases(lines: Iterable[str], file: str, first: int = 1) -> Iterator[YamlNode | FolderError]:
    """The cases of a JSONL file, one a line; a line that is no JSON object is its error. Empty lines are passed over. `first`: the
    number of the first of these lines in the file.
    """
    for number, line in enumerate(lines, first):
        if line.strip():
            try:
                yield parse_json_line(line, file, number)
            except FolderError as error:
                yield error


def read_case(sheet: YamlNode) -> Case:
    """One case. Raises FolderError naming the key and the value that is wrong."""
    if not isinstance(sheet.value, Mapping):
        raise sheet.wrong("a case is a table of keys: id, variant, phase, units, orders, …")
    turns = sheet.get("turns")
    history = "turns" in sheet.value
    sheet.only(*ABOUT, *BOARD, *(("turns",) if history else PHASE))
    return Case(
        id=sheet.get("id").text(),
        variant=sheet.get("variant").text() or DEFAULT,
        seed=sheet.get("seed").text(),
        house_rules={rule: value.text() for rule, value in sheet.get("house_rules").table().items()},
        sheet=sheet,
        loose=sheet.get("loose").text(),
        reader=sheet.get("reader"),
        blocks=tuple(_block(turn, *PHASE) for turn in turns.list()) if history else (_block(sheet),),
        history=history,
    )


def _block(sheet: YamlNode, *known: str) -> CasePhase:
    if known:
        sheet.only(*known)
    sheet.get("expect").only(*EXPECT)
    return CasePhase(*(sheet.get(key) for key in PHASE))
