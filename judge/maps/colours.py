"""Colours: each power's ink and tint, made from the colour in its folder; and all other colours, in colour and in grey."""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass
from functools import lru_cache

Rgb = tuple[float, float, float]
PAPER = "#f6efe0"
WHITE = "#ffffff"
LIGHT = 0.5
"""The luminance of ground on which letters are dark."""
LEAST = 4.5
"""The contrast of white letters on a unit (WCAG 2.1, 1.4.3)."""


@dataclass(frozen=True)
class Palette:
    """All colours except the powers' own."""

    name: str
    paper: str = PAPER
    sea: str = "#dae6e7"
    shores: tuple[str, ...] = ("#c9dcdf", "#b7d0d5")
    land: str = "#f6efe0"
    meadow: str = "#cfdcae"
    unseen: str = "#efe3c6"
    barren: str = "#e2d8c4"
    ice: str = "#eef3f5"
    ruin: str = "#7d7468"
    barred: str = "#b9c2c6"
    hatch: str = "#c9bba0"
    bars: str = "#c9bba0"
    """What marks ground that nobody may enter: in grey it is lighter than that ground, as no power's hatch is."""
    border: str = "#7a6f5e"
    coast: str = "#43413c"
    sea_border: str = "#8fabb3"
    ink: str = "#33302b"
    sea_ink: str = "#4d7484"
    unseen_ink: str = "#9a8455"
    failed: str = "#b3201c"
    train: str = "#d4690b"
    passage: str = "#1f5fbf"
    alarm: str = "#ffd23f"
    track: str = "#5c564c"


COLOUR = Palette("colour")
GREY = Palette(
    name="grey", paper="#ffffff", sea="#f1f1f1", shores=("#e2e2e2", "#d3d3d3"), land="#ffffff", meadow="#dcdcdc", unseen="#ffffff",
    barren="#bcbcbc", ice="#ffffff", ruin="#8c8c8c", barred="#c4c4c4", hatch="#9a9a9a", bars="#ffffff", border="#6e6e6e",
    coast="#111111", sea_border="#8a8a8a", ink="#000000", sea_ink="#444444", unseen_ink="#777777", failed="#000000",
    train="#000000", passage="#000000", alarm="#ffffff", track="#333333",
)  # fmt: skip
"""For photocopiers: white land, hatches instead of colours, black lines."""
PALETTES = {palette.name: palette for palette in (COLOUR, GREY)}


def parse_rgb(colour: str) -> Rgb:
    """Return the three parts of `#rrggbb`, from 0 to 1. Raises ValueError if it is not such a colour."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is no colour; write it as #rrggbb")
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def format_rgb(parts: Rgb) -> str:
    """Return `#rrggbb`."""
    return "#" + "".join(f"{round(min(1, max(0, part)) * 255):02x}" for part in parts)


def mix(one: str, other: str, share: float) -> str:
    """Mix two colours; `share` is the part of the first."""
    pairs = zip(parse_rgb(one), parse_rgb(other), strict=True)
    a, b, c = (x * share + y * (1 - share) for x, y in pairs)
    return format_rgb((a, b, c))


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG 2.1)."""
    r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parse_rgb(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.1), from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=512)
def ink_colour(colour: str) -> str:
    """Return the colour, darkened enough for white letters on it."""
    found = colour
    while contrast(found, WHITE) < LEAST:
        found = mix(found, "#000000", 0.94)
    return found


@lru_cache(maxsize=512)
def tint_colour(colour: str) -> str:
    """Return the colour as ground, light enough for dark letters."""
    r, g, b = parse_rgb(colour)
    hue, light, strength = rgb_to_hls(r, g, b)
    strength = min(strength, 0.72 if 0.08 < hue < 0.18 else 0.5)  # weak yellow looks brown
    found = hls_to_rgb(hue, max(light, 0.78), strength)
    while luminance(format_rgb(found)) < LIGHT:
        light = rgb_to_hls(*found)[1]
        found = hls_to_rgb(hue, light + 0.02, strength)
    return format_rgb(found)
