"""Powers can be told apart by whoever sees no red, or no green: by the colour of their land, and by the letters on their units."""

from __future__ import annotations

import math

import pytest

from judge.maps.colours import PAPER, contrast, parse_rgb, tint_colour
from judge.maps.scene import Scene
from tests.maps.test_scenes import start_scene

GAMES = ("standard", "colonial_diplomacy", "colonial_variant", "columbus", "loeb9", "modern", "new_world_1492", "youngstown")
LEAST = 12.0
"""Distance of two colours in CIELAB; 2 or 3 are just seen side by side."""
EYES = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
}
"""What eyes make of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""
WHITE = (0.9505, 1.0, 1.089)
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def times(rows: tuple[tuple[float, ...], ...], column: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, column, strict=True)) for row in rows]


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """CIELAB of a colour as these eyes see it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parse_rgb(colour)]
    parts = times(XYZ, [max(0.0, part) for part in times(EYES[eyes], linear)])
    f = [x ** (1 / 3) if x > 0.008856 else 7.787 * x + 16 / 116 for x in (p / w for p, w in zip(parts, WHITE, strict=True))]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def lands(scene: Scene) -> list[str]:
    return [power.ground or tint_colour(power.colour) for power in scene.powers]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("game", GAMES)
def test_lands_of_two_powers_look_different(game: str, eyes: str) -> None:
    found = [seen(colour, eyes) for colour in lands(start_scene(game))]
    assert min(math.dist(a, b) for n, a in enumerate(found) for b in found[:n]) >= LEAST


@pytest.mark.parametrize("game", GAMES)
def test_names_can_be_read_on_every_land_and_no_land_is_nobodys(game: str) -> None:
    for colour in lands(start_scene(game)):
        assert contrast(colour, "#33302b") >= 5
        assert math.dist(seen(colour, "all"), seen(PAPER, "all")) >= LEAST


@pytest.mark.parametrize("game", GAMES)
def test_every_power_has_letters_of_its_own(game: str) -> None:
    letters = [power.letters for power in start_scene(game).powers]
    assert len(set(letters)) == len(letters)
