"""Every game folder is sound; folders merge; a mistake names its file and line."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from judge.assets import Assets, find_assets
from judge.board import Board, space_of
from judge.cases.case import read_case, read_cases
from judge.cases.check import differences
from judge.cases.letters import letter_refusals
from judge.cases.run import case_ruleset, judge_case, outcome_of
from judge.cases.texts import CaseTemplates, load_case_templates
from judge.notation.reader import ParsedOrder
from judge.rules.blind_play import make_blind
from judge.variants import FolderError, load_ruleset, names_to_folders
from judge.variants.folder import variant_texts
from judge.variants.marks import load_marks
from judge.variants.yaml_source import YamlNode
from tests.games.explained import unexplained

OURS = Path(__file__).parent / "folders"
SHIPPED = Path(__file__).parents[2] / "games"


COUNTED = {
    "standard": (75, 34, 22, 7), "fleet_rome": (75, 34, 22, 7), "chaos": (75, 34, 0, 34), "_template": (7, 5, 4, 2),
    "france_v_austria": (75, 34, 6, 2), "germany_v_italy": (75, 34, 6, 2), "hundred_years_war": (41, 17, 14, 3),
    "ancient_mediterranean": (79, 34, 15, 5), "cold_war": (90, 27, 12, 2), "pure_diplomacy": (7, 7, 7, 7),
    "modern": (141, 64, 38, 10), "youngstown": (183, 72, 39, 10), "loeb9": (87, 38, 28, 9),
}  # fmt: skip
"""folder → spaces, centres, units at the start, powers, by its rulebook; other games are counted in their own tests."""


def folders() -> list[str]:
    """Every game, and the template, which is not offered to players."""
    return sorted({*names_to_folders([SHIPPED, OURS]).values(), "_template"})


@pytest.mark.parametrize("folder", COUNTED)
def test_a_board_has_what_its_rulebook_says(folder: str, shipped: Assets) -> None:
    rules = load_ruleset(folder, [shipped.games], shipped.grammars())
    assert (len(rules.board.spaces), len(rules.board.centres), len(rules.start.units), len(rules.powers)) == COUNTED[folder]
    assert all(any(rules.board.places(kind, centre) for kind in rules.board.links) for centre in rules.board.centres)


def test_the_template_is_no_game(shipped: Assets) -> None:
    assert "_template" not in names_to_folders([shipped.games]).values()


@pytest.mark.parametrize("folder", folders())
def test_every_folder_is_sound(folder: str, shipped: Assets) -> None:
    ruleset = load_ruleset(folder, [SHIPPED, OURS], shipped.grammars())
    board = ruleset.board
    told = ((kind, place, to) for kind in board.links for place, to in links(board, kind))
    assert all(place in board.links[kind][to] or is_one_way(board, place, to) for kind, place, to in told)
    assert all(unit.place in board.places(unit.kind, unit.space) for unit in ruleset.start.units)
    assert set(ruleset.start.owners) <= set(board.centres)
    assert {unit.power for unit in ruleset.start.units} <= {power.name for power in (*ruleset.powers, *ruleset.standing)} | {""}
    assert board.names.find(board.spaces[board.centres[0]].name)


def is_one_way(board: Board, place: str, to: str) -> bool:
    return to in board.spaces[space_of(place)].one_way


def links(board: Board, kind: str) -> list[tuple[str, str]]:
    return [(place, to) for place, targets in board.links[kind].items() for to in targets]


def test_a_folder_that_extends_another_is_merged_with_it(shipped: Assets) -> None:
    garden = load_ruleset("garden", [shipped.games, OURS], shipped.grammars())
    standard = load_ruleset("standard", [shipped.games], shipped.grammars())
    assert len(garden.board.spaces) == 76
    assert garden.board.reach("A", "Mun") - standard.board.reach("A", "Mun") == {"Swi"}
    assert garden.board.spaces["Mun"].home == "Germany"
    assert garden.board.spaces["Swi"].notes == {"climate": "alpine"}
    assert [power.name for power in garden.powers] == [p.name for p in standard.powers if p.name != "Italy"]
    assert len(garden.start.units_of("Austria")) == 4
    assert "Italy" not in garden.start.owners.values()
    assert garden.number("centres_to_win") == 12
    assert garden.word("paradox") == "szykman"
    assert garden.with_house_rules({"gnomes": "awake"}).word("gnomes") == "awake"
    assert garden.version != standard.version
    assert garden.names == ("garden",)


def test_a_power_taken_away_takes_its_marks_and_units_along(tmp_path: Path, shipped: Assets) -> None:
    """Its units, its lands and its colours are the parent's business, which the folder need not deny one by one."""
    (tmp_path / "six").mkdir()
    (tmp_path / "six" / "game.yaml").write_text("extends: standard\ntitle: Six\nnames: [six]\npowers: {England: none}\n")
    rules = load_ruleset("six", [tmp_path, shipped.games], shipped.grammars())
    assert "England" not in {unit.power for unit in rules.start.units} | set(rules.start.owners.values())
    marks = load_marks("six", [tmp_path, shipped.games])
    assert not {"Cly", "Wal", "Yor"} & set(marks.country)
    assert marks.country["Bur"] == "France"
    assert set(marks.colours) == {power.name for power in rules.powers}


def test_the_catalogue_finds_every_name_of_every_folder(shipped: Assets) -> None:
    found = names_to_folders([shipped.games, OURS])
    assert found["garden"] == "garden"
    assert found["regular"] == "standard"


def test_words_of_a_folder_go_before_those_it_extends(tmp_path: Path) -> None:
    for name, extends in (("below", ""), ("above", "extends: below\n")):
        (tmp_path / name / "words").mkdir(parents=True)
        (tmp_path / name / "game.yaml").write_text(extends)
        (tmp_path / name / "words" / "why.j2").write_text(name)
    (tmp_path / "below" / "words" / "only.j2").write_text("only")
    assert variant_texts("above", [tmp_path]) == {"why.j2": "above", "only.j2": "only"}


MISTAKES = {
    "a link to nowhere": ("map.yaml", "Swi:\n  kind: land\n  armies: [Xyz]\n", 3, "Xyz"),
    "a link one way": ("map.yaml", "Swi:\n  kind: land\n  armies: [Mun]\n", 3, "does not lead back"),
    "a key twice": ("map.yaml", "Swi: {kind: land}\nSwi: {kind: land}\n", 2, "twice"),
    "no YAML": ("map.yaml", "Swi: {kind: land\nMun: }{\n", 2, ""),
    "an alias": ("map.yaml", "Swi: &a {kind: land}\nMun: *a\n", 1, "aliases"),
    "no kind": ("map.yaml", "\nSwi: {name: Switzerland}\n", 2, "kind"),
    "no folder to extend": ("game.yaml", "title: x\nextends: nowhere\n", 2, "nowhere"),
    "a path to extend": ("game.yaml", "title: x\nextends: ../standard\n", 2, "standard"),
    "an unknown key": ("game.yaml", "extends: standard\ncolour: red\n", 2, "colour"),
    "a unit at sea": ("game.yaml", "extends: standard\nstart:\n  units:\n    Italy: [A(ION)]\n", 4, "A(ION)"),
    "no unit": ("game.yaml", "extends: standard\nstart:\n  units:\n    Italy: [Army Rome]\n", 4, "Army Rome"),
    "a foreign power": ("game.yaml", "extends: standard\nstart:\n  units:\n    Swiss: [A(Rom)]\n", 4, "Swiss"),
    "no number": ("game.yaml", "extends: standard\ncalendar:\n  start: soon\n", 3, "soon"),
    "no rules beside": ("game.yaml", "extends: standard\nmodules: [Rail]\n", 2, "rules.py"),
    "a bad default": ("game.yaml", "extends: standard\nhouse_rules:\n  g: {default: x, one of: [y]}\n", 3, "'x'"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_names_its_file_and_line(name: str, tmp_path: Path, shipped: Assets) -> None:
    file, text, line, said = MISTAKES[name]
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "game.yaml").write_text("extends: standard\n")
    (tmp_path / "bad" / file).write_text(text)
    with pytest.raises(FolderError, match=r"\S") as caught:
        load_ruleset("bad", [shipped.games, tmp_path], shipped.grammars())
    assert (Path(caught.value.file).name, caught.value.line) == (file, line)
    assert said in caught.value.message


@pytest.mark.parametrize(
    ("text", "line", "said"), [("def f(:\n", 1, "Syntax"), ("\n\nraise KeyError(3)\n", 3, "KeyError"), ("", 2, "Rail")]
)
def test_rules_that_do_not_load_name_their_line(
    text: str, line: int, said: str, tmp_path: Path, shipped: Assets
) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "game.yaml").write_text("extends: standard\nmodules: [Rail]\n")
    (tmp_path / "bad" / "rules.py").write_text(text)
    with pytest.raises(FolderError, match=said) as caught:
        load_ruleset("bad", [shipped.games, tmp_path], shipped.grammars())
    assert caught.value.line == line


def test_modules_may_be_spread_over_several_files(tmp_path: Path, shipped: Assets) -> None:
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "game.yaml").write_text("extends: standard\nmodules: [Rail, signals.Lamps]\n")
    (tmp_path / "two" / "rules.py").write_text("from judge.rules import Rules\n\n\nclass Rail(Rules): ...\n")
    with pytest.raises(FolderError, match=r"no signals\.py"):
        load_ruleset("two", [shipped.games, tmp_path], shipped.grammars())
    (tmp_path / "two" / "signals.py").write_text("from judge.rules import Rules\n\n\nclass Lamps(Rules): ...\n")
    before = load_ruleset("two", [shipped.games, tmp_path], shipped.grammars()).version
    (tmp_path / "two" / "signals.py").write_text("from judge.rules import Rules\n\n\nclass Lamps(Rules):\n    lit = True\n")
    assert load_ruleset("two", [shipped.games, tmp_path], shipped.grammars()).version != before


def test_a_folder_that_extends_itself_is_refused(tmp_path: Path, shipped: Assets) -> None:
    for name, other in (("egg", "hen"), ("hen", "egg")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").write_text(f"extends: {other}\n")
    with pytest.raises(FolderError, match="extends itself"):
        load_ruleset("egg", [tmp_path], shipped.grammars())


def test_order_words_of_a_folder_extend_the_notation(shipped: Assets) -> None:
    garden = load_ruleset("garden", [shipped.games, OURS], shipped.grammars())
    (reading,) = garden.notation.read("a swiss dig", garden.board, garden.start, "Austria")
    assert isinstance(reading, ParsedOrder)
    assert garden.notation.write(reading.order) == "A(Swi) digs"


@pytest.mark.parametrize(
    "text",
    ["%extend order: unit _HOLD -> lie", "%extend order: unit _HOLD -> remove", "nonsense", "%extend _HOLD: /h+/"],
)
def test_order_words_that_do_not_load_name_their_file(text: str, tmp_path: Path, shipped: Assets) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "game.yaml").write_text("extends: standard\n")
    (tmp_path / "bad" / "orders.lark").write_text(text)
    with pytest.raises(FolderError, match=r"bad/orders\.lark"):
        load_ruleset("bad", [shipped.games, tmp_path], shipped.grammars())


CASES = [
    pytest.param(sheet, id=f"{path.parent.parent.name}/{sheet.get('id').text()}")
    for path in sorted(SHIPPED.glob("*/cases/*.yaml"))
    for sheet in read_cases(path.read_text("utf-8"), str(path))
]


@cache
def judge_of(folder: str) -> CaseTemplates:
    """A game and its words, loaded and compiled once for all its cases."""
    found = find_assets()
    ruleset = load_ruleset(folder, [found.games], found.grammars())
    return load_case_templates(ruleset, found.templates, [found.games])


@pytest.mark.parametrize("sheet", CASES)
def test_every_case_of_a_folder_comes_out_as_it_says(sheet: YamlNode) -> None:
    case = read_case(sheet)
    game = judge_of(case.variant)
    ruleset = case_ruleset(case, game.ruleset)
    words = CaseTemplates(game.words, ruleset)
    every = judge_case(case, ruleset, words)
    assert letter_refusals(case, every, ruleset) == ()
    for block, judged in every:
        row = outcome_of(case, judged, ruleset, words)
        assert differences(block.expect, row, judged, ruleset) == []
        assert [*unexplained(judged, ruleset, words.words)] == []


SOME = [pytest.param(*case.values, id=case.id, marks=[pytest.mark.slow] * bool(number % 6)) for number, case in enumerate(CASES)]
"""Every sixth case; the others wait for `make test-all`."""


@pytest.mark.parametrize("sheet", SOME)
def test_every_case_is_explained_to_those_who_play_it_blind(sheet: YamlNode) -> None:
    """To each player, with no unit that they cannot see."""
    case = read_case(sheet)
    game = judge_of(case.variant)
    ruleset = case_ruleset(case, game.ruleset)
    words = CaseTemplates(game.words, ruleset)
    blind = ruleset if ruleset.rules.hides_information(ruleset) else make_blind(ruleset)
    for _, judged in judge_case(case, ruleset, words):
        assert [*unexplained(judged, blind, words.words)] == []
