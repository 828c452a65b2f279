"""The commands that a folder declares: found by name, inherited, and every mistake with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.assets import Assets
from judge.variants import FolderError, load_ruleset

OURS = Path(__file__).parent / "folders"
GOOD = "{who: player, example: DIG Swi, does: dig}"

MISTAKES = {
    "a word in small letters": ("  dig: {who: gm, example: dig, does: dig}", "in capitals"),
    "three words": ("  DIG IT UP: {who: gm, example: DIG IT UP, does: dig}", "in capitals"),
    "a command of every game": ("  PRESS: {who: gm, example: PRESS, does: dig}", "command of every game"),
    "the command of dice": ("  DIE: {who: gm, example: DIE, does: dig}", "command of every game"),
    "nobody to give it": ("  DIG: {who: cook, example: DIG Swi, does: dig}", "none of player, gm, anyone"),
    "an example of another": ("  DIG: {who: gm, example: WEED Swi, does: dig}", "begins with that word"),
    "no function": ("  DIG: {who: gm, example: DIG Swi, does: plant}", "no function 'plant'"),
    "no name of one": ("  DIG: {who: gm, example: DIG Swi}", "no function ''"),
    "no words": ("  HOE: {who: gm, example: HOE Swi, does: dig}", "words/command-hoe.j2"),
    "another time": ("  DIG: {who: gm, example: DIG Swi, does: dig, when: later}", "'later' is none of running, forming, both"),
    "another kind of text": ("  DIG: {who: gm, example: DIG Swi, does: dig, takes: toml}", "'toml' is none of line, text, yaml"),
    "another file": ("  DIG: {who: gm, example: DIG Swi, does: spade.dig}", "spade.py beside this file has no function 'dig'"),
    "an unknown key": ("  DIG: {who: gm, example: DIG Swi, does: dig, cost: 3}", "unknown key 'cost'"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one command that is as it should be, but for game.yaml."""
    (tmp_path / "below" / "words").mkdir(parents=True)
    (tmp_path / "below" / "rules.py").write_text("def dig(said):\n    raise NotImplementedError\n")
    (tmp_path / "below" / "words" / "command-dig.j2").write_text("")
    return tmp_path / "below"


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_names_its_line(name: str, folder: Path, shipped: Assets) -> None:
    declared, said = MISTAKES[name]
    (folder / "game.yaml").write_text(f"extends: standard\ncommands:\n{declared}\n")
    with pytest.raises(FolderError, match=said) as caught:
        load_ruleset("below", [shipped.games, folder.parent], shipped.grammars())
    assert (Path(caught.value.file), caught.value.line) == (folder / "game.yaml", 3)


def test_commands_are_inherited_and_may_be_taken_away(folder: Path, shipped: Assets) -> None:
    """With the function that stands beside the file which declares them."""
    roots = [shipped.games, folder.parent]
    (folder / "game.yaml").write_text(f"extends: standard\ndice: yes\ncommands: {{DIG: {GOOD}}}\n")
    for name, more in (("above", ""), ("without", "dice: no\ncommands: {DIG: none}\n")):
        (folder.parent / name).mkdir()
        (folder.parent / name / "game.yaml").write_text(f"extends: below\n{more}")
    above = load_ruleset("above", roots, shipped.grammars())
    assert [(own.word, own.who, own.example, own.decide.__name__) for own in above.commands] == [
        ("DIG", "player", "DIG Swi", "dig")
    ]
    assert above.dice
    without = load_ruleset("without", roots, shipped.grammars())
    assert (without.commands, without.dice) == ((), False)


def test_a_rules_file_is_run_once(shipped: Assets) -> None:
    """Modules and functions come from the same run of it, or its classes would exist twice."""
    garden = load_ruleset("garden", [shipped.games, OURS], shipped.grammars())
    assert garden.commands[0].decide.__globals__["Gnomes"].subjects_to_draw is type(garden.rules).subjects_to_draw
