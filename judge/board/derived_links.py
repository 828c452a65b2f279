"""Links worked out from the borders of a map: who is next to whom for armies, and along which coasts for fleets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

EDGE = "#"
"""A stretch of border with nothing passable behind it."""
Links = dict[str, dict[str, frozenset[str]]]


def derive_links(kinds: Mapping[str, str], borders: Mapping[str, Sequence[str]]) -> Links:
    """The links of a board whose coasts must be derived.

    `kinds`: space → `land`, `sea`, or another word for a place that may be either, which has borders of both kinds;
    `borders`: space → its neighbours in clockwise order, `#` for an edge. Armies go from land to land; fleets from sea
    to sea, between sea and land, and from land to land along a coast the two have in common. A neighbour that has no
    borders here tells its links itself; links to it are left out.
    """
    links: Links = {"A": {}, "F": {}}
    for space, around in borders.items():
        beside = [other for other in dict.fromkeys(around) if other != EDGE]
        near = [other for other in beside if other in borders]
        if kinds[space] != "sea":
            links["A"][space] = frozenset(other for other in near if kinds[other] != "sea")
        if kinds[space] != "land" or any(kinds[other] != "land" for other in beside):
            links["F"][space] = frozenset(o for o in near if _sails(space, o, kinds, borders))
    return links


def _sails(here: str, there: str, kinds: Mapping[str, str], borders: Mapping[str, Sequence[str]]) -> bool:
    if kinds[here] != "land" or kinds[there] != "land":
        return True
    shared = _beside(borders[here], there) & _beside(borders[there], here)
    return any(other != EDGE and kinds[other] != "land" for other in shared)


def _beside(around: Sequence[str], neighbour: str) -> frozenset[str]:
    """What lies just before and just after a neighbour, wherever it stands in the clockwise list."""
    spots = [i for i, other in enumerate(around) if other == neighbour]
    return frozenset(around[(i + step) % len(around)] for i in spots for step in (-1, 1))
