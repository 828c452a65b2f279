"""Coasts from borders: runs of sea, their letters, and what fleets reach from them."""

from __future__ import annotations

from judge.board.coasts import CoastChart, Run, coast_fit, coast_runs, label_coasts

EAST, WEST, NORTH = ("e",), ("w",), ("n",)
AT = {"e": (2.0, 0.0), "w": (-2.0, 0.0), "n": (0.0, -2.0), "s": (0.1, 2.0), "nw": (-1.0, -1.8)}


def fit(run: Run, letter: str) -> float:
    return coast_fit((0.0, 0.0), [AT[sea] for sea in run], letter)


def test_runs_are_unbroken_and_go_round_the_end_of_the_list() -> None:
    kinds = {"a": "sea", "b": "land", "c": "sea", "d": "either", "e": "sea", "f": "sea"}
    assert coast_runs(["a", "b", "c", "d", "e", "f"], kinds) == [("c",), ("e", "f", "a")]
    assert coast_runs(["a", "c", "e"], kinds) == [("a", "c", "e")]
    assert coast_runs(["b", "#"], kinds) == []
    assert coast_runs(["a", "#", "c"], kinds) == [("c", "a")]


def test_one_coast_has_no_letter_and_two_fresh_ones_face_away() -> None:
    assert label_coasts([EAST], {}, fit) == {"": EAST}
    assert label_coasts([EAST, ("nw",)], {}, fit) == {"ec": EAST, "wc": ("nw",)}
    assert label_coasts([EAST, WEST, ("n",)], {}, fit) == {"ec": EAST, "wc": WEST, "nc": NORTH}


def test_a_coast_keeps_a_letter_it_had_and_of_several_the_best() -> None:
    assert label_coasts([EAST, ("nw", "n")], {"ec": ["e"], "nc": ["n"], "wc": ["nw"]}, fit) == {"ec": EAST, "nc": ("nw", "n")}
    assert label_coasts([EAST, WEST], {"sc": ["w"]}, fit) == {"sc": WEST, "ec": EAST}


def test_fleets_go_along_a_coast_by_the_sea_at_its_corner() -> None:
    """Two lands side by side between two seas, a third that may be either beyond one of them."""
    kinds = {"L": "land", "M": "land", "x": "sea", "y": "sea", "u": "either"}
    borders = {"L": ["x", "M", "y", "#", "u"], "M": ["x", "#", "y", "L"], "x": ["M", "L", "u"], "y": ["L", "M"], "u": ["x", "L"]}
    coasts = {"L": {"nc": ("x",), "sc": ("y",)}, "M": {"nc": ("x",), "sc": ("y",)}}
    links = CoastChart(kinds, borders, coasts).links()
    assert links["F"]["L.nc"] == {"x", "M.nc", "u"}
    assert links["F"]["L.sc"] == {"y", "M.sc"}
    assert links["F"]["x"] == {"L.nc", "M.nc", "u"}
    assert links["F"]["u"] == {"x"}
    assert links["A"] == {"L": {"M", "u"}, "M": {"L"}, "u": {"L"}}
