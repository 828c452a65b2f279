"""`make bench`: the table of figures, each beside a floor or a peer measured in the same run."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.benchmarks import archive, batch, composed, folders, hostile, house_players, letters, mail, maps, referee, start


def main() -> int:
    """Print the table, part by part as it is measured."""
    where = Path(sys.argv[1] if len(sys.argv) > 1 else "var/bench")
    parts = (
        ("The referee", referee.rows),
        ("Cases", lambda: batch.rows(where)),
        ("Games' folders", folders.rows),
        ("House players", house_players.rows),
        ("Maps", maps.rows),
        ("Archive", archive.rows),
        ("Start", lambda: start.rows(where)),
        ("Letters", lambda: letters.rows(where)),
        ("Letters as people write them", composed.rows),
        ("Mail", lambda: mail.rows(where)),
        ("Hostile letters", hostile.rows),
    )
    for title, rows in parts:
        print(f"\n{title}")
        for what, figure, beside in rows():
            print(f"  {what:<52} {figure:>12}   {beside}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
