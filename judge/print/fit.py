"""Shorten copy to an editor's number of lines, for each phase and each game. Lines are counted in the plain text; what is left out
there is left out of every format, so that all have the same content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.print.copy import PhaseCopy
from judge.print.formats import phase_text
from judge.print.shorten import CUTS, ORDER, Omissions

PARTED = 2
"""Empty lines between two phases of a game."""


def fit_to_lines(copies: Sequence[PhaseCopy]) -> list[PhaseCopy]:
    """Return the phases of one game with as little left out as their style's limits on lines allow, for each phase and for all
    together; as short as possible if that is still too long. Parts are left out of all phases at once; of press, the first phase's
    goes first.
    """
    made = alone = [_alone(copy) for copy in copies]
    limit = copies[0].style.lines if copies else 0
    for cut in _cuts(sum(map(_pieces, copies))):
        made = list(_all(alone, cut))
        if not limit or count_lines(made) <= limit:
            break
    return made


def count_lines(copies: Sequence[PhaseCopy]) -> int:
    """Return how many lines a game's plain text has."""
    return sum(phase_text(copy).count(b"\n") for copy in copies) + PARTED * (len(copies) - 1)


def _alone(copy: PhaseCopy) -> PhaseCopy:
    made = copy
    for cut in _cuts(_pieces(copy)):
        made = replace(copy, cut=cut)
        if not copy.style.phase or count_lines([made]) <= copy.style.phase:
            break
    return made


def _all(copies: Sequence[PhaseCopy], cut: Omissions) -> Iterator[PhaseCopy]:
    left = cut.older
    for copy in copies:
        here = min(left, _pieces(copy))
        left -= here
        yield replace(copy, cut=copy.cut | Omissions(cut.parts, here))


def _pieces(copy: PhaseCopy) -> int:
    return len(copy.record["press"])


def _cuts(pieces: int) -> Iterator[Omissions]:
    """Yield cuts that leave out more and more, beginning with nothing."""
    yield from map(Omissions, CUTS)
    yield from (Omissions(ORDER, older) for older in range(1, pieces + 1))
