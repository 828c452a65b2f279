"""new-game begins a folder that is sound at once and never touches one that is there; check-game's ways to end."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.assets import Assets
from judge.cli import main
from judge.variants import load_ruleset
from judge.variants.folder import variant_texts


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_is_sound_and_can_be_loaded(here: Path, shipped: Assets, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "Blue_Moon"]) == 0
    told = capsys.readouterr().out
    assert "judge check-game Blue_Moon --cases" in told
    assert "CREATE Gamename VARIANT Blue_Moon" in told
    assert main(["check-game", "Blue_Moon", "--cases"]) == 0
    ruleset = load_ruleset("Blue_Moon", [here], shipped.grammars())
    assert (ruleset.title, ruleset.names) == ("Blue Moon", ("Blue_Moon", "blue moon"))
    written = [path for path in (here / "Blue_Moon").rglob("*.*") if path.suffix != ".pyc"]
    assert written
    assert not [path for path in written if "_template" in path.read_text("utf-8")]


def test_it_is_made_in_games_if_there_is_such_a_folder_or_where_one_says(here: Path) -> None:
    (here / "games").mkdir()
    assert main(["new-game", "moon"]) == 0
    assert (here / "games" / "moon" / "game.yaml").is_file()
    assert main(["new-game", "sun", "--in", "elsewhere"]) == 0
    assert main(["check-game", "elsewhere/sun"]) == 0
    assert main(["check-game", "sun", "--games", "elsewhere"]) == 0


def test_what_is_there_is_never_overwritten(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "moon").mkdir()
    (here / "moon" / "game.yaml").write_text("mine")
    assert main(["new-game", "moon"]) == 2
    assert "there already" in capsys.readouterr().err
    assert [path.name for path in (here / "moon").iterdir()] == ["game.yaml"]
    assert (here / "moon" / "game.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["../moon", "_moon", "a moon", "", "standard", "fleet_rome", "Regular"])
def test_a_name_that_is_none_or_taken_is_refused(name: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", name]) == 2
    assert capsys.readouterr().err
    assert list(here.iterdir()) == []


def test_no_such_folder_ends_with_2(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", "moon"]) == 2
    assert "no game folder 'moon'" in capsys.readouterr().err


def test_mistakes_of_all_files_are_found_in_one_run(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new-game", "moon"])
    for file, old, new in (
        ("map.yaml", "borders: [\"#\", Elm", "borders: [\"#\", Elmo"),
        ("map.yaml", "kind: sea, also: [Deep]", "also: [Deep]"),
        ("game.yaml", "F(Oak)]", "F(Oaf)]"),
        ("game.yaml", "step: 5", "step: five"),
        ("game.yaml", "#b5413b", "red"),
        ("orders.lark", "-> dig", "-> delve"),
        ("rules.py", "def hold_strength(", "def holds_strength("),
        ("rules.py", "from typing import", "import os\nfrom typing import"),
        ("words/stony.j2", "}}", "}"),
        ("cases/trenches.yaml", "title: Hard soil", "tilte: Hard soil"),
        ("game.yaml", "default: szykman", "default: x"),
    ):  # fmt: skip
        path = here / "moon" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
    assert main(["check-game", "moon"]) == 1
    out = capsys.readouterr().out
    for said in (
        "'Elmo' is no space", "needs a kind", "F(Oaf)", "'five' is not a whole number", "'red' is no colour", "delve has no form",
        "answers no question", "imports os", "words/stony.j2:1", "unknown key 'tilte'", "'x' is not one of",
    ):  # fmt: skip
        assert said in out, out


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("game.yaml", "title: {", "game.yaml:"),
        ("map.yaml", "- a\n- b\n", "map.yaml:1"),
        ("map.yaml", "Ash: {kind: [land]}\n", "map.yaml:1"),
        ("rules.py", "class", "rules.py:1"),
        ("orders.lark", "", "dig"),
        ("orders.lark", "%%%", "orders.lark:1"),
        ("cases/trenches.yaml", "", "no case in this file"),
        ("cases/trenches.yaml", "[", "trenches.yaml:"),
        ("game.yaml", "extends: moon\n", "extends itself"),
        ("game.yaml", "powers: [a]\nstart: x\ncalendar: 3\nhouse_rules: {a: {b: c}}\nmodules: {}\nforms: 1\n", "calendar"),
        ("game.yaml", "", "a game needs powers"),
    ],
)
def test_however_broken_a_file_is_there_is_no_traceback(
    file: str, text: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new-game", "moon"])
    (here / "moon" / file).write_text(text)
    assert main(["check-game", "moon", "--cases"]) == 1
    assert said in capsys.readouterr().out


def test_bytes_that_are_no_text_are_named(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new-game", "moon"])
    for file in ("map.yaml", "orders.lark", "rules.py", "words/stony.j2", "cases/trenches.yaml"):
        (here / "moon" / file).write_bytes(b"\xff\xfe")
        assert main(["check-game", "moon"]) == 1
        assert file in capsys.readouterr().out
        main(["new-game", "moon"])


def test_a_small_game_of_its_own_is_four_files(here: Path, shipped: Assets, capsys: pytest.CaptureFixture[str]) -> None:
    """Three spaces and a rule: game.yaml, which says in words what the game is about, map.yaml, rules.py and a case."""
    small = here / "duel"
    (small / "cases").mkdir(parents=True)
    (small / "game.yaml").write_text(
        "title: Duel\nabout: In the Pass a unit holds with one more.\npowers: {West: {}, East: {}}\n"
        "start:\n  units: {West: [A(Low)], East: [A(Top)]}\n"
        "calendar:\n  start: 1\n  seasons: [{name: 'Year {year}', kind: movement, counts: yes}]\n"
        "house_rules: {centres_to_win: 2}\nmodules: [Pass]\n"
    )
    (small / "map.yaml").write_text(
        "Low: {kind: land, centre: home of West, armies: [Pas]}\nPas: {kind: land, armies: [Low, Top]}\n"
        "Top: {kind: land, centre: home of East, armies: [Pas]}\n"
    )
    (small / "rules.py").write_text(
        "from judge.rules import Rules\n\n\nclass Pass(Rules):\n"
        "    def hold_strength(self, turn, space, stop):\n        low, high = super().hold_strength(turn, space, stop)\n"
        "        return (low + 1, high + 1) if space == 'Pas' else (low, high)\n"
    )
    (small / "cases" / "pass.yaml").write_text(
        "variant: duel\nunits: {West: [A(Low)], East: [A(Top), A(Pas)]}\norders: {West: [A(Low)-Pas]}\n"
        "expect: {orders: {A(Low)-Pas: fails}}\n"
    )
    told = main(["check-game", "duel", "--cases"])
    assert told == 0, capsys.readouterr().out
    assert "one more" in variant_texts("duel", [here])["README.md"]
    (small / "game.yaml").write_text((small / "game.yaml").read_text().replace("about: ", "# "))
    assert main(["check-game", "duel"]) == 1
    assert "README.md" in capsys.readouterr().out


def test_ten_minutes_are_enough(here: Path, shipped: Assets, capsys: pytest.CaptureFixture[str]) -> None:
    """What games/README.md tells one to do makes Fleet Rome."""
    page = (shipped.games / "README.md").read_text("utf-8")
    assert main(["new-game", "tiber"]) == 0
    folder = here / "tiber"
    for file in ("map.yaml", "orders.lark", "rules.py", "words/command-water.j2", "words/events.j2", "cases/trenches.yaml"):
        (folder / file).unlink()
    text = page.partition("```yaml\n")[2].partition("```")[0].replace("[fleet rome]", "[tiber]")
    (folder / "game.yaml").write_text(text.replace("F(Rom)", "F(Rmo)"), "utf-8")
    (folder / "cases" / "one.yaml").write_text(
        "variant: tiber\norders: {Italy: [F(Rom)-TYS]}\nexpect: {orders: {F(Rom)-TYS: succeeds}}\n"
    )
    (folder / "README.md").unlink()
    capsys.readouterr()
    assert main(["check-game", "tiber"]) == 1
    told = [line.strip().replace("games/fleet_rome", "tiber") for line in page.split("\n") if line.startswith("    games/")]
    assert sorted(capsys.readouterr().out.splitlines()) == sorted(told)
    (folder / "game.yaml").write_text(text, "utf-8")
    (folder / "README.md").write_text("# Tiber\n")
    assert main(["check-game", "tiber", "--cases"]) == 0
    made, ours = (load_ruleset(name, [here, shipped.games], shipped.grammars()) for name in ("tiber", "fleet_rome"))
    assert (made.start, made.title, made.house_rules) == (ours.start, ours.title, ours.house_rules)
