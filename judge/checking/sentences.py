"""`rules.yaml`: the sentences of a game's rules by number, in its author's own words, each with what proves it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.cases.case import read_cases
from judge.variants.folder import read_text
from judge.variants.yaml_source import FolderError, YamlNode, parse_document

SENTENCES = "rules.yaml"
NAMED = "::"
"""Between the file of a proof and its name in that file."""


def sentence_mistakes(path: Path) -> Iterator[FolderError]:
    """Sentences of a folder's rules.yaml that say nothing or are not proved, and proofs that do not exist."""
    file = path / SENTENCES
    if not file.is_file():
        return
    try:
        sheet = parse_document(read_text(file), str(file))
        sheet.only("sheet", "sentences")
        told = sheet.get("sentences").table()
    except FolderError as wrong:
        yield wrong
        return
    if not told:
        yield sheet.wrong("there are no sentences; write `sentences:`, each with its number, what it `says`, and its `proof`")
    for number, entry in told.items():
        yield from _wrong_sentence(path, number, entry)


def _wrong_sentence(path: Path, number: str, entry: YamlNode) -> Iterator[FolderError]:
    try:
        entry.only("says", "proof")
        if entry.get("says").empty:
            yield entry.wrong(f"sentence {number} says nothing; write `says:`")
        proofs = entry.get("proof").list()
    except FolderError as wrong:
        yield wrong
        return
    if not proofs:
        yield entry.wrong(f"sentence {number} is not proved; name a case, a story or a test under `proof`")
    for proof in proofs:
        if missing := _missing(path, proof.text()):
            yield proof.wrong(missing)


def _missing(path: Path, proof: str) -> str:
    """Why a proof does not exist; '' if it does, or if the tests are not at hand, as in an installed judge."""
    file, _, name = proof.partition(NAMED)
    if "/" not in file:
        cases = path / "cases" / f"{file}.yaml"
        if not name:
            return f"{proof!r} names no case; write FILE::CASE, a file of cases/ without .yaml and the case's id"
        return "" if name in _case_ids(cases) else f"there is no case {name!r} in {cases}"
    root = path.resolve().parent.parent
    if not (root / Path(file).parts[0]).is_dir():
        return ""
    if not (root / file).is_file():
        return f"there is no file {file}"
    return "" if not name or name in _names(root / file) else f"there is no {name!r} in {file}"


def _names(file: Path) -> frozenset[str]:
    if file.suffix == ".yaml":
        return _case_ids(file)
    return frozenset(re.findall(r"^(?:async )?def (test_\w+)", read_text(file), re.MULTILINE))


def _case_ids(file: Path) -> frozenset[str]:
    """The ids of a file's cases; none if it is missing or cannot be read."""
    try:
        sheets = read_cases(read_text(file), str(file))
    except FolderError:
        return frozenset()
    ids = (sheet.get("id").value for sheet in sheets if isinstance(sheet.value, Mapping))
    return frozenset(each for each in ids if isinstance(each, str))
