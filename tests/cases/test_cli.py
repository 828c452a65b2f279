"""`judge adjudicate` from outside: what it prints, its exit statuses, and that nothing gives a traceback."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path

import pytest

from judge.cases import cli

GOOD = {"id": "g", "units": {"France": ["A(Par)"]}, "orders": {"France": ["A(Par)-Bur"]}}
FOLDERS = Path(__file__).parents[1] / "games" / "folders"


def adjudicate(*args: str) -> int:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    return cli.run(parser.parse_args(args))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(json.dumps(GOOD))
    return path


def test_it_prints_a_report(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adjudicate(str(file)) == 0
    assert "FRANCE: A(Par)-Bur" in capsys.readouterr().out


def test_it_prints_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adjudicate(str(file), "--json") == 0
    assert json.loads(capsys.readouterr().out)["units"] == {"France": ["A(Bur)"]}


@pytest.mark.parametrize(("place", "status"), [("Bur", 0), ("Par", 1)])
def test_check_says_by_its_status_whether_all_is_as_expected(
    place: str, status: int, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(json.dumps({**GOOD, "expect": {"units": {"France": [f"A({place})"]}}}))
    assert adjudicate(str(file), "--check") == status
    assert ("units.France" in capsys.readouterr().out) is bool(status)


BROKEN = (
    "", "units: {France: [A(Par)]", "- x\n- y", "a: &a [*a]", "[" * 200_000, "a: {" * 90_000, "variant: nowhere",
    "variant: ../standard", f"variant: {'x' * 999}", "\0", "x: !!a/b:os 3",
)  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_cannot_be_read_is_one_message_and_status_2(
    text: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    assert adjudicate(str(file), "--json") == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_file_that_is_not_there_or_not_text_is_status_2(tmp_path: Path, file: Path) -> None:
    assert adjudicate(str(tmp_path / "none.yaml")) == 2
    assert adjudicate(str(tmp_path)) == 2
    file.write_bytes(b"\xff\xfe\x00")
    assert adjudicate(str(file)) == 2


def test_half_a_character_stops_no_batch(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b'\xff\n{"id": "\xff\\ud800", "orders": {}}\n' + json.dumps(GOOD).encode())
    assert adjudicate(str(file), "--batch") == 0
    broken, odd, good = map(json.loads, capsys.readouterr().out.splitlines())
    assert broken["errors"]
    assert odd["phase"] == "Spring 1901"
    assert good["id"] == "g"


def test_a_batch_answers_line_for_line_and_goes_on_after_a_bad_one(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {**GOOD, "id": 7, "units": {"France": [["x"]]}}
    lines = [json.dumps(GOOD), "", "{not json", json.dumps(wrong), "[1]", json.dumps(GOOD)]
    file.write_text("\n".join(lines))
    assert adjudicate(str(file), "--batch") == 0
    first, broken, bad, no_case, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == last
    assert first["units"] == {"France": ["A(Bur)"]}
    assert first["report"] == ""
    assert set(broken) == set(no_case) == {"errors"}
    assert bad["id"] == "7"
    assert bad["errors"]


def test_a_batch_in_several_processes_is_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the same order, and an error names its line of the whole file, also behind many others."""
    lines = [json.dumps({**GOOD, "id": f"g{number}"}) for number in range(130)]
    lines[120:120] = ["", "{not json"]
    file.write_text("\n".join(lines))
    assert adjudicate(str(file), "--batch") == 0
    alone = capsys.readouterr().out
    assert adjudicate(str(file), "--batch", "--jobs", "2") == 0
    assert capsys.readouterr().out == alone
    assert ":122" in alone


def test_a_batch_gives_report_texts_only_when_asked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adjudicate(str(file), "--batch", "--report") == 0
    assert "FRANCE" in json.loads(capsys.readouterr().out)["report"]


def test_a_case_may_be_of_a_game_in_another_folder(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("variant: garden\nunits: {France: [A Swiss]}\norders: {France: [A Swi-Tyr]}")
    assert adjudicate(str(file), "--json", "--games", str(FOLDERS)) == 0
    assert json.loads(capsys.readouterr().out)["units"] == {"France": ["A(Tyr)"]}


def test_a_history_is_a_list_of_outcomes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("id: h\nturns: [{orders: {}}, {phase: Fall 1901}]")
    assert adjudicate(str(file), "--json") == 0
    row = json.loads(capsys.readouterr().out)
    assert [turn["phase"] for turn in row["turns"]] == ["Spring 1901", "Autumn 1901"]


def test_standard_input_is_read(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(GOOD)))
    assert adjudicate("-", "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == "g"
