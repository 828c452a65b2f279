"""Atom feeds of an archive (RFC 4287): an entry for each judged phase, with its whole report."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from judge.print.copy import PhaseCopy
from judge.print.game_page import phase_anchor
from judge.reports import Templates

NEWEST = 30
"""How many entries a feed has."""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
TAGGED = "2027"
"""The year in every id (RFC 4151). It never changes, since an id that does makes an old entry a new one."""


class FeedEntry(NamedTuple):
    """A judged phase in a feed."""

    id: str
    title: str
    address: str
    updated: str
    report: str


def feed_entries(
    game: str, address: str, copies: Sequence[PhaseCopy], earlier: Sequence[FeedEntry] = ()
) -> list[FeedEntry]:
    """Return a game's newest phases, the newest first: `earlier` ones, and those of the copies that follow them. `address`: of its
    page, which ends with `/`.
    """
    found = list(reversed(earlier))
    before = datetime.fromisoformat(found[-1].updated) if found else EPOCH
    for copy in copies:
        r = copy.record
        run = datetime.fromisoformat(r["run_at"]) if r["run_at"] else before
        before = max(run, before + timedelta(seconds=1))  # some readers take entries of one instant for one
        facts = {**copy.facts, "top": 3}
        said = f"{game.capitalize()}, {r['phase']}" + (f": {r['headline']}" if r["headline"] else "")
        anchor = phase_anchor(copy)
        report = copy.words.whole("print/report.html.j2", **facts)
        found.append(FeedEntry(feed_id(address, anchor), said, f"{address}#{anchor}", before.isoformat(), report))
    return found[: -NEWEST - 1 : -1]


def feed_id(address: str, part: str = "") -> str:
    """Return an id that stays, whether the site moves from http to https or is built anew."""
    parts = urlsplit(address)
    return f"tag:{parts.hostname},{TAGGED}:{parts.path.strip('/') or 'games'}" + (f"/{part}" if part else "")


def atom_feed(title: str, address: str, entries: Sequence[FeedEntry], words: Templates) -> bytes:
    """Return a feed. `address`: of the page that it belongs to, which ends with `/`."""
    updated = max((entry.updated for entry in entries), default=EPOCH.isoformat())
    facts = {"id": feed_id(address), "title": title, "address": address, "own": f"{address}feed.atom", "updated": updated}
    return words.whole("print/feed.xml.j2", **facts, entries=entries).strip().encode()
