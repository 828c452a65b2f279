"""The boards of the hobby, if somebody has fetched them: each is imported, checked, drawn, and plays a year by mail.

JUDGE_BOARDS names a folder with copies of njudge, DPjudge, jDip, godip and the `diplomacy` package, anywhere below it.
Nothing of them is kept here. Machiavelli's boards are another game and are refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.assets import Assets, find_assets
from judge.board import Position
from judge.checking import check_folder
from judge.checking.drawing import drawing_notes
from judge.game.model.serialization import read_game
from judge.importing import find_format, read_board, write_folder
from judge.importing.jdip import variant_names
from judge.rules.phases import dues_by_power
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from tests.letters.post_office import PostOffice, body

BOARDS = Path(os.environ.get("JUDGE_BOARDS", "/nowhere"))
PARTS = re.compile(r"(^|/)(test|testing|common|generator|trials)(/|$)|map\.top$|/(map|seed)\.?(mach|milan.*mach|dipmach)")
HERE = "JUDGE_BOARDS names no folder with other judges' boards"


def boards() -> Iterator[tuple[str, Path, str]]:
    """(name, path, variant) for every board below the folder."""
    found = [*BOARDS.rglob("map"), *BOARDS.rglob("map.*"), *BOARDS.rglob("*.map"), *BOARDS.rglob("variants.xml")]
    found += sorted({file.parent for file in BOARDS.rglob("*.go")})
    for path in sorted(found):
        if PARTS.search(str(path.relative_to(BOARDS))) or not (form := find_format(path)):
            continue
        for variant in variant_names(path) if form == "jdip" else [""]:
            what = variant or path.name.removeprefix("map.").removesuffix(".map")
            yield re.sub(r"\W+", "_", f"{form}_{path.parent.name}_{what}").strip("_").lower()[:60], path, variant


FOUND = list(boards())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path", "variant"), FOUND or [pytest.param("", BOARDS, "", marks=pytest.mark.skip(HERE))])
def test_a_board_plays_a_year_by_mail(name: str, path: Path, variant: str, tmp_path: Path, shipped: Assets) -> None:
    folder = tmp_path / "games" / name
    write_folder(read_board(path, "", variant), folder)
    roots = [folder.parent, find_assets().games]
    rules = load_ruleset(name, roots, shipped.grammars())
    pytest.importorskip("judge.drawing.sketch_folder").sketch_folder(folder, rules.board, roots)
    assert list(map(str, check_folder(folder, roots, shipped, run=True))) == []
    assert list(drawing_notes(folder, roots, shipped)) == []
    play_a_year(name, rules, tmp_path)


def play_a_year(name: str, rules: Ruleset, folder: Path) -> None:
    """Every unit is ordered to its first neighbour by letter, until the next year begins; no line may be misread."""
    office = PostOffice(folder / "house", games=folder / "games")
    office.letter("gm@x.example", f"CREATE quill VARIANT {name.replace('_', ' ')}\nDEADLINE every 4 days 21:00 London\n")
    for number, power in enumerate(rules.powers):
        office.letter(f"p{number}@x.example", f"JOIN quill PREFER {power.name}")
    assert any("quill" in str(sent["Subject"]) for sent in office.letter("gm@x.example", "START"))
    begun = rules.start.phase.year
    for _ in range(12):
        position = now(office)
        if position is None or position.phase.year > begun:
            break
        for number, power in enumerate(rules.powers):
            if lines := orders(power.name, position, rules):
                for sent in office.letter(f"p{number}@x.example", "GAME quill\n" + "\n".join(lines)):
                    assert "not understood" not in body(sent), body(sent)
                    assert "makes no sense" not in body(sent), body(sent)
        office.wait(days=9)
    last = now(office)
    assert last is None or last.phase.year > begun


def now(office: PostOffice) -> Position | None:
    """The position of the game; None if it is over."""
    with office.parts.store.look() as work:
        stored = work.games.get("quill")
    game = read_game(stored.head) if stored else None
    return game.position if game and game.stage == "running" else None


def orders(power: str, position: Position, rules: Ruleset) -> list[str]:
    """What a power sends: each unit to its first neighbour, the first retreat, the first build or removal."""
    due = dues_by_power(position, rules).get(power)
    if due is None:
        return []
    if position.phase.kind == "retreats":
        beaten = {each.unit: each for each in position.dislodged}
        return [f"{unit} ret {beaten[unit].retreats[0]}" for unit in due.units if unit in beaten]
    if position.phase.kind == "adjustments":
        sites = {site.space: site for site in reversed(due.sites)}
        builds = [f"build {site}" for site in list(sites.values())[: due.builds]]
        return [*builds, *(f"remove {unit}" for unit in due.units[: due.removals])]
    moves = []
    for unit in due.units:
        ways = sorted(rules.board.reach(unit.kind, unit.place))
        moves.append(f"{unit}-{ways[0]}" if ways else f"{unit} stands")
    return moves


@pytest.mark.skipif(len(FOUND) < 60, reason=HERE)
def test_there_are_at_least_sixty_boards() -> None:
    assert len({name for name, _, _ in FOUND}) >= 60
