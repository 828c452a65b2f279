"""One small board, told in the files of four judges: each gives the same folder, which is sound and plays."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from judge.assets import Assets, find_assets
from judge.checking import check_folder
from judge.cli import main
from judge.importing import ImportFault, find_format, read_board, write_folder
from judge.importing.coding import house_codes, house_names, short_names
from judge.importing.foreign import ForeignBoard, ForeignPower, ForeignSpace
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

SAMPLES = Path(__file__).parent / "samples"
FILES = {
    "njudge": SAMPLES / "njudge" / "data" / "map.tiny",
    "dpjudge": SAMPLES / "dpjudge" / "tiny.map",
    "jdip": SAMPLES / "jdip" / "tiny",
    "godip": SAMPLES / "godip" / "tiny",
}
ARMIES = {
    "Ard": {"Are", "Blu"}, "Are": {"Ard", "Mid"}, "Blu": {"Ard", "Mid", "Bor", "Spl"}, "Bor": {"Mid", "Blu", "Spl"},
    "Mid": {"Are", "Blu", "Bor"}, "Spl": {"Blu", "Bor"},
}  # fmt: skip
FLEETS = {
    "NSE": {"Ard", "Blu", "Spl.nc"}, "SSE": {"Are", "Bor", "Spl.sc"}, "Ard": {"NSE", "Blu"}, "Are": {"SSE", "Bor"},
    "Blu": {"NSE", "Ard", "Spl.nc"}, "Bor": {"SSE", "Are", "Spl.sc"}, "Spl.nc": {"NSE", "Blu"}, "Spl.sc": {"SSE", "Bor"},
}  # fmt: skip
"""The board, as it was thought up before it was written in four ways."""


def imported(form: str, folder: Path, shipped: Assets) -> Ruleset:
    write_folder(read_board(FILES[form]), folder / "tiny")
    assert list(map(str, check_folder(folder / "tiny", [folder, find_assets().games], shipped, run=True))) == []
    return load_ruleset("tiny", [folder], shipped.grammars())


@pytest.mark.parametrize("form", FILES)
def test_the_same_board_from_every_judge(form: str, tmp_path: Path, shipped: Assets) -> None:
    assert find_format(FILES[form]) == form
    rules = imported(form, tmp_path, shipped)
    assert {place: set(to) for place, to in rules.board.links["A"].items()} == ARMIES
    assert {place: set(to) for place, to in rules.board.links["F"].items()} == FLEETS
    assert rules.board.spaces["Wal"].kind == "impassable"
    assert {space.home for space in rules.board.spaces.values() if space.centre} == {"Red", "Blue", ""}
    assert set(rules.board.centres) == {"Ard", "Are", "Blu", "Bor", "Mid", "Spl"}
    assert {str(unit) for unit in rules.start.units_of("Red")} == {"F(Ard)", "A(Are)"}
    assert {str(unit) for unit in rules.start.units_of("Blue")} == {"F(Blu)", "A(Bor)"}
    assert (rules.start.phase.name, rules.number("centres_to_win")) == ("Spring 1850", 4)
    assert rules.board.spaces["Blu"].name == "Blundell"


GARRISONS = """
	for _, sc := range TinyGraph().SCs(godip.Neutral) {
		if err = result.SetUnit(godip.Province(sc), godip.Unit{
			Type:   godip.Army,
			Nation: godip.Neutral,
		}); err != nil {
			return
		}
	}
"""


@pytest.mark.parametrize(("orders", "comes_back"), [("nil", False), ("westernworld901.NeutralOrders", True)])
def test_armies_in_every_neutral_centre_are_read(orders: str, comes_back: bool, tmp_path: Path, shipped: Assets) -> None:
    """godip sets them in a loop; whether they come back in winter is told by a function's name."""
    text = (FILES["godip"] / "tiny.go").read_text("utf-8")
    begun = f"\treturn state.New(TinyGraph(), phase, classical.BackupRule, nil, {orders})\n"
    (tmp_path / "go").mkdir()
    (tmp_path / "go" / "tiny.go").write_text(text.replace("\treturn\n", GARRISONS + begun, 1), "utf-8")
    write_folder(read_board(tmp_path / "go"), tmp_path / "tiny")
    assert list(map(str, check_folder(tmp_path / "tiny", [tmp_path, find_assets().games], shipped, run=True))) == []
    rules = load_ruleset("tiny", [tmp_path], shipped.grammars())
    assert [(power.name, power.returns) for power in rules.standing] == [("Neutral", comes_back)]
    assert {str(unit) for unit in rules.start.units_of("Neutral")} == {"A(Mid)", "A(Spl)"}
    page = (tmp_path / "tiny" / "README.md").read_text("utf-8")
    assert "- Nobody orders the units of Neutral" in page
    assert ("each is back where it began" in page) == comes_back
    assert page.startswith("# Tiny\n\nFor 2 players: ")


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    board = read_board(FILES["jdip"])
    assert board.left == ["The plug-in has more variants: Tiny Crowded (name one with --variant)."]
    assert board.weak == [("ard", "blu", 1)]
    write_folder(board, tmp_path / "tiny")
    page = (tmp_path / "tiny" / "README.md").read_text("utf-8")
    assert "- The plug-in has more variants" in page
    assert "GPL 2 (jDip)" in page
    assert "variants.xml, tiny_adjacency.xml" in page


UNPLAYED = {
    "one is gone": ("UNPLAYED RED", {"Blue"}, {"blu", "bor", "mid", "spl"}),
    "all are gone, and one comes back": ("UNPLAYED ALL\nGREEN (GREEN) BLU\nA BLU", {"Green"}, {"blu", "mid", "spl"}),
    "all but one": ("UNPLAYED ALL EXCEPT BLUE\nUNOWNED ARD", {"Blue"}, {"ard", "blu", "bor", "mid", "spl"}),
    "one comes back with less": ("UNPLAYED BLUE, RED\nRED (RED) ARE\nA ARE", {"Red"}, {"are", "mid", "spl"}),
}


@pytest.mark.parametrize("what", UNPLAYED)
def test_nothing_is_left_of_powers_that_are_not_played(what: str, tmp_path: Path) -> None:
    lines, powers, centres = UNPLAYED[what]
    shutil.copytree(SAMPLES / "dpjudge", tmp_path / "maps")
    (tmp_path / "maps" / "fewer.map").write_text(f"USE tiny.map\n{lines}\n", "utf-8")
    board = read_board(tmp_path / "maps" / "fewer.map")
    assert {power.name for power in board.powers.values()} == powers
    assert not any(power.stands for power in board.powers.values())
    assert {code for code, space in board.spaces.items() if space.centre} == centres
    assert {board.powers[owner].name for owner, _, _ in board.units} == powers


def test_a_power_that_stands_under_another_name(tmp_path: Path, shipped: Assets) -> None:
    """Its homes and units go with the name; a case to begin with is not for a power for which nobody orders."""
    shutil.copytree(SAMPLES / "dpjudge", tmp_path / "maps")
    lines = "USE tiny.map\nDUMMY BLUE\nBlue -> _Azure (Azure)\nRED (RED) ARD ARE\nUNITS\nBEGIN WINTER 1850 ADJUSTMENTS\n"
    (tmp_path / "maps" / "other.map").write_text(lines, "utf-8")
    board = read_board(tmp_path / "maps" / "other.map")
    assert ({power.name: power.stands for power in board.powers.values()}, board.left) == ({"Red": False, "Azure": True}, [])
    assert {code for code, space in board.spaces.items() if space.home == "Azure"} == {"blu", "bor"}
    write_folder(board, tmp_path / "other")
    assert list(map(str, check_folder(tmp_path / "other", [tmp_path, find_assets().games], shipped, run=True))) == []


def test_a_name_that_begins_like_a_line_of_the_map(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / "dpjudge", tmp_path / "maps")
    tiny = tmp_path / "maps" / "tiny.map"
    tiny.write_text(tiny.read_text("utf-8").replace("Borsa = bor", "Port Borsa = bor"), "utf-8")
    board = read_board(tiny)
    assert (board.spaces["bor"].name, board.left) == ("Port Borsa", [])


BROKEN = {
    "no board": ("notes.txt", "Dear reader", "is no board that I know"),
    "half a map": ("map.half", "Arden, R ard\n-1\nard-mv: ard\n-1\n", "there is no board with centres in it"),
    "no XML": ("variants.xml", "<VARIANTS><VARIANT", "is no XML that can be read"),
    "a file that is not there": ("x.map", "USE nowhere.map\n", "nowhere.map is used, but is not there"),
    "a circle": ("x.map", "USE x.map\n", "use one another in a circle"),
    "Machiavelli": ("map.mach", "Arden, R ard\n-1\nard-cc: ard\nard-mv: ard\n-1\n", "it is another game"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_files_that_are_no_board(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, text, says = BROKEN[what]
    (tmp_path / name).write_text(text)
    assert main(["import-game", str(tmp_path / name), "--to", str(tmp_path / "out")]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_however_files_are_cut_off_there_is_no_traceback(tmp_path: Path) -> None:
    """Any beginning of any sample is a board or refused in a sentence."""
    for form, path in FILES.items():
        source = tmp_path / form
        shutil.copytree(path if path.is_dir() else path.parent, source)
        for file in sorted(source.iterdir()):
            whole = file.read_bytes()
            for part in range(0, len(whole), 97):
                file.write_bytes(whole[:part])
                with suppress(ImportFault):
                    read_board(source if path.is_dir() else source / path.name, form)
            file.write_bytes(whole)


def test_the_command_makes_a_folder_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import-game", str(FILES["njudge"]), "--to", str(tmp_path / "wee")]) == 0
    assert "9 spaces, 6 centres, 2 powers" in capsys.readouterr().out
    assert main(["check-game", str(tmp_path / "wee"), "--cases"]) == 0
    assert main(["import-game", str(FILES["njudge"]), "--to", str(tmp_path / "wee")]) == 2
    assert "is there already; nothing was changed" in capsys.readouterr().err


def test_new_game_from_another_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "wee", "--in", str(tmp_path), "--from", "jdip", str(FILES["jdip"])]) == 0
    assert (tmp_path / "wee" / "map.yaml").is_file()
    assert main(["new-game", "woo", "--in", str(tmp_path), "--from", "chess", str(FILES["jdip"])]) == 2
    assert "'chess' is none of diplomacy, dpjudge, godip, jdip, njudge" in capsys.readouterr().err


def test_codes_names_and_powers_are_told_apart() -> None:
    """Two powers that begin alike, two spaces of one name, a name that is another's code, codes with signs in them."""
    board = ForeignBoard("x", files=["x"])
    sea, land, rome = ForeignSpace("a1-", "Gulf", "sea", also=["rom"]), ForeignSpace("a1", "Gulf"), ForeignSpace("rom", "Rome")
    board.spaces = {space.code: space for space in (sea, land, rome)}
    codes = house_codes(board)
    assert codes == {"a1-": "A1", "a1": "A2", "rom": "Rom"}
    names = house_names(board, codes)
    assert names == {"a1-": ("Gulf", []), "a1": ("Gulf (A2)", []), "rom": ("Rome", [])}
    assert board.left == ["Two spaces are called Gulf; A2 is told apart by its code."]
    powers = [ForeignPower("Eastern Empire"), ForeignPower("Eastland"), ForeignPower("East")]
    assert short_names(powers) == {"Eastern Empire": "Eas", "Eastland": "Eat", "East": "Ea1"}
