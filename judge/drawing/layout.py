"""Where spaces lie on a board of which nobody knows more than who borders whom: distances on paper like those in moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from judge.board import Board

Points = dict[str, tuple[float, float]]
ROUNDS = 150
"""How often all places are moved at once; they hardly move any more then."""
FAR = 2.0
"""What is added to the longest distance for spaces that cannot be reached from one another."""
WIDE = 1.45
"""Width of a board to its height."""


def spread(board: Board, pulled: Mapping[tuple[str, str], float] | None = None) -> Points:
    """A place for each space in a rectangle of width `WIDE` and height 1, by stress majorisation. `pulled`: pairs of spaces that
    should come nearer, each with the share of their distance that is left.
    """
    codes = list(board.spaces)
    wanted = _distances(board, codes)
    for (one, other), share in (pulled or {}).items():
        a, b = codes.index(one), codes.index(other)
        wanted[a, b] = wanted[b, a] = wanted[a, b] * share
    places = _from_distances(wanted)
    weights = 1 / np.maximum(wanted, 0.3) ** 2
    np.fill_diagonal(weights, 0)
    for _ in range(ROUNDS):
        places = _majorised(places, wanted, weights)
    return dict(zip(codes, map(tuple, _framed(places)), strict=True))


def _distances(board: Board, codes: list[str]) -> Any:
    """Steps between spaces, over land and sea alike."""
    number = {code: n for n, code in enumerate(codes)}
    found = np.full((len(codes), len(codes)), np.inf)
    for start in codes:
        seen, edge, steps = {start}, [start], 0
        while edge:
            found[number[start], [number[code] for code in edge]] = steps
            edge = [code for code in dict.fromkeys(to for at in edge for to in sorted(board.near[at])) if code not in seen]
            seen.update(edge)
            steps += 1
    longest = found[np.isfinite(found)].max()
    found[~np.isfinite(found)] = longest / 2 + FAR
    return found


def _from_distances(wanted: Any) -> Any:
    """Classical scaling: the two directions in which the distances spread most. Small shifts part what falls together."""
    size = len(wanted)
    centred = np.eye(size) - 1 / size
    values, vectors = np.linalg.eigh(-0.5 * centred @ (wanted**2) @ centred)
    flat = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 1e-6))
    flat = flat[:, ::-1] * np.where(flat[:, ::-1].sum(axis=0) >= 0, 1, -1)
    shifts = np.sin(np.arange(size * 2).reshape(size, 2) * 12.9898) * 0.05
    return flat + shifts


def _majorised(places: Any, wanted: Any, weights: Any) -> Any:
    """One step of SMACOF: every place moves to where its distances to all others want it."""
    apart = places[:, None, :] - places[None, :, :]
    real = np.maximum(np.hypot(apart[..., 0], apart[..., 1]), 1e-6)
    pull = weights * wanted / real
    moved = (weights @ places) + (pull[..., None] * apart).sum(axis=1)
    return moved / weights.sum(axis=1)[:, None]


def _framed(places: Any) -> Any:
    """The places in the rectangle, the longer side lying."""
    turned = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(turned, full_matrices=False)
    turned = turned @ axes.T
    low, high = turned.min(axis=0), turned.max(axis=0)
    return (turned - low) / np.maximum(high - low, 1e-6) * [WIDE, 1.0]
