"""check-game: every folder that is shipped is sound, and every mistake is named with its file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.assets import Assets, find_assets
from judge.checking import check_folder
from judge.checking.sentences import sentence_mistakes
from judge.cli import main
from judge.variants.yaml_source import parse_document

GAMES = find_assets().games
FOLDERS = sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))
TEMPLATE = "_template"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_is_without_mistakes(folder: str, shipped: Assets) -> None:
    """The template among them; their cases are judged elsewhere, each as a test of its own."""
    assert list(map(str, check_folder(GAMES / folder, [GAMES], shipped))) == []


def test_the_template_is_no_game_but_sound(shipped: Assets, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", TEMPLATE, "--cases"]) == 0
    assert TEMPLATE in FOLDERS


MISTAKES = parse_document((Path(__file__).parent / "mistakes.yaml").read_text("utf-8"), "mistakes.yaml").plain()


LEAST = {
    "colonial_diplomacy": 38, "colonial_variant": 37, "columbus": 39, "gigaton": 14, "new_world_1492": 33, "outer_space": 26,
    "standard": 19,
}  # fmt: skip
"""Game → how many sentences its sheet has at least, as its list tells them apart."""


@pytest.mark.parametrize("folder", LEAST)
def test_every_rule_sheet_is_listed_sentence_by_sentence(folder: str) -> None:
    """That each has its proof, and that the proof exists, is what check_folder says."""
    sheet = parse_document((GAMES / folder / "rules.yaml").read_text("utf-8"), "rules.yaml")
    assert len(sheet.get("sentences").table()) >= LEAST[folder]


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ("tests/test_it.py::test_water", ""),
        ("tests/test_it.py", ""),
        ("tests/test_it.py::test_drain", "there is no 'test_drain' in tests/test_it.py"),
        ("tests/test_them.py", "there is no file tests/test_them.py"),
        ("elsewhere/test_it.py", ""),  # an installed judge has no tests
    ],
)
def test_a_proof_by_a_test_exists(proof: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text("def test_water() -> None: ...\n")
    (tmp_path / "games" / "wet").mkdir(parents=True)
    (tmp_path / "games" / "wet" / "rules.yaml").write_text(f"sentences:\n  1: {{says: It rains., proof: [{proof}]}}\n")
    found = [wrong.message for wrong in sentence_mistakes(tmp_path / "games" / "wet")]
    assert found == ([f"sentences.1.proof: {said}"] if said else [])


def copied(folder: Path) -> Path:
    """A copy of the template under another name."""
    shutil.copytree(GAMES / TEMPLATE, folder / "bad", ignore=shutil.ignore_patterns("__pycache__"))
    case = folder / "bad" / "cases" / "trenches.yaml"
    case.write_text(case.read_text("utf-8").replace(f"variant: {TEMPLATE}", "variant: bad"))
    return folder / "bad"


def line_of(text: str, wanted: str) -> int:
    """A line by its number, or the last line that holds a text."""
    lines = enumerate(text.split("\n"), 1)
    return int(wanted) if wanted.isdigit() else max(number for number, line in lines if wanted in line)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_its_line(name: str, tmp_path: Path, shipped: Assets) -> None:
    row, path = MISTAKES[name], copied(tmp_path)
    file = path / row["in"]
    before = file.read_text("utf-8")
    assert row["for"] in before
    after = before.replace(row["for"], row["put"], 1)
    file.write_text(after, "utf-8")
    found = check_folder(path, [tmp_path, GAMES], shipped, run=True)
    there = [(Path(wrong.file).relative_to(path).as_posix(), wrong.line) for wrong in found if row["says"] in wrong.message]
    assert (row["in"], line_of(after, row["line"])) in there, "\n".join(map(str, found))
    assert len(found) <= 3, "\n".join(map(str, found))  # one mistake is not told as many


def test_a_mistake_in_what_jdip_calls_a_board_is_named(tmp_path: Path, shipped: Assets) -> None:
    folder = copied(tmp_path)
    (folder / "jdip.yaml").write_text("variant: Standard\nbeyound: {swi: Switzerland}\n", "utf-8")
    [wrong] = check_folder(folder, [tmp_path, GAMES], shipped)
    assert (Path(wrong.file).name, wrong.line) == ("jdip.yaml", 2)
    assert "beyound" in wrong.message
