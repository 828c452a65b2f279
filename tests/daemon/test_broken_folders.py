"""A game folder that cannot be read: the judge starts and plays everything else, and the operator is told once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from judge.assets import find_assets
from judge.variants import names_to_folders
from judge.variants.folder import unusable_folders
from tests.letters.post_office import PostOffice, body

OPERATOR = "root@pbm.example"


def broken(folder: Path) -> Path:
    (folder / "games" / "draft").mkdir(parents=True)
    (folder / "games" / "draft" / "game.yaml").write_text("title: [x\n")
    (folder / "games" / "twin").mkdir()
    (folder / "games" / "twin" / "game.yaml").write_text("extends: standard\ntitle: Twin\nnames: [regular]\n")
    return folder / "games"


def test_it_is_left_out_of_the_names(tmp_path: Path) -> None:
    roots = [find_assets().games, broken(tmp_path)]
    names = names_to_folders(roots)
    assert "draft" not in names.values()
    assert (names["regular"], names["twin"]) == ("standard", "twin")
    wrong = unusable_folders(roots)
    assert list(wrong) == ["draft", "twin"]
    assert "draft/game.yaml:2: did not find expected" in wrong["draft"]
    assert "'regular' is claimed by 'standard' too" in wrong["twin"]


def test_the_judge_plays_on_and_tells_the_operator(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, operator=OPERATOR, games=broken(tmp_path))
    told = {letter["To"] for letter in office.game("quill")}
    assert "france@mail.example" in told  # the game has begun
    assert office.parts.watch.look()
    said = [letter for letter in office.work() if letter["To"] == OPERATOR]
    assert [letter["Subject"] for letter in said] == ["Judge: the game folder draft cannot be read"]
    assert "did not find expected" in body(said[0])
    office.hands.time += timedelta(minutes=11)
    assert not office.parts.watch.look()
