"""`make gallery`: every game's start and one rich turn of it, in colour, in grey and as wide as a phone, to be looked at.

    gallery.py [FOLDER] [GAME …]     writes PNGs into FOLDER (var/gallery)
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from judge.assets import find_assets
from judge.cases.case import Case, read_case, read_cases
from judge.cases.run import case_ruleset, judge_case
from judge.daemon import wiring
from judge.game import view_phase
from judge.game.model.game import Game
from judge.game.phases.adjudicate import JudgedPhase
from judge.game.visibility import view_game
from judge.maps.build_scenes import position_scene, turn_scenes
from judge.maps.draw import DrawingKit, draw_svg
from judge.maps.mark_rules import Marks
from judge.maps.rasterize import render_png
from judge.maps.scene import Scene
from judge.notation.reader import Reading
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.ruleset import Ruleset

HERE = Path(__file__).parent
WIDTH = 1200
COPY = 1748
"""Pixels across A5 at 300 dpi, for what goes under a photocopier."""
PHONE = 400


class Quiet:
    """A case's words, of which a gallery needs none but of lines that cannot be read."""

    def unread(self, power: str, reading: Reading) -> str:
        """The line, for editing the gallery."""
        return f"{power}: {reading}"

    def why(self, result: OrderResult, outcome: PhaseOutcome) -> str:
        """Nothing."""
        return ""

    def report(self, outcome: PhaseOutcome, name: str) -> str:
        """Nothing."""
        return ""


def scenes(case: Case, ruleset: Ruleset, marks: Marks) -> Iterator[tuple[str, Scene]]:
    """(name, scene): the start of a case's game, and its turn."""
    own = case_ruleset(case, ruleset)
    begun = Game("blot", ruleset.key, ruleset.version, stage="running", position=own.start)
    yield "start", position_scene(view_game(begun, own, ""), own, marks)
    for _, judged in judge_case(case, ruleset, Quiet()):
        for line in judged.errors:
            print("  not read:", line)
        turn = JudgedPhase("blot", ruleset.key, outcome=judged.outcome)
        for scene in turn_scenes(view_phase(turn, own, ""), own, marks):
            yield scene.what, scene


def show(name: str, scene: Scene, kit: DrawingKit, folder: Path) -> None:
    """Write one scene's pictures, and say how long they took."""
    for palette in ("colour", "grey"):
        start = time.perf_counter()
        text = draw_svg(scene, kit, palette)
        drawn = time.perf_counter()
        picture = render_png(text, COPY if palette == "grey" else max(WIDTH, round(kit.plate.art.size[0])))
        done = time.perf_counter()
        (folder / f"{name}-{palette}.png").write_bytes(picture)
        print(f"{name:38} {palette:7} svg {1000 * (drawn - start):5.1f} ms {len(text) // 1024:4} KB   "
              f"png {1000 * (done - drawn):5.0f} ms {len(picture) // 1024:4} KB")  # fmt: skip
        if palette == "colour":
            small = Image.open(io.BytesIO(picture)).convert("RGB")
            small.thumbnail((PHONE, PHONE * 4), Image.Resampling.LANCZOS)
            small.save(folder / f"{name}-phone.png")


def main() -> None:
    """Draw them all."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "var/gallery")
    folder.mkdir(parents=True, exist_ok=True)
    found = find_assets()
    rules, maps = wiring.ruleset_loader((found.games,), found), wiring.map_loader((found.games,), found)
    for sheet in read_cases((HERE / "turns.yaml").read_text("utf-8"), "turns.yaml"):
        case = read_case(sheet)
        if sys.argv[2:] and case.id not in sys.argv[2:]:
            continue
        looks = maps(case.variant)
        if looks is None:
            print(f"{case.id}: this game has no map yet")
            continue
        kit, marks = looks
        for name, scene in scenes(case, rules(case.variant), marks):
            show(f"{case.id}-{name}", scene, kit, folder)


if __name__ == "__main__":
    main()
