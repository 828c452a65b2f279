"""Borders in clockwise order give the same links as a rulebook would."""

from __future__ import annotations

from judge.board.derived_links import derive_links

# Two lands share a border that runs from one sea to the other; a third land touches the sea at one point only.
#      Nse
#   Wst | Est      Cap lies inland of Est
#      Sse
KINDS = {"Nse": "sea", "Sse": "sea", "Wst": "land", "Est": "land", "Inn": "land"}
BORDERS = {
    "Nse": ["#", "Est", "Wst"],
    "Sse": ["#", "Wst", "Est"],
    "Wst": ["Nse", "Est", "Sse", "#"],
    "Est": ["Nse", "#", "Inn", "#", "Sse", "Wst"],
    "Inn": ["Est", "#"],
}


def test_armies_go_overland_and_fleets_along_a_common_coast() -> None:
    links = derive_links(KINDS, BORDERS)
    assert links["A"] == {"Wst": {"Est"}, "Est": {"Wst", "Inn"}, "Inn": {"Est"}}
    assert links["F"]["Wst"] == {"Nse", "Sse", "Est"}
    assert links["F"]["Est"] == {"Nse", "Sse", "Wst"}
    assert "Inn" not in links["F"]


def test_two_coasts_without_a_common_sea_are_no_fleet_link() -> None:
    kinds = {"Nse": "sea", "Sse": "sea", "Top": "land", "Low": "land"}
    borders = {"Nse": ["Top"], "Top": ["Nse", "#", "Low", "#"], "Low": ["Top", "#", "Sse", "#"], "Sse": ["Low"]}
    links = derive_links(kinds, borders)
    assert links["F"] == {"Nse": {"Top"}, "Top": {"Nse"}, "Low": {"Sse"}, "Sse": {"Low"}}


def test_an_unknown_place_has_borders_of_both_kinds() -> None:
    kinds = {"1": "land", "2": "unknown", "3": "sea"}
    links = derive_links(kinds, {"1": ["2", "#"], "2": ["1", "3"], "3": ["2", "#"]})
    assert links["A"] == {"1": {"2"}, "2": {"1"}}
    assert links["F"] == {"1": {"2"}, "2": {"1", "3"}, "3": {"2"}}
